function sortable(table) {
  const body = table.tBodies[0], rows = [...body.rows], heads = [...table.tHead.rows[0].cells];
  const make = (tag, properties) => Object.assign(document.createElement(tag), properties);
  const text = (row, column) => row.cells[column].textContent;
  const number = (row, column) => parseFloat(text(row, column).replace('−', '-').replace(/,|^± /g, ''));
  const compare = (a, b, column, sign) => { // what is no number comes last
    const x = number(a, column), y = number(b, column);
    if (isNaN(x) && isNaN(y)) return sign * text(a, column).localeCompare(text(b, column));
    return isNaN(x) - isNaN(y) || sign * (x - y);
  };
  heads.forEach((head, column) => {
    const button = make('button', { type: 'button', textContent: head.textContent });
    head.replaceChildren(button);
    button.onclick = () => {
      const down = head.ariaSort === 'ascending';
      heads.forEach(h => h.removeAttribute('aria-sort'));
      head.ariaSort = down ? 'descending' : 'ascending';
      body.append(...rows.toSorted((a, b) => compare(a, b, column, down ? -1 : 1)));
      rows.forEach(row => row.classList.remove('first'));
    };
  });
  const field = make('input', { type: 'search' }), count = make('output', { textContent: `${rows.length} rows` });
  const label = make('label', { className: 'filter', textContent: 'Rows with ' });
  label.append(field, ' ', count);
  field.oninput = () => {
    const words = field.value.split(' ').filter(word => word);
    let shown = 0;
    for (const row of rows) {
      const cells = [...row.cells].map(cell => cell.textContent);
      row.hidden = !words.every(word => cells.some(cell => cell.includes(word)));
      shown += !row.hidden;
    }
    count.textContent = `${shown} of ${rows.length} rows`;
  };
  table.classList.add('sortable');
  table.parentElement.before(label);
}
