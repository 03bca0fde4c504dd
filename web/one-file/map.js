// The map of one layer and head, a part of view.js: a table of cells, or one picture where they would be too many.
const kNumbered = 26; // rows or columns that can hold their numbers
const kCells = 10000; // of a table, at most: a quarter of a million keep a browser busy for ten seconds
const kPixels = 20; // of a heading beside the picture; one more lies between two headings (view.css)

// What is on the screen: `at` is the row and the column that are pointed at.
let shown = { rows: [], columns: [], values: [], at: [0, 0] };

const valueAt = (q, k) => shown.values[q * shown.columns.length + k];
// Even is in the middle; an eighth and eight times of it at the ends.
const colourAt = (q, k) => {
  const value = valueAt(q, k);
  return colour(value > 0 ? 0.5 + Math.log2(value * shown.columns.length) / 6 : 0);
};

function heading(text, scope) {
  const th = make('th', undefined, { scope });
  th.append(make('bdi', text));
  return th;
}

function cellOf(q, k, numbered) {
  const value = weight(valueAt(q, k));
  const short = value
    .replace(/^0(?=\.)/, '')
    .replace(/^\.000$/, '0')
    .replace(/^1\.000$/, '1');
  const cell = make('td', numbered ? short : '', {
    role: 'gridcell',
    tabindex: q || k ? '-1' : '0',
    'aria-label': say('{0} to {1}, {2}', shown.rows[q], shown.columns[k], value),
  });
  const rgb = colourAt(q, k);
  cell.style.background = `rgb(${rgb.join(' ')})`;
  cell.style.color = luminance(rgb) > 0.179 ? '#000' : '#fff';
  return cell;
}

// One pixel for each cell, drawn larger so that each stands beside its row's and below its column's heading.
function pictureCell() {
  const { rows, columns } = shown;
  const canvas = make('canvas', undefined, {
    role: 'img',
    tabindex: '0',
    'aria-label': say('Attention'),
    'aria-describedby': 'said',
    width: columns.length,
    height: rows.length,
  });
  canvas.style.width = `${columns.length * (kPixels + 1) - 1}px`;
  canvas.style.height = `${rows.length * (kPixels + 1) - 1}px`;
  const pen = canvas.getContext('2d');
  const image = pen.createImageData(columns.length, rows.length);
  rows.forEach((_, q) =>
    columns.forEach((_, k) => image.data.set([...colourAt(q, k), 255], 4 * (q * columns.length + k))),
  );
  pen.putImageData(image, 0, 0);
  const cell = make('td', undefined, { rowspan: rows.length, colspan: columns.length });
  cell.append(canvas, make('i', undefined, { id: 'at', 'aria-hidden': 'true' }));
  return cell;
}

function tableOf(isPicture, numbered) {
  const { rows, columns } = shown;
  const attributes = { role: 'grid', 'aria-label': say('Attention'), 'aria-readonly': 'true' };
  const table = make('table', undefined, isPicture ? {} : attributes);
  table
    .createTHead()
    .insertRow()
    .append(make('td', undefined, { role: 'presentation' }), ...columns.map((text) => heading(text, 'col')));
  const body = table.createTBody();
  rows.forEach((text, q) => {
    const line = body.insertRow();
    line.append(heading(text, 'row'));
    if (!isPicture) line.append(...columns.map((_, k) => cellOf(q, k, numbered)));
    else if (q === 0) line.append(pictureCell());
  });
  return table;
}

function showMap() {
  const { maps, tokens } = item();
  find('attention').hidden = !maps.length;
  if (!maps.length) return;
  state.map = Math.min(state.map, maps.length - 1);
  const map = maps[state.map];
  if (state.head !== 'mean') state.head = Math.min(state.head, map.heads - 1);
  const columns = tokens.map((token) => wordOf(token).trim() || '␣');
  const rows = map.rows === columns.length ? columns : [say('sentence')];
  shown = { rows, columns, values: headOf(map, rows.length, columns.length, state.head), at: [0, 0] };
  const isPicture = rows.length * columns.length > kCells;
  const isSmall = Math.max(rows.length, columns.length) > kNumbered;
  find('map').style.setProperty('--cell', `${Math.min(Math.max(560 / columns.length, 30), 48)}px`);
  find('map').classList.toggle('is-small', isSmall);
  find('map').classList.toggle('is-picture', isPicture);
  find('map').replaceChildren(tableOf(isPicture, state.numbers && !isSmall));
  find('numbers').parentElement.hidden = isSmall;
  showChoices(maps, map);
  find('even').textContent = say('8× equal, {0}', weight(1 / columns.length));
  point(null);
  legend();
}

function showChoices(maps, map) {
  find('layer').replaceChildren(...maps.map(({ layer }, i) => make('option', `${layer}`, { value: i })));
  find('layer').value = state.map;
  find('layer').parentElement.hidden = maps.length < 2;
  const options = Array.from({ length: map.heads }, (_, h) => make('option', `${h}`, { value: h }));
  find('head').replaceChildren(...options, make('option', say('average'), { value: 'mean' }));
  find('head').value = state.head;
  find('head').parentElement.hidden = map.heads < 2;
}

// Row and column of the cell that an event is of, or null. A key is of the picture's cell that was pointed at last.
function placeOf({ target, offsetX, offsetY }) {
  const cell = target.closest('tbody td');
  if (!cell) return null;
  if (target.localName !== 'canvas') return [cell.parentElement.sectionRowIndex, cell.cellIndex - 1];
  if (offsetX === undefined) return shown.at;
  return [within(offsetY / (kPixels + 1), shown.rows), within(offsetX / (kPixels + 1), shown.columns)];
}
const within = (value, { length }) => Math.min(Math.max(Math.floor(value), 0), length - 1);

// `place` is a row and a column, or null.
function point(place) {
  for (const one of find('map').querySelectorAll('.is-at')) one.classList.remove('is-at');
  if (!place) {
    find('said').textContent = say('Point at a cell, or move from cell to cell with the arrow keys.');
    return;
  }
  const [q, k] = (shown.at = place);
  const { tHead, tBodies } = find('map').querySelector('table');
  const line = tBodies[0].rows[q];
  for (const one of [line.cells[0], tHead.rows[0].cells[k + 1], find('at') ?? line.cells[k + 1]])
    one.classList.add('is-at');
  if (find('at')) {
    find('at').style.left = `${k * (kPixels + 1)}px`;
    find('at').style.top = `${q * (kPixels + 1)}px`;
  }
  find('said').textContent = say(
    'Row {0} gives {1} of its attention to {2}.',
    shown.rows[q],
    weight(valueAt(q, k)),
    shown.columns[k],
  );
}

const kSteps = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  Home: [0, -Infinity],
  End: [0, Infinity],
};
function walk(event) {
  const step = kSteps[event.key];
  const place = placeOf(event);
  if (!step || !place) return;
  event.preventDefault();
  const [q, k] = place;
  const to = [within(q + step[0], shown.rows), within(k + step[1], shown.columns)];
  point(to);
  if (find('at')) return find('at').scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const next = find('map').querySelector('tbody').rows[to[0]].cells[to[1] + 1];
  event.target.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

function followMap() {
  const map = find('map');
  for (const type of ['pointerover', 'pointermove'])
    map.addEventListener(type, (event) => point(placeOf(event)));
  map.addEventListener('pointerleave', () => point(null));
  map.addEventListener('focusin', (event) => point(placeOf(event)));
  map.addEventListener('keydown', walk);
}
