// Made by web/generate.mjs from `heed describe --json`: ./dev describe makes it anew.
// What is not there keeps its default.
export interface AttendOptions {
  // How scores and weights are made, see below
  readonly mechanism?: string;
  // Query t sees keys 1 to t only
  readonly causal?: boolean;
  // Seed of the weights, as for torch.manual_seed
  readonly seed?: number;
  // Weights of trainable mechanisms: drawn from the seed, or trained over these vectors
  readonly parameters?: string;
  // Number of the draw, for mechanisms that sample
  readonly draw?: number;
  // Width of the vectors that trainable weights lead to
  readonly width?: number;
  // multi-head: how many; 0: 4
  readonly heads?: number;
  // Scores are divided by it
  readonly temperature?: number;
  // Local mechanisms: keys to either side of the centre
  readonly window?: number;
  // Local mechanisms: one centre for all queries, from 0
  readonly centre?: number;
  // Tokenizer of the texts: whitespace or words
  readonly tokenizer?: string;
}

// A token of a text.
export interface Token {
  // After normalisation, also when it is unknown.
  readonly text: string;
  // Null where there is no vocabulary.
  readonly id: number | null;
  // Bytes of the UTF-8 text, [start, end).
  readonly start: number;
  readonly end: number;
  readonly known: boolean;
  readonly special: boolean;
  // That it is a piece of; null of special tokens.
  readonly word: number | null;
  // Of what was asked, not of the text.
  readonly question?: boolean;
}

export interface ClassProbability {
  readonly label: string;
  readonly probability: number;
}

// What a model for regression says: any number.
export interface LabelledValue {
  readonly label: string;
  readonly value: number;
}

// T queries, S keys, H heads.
export interface AttentionMap {
  readonly name: string;
  readonly kind: 'self' | 'cross' | 'pooling';
  readonly layer: number;
  // [H, T, S]
  readonly shape: readonly [number, number, number];
  // False where rows need not sum to 1.
  readonly normalised?: boolean;
}

export interface Pair {
  readonly layer: number;
  readonly head: number;
  readonly query: number;
  readonly key: number;
  readonly weight: number;
}

// The text after one step of preprocessing.
export interface PreprocessingStep {
  readonly step: string;
  readonly text: string;
}

// A span of the text, in bytes.
export interface Answer {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly score: number;
}

// What a model makes of a text.
export interface Analysis {
  readonly model: string;
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly classes: readonly ClassProbability[];
  readonly prediction: ClassProbability | null;
  // The values of a regression model, which has no classes.
  readonly values?: readonly LabelledValue[];
  readonly attention: readonly AttentionMap[];
  // Per token, the last layer's mean over heads and sum over queries.
  readonly received: readonly number[];
  readonly top_pairs: readonly Pair[];
  // Of models that change the text before they cut it.
  readonly preprocessing?: readonly PreprocessingStep[];
  // Bytes that were read, where the text was longer than the model reads.
  readonly cut_at?: number;
  // What takes no more then: tokenizer.json, model, or max_tokens of the question.
  readonly cut_by?: string;
  // That there would have been then.
  readonly total_tokens?: number;
  // What the model's folder holds and is not used, and how the text is read.
  readonly warnings?: readonly string[];
  // Of models that label each token.
  readonly labels?: readonly ClassProbability[];
  // Of plain encoders: the mean of the last layer's states.
  readonly embedding?: readonly number[];
  // The state of the first token.
  readonly cls_embedding?: readonly number[];
  // Of models that answer questions.
  readonly answer?: Answer;
  // The best few, the best first.
  readonly answers?: readonly Answer[];
}

export interface FilledMasks {
  readonly text: string;
  // One for each mask in the text.
  readonly masks: readonly MaskCandidates[];
  // Where it was asked for what masks look at.
  readonly tokens?: readonly string[];
  // As of an Analysis.
  readonly warnings?: readonly string[];
  readonly layers?: number;
  readonly heads?: number;
}

export interface MaskCandidates {
  // Counts tokens.
  readonly position: number;
  // They fall in probability.
  readonly candidates: readonly MaskCandidate[];
}

export interface MaskCandidate {
  readonly token: string;
  readonly id: number;
  readonly probability: number;
}

// A stretch of a text on its way, and what it stands for.
export interface Stretch {
  readonly text: string;
  // Bytes of the UTF-8 text, [start, end).
  readonly start: number;
  readonly end: number;
  // Is not what stands there.
  readonly changed: boolean;
}

