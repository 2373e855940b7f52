#version 300 es
// Draws one scene as a studio photograph: distance fields, one soft key light, a lit room for reflections.
// A scene defines `map` (distance and material) and `paint` (the surface of a material).
precision highp float;

uniform vec2 size;
uniform vec3 eye;
uniform vec3 target;
uniform float zoom;
uniform vec3 light;
uniform vec3 ground;
uniform vec3 wall;
uniform int take;
/** A ball that contains everything but the ground: center and radius. */
uniform vec4 bounds;
out vec4 color;

struct Surface {
  vec3 albedo;
  float gloss;
  float metal;
  float glow;
};

const float pi = 3.14159265;

float hash(vec3 p) {
  p = fract(p * 0.3183099 + 0.1);
  p *= 17.0;
  return fract(p.x * p.y * p.z * (p.x + p.y + p.z));
}

float noise(vec3 x) {
  vec3 i = floor(x), f = fract(x);
  f = f * f * (3.0 - 2.0 * f);
  return mix(
    mix(mix(hash(i), hash(i + vec3(1, 0, 0)), f.x), mix(hash(i + vec3(0, 1, 0)), hash(i + vec3(1, 1, 0)), f.x), f.y),
    mix(mix(hash(i + vec3(0, 0, 1)), hash(i + vec3(1, 0, 1)), f.x), mix(hash(i + vec3(0, 1, 1)), hash(i + vec3(1, 1, 1)), f.x), f.y),
    f.z);
}

float grain(vec3 p) {
  return noise(p) * 0.5 + noise(p * 2.03) * 0.3 + noise(p * 4.1) * 0.2;
}

mat2 turn(float a) {
  float s = sin(a), c = cos(a);
  return mat2(c, -s, s, c);
}

float ball(vec3 p, float r) { return length(p) - r; }

float ellipsoid(vec3 p, vec3 r) {
  float k0 = length(p / r), k1 = length(p / (r * r));
  return k0 * (k0 - 1.0) / k1;
}

/** A box with half sizes `b` and round edges. */
float box(vec3 p, vec3 b, float r) {
  vec3 q = abs(p) - b + r;
  return length(max(q, 0.0)) + min(max(q.x, max(q.y, q.z)), 0.0) - r;
}

/** An upright cylinder with half height `h` and round edges. */
float can(vec3 p, float r, float h, float edge) {
  vec2 d = vec2(length(p.xz) - r + edge, abs(p.y) - h + edge);
  return min(max(d.x, d.y), 0.0) + length(max(d, 0.0)) - edge;
}

float ring(vec3 p, float radius, float r) { return length(vec2(length(p.xz) - radius, p.y)) - r; }

float rod(vec3 p, vec3 a, vec3 b, float r) {
  vec3 pa = p - a, ba = b - a;
  return length(pa - ba * clamp(dot(pa, ba) / dot(ba, ba), 0.0, 1.0)) - r;
}

/** An upright cone stump from radius `r1` at the bottom to `r2` at the top, with half height `h`. */
float stump(vec3 p, float h, float r1, float r2) {
  vec2 q = vec2(length(p.xz), p.y);
  vec2 k1 = vec2(r2, h), k2 = vec2(r2 - r1, 2.0 * h);
  vec2 ca = vec2(q.x - min(q.x, q.y < 0.0 ? r1 : r2), abs(q.y) - h);
  vec2 cb = q - k1 + k2 * clamp(dot(k1 - q, k2) / dot(k2, k2), 0.0, 1.0);
  float s = cb.x < 0.0 && ca.y < 0.0 ? -1.0 : 1.0;
  return s * sqrt(min(dot(ca, ca), dot(cb, cb)));
}

float blend(float a, float b, float k) {
  float h = max(k - abs(a - b), 0.0) / k;
  return min(a, b) - h * h * k * 0.25;
}

void add(inout vec2 near, float d, float material) {
  if (d < near.x) near = vec2(d, material);
}

/** The part of a circle that `n` equal sectors share, and the sector's number in z. */
vec3 sector(vec2 p, float n) {
  float a = atan(p.y, p.x), step = 2.0 * pi / n;
  float i = floor(a / step + 0.5);
  return vec3(turn(i * step) * p, i);
}

vec2 map(vec3 p);
Surface paint(float material, vec3 p, vec3 n);

/** The room around the scene: a large softbox on the left, a strip on the right, and the walls. */
vec3 room(vec3 d) {
  vec3 c = mix(ground * 0.4, mix(wall, vec3(0.9), 0.55), smoothstep(-0.5, 0.8, d.y));
  vec3 l = normalize(light);
  vec3 u = normalize(cross(l, vec3(0, 1, 0))), v = cross(u, l);
  float front = dot(d, l);
  vec2 at = vec2(dot(d, u), dot(d, v)) / max(front, 0.001);
  float softbox = front > 0.0 ? smoothstep(0.62, 0.5, max(abs(at.x), abs(at.y) * 1.2)) : 0.0;
  float strip = smoothstep(0.2, 0.12, abs(d.x - 0.82)) * smoothstep(-0.1, 0.15, d.y) * smoothstep(0.85, 0.6, d.y);
  return c + softbox * 3.2 + strip * 1.3;
}

/** Where a ray enters and leaves the bounds; x > y if it misses them. */
vec2 span(vec3 ro, vec3 rd) {
  vec3 oc = ro - bounds.xyz;
  float b = dot(oc, rd), h = b * b - dot(oc, oc) + bounds.w * bounds.w;
  if (h < 0.0) return vec2(1, -1);
  h = sqrt(h);
  return vec2(max(-b - h, 0.0), -b + h);
}

