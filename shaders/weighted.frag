// Weight colours on the surface, cut out where its material is.
//
// The hatch says "exactly 0", so it reaches only a little from a vertex of 0 to one that is not.

in float weight;
in vec3 own_colour;
in vec3 kinds;

out vec4 colour;

// How much a colour changes what is behind it, by the way the material mixes.
float effect(vec3 mixed) {
    if (units.z > 2.5) {            // multiplies by twice the colour
        vec3 off = abs(mixed - vec3(0.5)) * 2.0;
        return max(max(off.r, off.g), off.b);
    } else if (units.z > 1.5) {     // multiplies by the colour
        return 1.0 - min(min(mixed.r, mixed.g), mixed.b);
    } else if (units.z > 0.5) {     // adds the colour
        return max(max(mixed.r, mixed.g), mixed.b);
    }
    return 1.0;
}

void main() {
    Material m = material_here();
    if (m.alpha * effect(m.base * mesh_colour.rgb) < 0.1) {
        discard;
    }
    vec3 shown = kinds.z > 0.5 ? own_colour : ramp_colour(weight);
    float stripe = step(0.5, fract((gl_FragCoord.x + gl_FragCoord.y) / weight_surface.y));
    vec3 hatch = mix(zero_tones[0].rgb, zero_tones[1].rgb, stripe);
    shown = mix(shown, hatch, smoothstep(0.85, 0.95, kinds.x));
    shown = mix(shown, bare_colour.rgb, smoothstep(0.3, 0.7, kinds.y));
    float shade = mix(weight_surface.z, 1.0, clamp(m.n.z, 0.0, 1.0));
    colour = vec4(shown * shade, weight_surface.x);
}
