// Moves a vertex by up to four bones.
//
// `bones` holds three texels per bone, one bone per row: the rows of model_from_bind.
// Weight missing to 1 leaves that share at the bind position.

uniform sampler2D bones;

in uvec4 bone_indices;
in vec4 weights;

struct Affine {
    vec4 x;
    vec4 y;
    vec4 z;
};

void add_bone(uint bone, float weight, inout Affine sum) {
    if (weight > 0.0) {
        int row = int(bone);
        sum.x += weight * texelFetch(bones, ivec2(0, row), 0);
        sum.y += weight * texelFetch(bones, ivec2(1, row), 0);
        sum.z += weight * texelFetch(bones, ivec2(2, row), 0);
    }
}

Affine model_from_bind() {
    float total = weights.x + weights.y + weights.z + weights.w;
    vec4 share = total > 1.0 ? weights / total : weights;
    float rest = max(1.0 - total, 0.0);
    Affine sum = Affine(
        vec4(rest, 0.0, 0.0, 0.0), vec4(0.0, rest, 0.0, 0.0), vec4(0.0, 0.0, rest, 0.0));
    add_bone(bone_indices.x, share.x, sum);
    add_bone(bone_indices.y, share.y, sum);
    add_bone(bone_indices.z, share.z, sum);
    add_bone(bone_indices.w, share.w, sum);
    return sum;
}

vec3 moved_point(Affine m, vec3 p) {
    vec4 bind = vec4(p, 1.0);
    return vec3(dot(m.x, bind), dot(m.y, bind), dot(m.z, bind));
}

vec3 moved_direction(Affine m, vec3 d) {
    return vec3(dot(m.x.xyz, d), dot(m.y.xyz, d), dot(m.z.xyz, d));
}
