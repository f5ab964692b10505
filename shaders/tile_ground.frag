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
flat in vec4 chunk_marks;   // the colour of its area, and its flags
flat in float chunk;
in float height;

// Textures repeat once in each of the 8 by 8 cells.
vec3 picture(float number) {
    return texture(pictures, vec3(place * 8.0, max(number, 0.0))).rgb;
}

// What the colours over the ground say here.
vec4 heat(float shares[8]) {
    float count = 0.0;
    float chosen_share = 0.0;
    bool has_chosen = false;
    for (int layer = 0; layer < 8; layer++) {
        float number = layer < 4 ? layers[layer] : more_layers[layer - 4];
        if (number >= 0.0) {
            count += 1.0;
            if (number == overlay_what.z) {
                has_chosen = true;
                chosen_share += shares[layer];
            }
        }
    }
    if (says(LAYER_COUNT)) {
        return count_colour(count);
    }
    if (says(COVERAGE)) {
        return share_colour(chosen_share);
    }
    if (says(SLOPE)) {
        return slope_colour(world_normal);
    }
    if (says(UNPAINTABLE)) {
        bool is_full = count > 3.5 && !has_chosen;
        return is_full ? vec4(hatch(ALARM_LIGHT, ALARM_DARK), 1.0) : vec4(0.0);
    }
    if (says(AREAS)) {
        return vec4(chunk_marks.rgb, 0.75);
    }
    if (says(FLAGS)) {
        int wanted = int(overlay_lines.w);
        bool has_all = wanted != 0 && (int(chunk_marks.a) & wanted) == wanted;
        return has_all ? vec4(hatch(ALARM_LIGHT, ALARM_DARK), 1.0) : vec4(0.0);
    }
    return vec4(0.0);
}

// The way to the nearest edge of a triangle, in cells: each cell is cut along both diagonals.
float way_to_edge(vec2 at) {
    vec2 inside = fract(at);
    vec2 border = min(inside, 1.0 - inside);
    float across = min(abs(inside.x - inside.y), abs(inside.x + inside.y - 1.0)) * 0.7071;
    return min(min(border.x, border.y), across);
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
    // How much of the ground each layer is, whichever rule it is mixed by.
    float left = 1.0;
    for (int layer = 7; layer > 0; layer--) {
        float number = layer < 4 ? layers[layer] : more_layers[layer - 4];
        float part = number < 0.0 ? 0.0 : share[layer];
        if (blend.x < 0.5) {
            share[layer] = part * left;
            left *= 1.0 - part;
        } else {
            share[layer] = part / max(whole, 1.0);
        }
    }
    share[0] = blend.x < 0.5 ? left : max(1.0 - whole, 0.0);
    float shade = 1.0;
    if (ground_light.x > 0.5) {
        vec3 lit = light(world_normal);
        sum *= vertex_colour * lit * (1.0 - 0.35 * shadow);
        shade = mix(1.0, clamp(lit.g, 0.4, 1.1), 0.6);
    }
    sum = with_heat(sum, heat(share), shade);
    if (overlay_lines.y > 0.5) {
        vec2 cells = place * 8.0;
        vec2 pixel = fwidth(cells);
        sum = with_edges(sum, way_to_edge(cells), max(pixel.x, pixel.y));
    }
    if (overlay_what.w > 0.0) {
        sum = with_contours(sum, height);
    }
    if (overlay_lines.x > 0.5) {
        vec2 first = vec2(mod(chunk, 16.0), floor(chunk / 16.0));
        sum = with_borders(sum, first + place, 16.0);
    }
    colour = vec4(sum, 1.0);
}
