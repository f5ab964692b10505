// Flat faces, shaded so that the shape reads from every side.

in vec4 bone_colour;
in float shade;

out vec4 colour;

void main() {
    colour = vec4(bone_colour.rgb * shade, bone_colour.a);
}
