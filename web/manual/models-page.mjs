// The page Models that ship: what heed info says of each.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const kKinds = {
  'sentence-classifier': 'classifier: words and phrases vote, attention weighs the votes',
  'recurrent-classifier': 'classifier: a recurrent network with attention',
  ModernBertForSequenceClassification: 'classifier: `heed-small`, fine-tuned',
  ModernBertForMaskedLM: 'masked language model',
  GPT2LMHeadModel: 'language model',
  MarianMTModel: 'encoder-decoder',
  RecurrentTranslatorModel: 'encoder-decoder: a recurrent network with attention',
  'word-vectors': 'word vectors',
};
const kCommands = {
  MarianMTModel: '`heed translate`',
  RecurrentTranslatorModel: '`heed translate`',
  ModernBertForMaskedLM: '`heed fill-mask`',
  GPT2LMHeadModel: '`heed generate`',
  'word-vectors': '`heed attend --embeddings`',
};
const root = fileURLToPath(new URL('../..', import.meta.url));
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

function rowsOf(ask, kind, nameOf) {
  const ids = readdirSync(`${root}/assets/${kind}`, { withFileTypes: true })
    .filter((one) => one.isDirectory())
    .map(({ name }) => name);
  return ids.toSorted().map((id) => {
    const info = JSON.parse(ask('info', '--model', `${root}/assets/${kind}/${id}`, '--json'));
    return [
      `\`${nameOf(id)}\``,
      kKinds[info.architecture] ?? info.architecture,
      kCommands[info.architecture] ?? '`heed predict`, `heed explain`',
      info.layers > 0 ? `${info.layers} × ${info.heads}` : 'none',
      info.classes.length > 0 ? info.classes.map((one) => `\`${one}\``).join(', ') : 'none',
      megabytes(info.bytes),
    ];
  });
}

export function modelsPage(ask, table) {
  const head = ['name', 'kind', 'command', 'layers × heads', 'classes', 'weights'];
  return `# Models that ship

Choose a model that comes with Heed. The program writes this page: it says what \`heed info\` says.

## Models to use

Give the name to \`--model\`, from any folder: \`heed predict --model emotions "I loved it."\`.

${table(
  head,
  rowsOf(ask, 'models', (id) => id),
)}

Layers and heads count from 0. A model of 4 × 4 has layers 0 to 3, and heads 0 to 3 in each. \`heed info --model NAME\` says more, and
the file \`assets/models/NAME/README.md\` is the model card: data, licence, figures.

## Models to fine-tune

Give the folder to \`--from\`. The path in the table works in the root of the repository. In any other folder, write the whole path.

${table(
  head,
  rowsOf(ask, 'pretrained', (id) => `assets/pretrained/${id}`),
)}

\`assets/pretrained/heed-small\` and the model \`heed-small\` are the same network. The first has float16 weights, the second has 8-bit
weights: their probabilities differ a little. Use the first with \`--from\`.

## Names that look alike

A model, a recipe and a data set may share a name. The option says which one you mean.

| you write | Heed takes |
| --- | --- |
| \`--model enron-request\` | the trained model |
| \`heed train enron-request\` | the recipe: the settings that such a model is trained with |
| \`--from assets/pretrained/heed-small\` | the model in this folder |
| \`heed fetch enron-intent\` | the public data set; the command prints the folder for \`--data\` |

A folder of your own goes before a name: if a folder \`emotions\` lies in your working folder, \`--model emotions\` takes it.
\`--model ./emotions\` and other paths with a slash always mean a folder.
`;
}
