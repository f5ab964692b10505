// Grid lines on the ground, with the X and Y axes; finer lines fade in as the viewer comes near.

uniform vec4 area;
uniform vec4 cells;         // side of the fine cells, how far they have faded in (0 to 1)
uniform vec4 line_colour;
uniform vec4 x_colour;
uniform vec4 y_colour;

in vec2 ground;

out vec4 colour;

// How much of a line, `width` pixels wide, covers this pixel for lines every `side`.
float lines(float side, float width, vec2 pixel) {
    vec2 off = abs(fract(ground / side - 0.5) - 0.5) * side / pixel;
    vec2 cover = clamp(vec2(width * 0.5 + 0.5) - off, 0.0, 1.0);
    // Where cells are smaller than a few pixels the lines would only flicker.
    vec2 room = clamp(side / pixel * 0.25 - 0.5, 0.0, 1.0);
    cover *= room;
    return max(cover.x, cover.y);
}

float axis(float off, float pixel) {
    return clamp(1.25 - abs(off) / pixel, 0.0, 1.0);
}

void main() {
    vec2 pixel = max(fwidth(ground), vec2(1e-9));
    float fine = lines(cells.x, 1.0, pixel) * cells.y * 0.5;
    float middle = lines(cells.x * 10.0, 1.0, pixel) * mix(1.0, 0.5, 1.0 - cells.y);
    float coarse = lines(cells.x * 100.0, 1.0, pixel);
    vec4 sum = vec4(line_colour.rgb, line_colour.a * max(max(fine, middle * 0.75), coarse));

    float along_x = axis(ground.y, pixel.y);
    float along_y = axis(ground.x, pixel.x);
    sum = mix(sum, vec4(x_colour.rgb, x_colour.a), along_x);
    sum = mix(sum, vec4(y_colour.rgb, y_colour.a), along_y);

    float away = distance(ground, area.xy) / area.w;
    sum.a *= clamp(1.0 - away * away, 0.0, 1.0);
    if (sum.a < 0.004) {
        discard;
    }
    colour = sum;
}
