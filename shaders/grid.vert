// A corner of the part of the ground plane that the grid is drawn on.

uniform vec4 area;   // middle x and y, half the side, distance at which lines have faded

in vec2 corner;

out vec2 ground;

void main() {
    ground = area.xy + corner * area.z;
    gl_Position = clip_from_world * vec4(ground, 0.0, 1.0);
}
