// A corner of a tile, with the cells that the tile shows.

in vec3 position;
in vec3 normal;
in vec4 cells;      // 32 times the number of the texture plus the cell, lowest first; -1 is none
in vec4 marks;      // whether the tile is a cliff; how dark the edge of the map is, 0 to 1; its place
in vec4 grounds;    // 32 times the shown ground plus the marks of each corner of the tile

out vec3 world_normal;
out vec2 place;     // in the tile: to the east, to the north
flat out vec4 tile_cells;
flat out float cliff;
out float edge;
flat out vec2 tile_place;
flat out vec4 tile_grounds;
out float height;

void main() {
    int corner = gl_VertexID & 3;
    place = vec2(corner & 1, corner >> 1);
    world_normal = normal;
    tile_cells = cells;
    cliff = marks.x;
    edge = marks.y;
    tile_place = marks.zw;
    tile_grounds = grounds;
    height = position.z;
    gl_Position = clip_from_world * vec4(position, 1.0);
}