// The whole cut of a text.
export interface TokenizeSteps {
  readonly text: string;
  readonly normalized: readonly Stretch[];
  readonly words: readonly Stretch[];
  readonly pieces: readonly Token[];
  // From the ids, without special tokens.
  readonly decoded: string;
}

// Why a model says what it says.
export interface Explained {
  // One for each class; none of a text without tokens.
  readonly contributions: readonly ScoreSum[];
  // One for each method.
  readonly attributions: readonly Attributed[];
  // Where edits were given: all of this is of its tokens.
  readonly edited?: EditedText;
  // Where patching was asked for.
  readonly patched?: Patched;
}

// A class's score with one state of another text in its place: activation patching.
export interface Patched {
  readonly class: string;
  readonly layers: readonly number[];
  // Of each layer, by the token whose state is the other text's.
  readonly scores: readonly (readonly number[])[];
  // As it is.
  readonly score: number;
  // Of the other text.
  readonly of_other: number;
}

// A class's score as a sum: terms + bias = sum.
export interface ScoreSum {
  readonly class: string;
  readonly bias: number;
  readonly sum: number;
  // The score: the sum, and the remainder where there is one.
  readonly logit: number;
  // What rounding to 8 bits leaves over.
  readonly remainder?: number;
  // One for each token.
  readonly terms: readonly ScoreTerm[];
  // The same sum by what wrote it.
  readonly components: readonly ScorePart[];
}

export interface ScoreTerm {
  readonly token: number;
  readonly value: number;
  readonly parts?: readonly ScorePart[];
}

export interface ScorePart {
  // word, n-grams, phrase, state, layer.0.head.1, …
  readonly part: string;
  // Of a phrase.
  readonly text?: string;
  readonly value: number;
}

// What one method says of each token.
export interface Attributed {
  readonly method: string;
  readonly values: readonly number[];
  // What the values lack of the sum that they are to have.
  readonly gap: number | null;
  // Where the method asks for one.
  readonly class?: string;
  readonly against?: string;
  // Of integrated gradients.
  readonly steps?: number;
}

// What a text under edits is said to be.
export interface EditedText {
  readonly edits: readonly string[];
  readonly tokens: readonly string[];
  readonly classes: readonly ClassProbability[];
  readonly prediction: ClassProbability | null;
  // The values of a regression model, which has no classes.
  readonly values?: readonly LabelledValue[];
}

// Whether the attention to a text explains the answer.
export interface Faithfulness {
  // That is predicted.
  readonly class: string;
  // Places of those that agreement is about.
  readonly tokens: readonly number[];
  // That each of them gets, shares.
  readonly attention: readonly number[];
  // With |x · ∂p/∂x|, the maps held.
  readonly gradient: Agreement;
  // With how far leaving each out moves the probabilities.
  readonly leave_one_out: Agreement;
  // Of the last map's rows: entropy / log n, on average.
  readonly evenness: number;
  // The share of rows where that is above 0.95.
  readonly even_rows: number;
}

// Of attention with another measure.
export interface Agreement {
  // Kendall's; null where one of them is the same for all tokens.
  readonly tau: number | null;
  readonly p: number | null;
  // Both have one token first.
  readonly same_first: boolean;
  // Of that measure.
  readonly values: readonly number[];
}

// What other attention does to the answer, where it was wanted. Probabilities move by ½ Σ |p - p'|.
export interface MapExperiments {
  readonly even?: EvenMap;
  readonly permutations?: PermutedMaps;
  readonly adversarial?: AdversarialMap;
  readonly erased?: readonly WordsErased[];
  readonly silenced?: readonly WeightsSilenced[];
}

export interface EvenMap {
  readonly moved: number;
  // That is predicted then.
  readonly class: string;
}

export interface PermutedMaps {
  // Of the model's own.
  readonly largest_weight: number;
  // By each.
  readonly moved: readonly number[];
}

// The map furthest from the model's own that moves probabilities by at most 0.05.
export interface AdversarialMap {
  // Jensen-Shannon divergence in nats, at most ln 2.
  readonly js: number;
  readonly moved: number;
  // What each token of the text gets of the model's own, shares.
  readonly attended: readonly number[];
  readonly attended_adversarially: readonly number[];
}

