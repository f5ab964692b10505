// A vertex of a map chunk; 145 to a map chunk, rows of 9 and 8 in turn.

uniform sampler2D chunk_table;  // a row for each map chunk: the textures of its layers, its marks

in vec3 position;
in vec3 normal;
in uvec4 tint;                  // blue, green, red, alpha; 127 changes nothing

out vec3 world_normal;
out vec3 vertex_colour;
out vec2 place;                 // in the map chunk: to the east, to the south
flat out vec4 layers;
flat out vec4 more_layers;
flat out vec4 chunk_marks;
flat out float chunk;
out float height;

void main() {
    int index = gl_VertexID / 145;
    int vertex = gl_VertexID - index * 145;
    int row = vertex / 17;
    int column = vertex - row * 17;
    place = column < 9 ? vec2(column, row) : vec2(float(column) - 8.5, float(row) + 0.5);
    place /= 8.0;
    chunk = float(index);
    layers = texelFetch(chunk_table, ivec2(0, index), 0);
    more_layers = texelFetch(chunk_table, ivec2(1, index), 0);
    chunk_marks = texelFetch(chunk_table, ivec2(2, index), 0);
    height = position.z;
    world_normal = normal;
    vertex_colour = vec3(tint.bgr) / 127.0;
    gl_Position = clip_from_world * vec4(position, 1.0);
}
