// A steel tiffin carrier with rotis, or a thali from above.
vec2 katori(vec3 p, float food) {
  vec2 near = vec2(1e3, 0);
  float bowl = max(abs(ball(p - vec3(0, 0.72, 0), 0.72)) - 0.025, p.y - 0.5);
  bowl = min(bowl, ring(p - vec3(0, 0.5, 0), 0.68, 0.035));
  add(near, bowl * 0.8, 1.0);
  float d = can(p - vec3(0, 0.36, 0), 0.63, 0.06, 0.03);
  if (d < 0.1) d -= food > 1.5 ? 0.13 * noise(p * 7.0 + food) : 0.02 * noise(p * 5.0);
  add(near, d * 0.7, 10.0 + food);
  return near;
}

float roti(vec3 p, float r) {
  float d = can(p, r, 0.03, 0.025);
  return d < 0.1 ? (d - 0.03 * noise(p * 3.5)) * 0.8 : d;
}

vec2 map(vec3 p) {
  vec2 near = vec2(1e3, 0);
  if (take == 1) {
    float plate = can(p - vec3(0, 0.05, 0), 2.5, 0.05, 0.03);
    plate = min(plate, ring(p - vec3(0, 0.16, 0), 2.5, 0.07));
    add(near, plate, 1.0);
    for (float i = 0.0; i < 4.0; i++) {
      float a = 3.5 + i * 0.83;
      vec2 k = katori(p - vec3(1.66 * cos(a), 0.08, 1.66 * sin(a)), i);
      add(near, k.x, k.y);
    }
    vec3 q = p - vec3(0.72, 0.1, 0.75);
    float rice = ellipsoid(q, vec3(0.95, 0.5, 0.75));
    if (rice < 0.1) rice -= 0.05 * noise(q * 16.0) - 0.02;
    add(near, rice * 0.75, 2.0);
    for (float i = 0.0; i < 3.0; i++) {
      q = p - vec3(-0.85 + 0.1 * i, 0.16 + i * 0.08, 0.75 + 0.07 * sin(i * 4.0));
      add(near, roti(q, 0.88), 3.0);
    }
    q = p - vec3(-0.1, 0.2, 1.75);
    q.xz *= turn(0.4);
    add(near, max(ball(q, 0.3), q.y - 0.12), 4.0);
    return near;
  }
  vec3 q = p - vec3(-0.5, 0, 0);
  for (float i = 0.0; i < 3.0; i++) {
    vec3 c = q - vec3(0, 0.45 + i * 0.86, 0);
    float d = can(c, 1.05, 0.41, 0.12);
    d = min(d, ring(c - vec3(0, 0.34, 0), 1.06, 0.045));
    d = min(d, ring(c + vec3(0, 0.34, 0), 1.04, 0.03));
    add(near, d, 1.0);
  }
  add(near, max(ellipsoid(q - vec3(0, 2.6, 0), vec3(1.04, 0.3, 1.04)), 2.58 - q.y), 1.0);
  add(near, can(q - vec3(0, 2.93, 0), 0.12, 0.06, 0.03), 1.0);
  for (float s = -1.0; s <= 1.0; s += 2.0) {
    add(near, box(q - vec3(1.13 * s, 1.6, 0), vec3(0.035, 1.5, 0.14), 0.02), 5.0);
  }
  vec3 h = q - vec3(0, 3.12, 0);
  float arch = max(abs(length(h.xy * vec2(1, 1.5)) - 1.13) - 0.04, abs(h.z) - 0.14);
  add(near, max(arch, -h.y) * 0.7, 5.0);
  for (float i = 0.0; i < 4.0; i++) {
    vec3 r = p - vec3(1.75, 0.12 + i * 0.09, 0.75);
    r.x += 0.06 * sin(i * 3.0);
    add(near, roti(r, 0.85), 3.0);
  }
  vec3 c = p - vec3(0.35, 0.1, 1.75);
  add(near, rod(c, vec3(-0.5, 0, 0), vec3(0.1, 0.05, 0.12), 0.075 - 0.04 * clamp(-c.x, 0.0, 0.5)), 6.0);
  return near;
}

Surface paint(float m, vec3 p, vec3 n) {
  if (m < 1.5) return Surface(vec3(0.84, 0.86, 0.9), 0.85, 0.72, 0.02);
  if (m < 2.5) return Surface(vec3(0.95, 0.93, 0.86) * (0.8 + 0.25 * noise(p * 20.0)), 0.15, 0.0, 0.03);
  if (m < 3.5) {
    float burn = smoothstep(0.58, 0.8, noise(p * vec3(4.5, 1, 4.5) + 3.0));
    return Surface(mix(vec3(0.88, 0.68, 0.4), vec3(0.4, 0.19, 0.06), burn * 0.8), 0.08, 0.0, 0.02);
  }
  if (m < 4.5) return Surface(n.y > 0.8 ? vec3(0.85, 0.86, 0.35) : vec3(0.45, 0.62, 0.08), 0.5, 0.0, 0.0);
  if (m < 5.5) return Surface(vec3(0.8, 0.62, 0.3), 0.8, 0.9, 0.0);
  if (m < 6.5) return Surface(vec3(0.1, 0.42, 0.06), 0.7, 0.0, 0.0);
  float g = noise(p * 9.0);
  if (m < 10.5) return Surface(mix(vec3(0.93, 0.55, 0.05), vec3(0.8, 0.3, 0.02), g * 0.6), 0.8, 0.0, 0.02);
  if (m < 11.5) return Surface(vec3(0.95, 0.93, 0.88), 0.5, 0.0, 0.03);
  if (m < 12.5) return Surface(mix(vec3(0.12, 0.36, 0.06), vec3(0.9, 0.82, 0.6), step(0.62, g)), 0.5, 0.0, 0.0);
  return Surface(mix(vec3(0.62, 0.12, 0.03), vec3(0.92, 0.8, 0.58), step(0.6, g)), 0.6, 0.0, 0.0);
}