export interface WordsErased {
  // Or random.
  readonly method: string;
  // Without the first 1, 5, 10, 20 and 50 % of the words.
  readonly comprehensiveness: readonly number[];
  // With them alone.
  readonly sufficiency: readonly number[];
}

export interface WeightsSilenced {
  readonly order: string;
  // That were silent when the answer turned.
  readonly keys: number;
  // Of all; 1 where it never did.
  readonly share: number;
  readonly turned: boolean;
}

// A text and its class.
export interface TrainingRow {
  readonly text: string;
  // Its place among the labels.
  readonly label: number;
  // Words on which it hangs, where that is known.
  readonly needed?: readonly number[];
}

export interface ToyTexts {
  readonly labels: readonly string[];
  readonly rows: readonly TrainingRow[];
}

export interface TrainingBegun {
  // Data, vocabulary, structure and parameters, in words.
  readonly description: string;
  readonly state: TrainingState;
}

// Where a run stands.
export interface TrainingState {
  // Under way, from 1.
  readonly epoch: number;
  readonly epochs: number;
  // Done of this epoch.
  readonly step: number;
  // Of an epoch.
  readonly steps: number;
  readonly tokens_per_second: number;
  // At this rate; 0 before the first step.
  readonly seconds_left: number;
  readonly ended: boolean;
}

// A step that was done.
export interface TrainingPoint {
  // From 1, of the whole run.
  readonly step: number;
  // Of its texts, dropout on.
  readonly loss: number;
  // Over the epoch so far.
  readonly mean_loss: number;
  // Likewise.
  readonly accuracy: number;
  // At which weights moved.
  readonly rate: number;
  // Before clipping.
  readonly gradient_norm: number;
  // That it ended.
  readonly epoch?: number;
  // Then, where texts were held out.
  readonly validation?: Figures;
}

// After the last step.
export interface TrainedWeight {
  readonly name: string;
  // Root of the mean square of its numbers.
  readonly weight: number;
  // Likewise, before clipping.
  readonly gradient: number;
}

export interface Trained {
  readonly points: readonly TrainingPoint[];
  readonly state: TrainingState;
  // In the order of the network.
  readonly weights?: readonly TrainedWeight[];
}

export interface ClassFigures {
  readonly label: string;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  // Texts that are of it.
  readonly support: number;
}

// How right a model is on labelled texts.
export interface Figures {
  // Texts.
  readonly n: number;
  readonly loss: number;
  readonly accuracy: number;
  readonly macro_f1: number;
  readonly weighted_f1: number;
  readonly weighted_precision: number;
  readonly weighted_recall: number;
  // Of two classes the second: rates of true and false answers.
  readonly tpr?: number;
  readonly fpr?: number;
  readonly tnr?: number;
  readonly fnr?: number;
  readonly roc_auc?: number;
  readonly f1?: number;
  // Of toy tasks: the share that falls on the words on which answers hang.
  readonly attention_on_needed?: number;
  // By the true class, then the predicted one.
  readonly confusion: readonly (readonly number[])[];
  readonly per_class: readonly ClassFigures[];
}

// A checkpoint, where the run keeps any.
export interface KeptTraining {
  readonly bytes?: number;
  // In which they stand, with zeros behind.
  readonly tensor?: number;
}

// A file of a model folder.
export interface TrainedFile {
  readonly name: string;
  readonly bytes: number;
  // In which they stand, with zeros behind.
  readonly tensor: number;
}

// What the finished model makes of a text that it has not learned from.
export interface HeldOutText {
  // Of those that were given.
  readonly row: number;
  // Its class.
  readonly predicted: number;
  readonly probability: number;
}

export interface FinishedTraining {
  readonly train: Figures | null;
  readonly validation: Figures | null;
  readonly test: Figures | null;
  // In steps and validation.
  readonly seconds: number;
  // At most 2,000.
  readonly held_out: readonly HeldOutText[];
  readonly files: readonly TrainedFile[];
}

// Nothing more to say.
export interface Done {
}

export interface ModelInfo {
  readonly architecture: string;
  readonly parameters: number;
  readonly layers: number;
  readonly heads: number;
  readonly classes: readonly string[];
  readonly vocabulary: number;
  readonly bytes: number;
  // The token that stands for a hidden word, where the vocabulary has one.
  readonly mask?: string;
  // What its files ask for and is not done, and hold and is not used.
  readonly warnings?: readonly string[];
}

export interface OpenedModel {
  // Its number.
  readonly model: number;
  readonly info: ModelInfo;
}

