// Bottles, a rolled towel, smooth stones and frangipani flowers.
float flower(vec3 p, float r) {
  vec3 s = sector(p.xz, 5.0);
  vec3 q = vec3(s.x - r * 0.55, p.y - 0.25 * s.x * s.x / r, s.y);
  q.xy *= turn(-0.35);
  return ellipsoid(q, vec3(r * 0.55, r * 0.07, r * 0.33)) * 0.8;
}

vec2 map(vec3 p) {
  vec2 near = vec2(1e3, 0);
  vec3 q = p - vec3(-0.75, 0, -0.35);
  add(near, can(q - vec3(0, 1.0, 0), 0.62, 1.0, 0.18), 1.0);
  add(near, can(q - vec3(0, 2.12, 0), 0.22, 0.16, 0.04), 2.0);
  add(near, can(q - vec3(0, 2.4, 0), 0.07, 0.18, 0.02), 2.0);
  add(near, rod(q, vec3(0.02, 2.6, 0), vec3(0.52, 2.55, 0.1), 0.09), 2.0);
  q = p - vec3(0.75, 0, -0.75);
  add(near, can(q - vec3(0, 0.72, 0), 0.5, 0.72, 0.1), 3.0);
  add(near, can(q - vec3(0, 1.66, 0), 0.36, 0.24, 0.05), 2.0);
  q = p - vec3(1.75, 0, 0.25);
  add(near, can(q - vec3(0, 0.34, 0), 0.62, 0.34, 0.08), 1.0);
  add(near, can(q - vec3(0, 0.78, 0), 0.64, 0.12, 0.05), 2.0);
  q = p - vec3(-2.05, 0.42, 0.35);
  q.xz *= turn(0.35);
  float roll = can(q.xzy, 0.42, 0.75, 0.08);
  if (roll < 0.1) {
    float r = length(q.xy), a = atan(q.y, q.x);
    roll += 0.025 * sin((r * 9.0 - a / (2.0 * pi)) * 2.0 * pi) * smoothstep(0.6, 0.75, abs(q.z)) + 0.018 * noise(q * 26.0);
  }
  add(near, roll * 0.75, 4.0);
  add(near, ellipsoid(p - vec3(0.15, 0.16, 0.85), vec3(0.55, 0.17, 0.42)), 5.0);
  add(near, ellipsoid(p - vec3(0.12, 0.44, 0.84), vec3(0.4, 0.14, 0.32)), 5.0);
  add(near, ellipsoid(p - vec3(0.16, 0.68, 0.84), vec3(0.27, 0.12, 0.22)), 5.0);
  vec3 f = p - vec3(-0.85, 0.1, 1.35);
  add(near, flower(f, 0.5), 6.0);
  f = p - vec3(1.35, 0.1, 1.4);
  f.xz *= turn(0.6);
  add(near, flower(f, 0.42), 6.0);
  f = p - vec3(0.17, 0.82, 0.86);
  add(near, flower(f, 0.34), 6.0);
  return near;
}

Surface paint(float m, vec3 p, vec3 n) {
  vec3 tone = take == 0 ? vec3(0.86, 0.42, 0.4) : vec3(0.1, 0.36, 0.32);
  if (m < 1.5) {
    bool label = p.y > 0.55 && p.y < 1.45 && p.x < 0.5;
    float line = step(abs(p.y - 1.2), 0.02) + step(abs(p.y - 0.8), 0.012) + step(abs(p.y - 0.72), 0.012);
    vec3 c = label ? mix(vec3(0.97, 0.94, 0.88), tone * 0.7, min(line, 1.0)) : tone;
    return Surface(c, label ? 0.25 : 0.7, 0.0, 0.0);
  }
  if (m < 2.5) return Surface(vec3(0.95, 0.7, 0.42), 0.85, 0.95, 0.0);
  if (m < 3.5) return Surface(take == 0 ? vec3(0.5, 0.17, 0.05) : vec3(0.93, 0.88, 0.76), 0.85, 0.0, 0.03);
  if (m < 4.5) return Surface(vec3(0.96, 0.93, 0.88), 0.05, 0.0, 0.02);
  if (m < 5.5) return Surface(vec3(0.13, 0.13, 0.14) + 0.06 * noise(p * 18.0), 0.35, 0.0, 0.0);
  return Surface(vec3(0.98, 0.93, 0.86), 0.2, 0.0, 0.06);
}
