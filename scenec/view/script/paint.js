// Painting a stage: by WebGL, or, where there is none, pixel by pixel on a 2D canvas.
'use strict';

const OPENING = Math.PI / 6, MARGIN = 1.08;
const WORDS = {error: [0.85, 0.1, 0.15], warning: [0.95, 0.5, 0.05], note: [0.15, 0.45, 0.95], selected: [0.95, 0.1, 0.65],
  removed: [0.85, 0.1, 0.15], added: [0.1, 0.65, 0.25], changed: [0.95, 0.5, 0.05], moved: [0.15, 0.45, 0.95]};
const GREY = [0.72, 0.73, 0.75];

// Turns about a point in front of it, z up.
class Camera {
  constructor(azimuth, elevation) {
    Object.assign(this, {azimuth, elevation, target: [0, 0, 0], distance: 3});
  }

  axes() {
    const ca = Math.cos(this.azimuth), sa = Math.sin(this.azimuth), ce = Math.cos(this.elevation), se = Math.sin(this.elevation);
    const back = [ce * ca, ce * sa, se];
    return {right: [-sa, ca, 0], up: [-se * ca, -se * sa, ce], back, eye: along(this.target, this.distance, back)};
  }

  // Holds all points, as near as it can.
  hold(points, aspect) {
    if (!points.length) points = [[-0.5, -0.5, 0], [0.5, 0.5, 1]];
    const {right, up, back} = this.axes(), tall = Math.tan(OPENING / 2), wide = tall * aspect;
    const middle = [0, 1, 2].map(i => mean(points.map(point => point[i])));
    const seen = points.map(point => sub(point, middle)).map(point => [dot(point, right), dot(point, up), dot(point, back)]);
    const x = mean(seen.map(point => point[0])), y = mean(seen.map(point => point[1]));
    this.target = along(along(middle, x, right), y, up);
    this.distance = Math.max(1e-6, ...seen.map(point =>
      point[2] + MARGIN * Math.max(Math.abs(point[0] - x) / wide, Math.abs(point[1] - y) / tall)));
  }
}

function mean(values) {
  let low = Infinity, high = -Infinity;
  for (const value of values) { low = Math.min(low, value); high = Math.max(high, value); }
  return (low + high) / 2;
}

// The colour of a part as it is painted: what is highlighted stands out, everything else steps back.
function colorOf(part, look) {
  const word = look.words.get(part);
  if (word) return [...WORDS[word] || WORDS.changed, Math.max(part.color[3], 0.85)];
  if (!look.fading || part.layer === 'grid') return part.color;
  return [0, 1, 2].map(i => 0.3 * part.color[i] + 0.7 * GREY[i]).concat(part.color[3]);
}

// First what is solid, then what is clear, from back to front; the marks over all of it, in the same order.
function inOrder(parts, axes) {
  const rank = part => (MARKS.includes(part.layer) ? 2 : 0) + (part.shownColor[3] < 0.999 ? 1 : 0);
  const depth = part => dot(sub(moved(part.X, middleOf(part)), axes.eye), axes.back);
  return parts.map(part => ({part, rank: rank(part), depth: depth(part)})).sort((a, b) => a.rank - b.rank || a.depth - b.depth);
}

const middleOf = part => part.scale.map((s, i) => s * (part.surface.low[i] + part.surface.high[i]) / 2);

function light(axes) {
  return [0, 1, 2].map(i => -0.4 * axes.right[i] + 0.55 * axes.up[i] + 0.73 * axes.back[i]);
}

const VERTEX = `
attribute vec3 position; attribute vec3 normal; attribute vec2 place;
uniform mat4 model, picture; uniform mat3 turn; uniform vec3 shrink; uniform vec2 repeats;
varying vec3 facing; varying vec2 spot;
void main() { spot = place * repeats; facing = turn * (normal * shrink); gl_Position = picture * (model * vec4(position, 1.0)); }`;
const FRAGMENT = `
precision mediump float;
uniform vec4 color; uniform vec3 key; uniform float mirrored, textured; uniform sampler2D image;
varying vec3 facing; varying vec2 spot;
void main() {
  bool front = gl_FrontFacing != (mirrored > 0.5);
  vec3 n = normalize(facing) * (front ? 1.0 : -1.0);
  float bright = (0.48 + 0.1 * n.z + 0.46 * max(dot(n, key), 0.0)) * (front ? 1.0 : 0.6);
  vec4 base = textured > 0.5 ? color * texture2D(image, spot) : color;
  gl_FragColor = vec4(min(base.rgb * bright, 1.0) * base.a, base.a);
}`;

