// The page around the stages: camera, layers, sliders, lists; what is under the pointer; counters that tests read.
'use strict';

const TURNING = new Set(['revolute', 'continuous', 'universal', 'revolute2', 'screw']);

// A stage on its canvas.
class View {
  constructor(stage, element, board) {
    this.stage = stage;
    this.board = board;
    this.element = element;
    const {painter, canvas} = painterFor(element.querySelector('canvas'));
    this.painter = painter;
    this.canvas = canvas;
    this.overlay = element.querySelector('canvas.overlay');
    this.tip = element.querySelector('.tip');
    this.listen();
  }

  listen() {
    const surface = this.overlay, camera = this.board.camera, fingers = new Map();
    let from = null;
    const slide = (dx, dy) => {
      const {right, up} = camera.axes(), step = 2 * camera.distance * Math.tan(OPENING / 2) / surface.clientHeight;
      camera.target = along(along(camera.target, -dx * step, right), dy * step, up);
    };
    const spread = () => {
      const [a, b] = [...fingers.values()];
      return {x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, apart: Math.hypot(a.x - b.x, a.y - b.y) || 1};
    };
    surface.addEventListener('contextmenu', event => event.preventDefault());
    surface.addEventListener('pointerdown', event => {
      if (event.isTrusted) surface.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, {x: event.clientX, y: event.clientY});
      from = {x: event.clientX, y: event.clientY, moved: 0, sliding: event.button !== 0 || event.shiftKey};
    });
    surface.addEventListener('pointermove', event => {
      if (!from) return this.point(event);
      camera.touched = true;
      if (fingers.size === 2 && fingers.has(event.pointerId)) {  // two fingers: their distance is the zoom, their middle the place
        const before = spread();
        fingers.set(event.pointerId, {x: event.clientX, y: event.clientY});
        const after = spread();
        slide(after.x - before.x, after.y - before.y);
        camera.distance *= before.apart / after.apart;
        from.moved = Infinity;
        return this.board.later();
      }
      fingers.set(event.pointerId, {x: event.clientX, y: event.clientY});
      const dx = event.clientX - from.x, dy = event.clientY - from.y;
      from.moved += Math.abs(dx) + Math.abs(dy);
      if (from.sliding) slide(dx, dy);
      else {
        camera.azimuth -= dx * 0.008;
        camera.elevation = Math.max(-1.55, Math.min(1.55, camera.elevation + dy * 0.008));
      }
      Object.assign(from, {x: event.clientX, y: event.clientY});
      this.board.later();
    });
    const lifted = event => {
      fingers.delete(event.pointerId);
      if (!fingers.size) from = null;
      else if (from) Object.assign(from, [...fingers.values()][0], {moved: Infinity});
    };
    surface.addEventListener('pointercancel', lifted);
    surface.addEventListener('pointerup', event => {
      if (from && from.moved < 5) {
        const found = this.under(event);
        this.board.select(found && found.part.link >= 0 ? this.stage.links[found.part.link].path : null);
      }
      lifted(event);
    });
    surface.addEventListener('pointerleave', () => { this.tip.hidden = true; });
    surface.addEventListener('wheel', event => {
      event.preventDefault();
      camera.touched = true;
      camera.distance *= Math.exp(Math.max(-60, Math.min(60, event.deltaY)) * 0.004);
      this.board.later();
    }, {passive: false});
    surface.addEventListener('keydown', event => {
      const turn = {ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, 0.1], ArrowDown: [0, -0.1]}[event.key];
      if (turn) {
        camera.azimuth += turn[0];
        camera.elevation = Math.max(-1.55, Math.min(1.55, camera.elevation + turn[1]));
      } else if (event.key === '+' || event.key === '-') camera.distance *= event.key === '+' ? 0.9 : 1 / 0.9;
      else return;
      event.preventDefault();
      camera.touched = true;
      this.board.later();
    });
  }

  under(event) {
    const box = this.overlay.getBoundingClientRect(), {right, up, back, eye} = this.board.camera.axes(), tall = Math.tan(OPENING / 2);
    const x = (2 * (event.clientX - box.left) / box.width - 1) * tall * box.width / box.height;
    const y = (1 - 2 * (event.clientY - box.top) / box.height) * tall;
    const ray = [0, 1, 2].map(i => x * right[i] + y * up[i] - back[i]);
    return this.stage.hit(eye, ray, this.board.shown);
  }

  point(event) {
    const found = this.under(event), box = this.overlay.getBoundingClientRect();
    this.tip.hidden = !found;
    if (!found) return;
    const link = this.stage.links[found.part.link];
    this.tip.replaceChildren();
    for (const text of [found.part.path, found.part.kind, link && link.path !== found.part.path ? `link ${link.path}` : '', link ? massOf(link) : '']) {
      if (!text) continue;
      const line = document.createElement('div');
      line.textContent = text;
      this.tip.append(line);
    }
    this.tip.style.left = `${Math.min(event.clientX - box.left + 14, box.width - this.tip.offsetWidth - 4)}px`;
    this.tip.style.top = `${Math.min(event.clientY - box.top + 14, box.height - this.tip.offsetHeight - 4)}px`;
  }

  draw() {
    const box = this.element.getBoundingClientRect(), density = Math.min(window.devicePixelRatio || 1, 2);
    const width = Math.max(1, Math.round(box.width * density)), height = Math.max(1, Math.round(box.height * density));
    if (this.canvas.width !== width || this.canvas.height !== height) {
      for (const canvas of [this.canvas, this.overlay]) Object.assign(canvas, {width, height});
    }
    const parts = this.parts();
    this.painter.paint([...parts, ...this.stage.parts.filter(part => part.layer === 'grid').map(part => (part.shownColor = part.color, part))],
      this.board.camera);
    this.compass(density);
    this.canvas.dataset.parts = parts.length;
    this.canvas.dataset.triangles = parts.reduce((sum, part) => sum + part.surface.triangles.length / 3, 0);
    this.canvas.dataset.renderer = this.painter.name;
  }

  // Whether a part of a layer that is off is shown all the same: it is highlighted itself, not only as a part of its link, or its layer
  // is asked for.
  asked(part, words) {
    if (this.board.wanted.has(part.layer) && words.has(part)) return true;
    if (!['axes', 'sensors', 'lights', 'collisions'].includes(part.layer)) return false;
    const own = this.board.selected || this.stage.highlighted;
    return words.has(part) && (own instanceof Set ? own.has(part.path) : part.path in own);
  }

  // What is shown, in its colour.
  parts() {
    const look = {words: this.words(), fading: false};
    look.fading = look.words.size > 0;
    const parts = this.stage.parts.filter(part => part.layer !== 'grid'
      && (this.board.shown.has(part.layer) || this.asked(part, look.words)));
    for (const part of parts) part.shownColor = colorOf(part, look);
    return [...parts, ...this.ghosts()];
  }

  // What is selected and stands only in the other scene, as a ghost in its place: what is gone red, what came instead green.
  ghosts() {
    if (!this.board.selected) return [];
    const mine = new Set(this.stage.parts.map(part => `${part.layer} ${part.path}`)), found = [], second = this.board.views[1] === this;
    for (const other of this.board.views) if (other !== this) for (const part of other.stage.parts) {
      const link = part.link >= 0 ? other.stage.links[part.link].path : '';
      if (!LASTING.includes(part.layer) || mine.has(`${part.layer} ${part.path}`)) continue;
      if (![...prefixes(part.path), ...prefixes(link)].some(path => this.board.selected.has(path))) continue;
      found.push({...part, shownColor: [...WORDS[second ? 'removed' : 'added'], 0.35]});
    }
    return found;
  }

  // Part -> the word it is highlighted with. What is selected comes before what the page came with.
  words() {
    const found = new Map(), chosen = this.board.selected;
    const words = chosen ? new Map([...chosen].map(path => [path, 'selected'])) : new Map(Object.entries(this.stage.highlighted));
    if (!words.size) return found;
    for (const part of this.stage.parts) {
      if (part.layer === 'grid' || (part.layer === 'frames' && chosen)) continue;
      const link = part.link >= 0 ? this.stage.links[part.link].path : '';
      for (const path of [...prefixes(part.path), ...(['axes', 'sensors'].includes(part.layer) ? [] : prefixes(link))])
        if (words.has(path)) { found.set(part, words.get(path)); break; }
    }
    return found;
  }

  // Counts pixels of parts (not of the grid), and those in a colour that highlights.
  measure() {
    const parts = this.parts();
    this.painter.paint(parts, this.board.camera);
    const bytes = this.painter.pixels(), colors = Object.values(WORDS).map(normal);
    let drawn = 0, striking = 0;
    for (let i = 0; i < bytes.length; i += 4) {
      if (!bytes[i + 3]) continue;
      drawn++;
      const color = normal([bytes[i], bytes[i + 1], bytes[i + 2]]);
      striking += colors.some(other => dot(color, other) > 0.998);
    }
    this.canvas.dataset.drawnPixels = drawn;
    this.canvas.dataset.highlightedPixels = striking;
    const words = this.words();
    this.canvas.dataset.highlightedParts = parts.filter(part => words.has(part)).length;
    this.draw();
  }

  compass(density) {
    const context = this.overlay.getContext('2d'), {right, up, back} = this.board.camera.axes(), size = 26 * density;
    context.clearRect(0, 0, this.overlay.width, this.overlay.height);
    context.font = `${12 * density}px system-ui, sans-serif`;
    const middle = [40 * density, this.overlay.height - 40 * density];
    [['x', '#d92626'], ['y', '#26a633'], ['z', '#265ae6']].map(([name, color], i) => ({name, color, i, depth: back[i]}))
      .sort((a, b) => a.depth - b.depth).forEach(({name, color, i}) => {
        const tip = [middle[0] + size * right[i], middle[1] - size * up[i]];
        const at = [tip[0] + (tip[0] - middle[0]) * 0.25 - 3 * density, tip[1] + (tip[1] - middle[1]) * 0.25 + 4 * density];
        for (const [style, width] of [['#ffffffc0', 5], [color, 2]]) {  // light around it, as it may stand on anything
          context.strokeStyle = context.fillStyle = style;
          context.lineWidth = width * density;
          context.beginPath();
          context.moveTo(...middle);
          context.lineTo(...tip);
          context.stroke();
          if (width > 2) { context.lineWidth = 4 * density; context.strokeText(name, ...at); } else context.fillText(name, ...at);
        }
      });
  }
}

