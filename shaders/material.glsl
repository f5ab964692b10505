// What a material makes of a fragment: one or two texture units, combined and cut out.
//
// Colours are used as they are stored; the game blends and lights them in that space too.

uniform sampler2D picture0;
uniform sampler2D picture1;

in vec3 view_position;
in vec3 view_normal;
in vec3 world_normal;
in vec2 unit_uv0;
in vec2 unit_uv1;

// What the material makes of it, before light.
struct Material {
    vec3 base;
    vec3 added;     // on top, whatever the light
    float alpha;
    vec3 n;         // normals towards the viewer's side, view and world space
    vec3 n_world;
};

// Unit vector of `v`, or `other` where it has no direction.
vec3 direction(vec3 v, vec3 other) {
    float size = dot(v, v);
    return size > 1e-12 ? v * inversesqrt(size) : other;
}

vec2 environment_uv(vec3 n) {
    vec3 r = reflect(direction(view_position, vec3(0.0, 0.0, -1.0)), n);
    vec3 half_way = direction(vec3(r.xy, r.z + 1.0), vec3(0.0, 0.0, 1.0));
    return vec2(half_way.x, -half_way.y) * 0.5 + 0.5;
}

// Pictures are stored bottom row first; the format counts from the top.
vec4 sample_unit(sampler2D picture, vec2 uv) {
    return texture(picture, vec2(uv.x, 1.0 - uv.y));
}

// Drops the fragment if the material does.
Material material_here() {
    float side = gl_FrontFacing ? 1.0 : -1.0;
    vec3 n = side * direction(view_normal, vec3(0.0, 0.0, 1.0));
    vec3 n_world = side * direction(world_normal, vec3(0.0, 0.0, 1.0));

    vec4 a = sample_unit(picture0, units.x > 1.5 ? environment_uv(n) : unit_uv0);
    vec4 b = sample_unit(picture1, units.y > 1.5 ? environment_uv(n) : unit_uv1);

    vec3 base = a.rgb;
    vec3 added = vec3(0.0);
    float alpha = 1.0;
    int combine = int(surface.z + 0.5);
    if (combine == 1) {          // Mod
        alpha = a.a;
    } else if (combine == 2) {   // Opaque_Opaque
        base = a.rgb * b.rgb;
    } else if (combine == 3) {   // Opaque_Mod
        base = a.rgb * b.rgb;
        alpha = b.a;
    } else if (combine == 4) {   // Opaque_Mod2x
        base = a.rgb * b.rgb * 2.0;
        alpha = b.a * 2.0;
    } else if (combine == 5) {   // Opaque_Mod2xNA
        base = a.rgb * b.rgb * 2.0;
    } else if (combine == 6) {   // Opaque_AddAlpha
        added = b.rgb * b.a;
    } else if (combine == 7) {   // Opaque_AddNA
        added = b.rgb;
    } else if (combine == 8) {   // Mod_Opaque
        base = a.rgb * b.rgb;
        alpha = a.a;
    } else if (combine == 9) {   // Mod_Mod
        base = a.rgb * b.rgb;
        alpha = a.a * b.a;
    } else if (combine == 10) {  // Mod_Mod2x
        base = a.rgb * b.rgb * 2.0;
        alpha = a.a * b.a * 2.0;
    } else if (combine == 11) {  // Mod_Mod2xNA
        base = a.rgb * b.rgb * 2.0;
        alpha = a.a;
    } else if (combine == 12) {  // Mod_Add
        added = b.rgb;
        alpha = a.a + b.a;
    } else if (combine == 13) {  // Mod_AddNA
        added = b.rgb;
        alpha = a.a;
    } else if (combine == 14) {  // Opaque_Mod2xNA_Alpha
        base = mix(a.rgb * b.rgb * 2.0, a.rgb, a.a);
    } else if (combine == 15) {  // Opaque_AddAlpha_Alpha
        added = b.rgb * b.a * (1.0 - a.a);
    } else if (combine == 16) {  // Mod_AddAlpha
        added = b.rgb * b.a;
        alpha = a.a;
    } else if (combine == 17) {  // Mod_AddAlpha_Alpha
        added = b.rgb * b.a * (1.0 - a.a);
        alpha = a.a + b.a * dot(b.rgb, vec3(0.3, 0.59, 0.11));
    } else if (combine == 18) {  // Opaque_Alpha_Alpha
        base = mix(mix(a.rgb, b.rgb, b.a), a.rgb, a.a);
    } else if (combine == 19) {  // Opaque_ModNA_Alpha
        base = mix(a.rgb * b.rgb, a.rgb, a.a);
    }

    alpha *= mesh_colour.a;
    if (alpha < surface.x) {
        discard;
    }
    return Material(base, added, alpha, n, n_world);
}
