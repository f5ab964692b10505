// A vertex of the model in weight colours, by so little nearer that it covers its own surface.

out float weight;
out vec3 own_colour;
out vec3 kinds;             // how much it is of weight 0, of no weight at all, of a colour

void main() {
    place_vertex();
    gl_Position.z -= 4e-6 * gl_Position.w;
    weight = look_weight();
    own_colour = look_own_colour();
    kinds = vec3(has(IS_ZERO), has(IS_BARE), has(IS_COLOUR));
}
