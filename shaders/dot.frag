// A round dot in a dark ring in a light ring, so that it is seen on any ground.

flat in vec3 fill;
flat in float radius;
flat in float half_size;

out vec4 colour;

void main() {
    float away = length(gl_PointCoord - vec2(0.5)) * 2.0 * half_size;
    float ring = weight_dots.y;
    float cover = clamp(radius + 2.0 * ring + 0.5 - away, 0.0, 1.0);
    if (cover <= 0.0) {
        discard;
    }
    float is_light = clamp(away - radius - ring + 0.5, 0.0, 1.0);
    float is_fill = clamp(radius + 0.5 - away, 0.0, 1.0);
    vec3 halo = mix(vec3(0.04), vec3(0.96), is_light);
    colour = vec4(mix(halo, fill, is_fill), mix(1.0, 0.75, is_light) * cover);
}