const LASTING = ['visuals', 'collisions', 'axes', 'sensors', 'lights'];
const massOf = link => link.mass === null ? 'no mass stated' : `${+link.mass.toPrecision(6)} kg${link.static ? ', never moves' : ''}`;

// "a::b::c" -> a::b::c, a::b, a
function prefixes(path) {
  const found = [];
  for (let at = path; at; at = at.includes('::') ? at.slice(0, at.lastIndexOf('::')) : '') found.push(at);
  return found;
}

// All views of a page: they share camera, layers, joint positions and selection.
class Board {
  constructor(root, data) {
    this.camera = new Camera(data.azimuth, data.elevation);
    this.shown = new Set(data.shown);
    this.focus = data.focus;
    this.selected = null;
    this.wanted = new Set();
    this.root = root;
    const surfaces = data.surfaces.map(surfaceOf);
    const stages = data.views.map(each => new Stage(each, surfaces));
    this.views = [...root.querySelectorAll('.stage')].map((element, i) => new View(stages[i], element, this));
    data.images.forEach((source, index) => {
      const image = new Image();
      image.addEventListener('load', () => {
        for (const view of this.views) if (view.painter.take) view.painter.take(index, image);
        this.root.dataset.images = +(this.root.dataset.images || 0) + 1;
        this.later();
      });
      image.src = source;
    });
    this.layers();
    for (const button of root.querySelectorAll('[data-fit]')) button.addEventListener('click', () => {
      this.camera.touched = false;
      this.fit(button.dataset.fit);
      this.draw();
      this.measure();
    });
    this.sliders();
    this.list();
    this.search();
    if (data.motion) this.player = new Player(this, data.motion);
    this.fit();
    window.addEventListener('resize', () => { if (!this.camera.touched) this.fit(); this.later(); });
    this.draw();
    this.measure();
  }

