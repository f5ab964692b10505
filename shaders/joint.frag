// A round joint with a thin rim and a soft edge.

in vec2 place;
in vec4 fill_colour;
in vec4 rim_colour;
in float radius;

out vec4 colour;

void main() {
    float away = length(place);
    float cover = clamp(radius + 0.5 - away, 0.0, 1.0);
    if (cover <= 0.0) {
        discard;
    }
    float inside = clamp(radius - 0.9 - away, 0.0, 1.0);
    vec3 lit = fill_colour.rgb * (0.82 + 0.18 * clamp(place.y / max(radius, 1.0), -1.0, 1.0));
    colour = vec4(mix(rim_colour.rgb, lit, inside), mix(rim_colour.a, fill_colour.a, inside) * cover);
}
