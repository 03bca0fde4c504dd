// The objects that commands print with --json, for schemas.md. `try` is a command line that prints one, with the files of
// tests/native/printed.test.mjs: it fails if a key is missing here.
// A key that ends in "?" may be left out. {real} is an object from names to reals, real[] a list.

export const kPrinted = [
  {
    command: 'heed predict TEXT',
    type: 'Analysis',
    try: 'predict --model emotions --attention "I loved it."',
  },
  { command: 'heed predict --brief TEXT', type: 'BriefAnswer', try: 'predict --model emotions --brief fine' },
  {
    command: 'heed explain TEXT',
    type: 'Analysis + Explained',
    try: 'explain --model heed-small-sentiment --attention --edit 2.3.off --other "A dull film." --patching "A warm film."',
  },
  {
    command: 'heed faithfulness',
    type: 'FaithfulnessOverTexts',
    try: 'faithfulness --model enron-request --data rows.csv --report --guide rows.csv',
  },
  { command: 'heed tokenize', type: 'TokenizedText', try: 'tokenize --model heed-small "a b"' },
  {
    command: 'heed tokenize --steps',
    type: 'TokenizeSteps',
    try: 'tokenize --steps --model heed-small "a b"',
  },
  { command: 'heed tokenize --ids', type: 'DecodedIds', try: 'tokenize --ids --model heed-small "5 6"' },
  { command: 'heed train', type: 'TrainingResult', try: 'train mails.csv --out models/again' },
  {
    command: 'heed train, stopped by Ctrl-C or --minutes',
    type: 'StoppedTraining',
    try: 'train mails.csv --out models/stopped --minutes 0',
  },
  {
    command: 'heed tune',
    type: 'SearchResult',
    try: 'tune mails.csv --over training.epochs=1,2 --trials 1 --out search.json',
  },
  { command: 'heed label-errors', type: 'LabelErrors', try: 'label-errors mails.csv --folds 2' },
  { command: 'heed nearest', type: 'NearestRows', try: 'nearest --model models/mails --most 1 "call me"' },
  {
    command: 'heed pack',
    type: 'PackedFile',
    try: 'pack --data book.txt --set text.max_size=60 --out book.packed',
  },
  {
    command: 'heed evaluate',
    type: 'Evaluated',
    try: 'evaluate --model models/mails --data swapped.csv --errors --slices --calibration --compare models/second',
  },
  {
    command: 'heed attend',
    type: 'AttendedTexts',
    try: 'attend --embeddings word-vectors --steps --query "a cat" --key "the dog"',
  },
  {
    command: 'heed fill-mask',
    type: 'FilledMasks',
    try: 'fill-mask --model heed-small --attention --top 1 "a [MASK]"',
  },
  { command: 'heed generate', type: 'GeneratedText', try: 'generate --model heed-writer --tokens 1 The' },
  { command: 'heed generate --why', type: 'NextTokenReasons', try: 'generate --model heed-writer --why The' },
  {
    command: 'heed translate',
    type: 'Translation',
    try: 'translate --model dates --edit "*.*.2.only=0" "14 mars 1987"',
  },
  { command: 'heed info --model', type: 'ModelInfo', try: 'info --model heed-small' },
  { command: 'heed info --devices', type: 'DeviceInfo', try: 'info --devices' },
  { command: 'heed data', type: 'FileLook', try: 'data mails.csv' },
  { command: 'heed recipes', type: 'RecipeEntry', try: 'recipes' },
  { command: 'heed runs', type: 'RunRecord', try: 'runs' },
];

export const type = (name, meaning, keys) => ({ name, meaning, keys });

// Keys of the engine's objects that the command line alone has.
export const kMore = {
  AttentionMap: [
    [
      'weights?',
      'real[][][]',
      'The weights: head, query, key. Only on the command line, with `--attention`; always in `heed translate`.',
    ],
  ],
  MaskCandidates: [
    [
      'attention?',
      'real[][][]',
      'The row of the mask: layer, head, token. Only on the command line, with `--attention`.',
    ],
  ],
};