export interface IncomingModel {
  // Its number.
  readonly model: number;
  readonly info: ModelInfo;
  // What its matrices are, however they became it.
  readonly int8: boolean;
}

export interface ModelWeights {
  readonly weights: readonly ModelWeight[];
}

// A tensor of a model.
export interface ModelWeight {
  readonly name: string;
  readonly shape: readonly number[];
  readonly type: string;
  // That it is computed with.
  readonly bytes: number;
}

// Word vectors.
export interface VectorsInfo {
  // Of a vector.
  readonly width: number;
  // That have one; null where every word has.
  readonly words: number | null;
  // Mechanisms that have learned over them.
  readonly trained?: readonly string[];
  // Lines of the file that could not be read, by number.
  readonly warnings: readonly string[];
}

export interface TokenizerInfo {
  // WordPiece, BPE, …
  readonly kind: string;
  // Of the vocabulary; 0 where there is none.
  readonly size: number;
}

// torch.manual_seed(seed); q, k, v = randn(1, T, D).
export interface RandomTensors {
  readonly seed: number;
  readonly T: number;
  readonly D: number;
}

export interface AttendToken {
  readonly text: string;
  // Bytes of the UTF-8 text, [start, end).
  readonly start: number;
  readonly end: number;
  // No vector: zeros stand in for it.
  readonly missing: boolean;
}

export interface AttendTokens {
  readonly query: readonly AttendToken[];
  readonly key: readonly AttendToken[];
}

// A step of the computation, one matrix per head.
export interface NamedMatrix {
  readonly name: string;
  readonly letter: string;
  readonly formula: string;
  // What they are.
  readonly rows: 'query' | 'key' | 'width' | 'one';
  readonly columns: 'query' | 'key' | 'width' | 'one';
  // [H, R, C]
  readonly shape: readonly [number, number, number];
  // A masked score is none.
  readonly values: readonly (readonly (readonly (number | null)[])[])[];
}

// T query tokens, S key tokens, D width of the vectors, H heads.
export interface Attended {
  readonly mechanism: string;
  // Left out where they are those of the answer before.
  readonly tokens?: AttendTokens;
  // In the order of the computation; query and key are the embeddings, [T, D] and [S, D].
  readonly matrices: readonly NamedMatrix[];
  readonly scores: readonly (readonly (readonly number[])[])[];
  readonly weights: readonly (readonly (readonly number[])[])[];
  readonly output: readonly (readonly number[])[];
  // In nats.
  readonly entropy: readonly (readonly number[])[];
  // Of the output from that of soft attention; only where there is something to compare with.
  readonly distance?: readonly number[];
  // What soft attention is here.
  readonly soft?: string;
  readonly normalised: boolean;
  // Hard: the key that was drawn for each query.
  readonly sampled?: readonly number[];
  // Local: the middle of each query's window.
  readonly centres?: readonly number[];
  // How far it reaches to either side.
  readonly window?: number;
  // Words without a vector.
  readonly missing: readonly string[];
  readonly warnings: readonly string[];
  // What the mechanism would learn and was drawn from the seed: general.weight W [D, D], score.weight v [1, width], …
  readonly learned: Readonly<Record<string, readonly (readonly number[])[]>>;
  // Of random tensors, whose values are not their keys.
  readonly value?: readonly (readonly number[])[];
}

// Why one of several has no answer.
export interface Failure {
  readonly error: string;
}

// How the next token is chosen.
export interface WritingOptions {
  // Scores are divided by it; 0: the likeliest token.
  readonly temperature?: number;
  // Only so many, the likeliest; 0: all.
  readonly top_k?: number;
  // Of those the fewest that are as likely together.
  readonly top_p?: number;
  readonly seed?: number;
}

// A token that was read, or may be.
export interface NextToken {
  // As the vocabulary has it.
  readonly token: string;
  readonly id: number;
  // That the model gives it; 0 of the first, of which nothing is known.
  readonly probability: number;
  // What it reads as by itself; empty where it stands for no text.
  readonly text: string;
}

// A text that is written on.
export interface WritingState {
  // The text as it was given.
  readonly given: readonly NextToken[];
  readonly written: readonly NextToken[];
  // What may follow, the likeliest first; none where nothing can.
  readonly candidates: readonly NextToken[];
  // What has been written.
  readonly continuation: string;
  // Of a text under edits: how likely the candidates were without them.
  readonly unedited?: readonly number[];
  // The model has ended the text, or takes no more.
  readonly ended: '' | 'end' | 'full';
}

