// A small model with random weights says one thing of a text, whichever door it is asked by, for every architecture and what it is
// taught: the program's commands, the C interface, the Python module where it is built, and the page's modules. Texts are odd ones: of
// other scripts, of special tokens, empty, long.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folder, lines } from '../native/program.mjs';
import { kServed, oneOf, randomModel, randomNumbers, randomWords } from '../native/random_models.mjs';
import { load } from './door.mjs';
import { encoders } from './encoders.mjs';
import { engine } from './engine.mjs';
import {
  askC,
  c,
  cLibrary,
  failing,
  filesOf,
  python,
  pythonThere,
  said,
  table,
  unanswered,
} from './random-doors.mjs';
import { Opening } from './writers.mjs';

const full = await encoders();
const look = await engine();
const writer = await load('heed-all', Opening);

const kOdd = [
  '',
  '   ',
  '\t',
  '.',
  '[CLS] send [SEP] me [PAD]',
  '<s> send </s> <pad> <unk> <|endoftext|> <mask>',
  'NAÏVE naïve e\u0301 İstanbul ﬁlm ẞ',
  '👩‍👩‍👧 please ☃ 𝔰𝔢𝔫𝔡',
  'пожалуйста 报告 を ส่ง אנא \u202eevil',
  'send\u00a0me\u200bthe\u00adreport\ufeff now\u0007',
  'two\nlines\r\nof it',
  '-send --me <b>now</b> & "that", \\n {0} %s',
  'x'.repeat(300),
  'please send me the report '.repeat(40),
];
function randomTexts(random, count) {
  const mixed = () =>
    `${randomWords(random, 6)} ${oneOf(random, kOdd.slice(3, 11))} ${randomWords(random, 3)}`;
  return Array.from({ length: count }, (_, i) => (i % 2 ? mixed() : randomWords(random, 20)));
}

// --- What each kind of model answers, in one form for all doors ------------------------------------------------
// A list with an answer for each text; null where there is none.