class GlPainter {
  constructor(gl) {
    this.gl = gl;
    this.name = 'webgl';
    this.buffers = new Map();
    const program = gl.createProgram();
    for (const [kind, source] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error('the shaders do not compile');
    this.program = program;
    this.at = {};
    for (const name of ['model', 'picture', 'turn', 'shrink', 'color', 'key', 'mirrored', 'textured', 'repeats', 'image']) this.at[name] = gl.getUniformLocation(program, name);
    this.position = gl.getAttribLocation(program, 'position');
    this.normal = gl.getAttribLocation(program, 'normal');
    this.place = gl.getAttribLocation(program, 'place');
    this.textures = [];
  }

  // An image that has been loaded, for parts that show it.
  take(index, image) {
    const gl = this.gl, texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, true);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, image);
    gl.generateMipmap(gl.TEXTURE_2D);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
    this.textures[index] = texture;
  }

  // Whether a part is drawn with its image: not where a colour says something about it.
  texture(part) {
    const texture = part.texture && part.shownColor === part.color && part.surface.texcoords && this.textures[part.texture.image];
    this.gl.uniform1f(this.at.textured, texture ? 1 : 0);
    if (!texture) return;
    this.gl.bindTexture(this.gl.TEXTURE_2D, texture);
    this.gl.uniform2fv(this.at.repeats, part.texture.repeats);
    this.gl.uniform4fv(this.at.color, part.texture.tint);
  }

  bind(surface) {
    const gl = this.gl;
    if (!this.buffers.has(surface)) {
      const made = {vertices: gl.createBuffer(), normals: gl.createBuffer(), triangles: gl.createBuffer()};
      if (surface.texcoords) made.texcoords = gl.createBuffer();
      for (const name of ['vertices', 'normals', 'texcoords']) {
        if (!made[name]) continue;
        gl.bindBuffer(gl.ARRAY_BUFFER, made[name]);
        gl.bufferData(gl.ARRAY_BUFFER, surface[name], gl.STATIC_DRAW);
      }
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, made.triangles);
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, surface.triangles, gl.STATIC_DRAW);
      this.buffers.set(surface, made);
    }
    const made = this.buffers.get(surface);
    for (const [name, place] of [['vertices', this.position], ['normals', this.normal]]) {
      gl.bindBuffer(gl.ARRAY_BUFFER, made[name]);
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, 3, gl.FLOAT, false, 0, 0);
    }
    if (made.texcoords) {
      gl.bindBuffer(gl.ARRAY_BUFFER, made.texcoords);
      gl.enableVertexAttribArray(this.place);
      gl.vertexAttribPointer(this.place, 2, gl.FLOAT, false, 0, 0);
    } else gl.disableVertexAttribArray(this.place);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, made.triangles);
  }

  paint(parts, camera) {
    const gl = this.gl, axes = camera.axes(), {width, height} = gl.canvas;
    gl.viewport(0, 0, width, height);
    gl.clearColor(0, 0, 0, 0);
    gl.depthMask(true);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    gl.polygonOffset(-2, -8);  // collisions often lie on the visuals: they are in front then
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.useProgram(this.program);
    gl.uniformMatrix4fv(this.at.picture, false, pictureMatrix(axes, camera, width / height));
    gl.uniform3fv(this.at.key, light(axes));
    let over = false;
    for (const {part, rank} of inOrder(parts, axes)) {
      if (rank > 1 && !over) {
        over = true;
        gl.depthMask(true);
        gl.clear(gl.DEPTH_BUFFER_BIT);
      }
      gl.depthMask(rank % 2 === 0);
      rank % 2 ? gl.enable(gl.POLYGON_OFFSET_FILL) : gl.disable(gl.POLYGON_OFFSET_FILL);
      const {r, p} = part.X, s = part.scale;
      gl.uniformMatrix4fv(this.at.model, false, [
        r[0] * s[0], r[3] * s[0], r[6] * s[0], 0, r[1] * s[1], r[4] * s[1], r[7] * s[1], 0,
        r[2] * s[2], r[5] * s[2], r[8] * s[2], 0, p[0], p[1], p[2], 1]);
      gl.uniformMatrix3fv(this.at.turn, false, [r[0], r[3], r[6], r[1], r[4], r[7], r[2], r[5], r[8]]);
      const largest = Math.max(...s.map(Math.abs)) || 1;
      gl.uniform3fv(this.at.shrink, s.map(value => largest / (value || 1e-6 * largest)));
      gl.uniform1f(this.at.mirrored, s[0] * s[1] * s[2] < 0 ? 1 : 0);
      gl.uniform4fv(this.at.color, part.shownColor);
      this.texture(part);
      this.bind(part.surface);
      const kind = part.surface.triangles instanceof Uint32Array ? gl.UNSIGNED_INT : gl.UNSIGNED_SHORT;
      gl.drawElements(gl.TRIANGLES, part.surface.triangles.length, kind, 0);
    }
  }

  pixels() {
    const gl = this.gl, bytes = new Uint8Array(4 * gl.canvas.width * gl.canvas.height);
    gl.readPixels(0, 0, gl.canvas.width, gl.canvas.height, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
    return bytes;
  }
}

