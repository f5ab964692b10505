// What changes from batch to batch.

layout(std140) uniform Batch {
    vec4 mesh_colour;   // colour track times alpha tracks
    vec4 uv_x[2];       // per unit: u = dot(uv_x.xyz, (u, v, 1))
    vec4 uv_y[2];
    vec4 surface;       // alpha below which a fragment is dropped, 1 if lit, how units combine
    vec4 units;         // per unit the set of coordinates: 0, 1, or 2 for the environment;
                        // then 1 if it adds its colour, 2 and 3 if it multiplies by it once or twice
};
