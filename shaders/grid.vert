// A corner of the part of the ground plane that the grid is drawn on.

in vec2 corner;

out vec2 ground;

void main() {
    ground = grid_area.xy + corner * grid_area.z;
    gl_Position = clip_from_world * vec4(ground, 0.0, 1.0);
}
