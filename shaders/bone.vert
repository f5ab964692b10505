// A bone as a long octahedron from its own joint to a child's, in front of the model.
//
// Overlays use the nearest hundredth of the depth range, so that they hide one another but
// nothing of the model hides them.

in vec4 shape;      // unit octahedron: place along the bone, two places across, flat shade

in vec4 start;      // joint, world space; w is the half width
in vec4 end;        // the child's joint
in vec4 tint;

out vec4 bone_colour;
out float shade;

void main() {
    vec3 along = end.xyz - start.xyz;
    vec3 forward = normalize(along + vec3(1e-12, 0.0, 0.0));
    vec3 across = normalize(cross(forward, abs(forward.z) < 0.9 ? vec3(0.0, 0.0, 1.0) : vec3(1.0, 0.0, 0.0)));
    vec3 other = cross(forward, across);
    vec3 world = start.xyz + along * shape.x + (across * shape.y + other * shape.z) * start.w;
    gl_Position = clip_from_world * vec4(world, 1.0);
    gl_Position.z = mix(gl_Position.z * 0.01 - gl_Position.w * 0.99, gl_Position.z, grid_fade.y);
    bone_colour = tint;
    shade = shape.w;
}
