// Takes the four bytes apart that say what a vertex has to tell about its weights.

in uvec4 look;              // a weight as two bytes or a colour as three; last byte: bits below

const uint IS_ZERO = 1u;
const uint IS_BARE = 2u;
const uint IS_COLOUR = 4u;
const uint IS_SELECTED = 8u;

float has(uint bit) {
    return (look.w & bit) != 0u ? 1.0 : 0.0;
}

float look_weight() {
    return float(look.x * 256u + look.y) / 65535.0;
}

vec3 look_own_colour() {
    return vec3(look.xyz) / 255.0;
}
