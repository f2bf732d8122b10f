// Plays a motion: poses of all links at some times, in the order of the view's links.
class Player {
  constructor(board, data) {
    this.board = board;
    this.stage = board.views[0].stage;
    this.times = data.times;
    this.poses = new Float32Array(bytesOf(data.poses));
    const root = board.root;
    this.button = root.querySelector('.play');
    this.range = root.querySelector('.moment');
    this.told = root.querySelector('.time');
    this.range.max = this.times[this.times.length - 1];
    this.range.addEventListener('input', () => { this.stop(); this.show(+this.range.value); });
    this.button.addEventListener('click', () => this.since === undefined ? this.play() : this.stop());
    this.show(0);
  }

  // In the time of the simulation; from the start, if it is at its end.
  play() {
    const end = +this.range.max, from = +this.range.value >= end ? 0 : +this.range.value;
    this.since = performance.now() - 1000 * from;
    this.button.textContent = 'pause';
    const step = now => {
      if (this.since === undefined) return;
      const time = Math.min((now - this.since) / 1000, end);
      this.show(time);
      if (time < end) requestAnimationFrame(step);
      else this.stop();
    };
    requestAnimationFrame(step);
  }

  stop() {
    this.since = undefined;
    this.button.textContent = 'play';
  }

  show(time) {
    let frame = 0;
    while (frame + 1 < this.times.length && this.times[frame + 1] <= time + 1e-9) frame++;
    const {stage, poses} = this, first = frame * stage.links.length * 7;
    stage.X = stage.links.map((_, i) => poseOf([...poses.subarray(first + 7 * i, first + 7 * i + 7)]));
    for (const part of stage.parts) part.X = part.link < 0 ? part.pose : composed(stage.X[part.link], part.pose);
    this.range.value = time;
    this.told.textContent = `${time.toFixed(2)} s`;
    this.board.root.dataset.frame = frame;
    this.board.later();
  }
}
