// A liquid: one tone that what is below shines through.

in vec4 surface_tone;

out vec4 colour;

void main() {
    colour = surface_tone;
}