// From the world to WebGL's cube, column by column.
function pictureMatrix({right, up, back, eye}, camera, aspect) {
  const f = 1 / Math.tan(OPENING / 2), near = camera.distance / 20, far = camera.distance * 30;
  const a = -(far + near) / (far - near), b = -2 * far * near / (far - near);
  const x = -dot(right, eye), y = -dot(up, eye), z = -dot(back, eye);
  const columns = [[right[0], up[0], back[0]], [right[1], up[1], back[1]], [right[2], up[2], back[2]], [x, y, z]];
  return columns.flatMap(([i, j, k], n) => [i * f / aspect, j * f, k * a + (n === 3 ? b : 0), -k]);
}

// The part of a polygon that is farther away than `near`; corners are [x, y, z, brightness].
function aheadOf(corners, near) {
  if (corners.every(corner => corner[2] >= near)) return corners;
  return corners.flatMap((corner, i) => {
    const next = corners[(i + 1) % corners.length], kept = corner[2] >= near ? [corner] : [];
    if ((corner[2] >= near) === (next[2] >= near)) return kept;
    const part = (near - corner[2]) / (next[2] - corner[2]);
    return [...kept, corner.map((value, k) => value + part * (next[k] - value))];
  });
}

// Pixel by pixel, the nearest in front, as scenec/view/raster.py does.
class CanvasPainter {
  constructor(context) {
    this.context = context;
    this.name = 'canvas';
  }

  paint(parts, camera) {
    const {width, height} = this.context.canvas, axes = camera.axes();
    this.image = this.context.createImageData(width, height);
    this.depth = new Float32Array(width * height);
    this.focal = height / 2 / Math.tan(OPENING / 2);
    this.near = camera.distance / 20;
    let over = false;
    for (const {part, rank} of inOrder(parts, axes)) {
      if (rank > 1 && !over) {
        over = true;
        this.depth.fill(0);
      }
      this.part(part, axes);
    }
    this.context.putImageData(this.image, 0, 0);
  }

