// Bowls of spices from above, or sacks of grain.
vec3 at(float i) {
  if (i < 0.5) return vec3(0, 0, 0);
  float a = i * 1.2566 + 0.3;
  return vec3(cos(a) * 1.95, 0, sin(a) * 1.95);
}

vec2 map(vec3 p) {
  vec2 near = vec2(1e3, 0);
  if (take == 0) {
    vec3 s = sector(turn(0.3) * p.xz, 5.0);
    bool isMiddle = length(p.xz) < 1.0;
    vec3 q = isMiddle ? p : vec3(s.x - 1.95, p.y, s.y);
    float kind = isMiddle ? 0.0 : mod(s.z + 5.0, 5.0) + 1.0;
    float bowl = max(abs(ball(q - vec3(0, 0.9, 0), 0.9)) - 0.03, q.y - 0.62);
    bowl = min(bowl, ring(q - vec3(0, 0.62, 0), 0.85, 0.045));
    add(near, bowl * 0.8, 1.0);
    float heap = ellipsoid(q - vec3(0, 0.46, 0), vec3(0.8, 0.52, 0.8));
    if (heap < 0.1) heap += 0.02 - 0.035 * noise(q * (kind > 2.5 ? 17.0 : 9.0) + kind);
    add(near, heap * 0.8, 10.0 + kind);
    vec3 c = p - vec3(1.5, 0.08, 0.35);
    c.xz *= turn(0.5);
    add(near, rod(c, vec3(-0.4, 0, 0.0), vec3(0.4, 0.02, 0.1), 0.07), 3.0);
    add(near, rod(p, vec3(-1.5, 0.08, 0.1), vec3(-0.9, 0.08, 0.75), 0.06), 3.0);
    return near;
  }
  float i = clamp(floor(p.x / 2.1 + 0.5), -1.0, 1.0);
  vec3 q = p - vec3(i * 2.1, 0, abs(i) * 0.5);
  float sack = blend(ellipsoid(q - vec3(0, 0.75, 0), vec3(0.98, 1.0, 0.9)), can(q - vec3(0, 0.7, 0), 0.82, 0.7, 0.25), 0.3);
  sack = max(sack, q.y - 1.48);
  if (sack < 0.15) sack += 0.02 * sin(atan(q.z, q.x) * 16.0 + q.y * 2.0) * smoothstep(0.6, 1.5, q.y) + 0.006 * sin(q.x * 70.0) * sin(q.y * 70.0);
  add(near, sack * 0.75, 2.0);
  add(near, ring(q - vec3(0, 1.47, 0), 0.72, 0.13) + 0.015 * sin(atan(q.z, q.x) * 20.0), 2.0);
  float heap = ellipsoid(q - vec3(0, 1.5, 0), vec3(0.68, 0.46, 0.66));
  if (heap < 0.12) heap += 0.03 - 0.05 * noise(q * 15.0 + i * 7.0);
  add(near, heap * 0.75, 14.0 + i);
  return near;
}

Surface paint(float m, vec3 p, vec3 n) {
  if (m < 1.5) return Surface(vec3(0.86, 0.6, 0.32), 0.7, 0.9, 0.0);
  if (m < 2.5) {
    float weave = 0.75 + 0.25 * sin(p.x * 90.0) * sin(p.y * 90.0);
    return Surface(vec3(0.56, 0.4, 0.22) * weave, 0.08, 0.0, 0.0);
  }
  if (m < 3.5) return Surface(vec3(0.34, 0.13, 0.05), 0.2, 0.0, 0.0);
  float g = take == 0 ? grain(p * 14.0) : grain(p * 11.0);
  vec3 a = vec3(0.95, 0.55, 0.02);
  if (m > 10.5) a = vec3(0.72, 0.05, 0.02);
  if (m > 11.5) a = vec3(0.3, 0.36, 0.06);
  if (m > 12.5) a = take == 0 ? vec3(0.9, 0.86, 0.76) : vec3(0.88, 0.42, 0.1);
  if (m > 13.5) a = take == 0 ? vec3(0.4, 0.2, 0.08) : vec3(0.93, 0.9, 0.82);
  if (m > 14.5) a = take == 0 ? vec3(0.93, 0.66, 0.12) : vec3(0.25, 0.38, 0.08);
  return Surface(a * (0.65 + 0.6 * g), 0.08, 0.0, 0.0);
}
