// A place on the surface of a liquid.

in vec3 position;
in vec4 tone;

out vec4 surface_tone;

void main() {
    surface_tone = tone;
    gl_Position = clip_from_world * vec4(position, 1.0);
}
