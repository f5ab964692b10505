// A gradient from bottom to top, dithered so that it shows no bands.

in float height;

out vec4 colour;

void main() {
    float noise = fract(sin(dot(gl_FragCoord.xy, vec2(12.9898, 78.233))) * 43758.5453) - 0.5;
    vec3 mixed = mix(background_bottom.rgb, background_top.rgb, clamp(height, 0.0, 1.0));
    colour = vec4(mixed + noise / 255.0, 1.0);
}
