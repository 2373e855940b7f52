// A phone taken apart in layers, or one with a cracked screen beside its tools.
vec2 map(vec3 p) {
  vec2 near = vec2(1e3, 0);
  if (take == 0) {
    vec3 q = p - vec3(0, 0.3, 0);
    float frame = box(q, vec3(1.05, 0.14, 2.1), 0.13);
    frame = max(frame, -box(q - vec3(0, 0.12, 0), vec3(0.94, 0.16, 1.98), 0.08));
    add(near, frame, 1.0);
    q = p - vec3(0, 1.1, 0);
    add(near, box(q - vec3(-0.32, 0, 0.35), vec3(0.52, 0.06, 1.25), 0.05), 2.0);
    add(near, box(q - vec3(0.48, 0, -0.1), vec3(0.3, 0.03, 1.6), 0.02), 3.0);
    add(near, box(q - vec3(-0.3, 0, -1.35), vec3(0.55, 0.03, 0.4), 0.02), 3.0);
    for (float i = 0.0; i < 6.0; i++) {
      add(near, box(q - vec3(0.48, 0.06, -1.2 + i * 0.45), vec3(0.17, 0.04, 0.12 + 0.05 * mod(i, 2.0)), 0.01), mod(i, 3.0) < 0.5 ? 5.0 : 4.0);
    }
    add(near, can(q - vec3(-0.45, 0.08, -1.35), 0.2, 0.08, 0.02), 4.0);
    add(near, can(q - vec3(0.0, 0.08, -1.35), 0.15, 0.08, 0.02), 4.0);
    q = p - vec3(0, 1.95, 0);
    add(near, box(q, vec3(1.02, 0.035, 2.07), 0.03), 6.0);
    q = p - vec3(0, 2.5, 0);
    add(near, box(q, vec3(1.05, 0.03, 2.1), 0.025), 7.0);
    for (float s = -1.0; s <= 1.0; s += 2.0) {
      add(near, can(p - vec3(1.5 * s, 0.1, 1.5 - s * 0.7), 0.09, 0.1, 0.02), 1.0);
    }
    return near;
  }
  vec3 q = p - vec3(-0.35, 0.15, 0);
  q.xz *= turn(0.28);
  add(near, box(q, vec3(1.05, 0.14, 2.1), 0.12), 1.0);
  add(near, box(q - vec3(0, 0.12, 0), vec3(0.98, 0.035, 2.03), 0.03), 8.0);
  vec3 s = p - vec3(1.75, 0.17, -0.1);
  s.xz *= turn(-0.32);
  add(near, rod(s, vec3(0, 0, 0.3), vec3(0, 0, 1.5), 0.17) + 0.014 * cos(atan(s.y, s.x) * 8.0), 9.0);
  add(near, rod(s, vec3(0, 0, -1.3), vec3(0, 0, 0.3), 0.05), 1.0);
  vec3 t = p - vec3(2.55, 0.05, 0.3);
  t.xz *= turn(-0.2);
  add(near, box(t, vec3(0.05, 0.03, 1.2), 0.02), 1.0);
  for (float i = 0.0; i < 4.0; i++) {
    vec3 c = p - vec3(-2.1 + 0.22 * sin(i * 4.0), 0.06, -0.6 + i * 0.5);
    add(near, can(c, 0.1, 0.05, 0.02), 1.0);
  }
  vec3 g = p - vec3(-2.15, 0.04, 1.75);
  g.xz *= turn(0.5);
  add(near, stump(vec3(g.x, g.y, g.z) , 0.03, 0.4, 0.38), 9.0);
  return near;
}

vec3 wallpaper(vec2 p) {
  float d = length(p - vec2(-0.3, 0.5));
  vec3 c = mix(vec3(0.05, 0.1, 0.55), vec3(0.7, 0.08, 0.55), smoothstep(-1.8, 1.6, p.y + p.x * 0.5));
  c = mix(c, vec3(1.0, 0.5, 0.15), smoothstep(1.1, 0.2, d));
  return mix(c, vec3(0.08, 0.7, 0.85), smoothstep(0.8, 0.0, length(p - vec2(0.6, -1.3))));
}

float crack(vec2 p) {
  vec2 q = p - vec2(0.35, -0.85);
  float r = length(q), a = atan(q.y, q.x) + 0.1 * noise(vec3(p * 5.0, 1)) + 0.12 * sin(r * 7.0);
  float rays = abs(fract(a * 9.0 / (2.0 * pi)) - 0.5) * r;
  float rings = abs(fract(r * 2.1 + 0.25 * sin(a * 9.0)) - 0.5);
  float line = step(rays, 0.011 + 0.008 * r) + step(rings, 0.02) * step(0.35, noise(vec3(q * 3.0, 4))) * step(r, 1.3);
  return min(line, 1.0) * smoothstep(2.4, 1.4, r);
}

Surface paint(float m, vec3 p, vec3 n) {
  if (m < 1.5) return Surface(vec3(0.8, 0.82, 0.86), 0.85, 0.92, 0.0);
  if (m < 2.5) {
    float label = step(abs(p.x + 0.32), 0.36) * step(abs(p.z - 0.1), 0.5);
    return Surface(mix(vec3(0.05), vec3(0.95, 0.65, 0.05), label), 0.3, 0.0, 0.0);
  }
  if (m < 3.5) {
    float trace = step(0.82, fract(p.x * 9.0)) + step(0.86, fract(p.z * 6.0));
    return Surface(mix(vec3(0.02, 0.28, 0.16), vec3(0.6, 0.55, 0.2), min(trace, 1.0) * 0.6), 0.4, 0.0, 0.0);
  }
  if (m < 4.5) return Surface(vec3(0.05, 0.05, 0.06), 0.7, 0.2, 0.0);
  if (m < 5.5) return Surface(vec3(0.95, 0.7, 0.3), 0.8, 0.9, 0.0);
  if (m < 6.5) return Surface(n.y > 0.5 ? wallpaper(p.xz) : vec3(0.03), 0.6, 0.0, n.y > 0.5 ? 0.55 : 0.0);
  if (m < 7.5) return Surface(wallpaper(p.xz) * 0.35 + vec3(0.25, 0.3, 0.36), 1.0, 0.0, 0.25);
  if (m < 8.5) {
    vec2 q = turn(0.28) * (p.xz - vec2(-0.35, 0));
    float line = crack(q);
    return Surface(mix(wallpaper(q) * 0.75, vec3(0.95), line), 0.9, 0.0, n.y > 0.5 ? 0.4 : 0.0);
  }
  return Surface(vec3(0.95, 0.3, 0.05), 0.6, 0.0, 0.0);
}
