// A vertex of the wireframe: deformed like the surface, and a little nearer than it.

in vec3 position;

void main() {
    vec4 world = vec4(moved_point(model_from_bind(), position), 1.0);
    gl_Position = clip_from_world * world;
    gl_Position.z -= 2e-5 * gl_Position.w;
}