// What would be said after a layer.
export interface LensLayer {
  // -1: the embeddings.
  readonly layer: number;
  // The likeliest first.
  readonly candidates: readonly NextToken[];
  // What the whole network says, as likely as it is here.
  readonly said: NextToken;
}

// One head of one layer, or the mean of all of them.
export interface LookedAt {
  // As the vocabulary has them.
  readonly tokens: readonly string[];
  readonly layers: number;
  readonly heads: number;
}

// What parts add to one token's score; they and what its heads add sum to it.
export interface DirectLogit {
  readonly token: NextToken;
  readonly score: number;
  // Of the last token.
  readonly word: number;
  // Of the last token.
  readonly position: number;
  // Biases, those of norms among them.
  readonly constant: number;
  // What rounding leaves, of 8-bit weights.
  readonly rest: number;
  // Of each layer.
  readonly feed_forward: readonly number[];
}

// Direct logit attribution.
export interface DirectLogits {
  // As the vocabulary has them.
  readonly tokens: readonly string[];
  readonly layers: number;
  readonly heads: number;
  // The likeliest first.
  readonly candidates: readonly DirectLogit[];
}

// How the likeliest target is looked for, or one is drawn.
export interface TranslateOptions {
  // Hypotheses that live; 1: greedy.
  readonly beam?: number;
  // At most.
  readonly tokens?: number;
  readonly length_penalty?: number;
  // More than 0: tokens are drawn.
  readonly temperature?: number;
  // Only so many, the likeliest; 0: all.
  readonly top_k?: number;
  // Of those the fewest that are as likely together.
  readonly top_p?: number;
  readonly seed?: number;
}

// Another target that the beam found.
export interface Alternative {
  readonly target: string;
  readonly score: number;
}

// A token that the beam weighed.
export interface WeighedToken {
  // The one before it; -1: none.
  readonly parent: number;
  // What it reads as by itself.
  readonly text: string;
  readonly id: number;
  // After those before it.
  readonly probability: number;
  // Of all tokens up to it.
  readonly log_probability: number;
  // Dropped where others were likelier.
  readonly fate: 'lived' | 'ended' | 'dropped';
}

// A text that was written for another.
export interface Translated {
  readonly model: string;
  readonly source: string;
  readonly target: string;
  // log p, less of it the longer the target is.
  readonly score: number;
  // Of all tokens.
  readonly log_probability: number;
  // With the end.
  readonly source_tokens: readonly Token[];
  // The target's, with its end.
  readonly written: readonly NextToken[];
  // What might have been written in the place of each.
  readonly candidates: readonly (readonly NextToken[])[];
  // Of each token: its score less this is its log p.
  readonly log_sums: readonly number[];
  // The better first.
  readonly alternatives: readonly Alternative[];
  // That were made of what is looked at.
  readonly edits?: readonly string[];
  // What would have been written without them.
  readonly unedited?: Alternative;
  // Parents first; none of what was drawn.
  readonly tree: readonly WeighedToken[];
  // Of the tree, where the target ends; -1: nowhere.
  readonly leaf: number;
  // Their weights are the first tensors.
  readonly attention: readonly AttentionMap[];
  // Maps of which the tensors behind those say what the softmax was taken of.
  readonly scored: readonly number[];
}

