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

// Lines where the weight is a tenth, two tenths and so on, one pixel wide however steep it is. Where it
// is the same all over there is no line, even if that is a tenth.
vec3 with_contours(vec3 shown) {
    float tenths = weight * 10.0;
    float per_pixel = fwidth(tenths);
    float pixels = abs(fract(tenths - 0.5) - 0.5) / max(per_pixel, 1e-6);
    float line = (1.0 - smoothstep(0.6, 1.4, pixels)) * step(1e-3, per_pixel);
    vec3 ink = dot(shown, vec3(0.3, 0.6, 0.1)) > 0.35 ? vec3(0.0) : vec3(1.0);
    // So steep that lines touch, they would hide the colour.
    line *= 1.0 - smoothstep(0.35, 0.6, per_pixel);
    return mix(shown, ink, 0.75 * line * weight_surface.w);
}

void main() {
    Material m = material_here();
    if (m.alpha * effect(m.base * mesh_colour.rgb) < 0.1) {
        discard;
    }
    vec3 shown = kinds.z > 0.5 ? own_colour : with_contours(ramp_colour(weight));
    float stripe = step(0.5, fract((gl_FragCoord.x + gl_FragCoord.y) / weight_surface.y));
    vec3 hatch = mix(zero_tones[0].rgb, zero_tones[1].rgb, stripe);
    shown = mix(shown, hatch, smoothstep(0.85, 0.95, kinds.x));
    shown = mix(shown, bare_colour.rgb, smoothstep(0.3, 0.7, kinds.y));
    float shade = mix(weight_surface.z, 1.0, clamp(m.n.z, 0.0, 1.0));
    colour = vec4(shown * shade, weight_surface.x);
}
