// Each language has words for what the engine says to a visitor of the page, and for nothing that it does not say any more.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { inOwnWords, partsOf } from '../../../web/src/text/engine-words.own.ts';
import { asSentence } from '../../../web/src/text/message.ts';
import { ownWords } from '../../../web/src/text/own-words.ts';
import { withoutPlace } from '../../../web/vite/language.mts';
import { Literals } from '../../../web/vite/literals.mts';
import { readLanguages } from '../../../web/vite/words.mts';
import { type EngineMessage, engineMessages, literalsIn } from './engine-messages.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

// Files that no visitor hears of: what only programs call wrongly, and what only the command line and the studio do.
const kForPrograms: readonly RegExp[] = [
  /^(autograd|contents|device|kernels|ranks|optim\/optimizer)/,
  /^base\/(file|mapped|random|thread)/,
  /^tensor\/(shape|tensor\.h)/,
  /^nn\/(torch_init|key_values)/,
  /^text\/(tokenizer_json_write|pipeline_json|pipeline\/(byte_pair|word_piece)_json)/,
  /^data\/(?!piece_encoder|text_encoder)/,
  /^format\/(store|half)/,
  /^explain\/(divergence|kendall|data_faith|residual)/,
  /^tasks\/(?!classification_rows|options|prepared_text|recipe)/,
  /^train\/(?!gradient_steps\.cpp)/,
  /^session\/(rows|runs|tuning|view)\//,
  /^session\/training\/(?!training\.cpp|inside\/run_inputs)/,
  /^session\/explaining\/(explain_rows|faithfulness\.cpp|inside)/,
  /^session\/models\/(devices|quantize|save|inside\/(library_network|output_folder|recorded))/,
  /^session\/(reading\/tokenize\.cpp|door\/(?!training))/,
];
// Messages likewise, of other files.
const kNeverMet: readonly RegExp[] = [
  /--from|--other|mpirun|--resume|on the cpu|trains no network|several processes|its own tokens/,
  /8-bit numbers: the device|the storage "|masking\.masked|^crops of/,
  /knows? nothing of|has no point|cannot be written\.$|let go of already|the library's name of/,
  /texts to read and|^two tensors|^nothing is being|files came|^the experiment|value numbers:|^random tensors \[/,
  /^the trained |cannot be seen as|^rows \{|^no conversion|the file cuts texts|^Oniguruma|^\{0\}: \{1\}\.$/,
  // Messages of the page itself.
  /^(not at all|as a whole|word by word|cancelled|the engine was stopped|unknown message)|^index\.json lists/,
];

function saidByThePage(): EngineMessage[] {
  const folder = `${root}/web/src/engine`;
  const files = (readdirSync(folder, { recursive: true }) as string[]).filter((file) =>
    /(?<!\.d)\.ts$/.test(file),
  );
  return files.flatMap((file) => {
    const code = readFileSync(`${folder}/${file}`, 'utf8');
    const { met } = new Literals(code, (message) => (/^\[[^\]]+\] \w/.test(message) ? message : undefined));
    return met.map((message) => ({ file, message: withoutPlace(message).said }));
  });
}

// Whether a text is one of these, or some of them one after the other.
const madeOf = (literals: readonly string[]) => {
  // Letters alone would spell anything.
  const one = new Set(literals.filter((literal) => !/^\w{1,2}$/.test(literal)));
  const known = new Map([['', true]]);
  const isMade = (text: string): boolean => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const ends = Array.from(text, (_, i) => i + 1);
    const found = ends.some((end) => one.has(text.slice(0, end)) && isMade(text.slice(end)));
    known.set(text, found);
    return found;
  };
  return isMade;
};

