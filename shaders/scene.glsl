// What all shaders of one picture share: the camera, the light and the colours around the model.

layout(std140) uniform Scene {
    mat4 clip_from_world;
    mat4 view_from_world;
    vec4 eye;               // world space; w is 1 in perspective, 0 in an orthographic view
    vec4 picture_size;      // width and height in pixels, then one over each
    vec4 key_direction;     // towards the key light, view space
    vec4 key_colour;
    vec4 sky_colour;
    vec4 ground_colour;
    vec4 background_bottom;
    vec4 background_top;
    vec4 grid_area;         // middle x and y on the ground, how far lines reach, fine cell's side
    vec4 grid_colour;
    vec4 x_axis_colour;
    vec4 y_axis_colour;
    vec4 wire_colour;
    vec4 grid_fade;         // how far the fine cells have faded in, 0 to 1; 1 if surfaces hide bones
};
