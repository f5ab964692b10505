// One colour for all lines.

uniform vec4 line_colour;

out vec4 colour;

void main() {
    colour = line_colour;
}
