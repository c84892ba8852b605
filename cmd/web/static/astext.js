// What a study says as text for a forum: Markdown, or BBCode.
import {shown} from './figures.js';

const percent = (x) => `${(100 * x).toFixed(0)} %`;

// asText returns the answers of a study {parts, game} in a mark-up, with the address of the game if there is one.
export function asText({parts, game, address}, markup) {
  const [values, wins] = ['values', 'wins'].map((kind) => parts.find((part) => part.kind === kind)), list = values?.values?.values ?? [];
  const known = list.filter((v) => v.known).sort((a, b) => b.value.estimate - a.value.estimate), lines = [];
  const bold = (text) => (markup === 'markdown' ? `**${text}**` : `[b]${text}[/b]`);
  lines.push(`${bold(game.title)}, ${game.files} × ${game.ranks}`, '');
  if (known.length) {
    const rows = [['piece', 'moves', 'points', '95 % interval'], ...known.map((v) => [v.name.replaceAll('-', ' '), game.pieces[v.piece].moves.map((m) => m.betza).join(', '), shown(v.value.estimate), `${shown(v.value.lo)} to ${shown(v.value.hi)}`])];
    if (markup === 'markdown') lines.push(...rows.map((r, i) => `| ${r.join(' | ')} |${i ? '' : '\n|---|---|--:|---|'}`), '');
    else lines.push(`[table]${rows.map((r) => `[tr]${r.map((c) => `[td]${c}[/td]`).join('')}[/tr]`).join('\n')}[/table]`, '');
  }
  const open = list.filter((v) => !v.known).map((v) => v.name.replaceAll('-', ' '));
  if (open.length) lines.push(`Not known yet: ${open.join(', ')}.`);
  const {wins: found} = wins?.values ?? {};
  if (found) lines.push(`${found.whose[0].toUpperCase()}${found.whose.slice(1)} scores ${found.curves[0].rungs.map((r) => `${percent(r.curve.estimate)} (${percent(r.curve.lo)} to ${percent(r.curve.hi)}) at ${r.nodes.toLocaleString('en')} positions a move`).join(', ')}.`);
  if (wins?.faults) lines.push(wins.faults.summary);
  lines.push(`${parts.reduce((sum, part) => sum + part.have.size, 0)} games by bestiary, in a browser.`);
  if (address) lines.push(markup === 'markdown' ? `[Play it, or change it](${address})` : `[url=${address}]Play it, or change it[/url]`);
  return lines.join('\n');
}
