// What is drawn: surfaces, parts, links and joints as Python wrote them, and where they are when joints move.
// Poses are {r: 3x3 row by row, p: [x, y, z]}; X_AB is the pose of B in A, metres, z up.
'use strict';

const IDENTITY = {r: [1, 0, 0, 0, 1, 0, 0, 0, 1], p: [0, 0, 0]};
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const along = (a, s, b) => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
const turned = (r, v) => [
  r[0] * v[0] + r[1] * v[1] + r[2] * v[2], r[3] * v[0] + r[4] * v[1] + r[5] * v[2], r[6] * v[0] + r[7] * v[1] + r[8] * v[2]];
const turnedBack = (r, v) => [
  r[0] * v[0] + r[3] * v[1] + r[6] * v[2], r[1] * v[0] + r[4] * v[1] + r[7] * v[2], r[2] * v[0] + r[5] * v[1] + r[8] * v[2]];
const normal = v => { const length = Math.hypot(...v) || 1; return v.map(value => value / length); };
const moved = (X, v) => along(turned(X.r, v), 1, X.p);

function composed(A, B) {
  const r = new Array(9);
  for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++)
    r[3 * i + j] = A.r[3 * i] * B.r[j] + A.r[3 * i + 1] * B.r[3 + j] + A.r[3 * i + 2] * B.r[6 + j];
  return {r, p: moved(A, B.p)};
}

function poseOf([x, y, z, qw, qx, qy, qz]) {
  return {p: [x, y, z], r: [
    1 - 2 * (qy * qy + qz * qz), 2 * (qx * qy - qw * qz), 2 * (qx * qz + qw * qy),
    2 * (qx * qy + qw * qz), 1 - 2 * (qx * qx + qz * qz), 2 * (qy * qz - qw * qx),
    2 * (qx * qz - qw * qy), 2 * (qy * qz + qw * qx), 1 - 2 * (qx * qx + qy * qy)]};
}

function turnAbout([x, y, z], angle) {
  const c = Math.cos(angle), s = Math.sin(angle), t = 1 - c;
  return [t * x * x + c, t * x * y - s * z, t * x * z + s * y, t * x * y + s * z, t * y * y + c, t * y * z - s * x,
    t * x * z - s * y, t * y * z + s * x, t * z * z + c];
}

// The displacement that a joint at these positions gives its child, in the world: about its anchor.
function displacement(joint, positions) {
  let M = IDENTITY;
  joint.axes.forEach((axis, i) => {
    const q = positions[i], d = axis.direction;
    if (joint.type === 'prismatic') M = composed(M, {r: IDENTITY.r, p: along([0, 0, 0], q, d)});
    else M = composed(M, {r: turnAbout(d, q), p: along([0, 0, 0], q * joint.pitch / (2 * Math.PI), d)});
  });
  return {r: M.r, p: along(sub(joint.anchor, turned(M.r, joint.anchor)), 1, M.p)};
}

function bytesOf(text) {
  const raw = atob(text), bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
  return bytes.buffer;
}

// Positions are counted in steps of a 65,535th of the surface's size, normals in 127ths.
function surfaceOf(data) {
  const steps = new Uint16Array(bytesOf(data.vertices)), small = new Int8Array(bytesOf(data.normals));
  const vertices = new Float32Array(steps.length), normals = new Float32Array(small.length);
  for (let i = 0; i < steps.length; i++) vertices[i] = data.low[i % 3] + steps[i] * data.step[i % 3];
  for (let i = 0; i < small.length; i++) normals[i] = small[i] / 127;
  const triangles = data.wide ? new Uint32Array(bytesOf(data.triangles)) : new Uint16Array(bytesOf(data.triangles));
  let texcoords = null;
  if (data.texcoords) {
    const places = new Uint16Array(bytesOf(data.texcoords));
    texcoords = new Float32Array(places.length);
    for (let i = 0; i < places.length; i++) texcoords[i] = data.first[i % 2] + places[i] * data.size[i % 2];
  }
  const low = data.low, high = data.low.map((value, i) => value + 65535 * data.step[i]);
  return {vertices, normals, triangles, texcoords, low, high};
}

// A scene as it stands: `q` are the positions of its joints, `X` the poses of its links in the world.
class Stage {
  constructor(data, surfaces) {
    this.title = data.title;
    this.links = data.links.map(link => ({...link, zero: poseOf(link.zero)}));
    this.joints = data.joints;
    this.parts = data.parts.map(([path, kind, layer, link, surface, pose, scale, color, bounded, texture]) =>
      ({path, kind, layer, link, surface: surfaces[surface], pose: poseOf(pose), scale, color, bounded,
        texture: texture && {image: texture[0], tint: texture[1], repeats: texture[2]}}));
    this.highlighted = data.highlighted;  // path -> word
    this.start = this.joints.map(joint => joint.axes.map(axis => axis.position));
    this.q = this.start.map(positions => [...positions]);
    this.place();
  }

