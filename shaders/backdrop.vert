// One triangle that covers the whole picture, behind everything.

in vec2 corner;

out float height;

void main() {
    height = corner.y * 0.5 + 0.5;
    gl_Position = vec4(corner, 1.0, 1.0);
}
