function replay(figure) {
  const frames = JSON.parse(figure.dataset.frames), board = figure.querySelector('svg');
  const men = board.querySelector('.men'), marks = board.querySelectorAll('.mark'), side = 40;
  const first = new Map([...men.children].map(m => [m.dataset.at, m.getAttribute('href')]));
  const place = (element, at) => {
    const [file, row] = at.split(',');
    element.setAttribute('x', file * side);
    element.setAttribute('y', row * side);
  };
  const make = (tag, label, text) => {
    const element = document.createElement(tag);
    element.setAttribute('aria-label', label);
    element.textContent = text;
    return element;
  };
  const slider = make('input', 'move', ''), shown = make('output', 'position', '');
  Object.assign(slider, { type: 'range', min: 0, max: frames.length, value: 0 });
  shown.setAttribute('aria-live', 'polite');
  const show = ply => {
    ply = Math.max(0, Math.min(frames.length, ply));
    slider.value = ply;
    const now = new Map(first);
    for (const frame of frames.slice(0, ply)) {
      for (const [at, man] of Object.entries(frame.p)) man ? now.set(at, man) : now.delete(at);
    }
    men.replaceChildren(...[...now].map(([at, man]) => {
      const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
      use.setAttribute('href', man);
      place(use, at);
      return use;
    }));
    const last = frames[ply - 1];
    marks.forEach((mark, i) => {
      mark.setAttribute('visibility', last ? 'visible' : 'hidden');
      if (last) place(mark, i ? last.t : last.f);
    });
    shown.textContent = last ? last.m : 'start';
  };
  const controls = document.createElement('div');
  const button = (label, text, target) => {
    const element = make('button', label, text);
    element.type = 'button';
    element.addEventListener('click', () => show(target(+slider.value)));
    return element;
  };
  slider.addEventListener('input', () => show(+slider.value));
  controls.className = 'controls';
  controls.append(button('first position', '|◀', () => 0), button('back', '◀', n => n - 1), button('forward', '▶', n => n + 1),
    button('last position', '▶|', () => frames.length), slider, shown);
  board.after(controls);
  show(0);
}