  place() {
    const D = this.links.map(() => IDENTITY);
    this.joints.forEach((joint, i) => {
      if (!joint.placing) return;
      const above = joint.parent < 0 ? IDENTITY : D[joint.parent];
      D[joint.child] = joint.axes.length ? composed(above, displacement(joint, this.q[i])) : above;
    });
    this.X = this.links.map((link, i) => composed(D[i], link.zero));
    for (const part of this.parts) part.X = part.link < 0 ? part.pose : composed(this.X[part.link], part.pose);
  }

  // Moves a joint and those that follow it. Who follows somebody who follows is moved by its leader's leader.
  move(index, axis, position) {
    this.q[index][axis] = position;
    const todo = [index];
    for (let i = 0; i < todo.length && i < this.joints.length; i++)
      this.joints.forEach((joint, j) => {
        const rule = joint.follows;
        if (!rule || rule.joint !== todo[i] || j === index || !joint.axes.length) return;
        this.q[j][0] = rule.multiplier * (this.q[rule.joint][rule.axis] - rule.reference) + rule.offset;
        todo.push(j);
      });
    this.place();
  }

  reset() {
    this.q = this.start.map(positions => [...positions]);
    this.place();
  }

  // The corners of the boxes around bounded parts that are shown, for a camera; of `moving` links only, or at or below a path.
  corners(shown, {moving = false, focus = null} = {}) {
    const found = [];
    for (const part of this.parts) {
      const link = this.links[part.link];
      if (!part.bounded || !shown.has(part.layer) || (moving && (!link || link.static))) continue;
      if (focus && ![part.path, link ? link.path : ''].some(path => path === focus || path.startsWith(`${focus}::`))) continue;
      for (let i = 0; i < 8; i++) {
        const corner = [0, 1, 2].map(k => part.scale[k] * (i >> k & 1 ? part.surface.high[k] : part.surface.low[k]));
        found.push(moved(part.X, corner));
      }
    }
    return found;
  }

  // The part that a ray meets first: {part, distance}, or null. Marks come before shapes, as they are drawn over them.
  hit(origin, ray, shown) {
    let best = null;
    for (const part of this.parts) {
      if (!shown.has(part.layer) || !part.path) continue;
      const o = scaledBack(turnedBack(part.X.r, sub(origin, part.X.p)), part.scale);
      const d = scaledBack(turnedBack(part.X.r, ray), part.scale);
      if (!meetsBox(o, d, part.surface.low, part.surface.high)) continue;
      const distance = meets(part.surface, o, d), over = MARKS.includes(part.layer);
      if (distance < Infinity && (!best || (over === best.over ? distance < best.distance : over))) best = {part, distance, over};
    }
    return best;
  }
}

const MARKS = ['inertia', 'axes', 'sensors', 'lights', 'frames'];
const scaledBack = (v, scale) => v.map((value, i) => value / (scale[i] || 1e-12));

function meetsBox(o, d, low, high) {
  let near = 0, far = Infinity;
  for (let i = 0; i < 3; i++) {
    const a = (low[i] - 1e-9 - o[i]) / d[i], b = (high[i] + 1e-9 - o[i]) / d[i];
    near = Math.max(near, Math.min(a, b));
    far = Math.min(far, Math.max(a, b));
  }
  return near <= far;
}

// Moeller and Trumbore (1997), both sides; the distance in lengths of d.
function meets({vertices: v, triangles: t}, o, d) {
  let best = Infinity;
  for (let i = 0; i < t.length; i += 3) {
    const a = 3 * t[i], b = 3 * t[i + 1], c = 3 * t[i + 2];
    const e1 = [v[b] - v[a], v[b + 1] - v[a + 1], v[b + 2] - v[a + 2]], e2 = [v[c] - v[a], v[c + 1] - v[a + 1], v[c + 2] - v[a + 2]];
    const h = cross(d, e2), det = dot(e1, h);
    if (!det) continue;
    const s = [o[0] - v[a], o[1] - v[a + 1], o[2] - v[a + 2]], u = dot(s, h) / det;
    if (u < 0 || u > 1) continue;
    const k = cross(s, e1), w = dot(d, k) / det;
    if (w < 0 || u + w > 1) continue;
    const distance = dot(e2, k) / det;
    if (distance > 0 && distance < best) best = distance;
  }
  return best;
}
