// Reading and writing positions and games: FEN, PGN and links.
import {download, field, h, say} from './dom.js';
import {frame} from './embed.js';
import {animation, picture} from './post.js';
import {server} from './home.js';

export function exchange(play) {
  const {app} = play;
  const fen = h('input', {type: 'text', spellcheck: 'false'});
  const pgn = h('textarea', {rows: 6, spellcheck: 'false'});
  const games = h('select', {'aria-label': 'Game of the text', hidden: true});
  const told = h('p', {class: 'note', role: 'status'});
  let read = [];

  const attempt = (work) => async () => {
    told.textContent = '';
    try {
      told.textContent = await work() ?? '';
      return true;
    } catch (error) {
      told.textContent = error.message;
      say(error.message);
      return false;
    }
  };
  const show = ({fen: start, moves, tree}) => play.begin({fen: start, moves, tree}, ['person', 'person']);
  games.addEventListener('change', () => show(read[games.selectedIndex]));

  const setFEN = attempt(async () => {
    const {fen: whole} = await app.client.call('position', {game: app.ref, fen: fen.value, moves: []});
    await play.begin({fen: whole, moves: []});
  });
  const getFEN = attempt(async () => {
    fen.value = play.position.fen;
    fen.select();
  });
  const getPGN = attempt(async () => {
    const names = (side) => (play.players[side] === 'engine' ? 'bestiary' : 'a person');
    ({pgn: pgn.value} = await app.client.call('pgn', {...play.place(play.tree.end()), white: names('white'), black: names('black'), late: play.tree.end().late ?? '', tree: play.tree.written()}));
    pgn.select();
  });
  const setPGN = attempt(async () => {
    ({games: read} = await app.client.call('read-pgn', {game: app.ref, text: pgn.value}));
    games.replaceChildren(...read.map((g, i) => h('option', {}, `${i + 1}. ${g.white} – ${g.black} ${g.result}`)));
    games.hidden = read.length < 2;
    await show(read[0]);
  });
  const place = () => (play.tree.isPlain ? {fen: play.fen, moves: play.place(play.tree.end()).moves} : {moves: play.place().moves, pgn: {fen: play.fen, tree: play.tree.written()}});
  const getLink = attempt(async () => {
    const address = await app.link(place());
    history.replaceState(null, '', address);
    await navigator.clipboard?.writeText(address).catch(() => {});
    return 'The link is in the address of the page.';
  });
  const getPicture = attempt(async () => download(`${app.game.name}.png`, await picture(play.board)));
  const getAnimation = attempt(async () => download(`${app.game.name}.gif`, await animation(play, (n, all) => (told.textContent = `${n} of ${all} positions are drawn.`))));
  const line = h('input', {type: 'text', readonly: true, id: 'frame-line'}), lineField = field('Line of HTML', line);
  lineField.hidden = true;
  const getLine = attempt(async () => {
    line.value = frame(await app.link(place()), app.game.title);
    lineField.hidden = false;
    line.select();
    await navigator.clipboard?.writeText(line.value).catch(() => {});
  });

  const button = (text, onclick) => h('button', {type: 'button', onclick}, text);
  return h('details', {class: 'exchange'}, h('summary', {}, 'FEN, PGN and link'),
    field('FEN', fen), h('p', {class: 'buttons'}, button('Show FEN', getFEN), button('Go to FEN', setFEN)),
    field('PGN', pgn), h('p', {class: 'buttons'}, button('Show PGN', getPGN), button('Read PGN', setPGN), button('Save PGN', async () => {
      if (await getPGN()) download(`${app.game.name}.pgn`, pgn.value);
    })), games, h('p', {class: 'buttons'}, button('Link to this game', getLink), button('Save picture', getPicture), button('Save animation', getAnimation), !server && button('Line for another page', getLine)), lineField, told);
}
