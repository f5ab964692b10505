// One colour for all lines.

out vec4 colour;

void main() {
    colour = wire_colour;
}
