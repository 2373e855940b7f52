// A bottle and a glass of milk with a pot of curd, or the crown of a splash.
vec2 map(vec3 p) {
  vec2 near = vec2(1e3, 0);
  if (take == 1) {
    float r = length(p.xz), a = atan(p.z, p.x);
    float pool = p.y - 0.35 - 0.1 * sin(r * 5.0 - 1.0) * exp(-r * 0.55);
    pool = max(pool, r - 4.6);
    vec3 s = sector(p.xz, 13.0);
    float tall = 0.75 + 0.35 * sin(s.z * 2.4) + 0.15 * sin(s.z * 5.1);
    float lean = 1.05 + 0.28 * (p.y - 0.35);
    float wallOf = abs(r - lean) - mix(0.16, 0.06, clamp(p.y - 0.3, 0.0, 1.0));
    wallOf = max(wallOf, p.y - 0.78 - 0.1 * cos(a * 13.0));
    float d = blend(pool, wallOf * 0.8, 0.35);
    vec3 tip = vec3(1.28 + 0.3 * tall, 0.85 + tall, 0.0);
    d = blend(d, rod(vec3(s.x, p.y, s.y), vec3(1.16, 0.7, 0), tip, 0.085), 0.22);
    d = blend(d, ball(vec3(s.x, p.y, s.y) - tip, 0.13), 0.12);
    float drop = ball(vec3(s.x, p.y, s.y) - tip - vec3(0.14, 0.36 + 0.2 * sin(s.z * 3.3), 0.0), 0.075);
    d = min(d, drop);
    d = blend(d, ball(p - vec3(0.0, 1.5, 0.0), 0.27), 0.1);
    d = blend(d, rod(p, vec3(0, 0.2, 0), vec3(0, 1.0, 0), 0.14), 0.5);
    add(near, d * 0.8, 1.0);
    return near;
  }
  vec3 q = p - vec3(-0.55, 0, -0.2);
  float bottle = blend(can(q - vec3(0, 1.0, 0), 0.72, 1.0, 0.22), can(q - vec3(0, 2.35, 0), 0.33, 0.6, 0.06), 0.75);
  add(near, bottle, 2.0);
  add(near, ring(q - vec3(0, 2.88, 0), 0.33, 0.07), 2.0);
  add(near, can(q - vec3(0, 3.02, 0), 0.38, 0.12, 0.04), 3.0);
  q = p - vec3(0.95, 0, 0.55);
  float glass = stump(q - vec3(0, 0.72, 0), 0.72, 0.42, 0.55) - 0.03;
  glass = max(glass, -(stump(q - vec3(0, 1.2, 0), 0.5, 0.47, 0.56)));
  add(near, glass, 4.0);
  add(near, can(q - vec3(0, 1.0, 0), 0.485, 0.04, 0.01), 1.0);
  q = p - vec3(1.95, 0, -0.75);
  float pot = blend(ellipsoid(q - vec3(0, 0.62, 0), vec3(0.92, 0.66, 0.92)), can(q - vec3(0, 1.12, 0), 0.62, 0.22, 0.06), 0.3);
  pot = max(pot, -can(q - vec3(0, 1.35, 0), 0.54, 0.2, 0.03));
  add(near, pot, 5.0);
  float curd = can(q - vec3(0, 1.16, 0), 0.54, 0.06, 0.03);
  if (curd < 0.1) curd += 0.02 * sin(q.x * 14.0 + 2.0 * sin(q.z * 9.0));
  add(near, curd, 1.0);
  vec3 k = p - vec3(-1.75, 0.3, 0.75);
  k.xz *= turn(0.4);
  add(near, box(k, vec3(0.34, 0.3, 0.34), 0.06), 6.0);
  k = p - vec3(-2.2, 0.27, 0.1);
  k.xz *= turn(-0.2);
  add(near, box(k, vec3(0.3, 0.27, 0.3), 0.06), 6.0);
  k = p - vec3(-1.92, 0.86, 0.5);
  k.xz *= turn(0.9);
  add(near, box(k, vec3(0.3, 0.26, 0.3), 0.06), 6.0);
  return near;
}

Surface paint(float m, vec3 p, vec3 n) {
  vec3 milk = vec3(0.96, 0.95, 0.92);
  if (m < 1.5) return Surface(milk, 0.55, 0.0, 0.1);
  if (m < 2.5) {
    bool label = p.y > 0.55 && p.y < 1.45;
    float wave = step(p.y, 0.8 + 0.12 * sin(p.x * 6.0));
    return Surface(label ? mix(vec3(0.02, 0.2, 0.55), vec3(0.06, 0.5, 0.2), wave) : milk, 0.95, 0.0, 0.04);
  }
  if (m < 3.5) return Surface(vec3(0.02, 0.2, 0.55), 0.5, 0.0, 0.0);
  if (m < 4.5) return Surface(p.y < 1.0 ? milk : vec3(0.8, 0.88, 0.92), 1.0, 0.0, 0.05);
  if (m < 5.5) return Surface(vec3(0.62, 0.23, 0.1) * (0.85 + 0.3 * noise(p * vec3(2, 22, 2))), 0.12, 0.0, 0.0);
  return Surface(milk * vec3(1.0, 0.98, 0.93), 0.2, 0.0, 0.04);
}
