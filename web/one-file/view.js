'use strict';
// Shows what the data block holds: one text or many, each with its prediction, what each word adds, and its maps.
(() => {
  // inALine() and its lengths, from web/src/text/in-a-line.ts:
  // @IN_A_LINE@
  const data = JSON.parse(document.getElementById('data').textContent);
  const dark = matchMedia('(prefers-color-scheme: dark)');
  // Colours of nothing to all, in even steps of lightness; the page's own ramps (web/src/colour/ramp.ts).
  const kLight = [
    [237, 246, 248],
    [190, 222, 232],
    [145, 198, 219],
    [101, 172, 208],
    [57, 145, 198],
    [33, 117, 179],
    [12, 89, 159],
    [4, 59, 138],
    [9, 28, 116],
  ];
  const kDark = [
    [31, 37, 47],
    [39, 57, 82],
    [40, 81, 117],
    [27, 106, 152],
    [4, 134, 180],
    [17, 161, 201],
    [66, 188, 216],
    [104, 215, 231],
    [141, 241, 247],
  ];
  const kWords = 60;
  const kShownText = 160; // characters of a text in the list of texts

  const find = (id) => document.getElementById(id);
  // Every text goes in as text: what was typed is never markup.
  function make(name, text, attributes = {}) {
    const element = document.createElement(name);
    if (text !== undefined) element.textContent = text;
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  }
  // In the language of the data, which has no words of its own where that is English.
  const said = data.words ?? {};
  const say = (text, ...values) => (said[text] ?? text).replaceAll(/\{(\d)\}/g, (_, i) => values[i]);
  function translate() {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode;
      const text = node.data.trim();
      const own = /^(SCRIPT|STYLE)$/.test(node.parentElement.tagName)
        ? text
        : say(text.replaceAll(/\s+/g, ' '));
      if (own !== text) node.data = node.data.replace(text, () => own);
    }
    for (const named of document.querySelectorAll('[aria-label]'))
      named.setAttribute('aria-label', say(named.getAttribute('aria-label')));
    document.documentElement.lang = data.language ?? 'en';
  }
  const words = (label) =>
    inALine(Object.hasOwn(data.names ?? {}, label) ? data.names[label] : label.replaceAll('_', ' '));
  const wordOf = ({ text }) => inALine(text, kLongestToken);
  const decimal = (value, digits) => value.toFixed(digits).replace('.', say('0.5').charAt(1));
  const weight = (value) => decimal(value, 3);
  const signed = (value) => (value < 0 ? '−' : '+') + decimal(Math.abs(value), 2);

  function colour(level) {
    const ramp = dark.matches && !matchMedia('print').matches ? kDark : kLight;
    const at = Math.min(Math.max(level, 0), 1) * (ramp.length - 1);
    const from = ramp[Math.floor(at)],
      to = ramp[Math.ceil(at)],
      share = at - Math.floor(at);
    return from.map((c, i) => Math.round(c + (to[i] - c) * share));
  }
  const luminance = (rgb) =>
    rgb
      .map((c) => ((c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
      .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);

  // Weights are 16-bit numbers, 65535 being 1: [heads, rows, columns].
  const decoded = new WeakMap();
  function weightsOf(map) {
    if (!decoded.has(map)) {
      const bytes = Uint8Array.from(atob(map.weights), (c) => c.charCodeAt(0));
      decoded.set(
        map,
        Float32Array.from(
          { length: bytes.length / 2 },
          (_, i) => (bytes[2 * i] | (bytes[2 * i + 1] << 8)) / 65535,
        ),
      );
    }
    return decoded.get(map);
  }
  function headOf(map, rows, columns, head) {
    const all = weightsOf(map),
      count = rows * columns;
    if (head !== 'mean') return all.subarray(head * count, (head + 1) * count);
    const mean = new Float32Array(count);
    all.forEach((value, i) => (mean[i % count] += value / map.heads));
    return mean;
  }

  // The map that was on the screen, where a page has saved it.
  const { map = 0, head = 0 } = data.items[0]?.shown ?? {};
  const state = { item: 0, map, head, numbers: true };
  const item = () => data.items[state.item];

  function bar(text, number, share, against = false) {
    const row = make('li', undefined, { class: against ? 'bar is-against' : 'bar' });
    row.append(
      make('bdi', text),
      make('span', number, { class: 'number' }),
      make('i', undefined, { 'aria-hidden': 'true' }),
    );
    row.lastChild.style.setProperty('--share', `${100 * share}%`);
    return row;
  }

  function showPrediction() {
    const { classes, prediction } = item();
    find('prediction').hidden = !classes.length;
    find('verdict').textContent = prediction === null ? '' : words(prediction);
    const sorted = [...classes].sort((a, b) => b.probability - a.probability);
    find('classes').replaceChildren(
      ...sorted.map(({ label, probability }) => bar(words(label), weight(probability), probability)),
    );
  }

  function showContributions() {
    const { contributions, prediction, tokens, asked: first = prediction } = item();
    find('why').hidden = !contributions.length;
    if (!contributions.length) return;
    const asked = find('class').value || first;
    const of = contributions.find((one) => one.class === asked) ?? contributions[0];
    const options = contributions.map((one) => make('option', words(one.class), { value: one.class }));
    find('class').replaceChildren(...options);
    find('class').value = of.class;
    const longest = Math.max(...of.terms.map(Math.abs), 1e-9);
    const most = of.terms
      .map((value, i) => ({ value, i }))
      .sort((a, b) => Math.abs(b.value) - Math.abs(a.value))
      .slice(0, kWords)
      .sort((a, b) => a.i - b.i);
    const rows = most.map(({ value, i }) =>
      bar(wordOf(tokens[i]), signed(value), Math.abs(value) / longest, value < 0),
    );
    find('terms').replaceChildren(
      ...rows,
      bar(say('bias: the starting value before any word'), signed(of.bias), 0),
      bar(say('sum, the score of {0}', words(of.class)), signed(of.sum), 0),
    );
    find('more').textContent =
      of.terms.length > kWords
        ? say('This list has the {0} words of {1} that add most.', kWords, of.terms.length)
        : '';
  }

  // @MAP@

  function legend() {
    const canvas = find('ramp');
    canvas.width = 128;
    canvas.height = 1;
    const pen = canvas.getContext('2d');
    for (let x = 0; x < 128; x++) {
      pen.fillStyle = `rgb(${colour(x / 127).join(' ')})`;
      pen.fillRect(x, 0, 1, 1);
    }
  }

  function showIndex() {
    find('index').hidden = data.items.length < 2;
    if (data.items.length < 2) return;
    const rows = data.items.map(({ text, prediction, classes }, i) => {
      const row = make('tr', undefined, i === state.item ? { 'aria-current': 'true' } : {});
      const open = make('button', inALine(text, kShownText), {
        type: 'button',
        dir: 'auto',
      });
      open.addEventListener('click', () => {
        state.item = i;
        show();
        find('text').scrollIntoView({ block: 'nearest' });
      });
      const cell = make('td');
      cell.append(open);
      const found = classes.find(({ label }) => label === prediction);
      row.append(
        make('td', `${i + 1}`, { class: 'number' }),
        cell,
        make('td', prediction === null ? '' : words(prediction)),
        make('td', found ? weight(found.probability) : '', { class: 'number' }),
      );
      return row;
    });
    find('rows').replaceChildren(...rows);
  }

  function show() {
    const { text, tokens, total_tokens: total, note = '' } = item();
    find('text').textContent = text;
    const cut = total ? say('The model reads {0} of these {1} tokens.', tokens.length, total) : '';
    find('cut').textContent = [note, cut].filter(Boolean).join('; ');
    for (const row of find('rows').children) row.removeAttribute('aria-current');
    find('rows').children[state.item]?.setAttribute('aria-current', 'true');
    showPrediction();
    showContributions();
    showMap();
  }

  translate();
  document.title = `Heed: ${inALine(data.model.name)}`;
  find('model').textContent = document.title;
  find('task').textContent = inALine(data.model.task, kLongestToken);
  find('class').addEventListener('change', showContributions);
  find('layer').addEventListener('change', ({ target }) => {
    state.map = Number(target.value);
    showMap();
  });
  find('head').addEventListener('change', ({ target }) => {
    state.head = target.value === 'mean' ? 'mean' : Number(target.value);
    showMap();
  });
  find('numbers').addEventListener('change', ({ target }) => {
    state.numbers = target.checked;
    showMap();
  });
  followMap();
  for (const media of [dark, matchMedia('print')]) media.addEventListener('change', showMap);
  showIndex();
  show();
})();
