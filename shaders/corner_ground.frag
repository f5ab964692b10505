// The textures of a tile over one another, each with its cell of its atlas.

uniform sampler2DArray atlases;
uniform vec4 atlas;         // texels of the side of a cell

in vec3 world_normal;
in vec2 place;
flat in vec4 tile_cells;
flat in float cliff;
in float edge;

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
    if (ground_light.x > 0.5) {
        vec3 wall = vec3(0.42, 0.39, 0.36) * (0.8 + 0.2 * sin(place.y * 25.0));
        sum = mix(sum, wall, cliff * clamp(1.25 - normalize(world_normal).z, 0.0, 0.75));
        sum *= light(world_normal) * mix(1.0, 0.3, edge);
    }
    colour = vec4(sum, 1.0);
}
