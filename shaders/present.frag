// Shows a finished picture as it is; the scene is opaque, so what lies below is replaced.

uniform sampler2D picture;

in vec2 uv;

out vec4 colour;

void main() {
    colour = vec4(texture(picture, uv).rgb, 1.0);
}
