// What lies over the ground of both kinds of maps: colours, borders, contour lines and edges.

uniform vec4 overlay_what;      // x what colours say, y how much they cover, z number of the chosen
                                // texture or -1, w world units between contour lines or 0
uniform vec4 overlay_lines;     // x 1 for borders, y 1 for edges, z pixels of a point, w flags
uniform vec4 overlay_slope;     // from, to, soft in degrees, w 1 if all other slopes are meant
uniform vec4 overlay_ramp[9];

const float LAYER_COUNT = 1.0;
const float COVERAGE = 2.0;
const float SLOPE = 3.0;
const float UNPAINTABLE = 4.0;
const float AREAS = 5.0;
const float FLAGS = 6.0;
const float MARKS = 7.0;
const float MEETINGS = 8.0;

const float STEEPEST = 60.0;
const float HATCH = 8.0;        // points of a stripe and the gap after it
const vec3 ALARM_LIGHT = vec3(0.84, 0.37, 0.0);
const vec3 ALARM_DARK = vec3(0.16, 0.07, 0.02);
const vec3 EXCESS = vec3(0.878, 0.251, 0.957);
const vec3 NONE_LIGHT = vec3(0.525);
const vec3 NONE_DARK = vec3(0.408);

bool says(float what) {
    return overlay_what.x == what;
}

vec3 ramp_colour(float value) {
    float at = clamp(value, 0.0, 1.0) * 8.0;
    int start = min(int(at), 7);
    return mix(overlay_ramp[start].rgb, overlay_ramp[start + 1].rgb, at - float(start));
}

// Which stripe of the picture this is, of `count` that come in turn.
float stripe(float count) {
    float along = (gl_FragCoord.x - gl_FragCoord.y) / (HATCH * 0.5 * overlay_lines.z);
    return mod(floor(along), count);
}

vec3 hatch(vec3 light_tone, vec3 dark_tone) {
    return stripe(2.0) < 0.5 ? light_tone : dark_tone;
}

// Counts 1 to 4 have a colour of the ramp each.
vec4 count_colour(float count) {
    if (count < 0.5) {
        return vec4(0.0);
    }
    return vec4(count > 4.5 ? EXCESS : ramp_colour((count - 1.0) / 3.0), 1.0);
}

vec4 share_colour(float share) {
    return vec4(share > 0.0 ? ramp_colour(share) : hatch(NONE_LIGHT, NONE_DARK), 1.0);
}

vec4 slope_colour(vec3 world_normal) {
    float degrees_up = degrees(acos(clamp(normalize(world_normal).z, -1.0, 1.0)));
    vec3 own = ramp_colour(degrees_up / STEEPEST);
    if (overlay_slope.x > overlay_slope.y) {
        return vec4(own, 1.0);
    }
    float beyond = max(overlay_slope.x - degrees_up, degrees_up - overlay_slope.y);
    float soft = max(overlay_slope.z, 0.001);
    float meant = 1.0 - clamp(beyond / soft, 0.0, 1.0);
    meant = overlay_slope.w > 0.5 ? 1.0 - meant : meant;
    return vec4(mix(hatch(NONE_LIGHT, NONE_DARK) * 0.6, own, meant), 1.0);
}

// A line: light on dark, so that it is seen on any ground. `away` is in pixels.
vec3 with_line(vec3 under, float away, float width, float strength) {
    float point = overlay_lines.z;
    float dark = 1.0 - smoothstep(width * 0.5 + 0.5, width * 0.5 + 1.75, away / point);
    float bright = 1.0 - smoothstep(width * 0.5 - 0.5, width * 0.5 + 0.5, away / point);
    vec3 inked = mix(under, vec3(0.05), dark * strength * 0.6);
    return mix(inked, vec3(0.93), bright * strength);
}

// Borders where `at` has whole numbers, and stronger ones at each `every`th.
vec3 with_borders(vec3 under, vec2 at, float every) {
    vec2 pixel = max(fwidth(at), vec2(1e-9));
    vec2 away = abs(at - round(at)) / pixel;
    vec2 far = abs(at / every - round(at / every)) * every / pixel;
    float room = 1.0 / max(pixel.x, pixel.y) / overlay_lines.z;
    float fine = clamp((room - 5.0) / 12.0, 0.0, 1.0) * 0.5;
    float coarse = clamp((room * every - 8.0) / 16.0, 0.0, 1.0) * 0.65;
    vec3 sum = with_line(under, min(away.x, away.y), 0.8, fine);
    return with_line(sum, min(far.x, far.y), 1.4, coarse);
}

// Edges of triangles; `away` is the way to the nearest in cells, `pixel` a pixel in cells.
vec3 with_edges(vec3 under, float away, float pixel) {
    float room = 1.0 / max(pixel, 1e-9) / overlay_lines.z;
    float strength = clamp((room - 3.0) / 10.0, 0.0, 1.0) * 0.45;
    return with_line(under, away / max(pixel, 1e-9), 0.7, strength);
}

vec3 with_contours(vec3 under, float height) {
    float rise = height / overlay_what.w;
    float pixel = fwidth(rise);
    // Level ground has no line anywhere or everywhere.
    if (pixel < 1e-6) {
        return under;
    }
    float away = abs(rise - round(rise)) / pixel;
    float far = abs(rise / 5.0 - round(rise / 5.0)) * 5.0 / pixel;
    float fine = clamp((1.0 / pixel / overlay_lines.z - 3.0) / 8.0, 0.0, 1.0);
    vec3 sum = with_line(under, away, 0.9, fine * 0.75);
    float coarse = clamp((5.0 / pixel / overlay_lines.z - 3.0) / 8.0, 0.0, 1.0);
    return with_line(sum, far, 1.8, coarse * 0.95);
}

// Lays a colour over the ground; a little of the light stays, so that its shape is seen.
vec3 with_heat(vec3 under, vec4 heat, float lightness) {
    return mix(under, heat.rgb * lightness, heat.a * overlay_what.y);
}
