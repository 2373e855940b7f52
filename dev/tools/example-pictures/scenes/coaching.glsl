// Books, a mortarboard, a cup of pencils.
vec3 cover(float i) {
  if (i < 0.5) return vec3(0.03, 0.15, 0.5);
  if (i < 1.5) return vec3(0.9, 0.3, 0.04);
  if (i < 2.5) return vec3(0.95, 0.7, 0.08);
  return vec3(0.04, 0.42, 0.32);
}

vec2 map(vec3 p) {
  vec2 near = vec2(1e3, 0);
  for (float i = 0.0; i < 4.0; i++) {
    vec3 q = p - vec3(-0.3 + 0.12 * sin(i * 2.6), 0.26 + i * 0.52, 0.0);
    q.xz *= turn(0.12 * sin(i * 2.1 + 1.0));
    float size = 1.55 - 0.1 * i;
    float shell = box(q, vec3(size, 0.25, 1.1), 0.04);
    float gap = box(q - vec3(0.12, 0, 0.06), vec3(size + 0.1, 0.195, 1.14), 0.01);
    add(near, max(shell, -gap), 10.0 + i);
    float pages = box(q - vec3(-0.02, 0, 0), vec3(size - 0.06, 0.2, 1.04), 0.01);
    if (pages < 0.06) pages += 0.004 * sin(q.y * 170.0);
    add(near, pages, 1.0);
  }
  vec3 h = p - vec3(-0.25, 2.46, 0.0);
  add(near, stump(h, 0.3, 0.66, 0.6) - 0.03, 2.0);
  vec3 b = h - vec3(0, 0.36, 0);
  b.xz *= turn(0.6);
  b.xy *= turn(0.06);
  add(near, box(b, vec3(1.15, 0.035, 1.15), 0.02), 2.0);
  add(near, ellipsoid(b - vec3(0, 0.06, 0), vec3(0.1, 0.05, 0.1)), 3.0);
  add(near, rod(b, vec3(0, 0.06, 0), vec3(1.12, 0.05, 0.35), 0.022), 3.0);
  add(near, rod(b, vec3(1.14, 0.04, 0.36), vec3(1.16, -0.55, 0.37), 0.022), 3.0);
  add(near, stump(b - vec3(1.16, -0.75, 0.37), 0.2, 0.1, 0.05), 3.0);
  vec3 c = p - vec3(2.1, 0.62, 0.35);
  float cup = max(can(c, 0.48, 0.62, 0.05), -can(c - vec3(0, 0.2, 0), 0.42, 0.7, 0.02));
  add(near, cup, 4.0);
  for (float i = 0.0; i < 4.0; i++) {
    vec3 top = vec3(0.3 * cos(i * 1.7 + 0.4), 1.5 + 0.2 * sin(i * 2.0), 0.26 * sin(i * 1.7 + 0.4));
    vec3 base = vec3(-0.15 * cos(i * 1.7 + 0.4), -0.5, -0.13 * sin(i * 1.7));
    add(near, rod(c, base, top, 0.085), 20.0 + i);
    vec3 along = normalize(top - base);
    add(near, rod(c, top, top + along * 0.13, 0.055), 5.0);
    add(near, rod(c, top + along * 0.13, top + along * 0.22, 0.025), 2.0);
  }
  return near;
}

Surface paint(float m, vec3 p, vec3 n) {
  if (m < 1.5) return Surface(vec3(0.93, 0.89, 0.8), 0.05, 0.0, 0.0);
  if (m < 2.5) return Surface(vec3(0.035, 0.04, 0.07), 0.25, 0.0, 0.0);
  if (m < 3.5) return Surface(vec3(0.98, 0.62, 0.05), 0.3, 0.0, 0.02);
  if (m < 4.5) return Surface(take == 0 ? vec3(0.92, 0.9, 0.86) : vec3(0.85, 0.12, 0.16), 0.6, 0.0, 0.0);
  if (m < 5.5) return Surface(vec3(0.85, 0.62, 0.38), 0.1, 0.0, 0.0);
  if (m < 14.0) {
    float band = step(abs(abs(p.x + 0.3) - 1.1), 0.05) * step(0.5, abs(n.z));
    return Surface(mix(cover(m - 10.0), vec3(0.98, 0.85, 0.5), band), 0.45, 0.0, 0.0);
  }
  return Surface(cover(m - 20.0), 0.5, 0.0, 0.0);
}
