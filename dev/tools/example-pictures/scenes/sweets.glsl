// Laddoos on a brass plate, with pistachios and marigolds.
float laddoos(vec3 p) {
  vec3 s = sector(p.xz, 6.0);
  float d = min(ball(vec3(s.x - 0.94, p.y - 0.58, s.y), 0.46), ball(p - vec3(0, 0.58, 0), 0.46));
  for (float i = 0.0; i < 3.0; i++) {
    float a = 0.52 + i * 2.0944;
    d = min(d, ball(p - vec3(0.54 * cos(a), 1.3, 0.54 * sin(a)), 0.46));
  }
  d = min(d, ball(p - vec3(0, 2.0, 0), 0.46));
  return d < 0.12 ? d - 0.03 * (noise(p * 13.0) + 0.6 * noise(p * 27.0)) + 0.015 : d;
}

/** The marigold at `i`: its place and radius. */
vec4 bloom(float i) {
  if (i < 0.5) return vec4(-1.75, 0.3, 1.05, 0.42);
  if (i < 1.5) return vec4(-2.25, 0.24, 0.3, 0.34);
  if (i < 2.5) return vec4(1.9, 0.3, 0.75, 0.4);
  return vec4(1.3, 0.24, 1.55, 0.31);
}

vec2 map(vec3 p) {
  vec2 near = vec2(1e3, 0);
  float plate = can(p - vec3(0, 0.1, 0), 1.62, 0.05, 0.04);
  plate = min(plate, ring(p - vec3(0, 0.2, 0), 1.62, 0.07));
  add(near, plate, 1.0);
  add(near, laddoos(p), 2.0);
  vec3 q = p - vec3(0.03, 2.47, 0.06);
  q.xy *= turn(0.4);
  add(near, ellipsoid(q, vec3(0.15, 0.04, 0.06)), 3.0);
  vec3 s = sector(p.xz, 6.0);
  q = vec3(s.x - 1.06, p.y - 1.03, s.y);
  q.xz *= turn(0.8);
  add(near, ellipsoid(q, vec3(0.12, 0.035, 0.05)), 3.0);
  vec4 f = bloom(0.0);
  for (float i = 1.0; i < 4.0; i++) {
    vec4 other = bloom(i);
    if (distance(p, other.xyz) - other.w < distance(p, f.xyz) - f.w) f = other;
  }
  q = p - f.xyz;
  float d = ellipsoid(q, vec3(f.w, f.w * 0.72, f.w));
  if (d < 0.15) {
    float a = atan(q.z, q.x), up = q.y / f.w;
    d -= 0.05 * f.w * sin(a * 13.0 + up * 9.0) + 0.07 * f.w * sin(up * 17.0 + a * 3.0);
  }
  add(near, d * 0.8, f.x < 0.0 ? (f.x < -2.0 ? 5.0 : 4.0) : (f.x > 1.5 ? 5.0 : 4.0));
  vec3 leaf = p - vec3(-1.25, 0.05, 1.75);
  leaf.xz *= turn(0.7);
  add(near, ellipsoid(leaf, vec3(0.42, 0.035, 0.14)), 6.0);
  return near;
}

Surface paint(float m, vec3 p, vec3 n) {
  if (m < 1.5) return Surface(vec3(0.95, 0.66, 0.25), 0.75, 0.9, 0.0);
  if (m < 2.5) {
    float g = grain(p * 11.0);
    return Surface(mix(vec3(0.88, 0.27, 0.01), vec3(1.0, 0.55, 0.06), g), 0.4, 0.0, 0.06);
  }
  if (m < 3.5) return Surface(vec3(0.42, 0.58, 0.12), 0.3, 0.0, 0.0);
  if (m < 4.5) return Surface(mix(vec3(1.0, 0.42, 0.0), vec3(1.0, 0.62, 0.02), noise(p * 9.0)), 0.1, 0.0, 0.04);
  if (m < 5.5) return Surface(mix(vec3(1.0, 0.68, 0.02), vec3(1.0, 0.84, 0.12), noise(p * 9.0)), 0.1, 0.0, 0.04);
  return Surface(vec3(0.1, 0.36, 0.12), 0.3, 0.0, 0.0);
}