const kKinds = {
  classification(t, path, texts) {
    const { classes } = lines(said(['info', '--model', path, '--json']))[0];
    const all = ({ classes: found }) => (found.length ? found.map(({ probability }) => probability) : null);
    const asked = ['--model', path, '--json'];
    const read = texts.map((text) => text.trim() !== '');
    const doors = {
      json: lines(said(['predict', ...asked, '--', ...texts])).map(all),
      explain: lines(said(['explain', ...asked, '--method', 'leave-one-out', '--', ...texts])).map(all),
      brief: lines(said(['predict', ...asked, '--brief', '--', ...texts])).map(({ label, probability }) =>
        label === null ? null : { label, probability },
      ),
    };
    for (const threads of ['1', '3'])
      doors[`data, ${threads} threads`] = table(t, path, texts, ['--threads', threads]).map((row) =>
        row.label === null ? null : classes.map((label) => row[`p(${label})`]),
      );
    doors.evaluate = evaluated(t, path, texts, classes, read);
    const files = filesOf(path);
    const config = readFileSync(join(path, 'config.json'), 'utf8');
    const own = !('model_type' in JSON.parse(config));
    const model = full.open('m', files);
    doors.page = texts.map((text) => all(full.analyse(model, text)));
    full.call('close-model', { model });
    if (own && [undefined, 'scaled-dot'].includes(JSON.parse(config).mechanism)) {
      const first = look.open('m', {
        config,
        tokenizer: files['tokenizer.json'],
        weights: files['model.safetensors'],
      });
      doors['page, first visit'] = texts.map((text) => all(look.analyse(first, text)));
      look.call('close-model', { model: first });
    }
    if (cLibrary) {
      doors.C = askC(
        t,
        path,
        texts.map((text) => ({ command: 'analyse', text })),
      ).map(all);
      doors['C, together'] = c(t, path, 'predict', texts.join('\x1e'))
        .trimEnd()
        .split('\n')
        .map((line) => line.split(' ').map(Number))
        .map((row) => (row.at(-1) === 0 ? null : row.slice(0, -1)));
    }
    if (pythonThere) {
      doors.Python = python(t, path, 'classes', texts).map(all);
      doors['Python, together'] = python(t, path, 'batch', texts).map(([row, tokens]) =>
        tokens ? row : null,
      );
    }
    return { doors, classes };
  },

  'token-labels'(t, path, texts) {
    const all = ({ labels, tokens }) =>
      tokens.length ? labels.map(({ label, probability }) => ({ label, probability })) : null;
    return { doors: analysed(t, path, texts, all) };
  },

  questions(t, path, texts) {
    const question = 'send what';
    const all = ({ answer }) => (answer ? [answer.start, answer.end, answer.score] : null);
    const doors = analysed(t, path, texts, all, { question });
    doors.data = table(t, path, texts, ['--question', question]).map(({ start, end, score }) =>
      start === null ? null : [start, end, score],
    );
    return { doors };
  },

  'masked-words'(t, path, texts) {
    const masked = texts.map((text) => `[MASK] ${text}`);
    const all = ({ masks }) => masks.map(({ candidates }) => candidates[0].probability);
    const model = full.open('m', filesOf(path));
    const doors = {
      json: masked.flatMap((text) =>
        lines(said(['fill-mask', '--model', path, '--json', '--', text])).map(all),
      ),
      page: masked.map((text) => all(full.fillMask(model, text))),
    };
    full.call('close-model', { model });
    doors.data = table(t, path, masked).map(({ probability }, i) => ({
      product: probability,
      of: doors.json[i],
    }));
    if (cLibrary)
      doors.C = askC(
        t,
        path,
        masked.map((text) => ({ command: 'fill-mask', text, top: 5 })),
      ).map(all);
    if (pythonThere)
      doors.Python = python(t, path, 'masks', masked).map((masks) =>
        masks.map(([[, probability]]) => probability),
      );
    return { doors };
  },

  'next-word'(t, path, texts) {
    const model = writer.open(filesOf(path));
    const options = { temperature: 0 };
    const greedy = ['--tokens', '1', '--temperature', '0', '--json'];
    const doors = {
      json: texts.map((text) =>
        failing(() => [
          JSON.parse(said(['generate', '--model', path, ...greedy, '--', text])).probabilities[0],
        ]),
      ),
      page: texts.map((text) =>
        failing(() => {
          writer.call('begin-writing', { model, text, options });
          return [writer.call('write', { tokens: 1 }).written[0].probability];
        }),
      ),
      data: table(t, path, texts).map(({ probability, remark }, i) =>
        probability === null ? unanswered(texts[i], remark) : [probability],
      ),
    };
    writer.call('close-model', { model });
    return { doors };
  },

  vectors(t, path, texts) {
    const vector = (found) => (found.length ? found : null);
    const model = full.open('m', filesOf(path));
    const doors = {
      json: lines(said(['predict', '--model', path, '--json', '--', ...texts])).map(
        ({ embedding }) => embedding ?? null,
      ),
      page: texts.map((text) => failing(() => vector(full.embed(model, text).embedding))),
      data: table(t, path, texts).map(({ vector }) => vector),
    };
    full.call('close-model', { model });
    if (cLibrary)
      doors.C = askC(
        t,
        path,
        texts.map((text) => ({ command: 'embed', text })),
      ).map((reply) => reply.failed ?? vector(reply.tensors[0]));
    return { doors };
  },

  translate(t, path, texts) {
    const model = writer.open(filesOf(path));
    const own = texts.map((text) => text.slice(0, 60));
    const all = ({ target, log_probability }) => [target, log_probability];
    const doors = {
      json: own.map((text) =>
        failing(() => all(JSON.parse(said(['translate', '--model', path, '--json', '--', text])))),
      ),
      page: own.map((text) => failing(() => all(writer.call('translate', { model, text })))),
    };
    writer.call('close-model', { model });
    doors.data = table(t, path, own).map(({ translation, probability, remark }, i) =>
      translation === null ? unanswered(own[i], remark) : [translation, Math.log(probability)],
    );
    if (cLibrary)
      doors.C = askC(
        t,
        path,
        own.map((text) => ({ command: 'translate', text })),
      ).map((reply) => reply.failed ?? all(reply));
    return { doors };
  },
};

