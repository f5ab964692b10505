// How weights look: the ramp, what stands for none, and the dots.

layout(std140) uniform Weights {
    vec4 ramp[9];           // at 0, 1/8, 2/8 and so on to 1
    vec4 zero_tones[2];     // stripes of the hatch that stands for exactly 0
    vec4 bare_colour;       // a vertex that no bone moves
    vec4 selected_colour;
    vec4 weight_surface;    // opacity, pixels of a stripe and its gap, shade of faces seen edge on, 1 for contours
    vec4 weight_dots;       // radius and width of a ring of the halo in pixels, 1 to show all
};

vec3 ramp_colour(float value) {
    float place = clamp(value, 0.0, 1.0) * 8.0;
    int start = int(min(floor(place), 7.0));
    return mix(ramp[start].rgb, ramp[start + 1].rgb, place - float(start));
}
