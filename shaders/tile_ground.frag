// The texture layers of a map chunk, mixed by its alpha maps.

uniform sampler2DArray pictures;
uniform sampler2DArray alphas;      // layers 2 to 4, then the shadow
uniform sampler2DArray more_alphas; // layers 5 to 8
uniform vec4 blend;                 // x 1 if alphas are shares, 0 if layers lie over one another

in vec3 world_normal;
in vec3 vertex_colour;
in vec2 place;
flat in vec4 layers;
flat in vec4 more_layers;
flat in float chunk;

// Textures repeat once in each of the 8 by 8 cells.
vec3 picture(float number) {
    return texture(pictures, vec3(place * 8.0, max(number, 0.0))).rgb;
}

void main() {
    // The 64 texels of a side reach from border to border.
    vec2 texel = (place * 63.0 + 0.5) / 64.0;
    vec4 over = texture(alphas, vec3(texel, chunk));
    vec4 far_over = texture(more_alphas, vec3(texel, chunk));
    float shadow = over.a;
    float share[8] = float[8](
        0.0, over.r, over.g, over.b, far_over.r, far_over.g, far_over.b, far_over.a);
    vec3 sum = layers.x < 0.0 ? vec3(0.5) : picture(layers.x);
    vec3 shares = vec3(0.0);
    float whole = 0.0;
    for (int layer = 1; layer < 8; layer++) {
        float number = layer < 4 ? layers[layer] : more_layers[layer - 4];
        // Reading it either way keeps the sizes of textures known.
        vec3 own = picture(number);
        float part = number < 0.0 ? 0.0 : share[layer];
        if (blend.x < 0.5) {
            sum = mix(sum, own, part);
        } else {
            shares += own * part;
            whole += part;
        }
    }
    if (blend.x > 0.5) {
        sum = whole > 1.0 ? shares / whole : shares + sum * (1.0 - whole);
    }
    if (ground_light.x > 0.5) {
        sum *= vertex_colour * light(world_normal) * (1.0 - 0.35 * shadow);
    }
    colour = vec4(sum, 1.0);
}