  // What the page was made to look at fills the picture, else what moves, or, if there is nothing or `everything` is asked for, all of it.
  fit(what = 'focus') {
    const box = this.views[0].element.getBoundingClientRect();
    const corners = which => this.views.flatMap(view => view.stage.corners(this.shown, which));
    let held = what === 'focus' && this.focus ? corners(this.focus === 'world' ? {} : {focus: this.focus}) : [];
    if (!held.length && what !== 'everything') held = corners({moving: true});
    this.camera.hold(held.length ? held : corners(), box.width / Math.max(box.height, 1) || 1);
  }

  later() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => { this.waiting = false; this.draw(); });
  }

  draw() { for (const view of this.views) view.draw(); }

  measure() { for (const view of this.views) view.measure(); }

  // Paths to highlight instead of what the page came with; null or none: back to that. wanted: layers that are shown of them though
  // they are off.
  select(paths, wanted = []) {
    this.wanted = new Set(wanted);
    this.selected = paths && paths.length ? new Set([].concat(paths)) : null;
    for (const row of this.root.querySelectorAll('[data-link]')) row.setAttribute('aria-pressed', !!this.selected && this.selected.has(row.dataset.link));
    const told = this.root.querySelector('.selected');
    if (told) told.textContent = this.selected ? this.told() : '';
    this.root.dispatchEvent(new CustomEvent('selected', {detail: this.selected}));
    this.draw();
    this.measure();
  }

  told() {
    const link = this.views[0].stage.links.find(each => this.selected.has(each.path));
    return link ? `${link.path}: ${massOf(link)}` : [...this.selected].join(', ');
  }

  layers() {
    for (const box of this.root.querySelectorAll('input[data-layer]')) {
      box.checked = this.shown.has(box.dataset.layer);
      box.addEventListener('change', () => {
        box.checked ? this.shown.add(box.dataset.layer) : this.shown.delete(box.dataset.layer);
        this.draw();
        this.measure();
      });
    }
  }

  // One slider per axis, for all views that have a joint of that path.
  sliders() {
    const place = this.root.querySelector('.joints'), seen = new Set();
    this.knobs = [];
    if (!place) return;
    const models = new Map();
    for (const view of this.views) view.stage.joints.map((joint, index) => ({joint, index})).sort((a, b) => a.joint.place - b.joint.place).forEach(({joint, index}) => {
      if (seen.has(joint.path) || !joint.placing || !joint.axes.length) return;
      seen.add(joint.path);
      const model = joint.path.includes('::') ? joint.path.slice(0, joint.path.lastIndexOf('::')) : '';
      if (!models.has(model)) models.set(model, []);
      joint.axes.forEach((axis, number) => models.get(model).push(this.slider(view.stage, joint, index, axis, number)));
    });
    for (const [model, knobs] of models) place.append(folded(model, knobs, models.size === 1 && knobs.length <= 8));
    const reset = this.root.querySelector('.reset');
    if (reset) reset.addEventListener('click', () => {
      for (const view of this.views) view.stage.reset();
      this.told_positions();
      this.draw();
      this.measure();
    });
    this.told_positions();
  }

  slider(stage, joint, index, axis, number) {
    const label = document.createElement('label'), name = document.createElement('span'), told = document.createElement('output');
    const input = document.createElement('input'), turning = TURNING.has(joint.type), free = turning ? Math.PI : stage_size(stage) / 2;
    const low = Math.min(axis.lower === null ? -free : axis.lower, axis.position), high = Math.max(axis.upper === null ? free : axis.upper, axis.position);
    name.textContent = joint.path.slice(joint.path.lastIndexOf('::') + 1).replace(/^:/, '') + (joint.axes.length > 1 ? ` axis ${number + 1}` : '');
    Object.assign(input, {type: 'range', min: low, max: high, step: 'any', value: axis.position});
    Object.assign(input.dataset, {joint: joint.path, axis: number});
    label.title = axis.lower === null && axis.upper === null ? 'without limits' : `${axis.lower === null ? '' : axis.lower} to ${axis.upper === null ? '' : axis.upper}`;
    input.addEventListener('input', () => {
      for (const view of this.views) view.stage.joints.forEach((each, i) => {
        if (each.path === joint.path && number < each.axes.length) view.stage.move(i, number, +input.value);
      });
      this.told_positions();
      this.later();
    });
    input.addEventListener('change', () => { this.draw(); this.measure(); });
    this.knobs.push({stage, index, number, input, told, turning});
    label.append(name, told, input);
    return label;
  }

  told_positions() {
    for (const {stage, index, number, input, told, turning} of this.knobs) {
      const q = stage.q[index][number];
      input.value = q;
      told.textContent = turning ? `${q.toFixed(2)} rad, ${Math.round(q * 180 / Math.PI)}°` : `${q.toFixed(3)} m`;
    }
  }

  // Links and joints whose paths have all the words that are typed.
  search() {
    const field = this.root.querySelector('.find');
    if (!field) return;
    const rows = [...this.root.querySelectorAll('[data-link]')].map(row => [row.parentElement, row.dataset.link]);
    const knobs = [...this.root.querySelectorAll('.joints label')].map(label => [label, label.querySelector('input').dataset.joint]);
    field.addEventListener('input', () => {
      const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
      for (const [element, path] of [...rows, ...knobs]) element.hidden = !words.every(word => path.toLowerCase().includes(word));
      for (const model of this.root.querySelectorAll('.joints details')) {
        model.hidden = !model.querySelector('label:not([hidden])');
        model.open = words.length > 0 || model.dataset.open === 'true';
      }
    });
  }

  list() {
    for (const row of this.root.querySelectorAll('[data-link]'))
      row.addEventListener('click', () => this.select(row.getAttribute('aria-pressed') === 'true' ? null : row.dataset.link));
  }
}

// The sliders of a model, folded away under its name.
function folded(model, knobs, open) {
  const element = document.createElement('details'), summary = document.createElement('summary');
  summary.textContent = `${model || 'scene'}: ${knobs.length} ${knobs.length === 1 ? 'axis' : 'axes'}`;
  Object.assign(element, {open});
  element.dataset.open = open;
  element.append(summary, ...knobs);
  return element;
}

function stage_size(stage) {
  const points = stage.corners(new Set(['visuals', 'collisions']), {moving: true});
  return Math.max(0.02, ...[0, 1, 2].map(i => Math.max(...points.map(point => point[i])) - Math.min(...points.map(point => point[i]))));
}

for (const root of document.querySelectorAll('.scenes'))
  root.board = new Board(root, JSON.parse(root.querySelector('script[type="application/json"]').textContent));
