// What all shaders of one picture share: the camera and the light.

layout(std140) uniform Scene {
    mat4 clip_from_world;
    mat4 view_from_world;
    vec4 eye;             // world space; w is 1 in perspective, 0 in an orthographic view
    vec4 picture_size;    // width and height in pixels, then one over each
    vec4 key_direction;   // towards the key light, view space
    vec4 key_colour;
    vec4 sky_colour;
    vec4 ground_colour;
};