// Doors of whatever `predict --json` and the command "analyse" tell.
function analysed(t, path, texts, all, given = {}) {
  const flags = given.question ? ['--question', given.question] : [];
  const model = full.open('m', filesOf(path));
  const doors = {
    json: lines(said(['predict', '--model', path, '--json', ...flags, '--', ...texts])).map(all),
    page: texts.map((text) => all(full.analyse(model, text, given))),
  };
  full.call('close-model', { model });
  if (cLibrary)
    doors.C = askC(
      t,
      path,
      texts.map((text) => ({ command: 'analyse', text, ...given })),
    ).map(all);
  return doors;
}

// Every row is labelled with the first class: the errors among them tell what the others are taken for.
function evaluated(t, path, texts, classes, read) {
  const place = folder(t);
  const rows = texts.map((text) => `${JSON.stringify({ text, label: classes[0] })}\n`);
  writeFileSync(join(place, 'rows.jsonl'), rows.join(''));
  const [{ test: figures, errors }] = lines(
    said(['evaluate', '--model', path, '--data', 'rows.jsonl', '--errors', '--json'], { cwd: place }),
  );
  assert.equal(figures.n, read.filter(Boolean).length, 'rows without text are left out');
  return texts.map((text, i) => {
    if (!read[i]) return null;
    const error = errors.find(({ row }) => row === i + 1);
    if (error) assert.equal(error.text, text);
    return error ? { label: error.predicted, probability: error.probability } : { label: classes[0] };
  });
}

// --- Comparison ----------------------------------------------------------------------------------------------

const close = (a, b) => Math.abs(a - b) <= 1e-5 * (1 + Math.abs(b));

// Whether an answer is the one expected; of one class alone, whether it is the likeliest within rounding.
function same(answer, expected, classes) {
  if (typeof answer === 'number' && typeof expected === 'number') return close(answer, expected);
  if (answer === null || expected === null || typeof answer !== 'object') return answer === expected;
  if (Array.isArray(answer))
    return answer.length === expected.length && answer.every((one, i) => same(one, expected[i], classes));
  if ('blank' in answer) return answer.blank.trim() === '';
  if ('product' in answer)
    return close(
      answer.product,
      answer.of.reduce((a, b) => a * b, 1),
    );
  if (classes) {
    const most = Math.max(...expected);
    const its = expected[classes.indexOf(answer.label)];
    return close(its, most) && close(answer.probability ?? its, most);
  }
  return Object.keys(answer).every((key) => same(answer[key], expected[key]));
}

let seed = 20261130;
for (const [task, architectures] of Object.entries(kServed))
  test(`random models of ${task} give one answer by every door`, (t) => {
    for (const architecture of architectures) {
      const random = randomNumbers(++seed);
      const path = randomModel(join(folder(t), 'place'), task, architecture, seed);
      const texts = [...kOdd, ...randomTexts(random, 8)];
      const { doors, classes } = kKinds[task](t, path, texts);
      const { json, ...others } = doors;
      for (const [door, answers] of Object.entries(others)) {
        assert.equal(answers.length, texts.length, `${architecture}, ${door}`);
        answers.forEach((answer, i) =>
          assert.ok(
            same(answer, json[i], classes),
            `${architecture} (seed ${seed}), ${door}, ${JSON.stringify(texts[i])}: ${JSON.stringify(answer)} for ${JSON.stringify(json[i])}`,
          ),
        );
      }
    }
  });