float march(vec3 ro, vec3 rd, float far, out float material) {
  vec2 within = span(ro, rd);
  material = -1.0;
  if (within.x >= within.y) return far;
  float t = within.x + 0.02;
  far = min(far, within.y);
  for (int i = 0; i < 100; i++) {
    vec2 h = map(ro + rd * t);
    if (abs(h.x) < 0.0012 * (1.0 + t * 0.2)) {
      material = h.y;
      break;
    }
    t += h.x * 0.86;
    if (t > far) break;
  }
  return t;
}

vec3 normal(vec3 p) {
  vec2 e = vec2(0.0018, -0.0018);
  return normalize(e.xyy * map(p + e.xyy).x + e.yyx * map(p + e.yyx).x + e.yxy * map(p + e.yxy).x + e.xxx * map(p + e.xxx).x);
}

float shadow(vec3 p, vec3 l) {
  vec2 within = span(p, l);
  if (within.x >= within.y) return 1.0;
  float res = 1.0, t = max(0.03, within.x);
  for (int i = 0; i < 28; i++) {
    float h = map(p + l * t).x;
    res = min(res, 0.5 + 0.5 * h / (0.085 * t));
    t += clamp(h, 0.035, 0.4);
    if (res < 0.0 || t > within.y) break;
  }
  res = max(res, 0.0);
  return res * res * (3.0 - 2.0 * res);
}

float occlusion(vec3 p, vec3 n) {
  if (distance(p, bounds.xyz) > bounds.w + 0.4) return 1.0;
  float sum = 0.0, weight = 1.0;
  for (int i = 1; i <= 5; i++) {
    float d = 0.09 * float(i);
    sum += weight * (d - map(p + n * d).x);
    weight *= 0.72;
  }
  return clamp(1.0 - 1.15 * sum, 0.0, 1.0);
}

/** The ground, which rises into the wall without an edge. */
vec3 backdrop(vec3 ro, vec3 rd) {
  vec3 l = normalize(light);
  if (rd.y > -0.004) return wall;
  float t = -ro.y / rd.y;
  vec3 p = ro + rd * t;
  float far = smoothstep(4.5, 13.0, length(p.xz - target.xz));
  float sh = shadow(p + vec3(0, 0.003, 0), l);
  float ao = occlusion(p, vec3(0, 1, 0));
  float pool = 0.84 + 0.3 * exp(-0.07 * dot(p.xz - target.xz, p.xz - target.xz));
  vec3 lit = ground * (l.y * sh * vec3(1.0, 0.96, 0.9) * 1.05 + ao * mix(ground, vec3(1), 0.35) * 0.52) * pool;
  return mix(lit, wall, far);
}

vec3 look(vec3 ro, vec3 rd) {
  vec3 l = normalize(light), sum = vec3(0), through = vec3(1);
  for (int bounce = 0; bounce < 3; bounce++) {
    float material;
    float floorAt = rd.y < -0.001 ? -ro.y / rd.y : 1e3;
    float t = march(ro, rd, min(floorAt, 24.0), material);
    if (material < 0.0) {
      sum += through * (bounce == 0 || floorAt < 24.0 ? backdrop(ro, rd) : room(rd));
      break;
    }
    vec3 p = ro + rd * t, n = normal(p);
    Surface s = paint(material, p, n);
    float sh = shadow(p + n * 0.004, l), ao = occlusion(p, n);
    float key = clamp(dot(n, l) * 0.85 + 0.15, 0.0, 1.0) * sh;
    float sky = 0.5 + 0.5 * n.y;
    float bouncedUp = clamp(0.5 - 0.5 * n.y, 0.0, 1.0) * smoothstep(2.2, 0.0, p.y);
    vec3 diffuse = s.albedo * (key * vec3(1.18, 1.1, 1.0) + ao * (sky * mix(wall, vec3(1), 0.6) * 0.5 + bouncedUp * ground * 0.45));
    float rim = pow(clamp(1.0 + dot(n, rd), 0.0, 1.0), 5.0);
    vec3 h = normalize(l - rd);
    float shine = pow(max(dot(n, h), 0.0), mix(14.0, 260.0, s.gloss)) * s.gloss * sh;
    sum += through * (diffuse * (1.0 - s.metal) + shine * mix(vec3(1), s.albedo, s.metal) * (0.35 + s.gloss) + s.albedo * s.glow);
    vec3 f = mix(vec3(s.gloss * 0.045), s.albedo, s.metal);
    f += (1.0 - f) * rim * s.gloss * 0.7;
    through *= f * mix(1.0, ao, 0.6);
    if (max(through.r, max(through.g, through.b)) < 0.03) break;
    ro = p + n * 0.01;
    rd = reflect(rd, n);
  }
  return sum;
}

void main() {
  vec3 w = normalize(target - eye), u = normalize(cross(w, vec3(0, 1, 0.0001))), v = cross(u, w);
  vec2 q = (2.0 * gl_FragCoord.xy - size) / size.y;
  vec3 c = look(eye, normalize(q.x * u + q.y * v + zoom * w));
  c = c / (1.0 + max(max(c.r, max(c.g, c.b)) - 0.85, 0.0) * 0.9);
  c = pow(clamp(c, 0.0, 1.0), vec3(1.0 / 2.2));
  vec2 edge = gl_FragCoord.xy / size - 0.5;
  c *= 1.0 - 0.22 * dot(edge, edge);
  c = mix(c, c * c * (3.0 - 2.0 * c), 0.25);
  color = vec4(c + (hash(vec3(gl_FragCoord.xy, 1.0)) - 0.5) * 0.012, 1);
}
