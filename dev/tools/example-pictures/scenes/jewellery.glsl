// Gold bangles with rubies, a pair of jhumkas and pearls.
float bangle(vec3 p, float r, float kind) {
  float d = ring(p, r, 0.085);
  float a = atan(p.z, p.x);
  if (d < 0.12) d -= kind < 0.5 ? 0.018 * sin(a * 44.0 + p.y * 30.0) : 0.022 * abs(sin(a * 26.0));
  return d * 0.8;
}

float rubies(vec3 p, float r) {
  vec3 s = sector(p.xz, 18.0);
  return ball(vec3(s.x - r - 0.07, p.y, s.y), 0.062);
}

vec2 jhumka(vec3 p) {
  vec2 near = vec2(1e3, 0);
  add(near, max(abs(ball(p, 0.62)) - 0.035, -p.y), 1.0);
  add(near, ring(p, 0.62, 0.06), 1.0);
  add(near, ring(p - vec3(0, 0.3, 0), 0.545, 0.035), 1.0);
  vec3 s = sector(p.xz, 16.0);
  add(near, ball(vec3(s.x - 0.62, p.y + 0.14, s.y), 0.085), 3.0);
  add(near, ball(vec3(s.x - 0.59, p.y - 0.17, s.y), 0.05), 2.0);
  add(near, ring((p - vec3(0, 0.8, 0)).xzy, 0.13, 0.035), 1.0);
  vec3 f = p - vec3(0, 1.3, 0);
  vec3 petals = sector(f.xy, 8.0);
  add(near, ellipsoid(vec3(petals.x - 0.27, f.z, petals.y), vec3(0.17, 0.07, 0.1)), 1.0);
  add(near, ellipsoid(f - vec3(0, 0, 0.05), vec3(0.17, 0.17, 0.1)), 2.0);
  return near;
}

vec2 map(vec3 p) {
  vec2 near = vec2(1e3, 0);
  for (float i = 0.0; i < 5.0; i++) {
    vec3 q = p - vec3(-1.05 + 0.05 * sin(i * 2.0), 0.13 + i * 0.25, 0.1 + 0.05 * cos(i * 3.0));
    add(near, bangle(q, 1.15, mod(i, 2.0)), 1.0);
    if (mod(i, 2.0) > 0.5) add(near, rubies(q, 1.15), 2.0);
  }
  vec3 u = p - vec3(-1.15, 2.42, -0.1);
  u.xy *= turn(0.25);
  add(near, bangle(u.xzy, 1.1, 0.0), 1.0);
  add(near, rubies(u.xzy, 1.1), 2.0);
  for (float i = 0.0; i < 2.0; i++) {
    vec3 q = p - vec3(0.95 + i * 1.45, 0.3, 0.55 - i * 0.75);
    vec2 j = jhumka(q);
    add(near, j.x, j.y);
  }
  for (float i = 0.0; i < (take == 0 ? 9.0 : 0.0); i++) {
    float a = 0.5 + i * 0.2;
    add(near, ball(p - vec3(-0.6 + 2.6 * cos(a + 0.7), 0.13, 0.3 + 1.75 * sin(a + 0.5)), 0.13), 3.0);
  }
  return near;
}

Surface paint(float m, vec3 p, vec3 n) {
  if (m < 1.5) return Surface(vec3(1.0, 0.68, 0.22), 0.85, 0.96, 0.02);
  if (m < 2.5) return Surface(take == 0 ? vec3(0.75, 0.0, 0.06) : vec3(0.0, 0.4, 0.18), 1.0, 0.15, 0.08);
  return Surface(vec3(0.95, 0.9, 0.84), 0.8, 0.0, 0.06);
}
