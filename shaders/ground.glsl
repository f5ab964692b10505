// What the ground of both kinds of maps shares: how its textures become a lit fragment.
//
// Colours are used as they are stored; the games blend and light them in that space too.

uniform vec4 ground_light;  // x 1 if the light falls on it, else textures are shown as they are

out vec4 colour;

vec3 light(vec3 world_normal) {
    vec3 n_world = normalize(world_normal);
    vec3 n = mat3(view_from_world) * n_world;
    vec3 fill = mix(ground_colour.rgb, sky_colour.rgb, n_world.z * 0.5 + 0.5);
    return fill + key_colour.rgb * max(dot(n, key_direction.xyz), 0.0);
}
