// A vertex as a dot of a size in pixels, as far in front of its surface as it is large.

in vec3 position;

flat out vec3 fill;
flat out float radius;
flat out float half_size;

void main() {
    vec3 world = moved_point(model_from_bind(), position);
    bool is_selected = has(IS_SELECTED) > 0.5;
    radius = weight_dots.x * (is_selected ? 1.3 : 1.0);
    half_size = radius + 2.0 * weight_dots.y + 0.5;
    vec4 clip = clip_from_world * vec4(world, 1.0);
    // The second row of a projection scales what is across the picture.
    float scale = length(vec3(clip_from_world[0][1], clip_from_world[1][1], clip_from_world[2][1]));
    float world_per_pixel = 2.0 * clip.w * picture_size.w / scale;
    vec3 to_eye = eye.w > 0.5
        ? normalize(eye.xyz - world + vec3(1e-12, 0.0, 0.0))
        : vec3(view_from_world[0][2], view_from_world[1][2], view_from_world[2][2]);
    vec4 nearer = clip_from_world * vec4(world + to_eye * half_size * world_per_pixel, 1.0);
    float depth = nearer.w > 0.0 ? max(nearer.z / nearer.w, -0.98) : clip.z / clip.w;
    gl_Position = vec4(clip.xy, clip.w * mix(depth, -0.98, weight_dots.z), clip.w);
    gl_PointSize = 2.0 * half_size;
    vec3 shown = has(IS_COLOUR) > 0.5 ? look_own_colour() : ramp_colour(look_weight());
    shown = mix(shown, zero_tones[1].rgb, has(IS_ZERO));
    shown = mix(shown, bare_colour.rgb, has(IS_BARE));
    fill = is_selected ? selected_colour.rgb : shown;
}
