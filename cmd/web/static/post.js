// What can be posted: a game with what was found of it as one page, a position as a picture, and a line as an animation.
import {Board} from './board.js';
import {h} from './dom.js';
import {GIF} from './gif.js';
import {pathTo} from './tree.js';

let sheet;

async function styles() {
  if (sheet) return sheet;
  const reply = await fetch(new URL('page.css', import.meta.url));
  if (!reply.ok) throw new Error(`page.css: ${reply.status}`);
  return (sheet = await reply.text());
}

// page returns an HTML file that needs no other: the game, what a study says of it, its pieces and its rules. results are the elements
// that show the study, if there is one.
export async function page(app, results) {
  const {game, ref} = app, address = await app.link({}), board = new Board();
  board.show(game, await app.client.call('position', {game: ref, fen: '', moves: []}), {style: app.style});
  const answers = results.filter((e) => e.classList.contains('answer')).map((e) => e.textContent);
  const about = [`${game.files} x ${game.ranks}: ${game.pieces.map((p) => p.name.replaceAll('-', ' ')).join(', ')}.`, ...answers].join(' ');
  const found = results.map((e) => e.cloneNode(true)).filter((e) => !e.classList.contains('forum'));
  const body = h('main', {}, h('h1', {}, game.title), game.author && h('p', {}, `by ${game.author}`), game.description && h('p', {}, game.description), board.element,
    h('p', {}, h('a', {href: address}, 'Play it, or change it')), found.length > 0 && [h('h2', {}, 'What it is like'), h('div', {class: 'results'}, found)],
    h('h2', {}, 'How the pieces move'), h('div', {class: 'pieces'}, game.pieces.filter((p) => p.picture).map((p) => h('figure', {}, h('img', {src: `data:image/svg+xml,${encodeURIComponent(p.picture)}`, alt: p.alt})))),
    h('h2', {}, 'Rules'), h('dl', {class: 'rules'}, game.rules.flatMap((r) => [h('dt', {}, r.topic), h('dd', {}, r.text)])),
    h('p', {class: 'note'}, `Made with bestiary, revision ${game.engine.split('.')[0]} of its engine.`));
  for (const details of body.querySelectorAll('details')) details.open = true;
  const head = h('head', {}, h('meta', {charset: 'utf-8'}), h('meta', {name: 'viewport', content: 'width=device-width, initial-scale=1'}), h('title', {}, game.title),
    h('meta', {name: 'description', content: about}), h('meta', {property: 'og:title', content: game.title}), h('meta', {property: 'og:description', content: about}),
    h('meta', {property: 'og:type', content: 'website'}), h('link', {rel: 'canonical', href: address}), h('style', {}, await styles()));
  return `<!doctype html>\n${h('html', {lang: 'en'}, head, h('body', {}, body)).outerHTML}\n`;
}

// raster draws a board on a canvas of a width in pixels.
async function raster({svg}, width) {
  const copy = svg.cloneNode(true), [, , w, high] = svg.getAttribute('viewBox').split(' ').map(Number), height = Math.round(width * high / w);
  copy.querySelectorAll('.cursor, .arrow.found, .target, .peek').forEach((e) => e.remove());
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', width);
  copy.setAttribute('height', height);
  const style = document.createElementNS('http://www.w3.org/2000/svg', 'style');
  style.textContent = await styles();
  copy.prepend(style);
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  const canvas = h('canvas', {width, height});
  canvas.getContext('2d').drawImage(image, 0, 0, width, height);
  return canvas;
}

// picture returns a board as a PNG.
export async function picture(board) {
  const canvas = await raster(board, 960);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

// animation returns the line on the board as a GIF. shown is called with the number of positions so far.
export async function animation(play, shown) {
  const line = [play.tree.start, ...pathTo(play.tree.end(play.node))], places = line.map((node) => play.place(node)), board = new Board(), {app, flip} = play, {game, style} = app;
  let gif;
  for (const [i, node] of line.entries()) { // of the game as it is now, whatever is done meanwhile
    board.show(game, await app.client.call('position', {...places[i], known: node.ply}), {style, flip, last: node.move});
    const canvas = await raster(board, 400), {width, height} = canvas;
    gif ??= new GIF(width, height);
    gif.add(canvas.getContext('2d').getImageData(0, 0, width, height).data, i === line.length - 1 ? 3000 : 1000);
    shown(i + 1, line.length);
  }
  return gif.blob();
}
