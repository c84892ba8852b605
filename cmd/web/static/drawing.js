// Arrows and circles that a person draws on the board with the right button.

export class Drawing {
  constructor(play) {
    this.play = play;
    this.list = []; // {from, to, rank}, as the board draws arrows
  }

  // press follows the pointer to another square for an arrow, or to the same for a circle.
  // What is drawn again goes.
  press(event) {
    const {board, setUp} = this.play, from = board.under(event), {pointerId} = event;
    if (!from || setUp.active) return;
    const away = new AbortController(), on = (name, handler) => document.addEventListener(name, (e) => e.pointerId === pointerId && handler(e), {signal: away.signal});
    on('pointercancel', () => away.abort());
    on('pointerup', (e) => {
      away.abort();
      const to = board.under(e), others = this.list.filter((a) => a.from !== from || a.to !== to);
      if (!to) return;
      this.list = others.length < this.list.length ? others : [...others, {from, to, rank: 1, drawn: true}];
      this.play.draw();
    });
  }

  clear() {
    if (!this.list.length) return;
    this.list = [];
    this.play.draw();
  }
}
