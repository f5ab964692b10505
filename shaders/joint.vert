// A joint as a disc that faces the viewer, of a size in pixels.

in vec2 corner;

in vec4 centre;     // world space; w is the radius in pixels
in vec4 tint;
in vec4 rim;        // colour of the outline

out vec2 place;
out vec4 fill_colour;
out vec4 rim_colour;
out float radius;

void main() {
    radius = centre.w;
    place = corner * (radius + 1.5);
    vec4 clip = clip_from_world * vec4(centre.xyz, 1.0);
    clip.xy += place * picture_size.zw * 2.0 * clip.w;
    clip.z = mix(clip.z * 0.01 - clip.w * 0.9901, clip.z - clip.w * 0.0001, grid_fade.y);
    gl_Position = clip;
    fill_colour = tint;
    rim_colour = rim;
}
