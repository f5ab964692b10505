// The textures of a tile over one another, each with its cell of its atlas.

uniform sampler2DArray atlases;
uniform vec4 atlas;         // texels of the side of a cell

in vec3 world_normal;
in vec2 place;
flat in vec4 tile_cells;
flat in float cliff;
in float edge;
flat in vec2 tile_place;
flat in vec4 tile_grounds;  // 32 times the shown ground plus the marks of each corner of the tile
in float height;

// A cell's colour; what it samples stays half a texel inside of the cell, in every size of it.
vec4 cell_here(float code, float level) {
    float texture_number = floor(code / 32.0);
    float cell = code - texture_number * 32.0;
    float in_half = mod(cell, 16.0);
    vec2 corner = vec2((cell < 16.0 ? 0.0 : 4.0) + mod(in_half, 4.0), floor(in_half / 4.0));
    float inset = min(0.5 * exp2(ceil(level)) / atlas.x, 0.5);
    vec2 inside = clamp(vec2(place.x, 1.0 - place.y), vec2(inset), vec2(1.0 - inset));
    return textureLod(atlases, vec3((corner + inside) / vec2(8.0, 4.0), texture_number), level);
}

// How many different grounds the corners of the tile show.
float ground_count(vec4 shown) {
    float count = 1.0;
    count += shown.y != shown.x ? 1.0 : 0.0;
    count += shown.z != shown.x && shown.z != shown.y ? 1.0 : 0.0;
    count += shown.w != shown.x && shown.w != shown.y && shown.w != shown.z ? 1.0 : 0.0;
    return count;
}

// The marks of a corner as stripes, one for each.
vec4 mark_colour(int marks) {
    const vec3 tones[5] = vec3[5](
        vec3(0.90, 0.62, 0.00), vec3(0.80, 0.47, 0.65), vec3(0.00, 0.45, 0.70),
        vec3(0.08, 0.08, 0.08), vec3(0.94, 0.89, 0.26));
    float count = 0.0;
    for (int bit = 0; bit < 5; bit++) {
        count += float(marks >> bit & 1);
    }
    float own = stripe(max(count, 1.0));
    for (int bit = 0; bit < 5; bit++) {
        if ((marks >> bit & 1) == 1) {
            if (own < 0.5) {
                return vec4(tones[bit], 0.8);
            }
            own -= 1.0;
        }
    }
    return vec4(0.0);
}

// What the colours over the ground say here.
vec4 heat() {
    vec4 shown = floor(tile_grounds / 32.0);
    // A corner is meant as far as half a tile around it.
    int nearest = (place.x < 0.5 ? 0 : 1) + (place.y < 0.5 ? 0 : 2);
    float count = ground_count(shown);
    if (says(LAYER_COUNT)) {
        return count_colour(count);
    }
    if (says(COVERAGE)) {
        return share_colour(shown[nearest] == overlay_what.z ? 1.0 : 0.0);
    }
    if (says(SLOPE)) {
        return slope_colour(world_normal);
    }
    if (says(MARKS)) {
        return mark_colour(int(tile_grounds[nearest] - shown[nearest] * 32.0));
    }
    if (says(MEETINGS) && count > 2.5) {
        vec3 tone = count > 3.5 ? EXCESS : ALARM_LIGHT;
        return vec4(hatch(tone, ALARM_DARK), 1.0);
    }
    return vec4(0.0);
}

void main() {
    vec2 across = dFdx(place) * atlas.x;
    vec2 along = dFdy(place) * atlas.x;
    float texels = max(max(dot(across, across), dot(along, along)), 1.0);
    // A hair below, so that one texel a pixel is the full size whatever the rounding.
    float level = clamp(0.5 * log2(texels) - 0.01, 0.0, log2(atlas.x));
    vec3 sum = cell_here(tile_cells.x, level).rgb;
    for (int layer = 1; layer < 4; layer++) {
        if (tile_cells[layer] < 0.0) {
            break;
        }
        vec4 over = cell_here(tile_cells[layer], level);
        sum = mix(sum, over.rgb, over.a);
    }
    float shade = 1.0;
    if (ground_light.x > 0.5) {
        vec3 lit = light(world_normal);
        shade = mix(1.0, clamp(lit.g, 0.4, 1.1), 0.6);
        vec3 wall = vec3(0.42, 0.39, 0.36) * (0.8 + 0.2 * sin(place.y * 25.0));
        sum = mix(sum, wall, cliff * clamp(1.25 - normalize(world_normal).z, 0.0, 0.75));
        sum *= lit * mix(1.0, 0.3, edge);
    }
    sum = with_heat(sum, heat(), shade);
    if (overlay_lines.y > 0.5) {
        vec2 border = min(place, 1.0 - place);
        float away = min(min(border.x, border.y), abs(place.x + place.y - 1.0) * 0.7071);
        vec2 pixel = fwidth(place);
        sum = with_edges(sum, away, max(pixel.x, pixel.y));
    }
    if (overlay_what.w > 0.0) {
        sum = with_contours(sum, height);
    }
    if (overlay_lines.x > 0.5) {
        sum = with_borders(sum, tile_place + place, 4.0);
    }
    colour = vec4(sum, 1.0);
}
