// A gradient from bottom to top, dithered so that it shows no bands.

uniform vec4 bottom_colour;
uniform vec4 top_colour;

in float height;

out vec4 colour;

void main() {
    float noise = fract(sin(dot(gl_FragCoord.xy, vec2(12.9898, 78.233))) * 43758.5453) - 0.5;
    vec3 mixed = mix(bottom_colour.rgb, top_colour.rgb, clamp(height, 0.0, 1.0));
    colour = vec4(mixed + noise / 255.0, 1.0);
}
