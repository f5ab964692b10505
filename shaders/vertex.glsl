// Places a vertex of the model: deformed, with what its material needs.

in vec3 position;
in vec3 normal;
in vec2 uv0;
in vec2 uv1;

out vec3 view_position;
out vec3 view_normal;
out vec3 world_normal;
out vec2 unit_uv0;
out vec2 unit_uv1;

vec2 unit_uv(int unit, float set) {
    vec3 uv = vec3(set > 0.5 ? uv1 : uv0, 1.0);
    return vec2(dot(uv_x[unit].xyz, uv), dot(uv_y[unit].xyz, uv));
}

void place_vertex() {
    Affine moved = model_from_bind();
    vec4 world = vec4(moved_point(moved, position), 1.0);
    world_normal = moved_direction(moved, normal);
    view_normal = mat3(view_from_world) * world_normal;
    view_position = (view_from_world * world).xyz;
    unit_uv0 = unit_uv(0, units.x);
    unit_uv1 = unit_uv(1, units.y);
    gl_Position = clip_from_world * world;
}