const sameOf = (message: string): string => message.replaceAll(/\{\d+#?\}/g, '{}').replace(/^(\{\})+/, '');
const placeholders = (text: string): string[] => (text.match(/\{\d+/g) ?? []).sort();

const engine = `${root}/engine`;
const met = [...engineMessages(engine), ...saidByThePage()];
const forVisitors = met.filter(
  ({ file, message }) =>
    !kForPrograms.some((of) => of.test(file)) && !kNeverMet.some((met) => met.test(message)),
);

for (const { id, name, engine: table } of readLanguages()) {
  test(`${name} has words for what the engine says to a visitor`, () => {
    const known = Object.keys(table).map(sameOf);
    // What ends with a value may say there what is told apart in more than one message.
    const isKnown = (said: string) =>
      known.includes(said) || (/\{\}$/.test(said) && known.some((one) => one.startsWith(said.slice(0, -2))));
    const missing = forVisitors.filter(({ message }) => !isKnown(sameOf(message)));
    assert.deepEqual(
      missing.map(({ file, message }) => `${file}: ${message}`),
      [],
      `web/languages/engine/${id}.json has none of these: say them, or list them here where no visitor meets them`,
    );
    assert.ok(forVisitors.length > 300, `${forVisitors.length} messages were met`);
  });

  test(`${name} fills in what the engine does`, () => {
    const off = Object.entries(table).filter(
      ([message, said]) => JSON.stringify(placeholders(message)) !== JSON.stringify(placeholders(said)),
    );
    assert.deepEqual(off, []);
  });

  test(`${name} has words for nothing that the engine does not say any more`, () => {
    const said = new Set(met.map(({ message }) => sameOf(message)));
    const isMade = madeOf(literalsIn(engine));
    const gone = Object.keys(table).filter(
      (message) => !said.has(sameOf(message)) && !message.split(/\{\d+#?\}/).every(isMade),
    );
    assert.deepEqual(gone, []);
  });
}

const german = ownWords(readLanguages().find(({ id }) => id === 'de')!.engine);

test('a message comes in whole, with what the engine fills in', () => {
  for (const [message, said] of [
    [
      '[explain] the texts have 3 and 4 tokens: expected the same number.',
      '[explain] die Texte haben 3 und 4 Token: erwartet werden gleich viele.',
    ],
    [
      '[mine/config.json] has no "hidden_size", expected an integer.',
      '[mine/config.json] hat kein „hidden_size“, erwartet wird eine ganze Zahl.',
    ],
    [
      '[config.json] "layers" is 0, out of bounds: expected 1 to 64.',
      '[config.json] „layers“ ist 0 und damit außerhalb der Grenzen: erwartet wird 1 bis 64.',
    ],
    [
      '[a.safetensors] tensor "x" has no list "shape".',
      '[a.safetensors] tensor "x" hat keine Liste „shape“.',
    ],
    [
      '[tokenizer.json] model: "vocab" is an array: expected an object.',
      '[tokenizer.json] model: „vocab“ ist eine Liste: erwartet wird ein Objekt.',
    ],
    [
      '[explain] flow cannot be asked here: the text has more than 64 tokens.',
      '[explain] flow geht hier nicht: Der Text hat mehr als 64 Token.',
    ],
    [
      '[v.txt] line 3 has 2 numbers at its end, expected 50: it is left out.',
      '[v.txt] Zeile 3 hat 2 Zahlen am Ende, erwartet wird 50: Sie bleibt weg.',
    ],
    [
      '[x] has 5.1 GB: at most 4.0 GB fit into memory here. Open it with the command line instead.',
      '[x] hat 5,1 GB: Hier passen höchstens 4,0 GB in den Speicher. Öffnen Sie das Modell stattdessen mit der Kommandozeile.',
    ],
  ])
    assert.equal(german(message!), said);
});

test('what there are no words for is not half in another language, and what people wrote stays', () => {
  assert.equal(german('[x] the cat of the house is grey: expected a dog.'), null);
  assert.equal(german('[engine] something new'), null);
  assert.match(german('[explain] the class "a number" is unknown: expected one of a, b.')!, /„a number“/);
});

test('what there are no words for is marked as English, in a failure and within an answer', async () => {
  const failed = {
    kind: 'failed',
    request: 1,
    message: '[engine] a new trouble.',
    fatal: false,
    cancelled: false,
  } as const;
  await inOwnWords(failed); // none can be fetched here
  assert.deepEqual(partsOf(asSentence(failed.message)), ['', 'A new trouble', '.']);
  const left = { error: '[x] this' };
  await inOwnWords({ kind: 'answer', request: 2, answer: { left, right: null } as never });
  assert.deepEqual(partsOf(left.error), ['', '[x] this', '']);
  assert.equal(
    inOwnWords({ kind: 'answer', request: 3, answer: { tokens: [{ text: 'error' }] } as never }),
    null,
  );
});
