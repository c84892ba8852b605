// Elements of the page. Texts become text nodes, so nothing from a file is markup.

const SVG = 'http://www.w3.org/2000/svg';

function build(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'value' || name === 'checked' || name === 'selected') element[name] = value;
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false));
  return element;
}

// h makes an HTML element, s one of SVG.
export const h = (tag, attributes, ...children) => build(document.createElement(tag), attributes, children);
export const s = (tag, attributes, ...children) => build(document.createElementNS(SVG, tag), attributes, children);

// say announces a text to screen readers.
export function say(text) {
  const place = document.getElementById('said');
  if (place) place.textContent = text;
}

let labels = 0;

// field returns a labelled control.
export function field(label, control) {
  control.id ||= `field-${++labels}`;
  return h('p', {class: 'field'}, h('label', {for: control.id}, label), control);
}

// choice returns a select of [value, text] pairs.
export function choice(options, value, onchange) {
  return h('select', {onchange}, options.map(([v, text]) => h('option', {value: v, selected: String(v) === String(value)}, text)));
}

// put writes into a field, unless somebody is writing there.
export function put(control, text) {
  if (document.activeElement !== control) control.value = text;
}

// renew replaces what is in an element; the control with the focus keeps it, by its label.
export function renew(element, ...children) {
  const label = element.contains(document.activeElement) ? document.activeElement.getAttribute('aria-label') : null;
  element.replaceChildren(...children);
  if (label) element.querySelector(`[aria-label="${CSS.escape(label)}"]`)?.focus({preventScroll: true});
}

// copied puts a text on the clipboard, and reports whether it is there.
export const copied = async (text) => (await navigator.clipboard?.writeText(text).then(() => true, () => false)) ?? false;

// picture shows an SVG text as an image, in which scripts do not run.
export function picture(svg, alt, attributes) {
  return h('img', {src: 'data:image/svg+xml,' + encodeURIComponent(svg), alt, ...attributes});
}

// download offers a text, or a blob, as a file.
export function download(name, content) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], {type: 'text/plain'}));
  h('a', {href: url, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
