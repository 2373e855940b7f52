// Spools of thread, buttons, a measuring tape and scissors.
vec3 thread(float i) {
  if (i < 0.5) return vec3(0.85, 0.05, 0.15);
  if (i < 1.5) return vec3(0.95, 0.5, 0.02);
  if (i < 2.5) return vec3(0.95, 0.8, 0.3);
  if (i < 3.5) return vec3(0.03, 0.42, 0.4);
  return vec3(0.1, 0.12, 0.45);
}

vec2 map(vec3 p) {
  vec2 near = vec2(1e3, 0);
  float i = clamp(floor(p.x / 1.02 + 0.5), -2.0, 2.0);
  vec3 q = p - vec3(i * 1.02, 0.72, -0.25 - 0.1 * i * i);
  float wood = min(can(q - vec3(0, 0.62, 0), 0.42, 0.09, 0.04), can(q + vec3(0, 0.62, 0), 0.42, 0.09, 0.04));
  wood = max(wood, 0.1 - length(q.xz));
  add(near, wood, 1.0);
  float wound = can(q, 0.37 + 0.03 * cos(q.y * 2.2), 0.54, 0.05);
  if (wound < 0.08) wound += 0.012 * sin(q.y * 75.0 + q.x * 6.0);
  add(near, wound * 0.85, 12.0 + i);
  vec3 c = p - vec3(-1.55, 0.2, 1.35);
  float coil = can(c, 0.62, 0.19, 0.02);
  float r = length(c.xz), a = atan(c.z, c.x);
  if (coil < 0.08) coil += 0.02 * sin((r * 12.0 - a / (2.0 * pi)) * 2.0 * pi) * step(0.17, c.y);
  coil = max(coil, 0.16 - r);
  add(near, coil * 0.7, 2.0);
  vec3 strip = p - vec3(0.2, 0.2, 1.95);
  strip.z += 0.12 * sin(strip.x * 1.6);
  add(near, box(strip, vec3(1.75, 0.19, 0.016), 0.012) * 0.8, 3.0);
  for (float k = 0.0; k < 4.0; k++) {
    vec3 b = p - vec3(0.15 + k * 0.52, 0.06, 1.15 + 0.28 * sin(k * 2.4));
    float d = can(b, 0.21, 0.05, 0.03);
    d = min(d, ring(b - vec3(0, 0.05, 0), 0.18, 0.03));
    vec2 h = abs(b.xz) - 0.055;
    d = max(d, 0.028 - length(h));
    add(near, d, 20.0 + k);
  }
  vec3 s = p - vec3(2.15, 0.1, 0.75);
  s.xz *= turn(-0.5);
  for (float k = -1.0; k <= 1.0; k += 2.0) {
    vec3 e = s;
    e.xz *= turn(0.2 * k);
    add(near, max(rod(e, vec3(0, 0, -0.1), vec3(0, 0, 1.5), 0.11 - 0.04 * clamp(e.z, 0.0, 1.5)), abs(e.y - 0.02 * k) - 0.025), 4.0);
    add(near, rod(e, vec3(0, 0, 0), vec3(0, 0, -0.5), 0.055), 5.0);
    vec3 g = (e - vec3(-0.08 * k, 0, -0.82)) / vec3(0.85, 1, 1.15);
    add(near, ring(g, 0.28, 0.06), 5.0);
  }
  add(near, can(s - vec3(0, 0.06, 0), 0.07, 0.04, 0.01), 4.0);
  return near;
}

Surface paint(float m, vec3 p, vec3 n) {
  if (m < 1.5) return Surface(mix(vec3(0.5, 0.27, 0.11), vec3(0.66, 0.4, 0.19), noise(p * vec3(3, 18, 3))), 0.3, 0.0, 0.0);
  if (m < 3.5) {
    vec3 c = vec3(0.98, 0.74, 0.08);
    if (m > 2.5) {
      float x = fract(p.x * 7.0);
      float ink = step(x, 0.1) * step(p.y, fract(p.x * 1.4) < 0.15 ? 0.3 : 0.17);
      c = mix(c, vec3(0.05), ink);
    }
    return Surface(c, 0.3, 0.0, 0.0);
  }
  if (m < 4.5) return Surface(vec3(0.85, 0.87, 0.9), 0.9, 0.95, 0.0);
  if (m < 5.5) return Surface(vec3(0.06, 0.06, 0.07), 0.6, 0.0, 0.0);
  if (m < 15.0) return Surface(thread(m - 10.0), 0.3, 0.0, 0.0);
  return Surface(mix(thread(m - 20.0), vec3(0.95), 0.25), 0.7, 0.0, 0.0);
}
