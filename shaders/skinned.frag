// Colours a fragment as the game does: its material, lit.
//
// Colours are used as they are stored; the game blends and lights them in that space too.

out vec4 colour;

vec3 light(vec3 n, vec3 n_world) {
    vec3 fill = mix(ground_colour.rgb, sky_colour.rgb, n_world.z * 0.5 + 0.5);
    return fill + key_colour.rgb * max(dot(n, key_direction.xyz), 0.0);
}

void main() {
    Material m = material_here();
    vec3 lit = surface.y > 0.5 ? light(m.n, m.n_world) : vec3(1.0);
    colour = vec4(m.base * mesh_colour.rgb * lit + m.added, m.alpha);
}
