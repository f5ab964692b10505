// Grid lines on the ground, with the X and Y axes; finer lines fade in as the viewer comes near.

in vec2 ground;

out vec4 colour;

// How much of a line, `width` pixels wide, covers this pixel for lines every `side`.
float lines(float side, float width, vec2 pixel) {
    vec2 off = abs(fract(ground / side - 0.5) - 0.5) * side / pixel;
    vec2 cover = clamp(vec2(width * 0.5 + 0.5) - off, 0.0, 1.0);
    // Where cells are smaller than a few pixels the lines would only flicker.
    vec2 room = clamp(side / pixel * 0.12 - 0.6, 0.0, 1.0);
    cover *= room;
    return max(cover.x, cover.y);
}

float axis(float off, float pixel) {
    return clamp(1.25 - abs(off) / pixel, 0.0, 1.0);
}

void main() {
    vec2 pixel = max(fwidth(ground), vec2(1e-9));
    float cell = grid_area.w;
    float fine = lines(cell, 1.0, pixel) * grid_fade.x * 0.5;
    float middle = lines(cell * 10.0, 1.0, pixel) * mix(0.5, 1.0, grid_fade.x);
    float coarse = lines(cell * 100.0, 1.0, pixel);
    vec4 sum = vec4(grid_colour.rgb, grid_colour.a * max(max(fine, middle * 0.75), coarse));

    float along_x = axis(ground.y, pixel.y);
    float along_y = axis(ground.x, pixel.x);
    sum = mix(sum, x_axis_colour, along_x);
    sum = mix(sum, y_axis_colour, along_y);

    float away = distance(ground, grid_area.xy) / grid_area.z;
    sum.a *= clamp(1.0 - away * away, 0.0, 1.0);
    if (sum.a < 0.004) {
        discard;
    }
    colour = sum;
}