  part(part, axes) {
    const {vertices: v, normals: m, triangles: t} = part.surface, s = part.scale, key = light(axes), seen = [], bright = [];
    for (let i = 0; i < v.length; i += 3) {
      const d = sub(moved(part.X, [v[i] * s[0], v[i + 1] * s[1], v[i + 2] * s[2]]), axes.eye);
      const n = normal(turned(part.X.r, [m[i] / (s[0] || 1e-9), m[i + 1] / (s[1] || 1e-9), m[i + 2] / (s[2] || 1e-9)]));
      seen.push([dot(d, axes.right), dot(d, axes.up), -dot(d, axes.back)]);
      bright.push([1, -1].map(side => 0.48 + 0.1 * side * n[2] + 0.46 * Math.max(side * dot(n, key), 0)));
    }
    const mirrored = s[0] * s[1] * s[2] < 0;
    for (let i = 0; i < t.length; i += 3) {
      const [a, b, c] = [seen[t[i]], seen[t[i + 1]], seen[t[i + 2]]];
      const front = (dot(cross(sub(b, a), sub(c, a)), a) * -1 > 0) !== !mirrored;
      const side = front ? 0 : 1, dim = front ? 1 : 0.6;
      const ahead = aheadOf([0, 1, 2].map(k => [...seen[t[i + k]], dim * bright[t[i + k]][side]]), this.near);
      const corners = ahead.map(([x, y, z, light]) =>
        [this.image.width / 2 + x / z * this.focal, this.image.height / 2 - y / z * this.focal, 1 / z, light]);
      for (let k = 2; k < corners.length; k++) this.triangle(corners[0], corners[k - 1], corners[k], part.shownColor);
    }
  }

  triangle(a, b, c, color) {
    const {width, height, data} = this.image, area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    if (!area) return;
    const top = Math.max(0, Math.ceil(Math.min(a[1], b[1], c[1]) - 0.5)), bottom = Math.min(height - 1, Math.floor(Math.max(a[1], b[1], c[1]) - 0.5));
    const across = k => ((b[k] - a[k]) * (c[1] - a[1]) - (c[k] - a[k]) * (b[1] - a[1])) / area;
    const down = k => ((c[k] - a[k]) * (b[0] - a[0]) - (b[k] - a[k]) * (c[0] - a[0])) / area;
    const depthX = across(2), depthY = down(2), lightX = across(3), lightY = down(3), solid = color[3] > 0.999;
    for (let y = top; y <= bottom; y++) {
      let left = Infinity, right = -Infinity;
      for (const [p, q] of [[a, b], [b, c], [c, a]]) {
        if ((p[1] <= y + 0.5) === (q[1] <= y + 0.5)) continue;
        const x = p[0] + (y + 0.5 - p[1]) / (q[1] - p[1]) * (q[0] - p[0]);
        left = Math.min(left, x);
        right = Math.max(right, x);
      }
      const first = Math.max(0, Math.ceil(left - 0.5)), last = Math.min(width - 1, Math.floor(right - 0.5));
      for (let x = first; x <= last; x++) {
        const dx = x + 0.5 - a[0], dy = y + 0.5 - a[1], depth = a[2] + dx * depthX + dy * depthY, at = y * width + x;
        if (depth * (solid ? 1 : 1.0005) <= this.depth[at]) continue;
        if (solid) this.depth[at] = depth;
        const bright = 255 * (a[3] + dx * lightX + dy * lightY), under = data[4 * at + 3] / 255, opacity = color[3];
        const whole = opacity + under * (1 - opacity);
        for (let k = 0; k < 3; k++)
          data[4 * at + k] = (Math.min(255, bright * color[k]) * opacity + data[4 * at + k] * under * (1 - opacity)) / whole;
        data[4 * at + 3] = 255 * whole;
      }
    }
  }

  pixels() {
    return this.image.data;
  }
}

function painterFor(canvas) {
  const settings = {antialias: true, preserveDrawingBuffer: true};
  try {
    let gl = canvas.getContext('webgl2', settings);
    if (!gl && (gl = canvas.getContext('webgl', settings)) && !gl.getExtension('OES_element_index_uint')) throw new Error('small indices');
    if (gl) return {painter: new GlPainter(gl), canvas};
  } catch (problem) { console.warn(problem); }
  const other = canvas.cloneNode();  // a canvas that had one kind of context gets no other
  canvas.replaceWith(other);
  return {painter: new CanvasPainter(other.getContext('2d')), canvas: other};
}
