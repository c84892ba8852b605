// Pieces as pictures, as letters, or as the pattern of their moves.
import {s} from './dom.js';

const shield = 'M-14 -15 L-7 -11 L0 -16 L7 -11 L14 -15 L14 2 Q14 12 0 16 Q-14 12 -14 2 Z';

// glyph draws a piece around the origin, in a square of 40 units.
export function glyph(piece, black, style) {
  if (style !== 'moves' || piece.pattern.length === 0) return face(piece, black, style === 'pictures' ? 'faces' : 'letters').cloneNode(true);
  const body = piece.royal ? s('path', {d: shield}) : s('circle', {r: piece.pawn ? 11 : 15.5});
  return s('g', {class: black ? 'piece black' : 'piece white'}, body, pattern(piece, black));
}

const faces = new WeakMap();

// face returns the drawing of a piece of a kind. It comes as text and is read once.
function face(piece, black, kind) {
  if (!faces.has(piece)) faces.set(piece, {});
  return faces.get(piece)[kind + Number(black)] ??= (() => {
    const read = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${piece[kind][Number(black)]}</svg>`, 'image/svg+xml');
    return s('g', {class: 'face', transform: 'translate(-18.5 -18.5) scale(0.37)'}, [...read.documentElement.children].map(harmless));
  })();
}

// harmless copies shapes and letters alone, with their looks: a link may come from anybody.
const shapes = ['g', 'path', 'circle', 'ellipse', 'rect', 'line', 'polygon', 'polyline', 'text'];
const looks = /^(d|c[xy]|r[xy]?|[xy][12]?|width|height|points|transform|color|data-text|(fill|stroke|font|text|dominant|paint)(-[a-z]+)*)$/;

function harmless(element) {
  if (!shapes.includes(element.localName)) return '';
  const attributes = [...element.attributes].filter(({name, value}) => looks.test(name) && !value.includes('(') || name === 'transform');
  return s(element.localName, Object.fromEntries(attributes.map(({name, value}) => [name, value])), [...element.childNodes].map((n) => (n.nodeType === 3 ? n.data : n.nodeType === 1 ? harmless(n) : '')));
}

// styles lists the ways to show pieces.
export const styles = [['pictures', 'as pictures'], ['letters', 'as letters'], ['moves', 'as patterns of their moves']];

// pattern shows where a piece goes: full dots where it captures, rings where it only moves.
function pattern(piece, black) {
  const step = piece.pawn ? 2.6 : 3.6;
  return s('g', {class: 'pattern'}, piece.pattern.map(({dx, dy, capture}) => s('circle', {
    cx: dx * step, cy: (black ? dy : -dy) * step, r: step * 0.4, class: capture ? 'take' : 'quiet',
  })), s('circle', {r: step * 0.4, class: 'self'}));
}

// icon draws a single piece for buttons and lists.
export function icon(piece, black, style) {
  return s('svg', {class: 'icon', viewBox: '-20 -20 40 40', 'aria-hidden': 'true'}, glyph(piece, black, style));
}

export const nameOf = (piece, black) => `${black ? 'Black' : 'White'} ${piece.name.replaceAll('-', ' ')}`;