export interface EngineCommands {
  // A model of Heed's own. Files: config.json, tokenizer.json, model.safetensors.
  'open-model': {
    takes: {
      readonly name: string;
      readonly files: readonly string[];
    };
    answers: OpenedModel;
  };
  // What it is made of.
  'describe-model': {
    takes: {
      readonly model: number;
    };
    answers: ModelWeights;
  };
  // A text, read. Tensors: [H, T, S] of each map, or none.
  'analyse': {
    takes: {
      readonly model: number;
      readonly text: string;
      readonly question?: string | undefined;
      readonly top?: number | undefined;
      readonly max_tokens?: number | undefined;
      readonly whole_maps?: number | undefined;
      readonly most_weights?: number | undefined;
    };
    answers: Analysis;
  };
  // One map of the last analysis. Tensors: [T, S].
  'map': {
    takes: {
      readonly map: number;
      readonly head: number;
      readonly changed?: boolean | undefined;
    };
    answers: Done;
  };
  // Its memory is given back.
  'close-model': {
    takes: {
      readonly model: number;
    };
    answers: Done;
  };
  // A model whose files arrive piece by piece. Then begin-file, end-model, cancel-model.
  'begin-model': {
    takes: {
      readonly name: string;
      readonly int8?: boolean | undefined;
      readonly threads?: number | undefined;
    };
    answers: Done;
  };
  // The next file, whose bytes follow.
  'begin-file': {
    takes: {
      readonly file: string;
      readonly bytes: number;
    };
    answers: Done;
  };
  // All files are there.
  'end-model': {
    takes: Done;
    answers: IncomingModel;
  };
  // What has come is let go.
  'cancel-model': {
    takes: Done;
    answers: Done;
  };
  // What may stand in the place of each mask of a text. Tensors: [layers, heads, tokens] of each mask, where it was asked for.
  'fill-mask': {
    takes: {
      readonly model: number;
      readonly text: string;
      readonly top: number;
      readonly attention?: boolean | undefined;
    };
    answers: FilledMasks;
  };
  // A sentence as a vector. Tensors: [D], the mean of the last layer's states; [D], the state of the first token.
  'embed': {
    takes: {
      readonly model: number;
      readonly text: string;
    };
    answers: Done;
  };
  // A text as its tokens.
  'tokenize': {
    takes: {
      readonly model: number;
      readonly text: string;
    };
    answers: readonly Token[];
  };
  // Why a model says what it says of a text, and what it would say if. Tensors: [H, T, S], each map under the edits.
  'explain': {
    takes: {
      readonly model: number;
      readonly text: string;
      readonly max_tokens?: number | undefined;
      readonly contributions?: boolean | undefined;
      readonly classes?: readonly string[] | undefined;
      readonly parts?: boolean | undefined;
      readonly attributions?: boolean | undefined;
      readonly methods?: readonly string[] | undefined;
      readonly unasked?: boolean | undefined;
      readonly class?: string | undefined;
      readonly against?: string | undefined;
      readonly edits?: readonly string[] | undefined;
      readonly other?: string | undefined;
      readonly patching?: number | undefined;
      readonly answered?: boolean | undefined;
      readonly most_weights?: number | undefined;
    };
    answers: Explained;
  };
  // A text under edits, read. Tensors: [H, T, S] of each map, or none.
  'changed-run': {
    takes: {
      readonly model: number;
      readonly text: string;
      readonly edits: readonly string[];
      readonly other?: string | undefined;
      readonly top?: number | undefined;
      readonly max_tokens?: number | undefined;
      readonly whole_maps?: number | undefined;
      readonly most_weights?: number | undefined;
    };
    answers: Analysis;
  };
  // Whether the attention to a text explains the answer.
  'faithfulness': {
    takes: {
      readonly model: number;
      readonly text: string;
      readonly max_tokens?: number | undefined;
      readonly edits?: readonly string[] | undefined;
    };
    answers: Faithfulness | null;
  };
  // What a text's answer becomes under other attention and with fewer words.
  'experiment': {
    takes: {
      readonly model: number;
      readonly text: string;
      readonly wanted?: readonly string[] | undefined;
      readonly methods?: readonly string[] | undefined;
      readonly random_orders?: number | undefined;
      readonly permutations?: number | undefined;
      readonly seed?: number | undefined;
      readonly max_tokens?: number | undefined;
      readonly edits?: readonly string[] | undefined;
    };
    answers: MapExperiments | null;
  };
  // Word vectors that ship. Files: config.json, tokenizer.json, model.safetensors.
  'open-vectors': {
    takes: {
      readonly name: string;
      readonly files: readonly string[];
    };
    answers: VectorsInfo;
  };
  // Vectors for whatever words there are.
  'random-vectors': {
    takes: {
      readonly width: number;
      readonly seed: number;
    };
    answers: VectorsInfo;
  };
  // A GloVe text file, whose bytes follow; until it has ended the vectors before it stay. Then end-vectors, cancel-vectors.
  'begin-vectors': {
    takes: {
      readonly name: string;
      readonly texts: readonly string[];
    };
    answers: Done;
  };
  // All bytes are there.
  'end-vectors': {
    takes: Done;
    answers: VectorsInfo;
  };
  // What has come is let go.
  'cancel-vectors': {
    takes: Done;
    answers: Done;
  };
  // Attention between two texts, or of random tensors, under each of several mechanisms.
  'attend': {
    takes: {
      readonly jobs: readonly AttendOptions[];
      readonly query?: string | undefined;
      readonly key?: string | undefined;
      readonly random?: RandomTensors | undefined;
    };
    answers: readonly (Attended | Failure)[];
  };
  // A tokenizer, to cut texts with. Files: a tokenizer.json or a vocab.txt.
  'open-tokenizer': {
    takes: {
      readonly number: number;
      readonly name: string;
    };
    answers: TokenizerInfo;
  };
  // A text, cut step by step.
  'cut': {
    takes: {
      readonly number: number;
      readonly text: string;
    };
    answers: TokenizeSteps;
  };
  // A run, in the place of the one before; it goes on from a checkpoint that goes along. Files: none, or a checkpoint, or a folder's.
  'begin-training': {
    takes: {
      readonly name: string;
      readonly recipe: string;
      readonly labels: readonly string[];
      readonly rows: readonly TrainingRow[];
      readonly from?: string | undefined;
      readonly files?: readonly string[] | undefined;
      readonly threads?: number | undefined;
      readonly memory?: number | undefined;
    };
    answers: TrainingBegun;
  };
  // One step or more of it.
  'train': {
    takes: {
      readonly seconds: number;
      readonly steps?: number | undefined;
      readonly epoch?: boolean | undefined;
      readonly weights?: boolean | undefined;
    };
    answers: Trained;
  };
  // A copy of what it has learned, to be asked, and closed.
  'watch-training': {
    takes: Done;
    answers: OpenedModel;
  };
  // Of the steps that come.
  'scale-rate': {
    takes: {
      readonly factor: number;
    };
    answers: Done;
  };
  // A checkpoint, to go on from. Tensors: its bytes.
  'keep-training': {
    takes: Done;
    answers: KeptTraining;
  };
  // What it has learned, measured, as a model folder; the run is over. Tensors: the bytes of each file.
  'finish-training': {
    takes: Done;
    answers: FinishedTraining;
  };
  // Whatever it has learned is let go.
  'end-training': {
    takes: Done;
    answers: Done;
  };
  // Texts of a rule, of which it is known on which words the answer hangs.
  'toy-texts': {
    takes: {
      readonly task: string;
      readonly length: number;
      readonly examples: number;
    };
    answers: ToyTexts;
  };
  // A text to be written on, in the place of the one before: what it has been read as, and what may follow. Then write, take, take-back, end-writing.
  'begin-writing': {
    takes: {
      readonly model: number;
      readonly text: string;
      readonly options?: WritingOptions | undefined;
      readonly edits?: readonly string[] | undefined;
    };
    answers: WritingState;
  };
  // Up to so many tokens more.
  'write': {
    takes: {
      readonly tokens: number;
    };
    answers: WritingState;
  };
  // This token more.
  'take': {
    takes: {
      readonly id: number;
    };
    answers: WritingState;
  };
  // The last tokens that were written are taken away.
  'take-back': {
    takes: {
      readonly count: number;
    };
    answers: WritingState;
  };
  // What has been written is let go.
  'end-writing': {
    takes: Done;
    answers: Done;
  };
  // What a network that writes would say next if it ended after each of its layers.
  'lens': {
    takes: {
      readonly model: number;
      readonly text: string;
      readonly place?: number | undefined;
      readonly edits?: readonly string[] | undefined;
    };
    answers: readonly LensLayer[];
  };
  // What each token of a text looks at, of itself and those before it. Tensors: [T, T], rows are queries.
  'look-back': {
    takes: {
      readonly model: number;
      readonly text: string;
      readonly layer: number;
      readonly head: number;
      readonly edits?: readonly string[] | undefined;
    };
    answers: LookedAt;
  };
  // What each part of a network that writes adds to the scores of what may come next. Tensors: [layers, heads, T] of each candidate.
  'direct-logits': {
    takes: {
      readonly model: number;
      readonly text: string;
      readonly edits?: readonly string[] | undefined;
    };
    answers: DirectLogits;
  };
  // The text that a model writes for this one. Tensors: [H, T, S] of each map; [H, T, S] of each that has scores: what its softmax was taken of.
  'translate': {
    takes: {
      readonly model: number;
      readonly text: string;
      readonly options?: TranslateOptions | undefined;
      readonly forced?: readonly number[] | undefined;
      readonly edits?: readonly string[] | undefined;
    };
    answers: Translated;
  };
}
