// Three sarees that hang from a rod, or a stack of folded ones.
const float panel = 1.5;

float hang(vec3 p) {
  float i = clamp(floor(p.x / panel + 0.5), -1.0, 1.0);
  float x = p.x - i * panel;
  float fold = 0.13 * sin(x * 11.0 + i * 2.0 + 0.5 * sin(p.y * 0.9 + i)) + 0.05 * sin(x * 23.0 + i) + 0.06 * sin(p.y * 1.3 + x * 2.0);
  float d = abs(p.z - fold) - 0.012;
  float side = abs(x) - panel * 0.485;
  return max(max(d * 0.5, side), max(p.y - 4.2, 0.12 - p.y));
}

vec2 folded(vec3 p) {
  vec2 near = vec2(1e3, 0);
  for (float i = 0.0; i < 6.0; i++) {
    vec3 q = p - vec3(0.05 * sin(i * 2.3), 0.2 + i * 0.38, 0.04 * sin(i * 1.7));
    q.xz *= turn(0.05 * sin(i * 3.1));
    float d = box(q, vec3(1.75, 0.185, 1.15), 0.13);
    if (d < 0.1) d += 0.014 * sin(q.y * 48.0) * smoothstep(0.9, 1.1, max(abs(q.z), abs(q.x) - 0.6)) + 0.01 * noise(q * 4.0);
    add(near, d, 10.0 + i);
  }
  return near;
}

vec2 map(vec3 p) {
  vec2 near = vec2(1e3, 0);
  if (take == 0) {
    add(near, hang(p), 1.0);
    add(near, rod(p, vec3(-3.2, 4.2, 0), vec3(3.2, 4.2, 0), 0.09), 2.0);
  } else {
    near = folded(p);
  }
  return near;
}

const vec3 gold = vec3(0.98, 0.7, 0.26);

vec3 silk(float i) {
  if (i < 0.5) return vec3(0.62, 0.02, 0.16);
  if (i < 1.5) return vec3(0.02, 0.28, 0.3);
  if (i < 2.5) return vec3(0.93, 0.46, 0.03);
  if (i < 3.5) return vec3(0.26, 0.03, 0.3);
  if (i < 4.5) return vec3(0.05, 0.34, 0.12);
  return vec3(0.82, 0.06, 0.3);
}

/** A woven flower, one in each unit square. */
float motif(vec2 p) {
  vec2 q = fract(p) - 0.5;
  float r = length(q), a = atan(q.y, q.x);
  return step(r, 0.2 + 0.07 * cos(a * 8.0)) - step(r, 0.07) * 0.7;
}

Surface paint(float m, vec3 p, vec3 n) {
  if (m < 1.5) {
    float i = clamp(floor(p.x / panel + 0.5), -1.0, 1.0);
    vec3 c = silk(i + 1.0);
    float up = p.y - 0.12;
    float zari = step(up, 0.95) * (0.55 + 0.45 * step(0.5, fract(up * 7.0)));
    zari = max(zari, step(0.3, up) * step(up, 0.72) * motif(vec2(p.x * 4.2, up * 2.4 - 0.22)) * 1.2);
    zari = max(zari * step(0.04, fract(up * 3.4)), step(1.25, up) * motif(vec2(p.x * 2.6 + floor(up * 2.0) * 0.5, up * 2.0)));
    zari = clamp(zari, 0.0, 1.0);
    return Surface(mix(c, gold * 0.8, zari), 0.35 + 0.35 * zari, zari * 0.55, 0.0);
  }
  if (m < 2.5) return Surface(vec3(0.9, 0.62, 0.3), 0.8, 0.95, 0.0);
  float i = m - 10.0;
  float edge = abs(p.x + 0.05 * sin(i * 2.3));
  float zari = step(1.12, edge) * (0.35 + 0.65 * step(0.35, fract(edge * 9.0)));
  if (n.y > 0.7) zari = max(zari, motif(p.xz * 2.4) * step(edge, 1.05));
  return Surface(mix(silk(i), gold * 0.85, zari), 0.35 + 0.3 * zari, zari * 0.6, 0.0);
}
