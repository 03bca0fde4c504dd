// Made by web/generate.mjs from `heed describe --json`: ./dev describe makes it anew.
// Options of attend; one that is left out has its default.
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
  // Mechanisms with weight matrices W or U: length of the vectors that these matrices make from queries and keys
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
  // The token after normalisation, also when it is unknown.
  readonly text: string;
  // Its number in the vocabulary; null where there is none.
  readonly id: number | null;
  // Bytes of the UTF-8 text, [start, end).
  readonly start: number;
  readonly end: number;
  readonly known: boolean;
  readonly special: boolean;
  // The number of its word; null for special tokens.
  readonly word: number | null;
  // The token belongs to the question, not to the text.
  readonly question?: boolean;
}

export interface ClassProbability {
  readonly label: string;
  readonly probability: number;
}

// The answer of a regression model: any number.
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
  // False if rows need not sum to 1.
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

// The answer of a model to a text, with tokens and attention.
export interface Analysis {
  readonly model: string;
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly classes: readonly ClassProbability[];
  readonly prediction: ClassProbability | null;
  // The values of a regression model, which has no classes.
  readonly values?: readonly LabelledValue[];
  readonly attention: readonly AttentionMap[];
  // For each token, the last layer's attention: mean over heads, sum over queries.
  readonly received: readonly number[];
  readonly top_pairs: readonly Pair[];
  // The text after each step, if the model changes texts before it tokenizes them.
  readonly preprocessing?: readonly PreprocessingStep[];
  // The number of bytes that were read, if the text was longer.
  readonly cut_at?: number;
  // The limit that was met: tokenizer.json, model, or max_tokens of the request.
  readonly cut_by?: string;
  // The number of tokens of the whole text, if it was cut.
  readonly total_tokens?: number;
  // Parts of the model's folder that are not used, and doubts about how the text is read.
  readonly warnings?: readonly string[];
  // The class of each token, for models that label tokens.
  readonly labels?: readonly ClassProbability[];
  // The mean of the last layer's states, for encoders without a head.
  readonly embedding?: readonly number[];
  // The state of the first token.
  readonly cls_embedding?: readonly number[];
  // The best span, for models that answer questions.
  readonly answer?: Answer;
  // The best spans, best first.
  readonly answers?: readonly Answer[];
}

export interface FilledMasks {
  readonly text: string;
  // One for each mask in the text.
  readonly masks: readonly MaskCandidates[];
  // All tokens, if the attention of masks was asked for.
  readonly tokens?: readonly string[];
  // The warnings of an Analysis.
  readonly warnings?: readonly string[];
  readonly layers?: number;
  readonly heads?: number;
}

export interface MaskCandidates {
  // The place of the mask, in tokens.
  readonly position: number;
  // Candidates, most likely first.
  readonly candidates: readonly MaskCandidate[];
}

export interface MaskCandidate {
  readonly token: string;
  readonly id: number;
  readonly probability: number;
}

// A stretch of a text while it is tokenized, and the bytes that it stands for.
export interface Stretch {
  readonly text: string;
  // Bytes of the UTF-8 text, [start, end).
  readonly start: number;
  readonly end: number;
  // The stretch differs from the bytes it stands for.
  readonly changed: boolean;
}

// Every step from a text to its tokens.
export interface TokenizeSteps {
  readonly text: string;
  readonly normalized: readonly Stretch[];
  readonly words: readonly Stretch[];
  readonly pieces: readonly Token[];
  // The text that the ids decode to, without special tokens.
  readonly decoded: string;
}

// The reasons for a model's answer.
export interface Explained {
  // One sum for each class; none if the text has no tokens.
  readonly contributions: readonly ScoreSum[];
  // One result for each method.
  readonly attributions: readonly Attributed[];
  // The edited run, if edits were given; all results then refer to its tokens.
  readonly edited?: EditedText;
  // The result of patching, if it was asked for.
  readonly patched?: Patched;
}

// Activation patching: a class's score after one state was replaced by another text's.
export interface Patched {
  readonly class: string;
  readonly layers: readonly number[];
  // The score for each layer and each token whose state was replaced.
  readonly scores: readonly (readonly number[])[];
  // The score of the text itself.
  readonly score: number;
  // The score of the other text.
  readonly of_other: number;
}

// The score of a class as a sum: terms + bias = sum.
export interface ScoreSum {
  readonly class: string;
  readonly bias: number;
  readonly sum: number;
  // The score: sum + remainder.
  readonly logit: number;
  // The part of the score that rounding to 8 bits adds.
  readonly remainder?: number;
  // One term for each token.
  readonly terms: readonly ScoreTerm[];
  // The same sum, split by the parts of the network.
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
  // The words of a phrase.
  readonly text?: string;
  readonly value: number;
}

// The attribution of each token by one method.
export interface Attributed {
  readonly method: string;
  readonly values: readonly number[];
  // The sum that the method promises, less the sum of the values.
  readonly gap: number | null;
  // The class that is explained, if the method takes one.
  readonly class?: string;
  readonly against?: string;
  // The number of steps of integrated gradients.
  readonly steps?: number;
}

// The answer to a text under edits.
export interface EditedText {
  readonly edits: readonly string[];
  readonly tokens: readonly string[];
  readonly classes: readonly ClassProbability[];
  readonly prediction: ClassProbability | null;
  // The values of a regression model, which has no classes.
  readonly values?: readonly LabelledValue[];
}

// Measures of whether attention explains the answer.
export interface Faithfulness {
  // The predicted class.
  readonly class: string;
  // The places of the tokens that are compared.
  readonly tokens: readonly number[];
  // The share of attention that each of these tokens receives.
  readonly attention: readonly number[];
  // The agreement with |x · ∂p/∂x|, where maps are held.
  readonly gradient: Agreement;
  // The agreement with leave-one-out: the change of probabilities without the token.
  readonly leave_one_out: Agreement;
  // The mean of entropy / log n over the rows of the last map.
  readonly evenness: number;
  // The share of rows whose entropy / log n is above 0.95.
  readonly even_rows: number;
}

// The agreement of attention with another measure.
export interface Agreement {
  // Kendall's tau; null if one measure is the same for all tokens.
  readonly tau: number | null;
  readonly p: number | null;
  // Both measures rank the same token first.
  readonly same_first: boolean;
  // The other measure of each token.
  readonly values: readonly number[];
}

// The answer under other attention, for each experiment that was asked for. Probabilities move by ½ Σ |p - p'|.
export interface MapExperiments {
  readonly even?: EvenMap;
  readonly permutations?: PermutedMaps;
  readonly adversarial?: AdversarialMap;
  readonly erased?: readonly WordsErased[];
  readonly silenced?: readonly WeightsSilenced[];
}

export interface EvenMap {
  readonly moved: number;
  // The class predicted from the even map.
  readonly class: string;
}

export interface PermutedMaps {
  // The largest weight of the model's own map.
  readonly largest_weight: number;
  // The change of probabilities by each permutation.
  readonly moved: readonly number[];
}

// The map furthest from the model's own that moves probabilities by at most 0.05.
export interface AdversarialMap {
  // The Jensen-Shannon divergence of the maps in nats, at most ln 2.
  readonly js: number;
  readonly moved: number;
  // The share that each token receives from the model's own map.
  readonly attended: readonly number[];
  readonly attended_adversarially: readonly number[];
}

export interface WordsErased {
  // The method that orders the words, or random.
  readonly method: string;
  // The drop of probability without the first 1, 5, 10, 20 and 50 % of the words.
  readonly comprehensiveness: readonly number[];
  // The drop of probability with these words alone.
  readonly sufficiency: readonly number[];
}

export interface WeightsSilenced {
  readonly order: string;
  // The number of weights set to 0 when the answer changed.
  readonly keys: number;
  // Their share of all weights; 1 if the answer never changed.
  readonly share: number;
  readonly turned: boolean;
}

// A text and its class.
export interface TrainingRow {
  readonly text: string;
  // The place of its class among the labels.
  readonly label: number;
  // The words that determine the class, if they are known.
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

// The progress of a run.
export interface TrainingState {
  // The current epoch, counted from 1.
  readonly epoch: number;
  readonly epochs: number;
  // Steps of this epoch that are done.
  readonly step: number;
  // Steps of one epoch.
  readonly steps: number;
  readonly tokens_per_second: number;
  // Estimated time left; 0 before the first step.
  readonly seconds_left: number;
  readonly ended: boolean;
}

// One step of training.
export interface TrainingPoint {
  // The number of the step in the run, counted from 1.
  readonly step: number;
  // The loss of its batch, with dropout.
  readonly loss: number;
  // The mean loss of this epoch so far.
  readonly mean_loss: number;
  // The accuracy of this epoch so far.
  readonly accuracy: number;
  // The learning rate.
  readonly rate: number;
  // The norm of all gradients before clipping.
  readonly gradient_norm: number;
  // The epoch that ended with this step.
  readonly epoch?: number;
  // Figures of the validation part at the end of an epoch.
  readonly validation?: Figures;
}

// A weight after the last step.
export interface TrainedWeight {
  readonly name: string;
  // The root of the mean square of its numbers.
  readonly weight: number;
  // The root of the mean square of its gradient, before clipping.
  readonly gradient: number;
}

export interface Trained {
  readonly points: readonly TrainingPoint[];
  readonly state: TrainingState;
  // The weights in the order of the network.
  readonly weights?: readonly TrainedWeight[];
}

export interface ClassFigures {
  readonly label: string;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  // The number of texts of this class.
  readonly support: number;
}

// The figures of a model on labelled texts.
export interface Figures {
  // The number of texts.
  readonly n: number;
  readonly loss: number;
  readonly accuracy: number;
  readonly macro_f1: number;
  readonly weighted_f1: number;
  readonly weighted_precision: number;
  readonly weighted_recall: number;
  // The true positive rate, if there are two classes; the second is positive.
  readonly tpr?: number;
  readonly fpr?: number;
  readonly tnr?: number;
  readonly fnr?: number;
  readonly roc_auc?: number;
  readonly f1?: number;
  // The share of attention on the words that determine the class, in toy tasks.
  readonly attention_on_needed?: number;
  // Counts by true class (rows) and predicted class (columns).
  readonly confusion: readonly (readonly number[])[];
  readonly per_class: readonly ClassFigures[];
}

// A checkpoint, if the run has one.
export interface KeptTraining {
  readonly bytes?: number;
  // The tensor that holds the bytes, padded with zeros.
  readonly tensor?: number;
}

// A file of a model folder.
export interface TrainedFile {
  readonly name: string;
  readonly bytes: number;
  // The tensor that holds the bytes, padded with zeros.
  readonly tensor: number;
}

// The answer of the finished model to a held-out text.
export interface HeldOutText {
  // The place of the text among the given rows.
  readonly row: number;
  // The predicted class.
  readonly predicted: number;
  readonly probability: number;
}

export interface FinishedTraining {
  readonly train: Figures | null;
  readonly validation: Figures | null;
  readonly test: Figures | null;
  // Time spent in steps and validation.
  readonly seconds: number;
  // At most 2,000 held-out texts.
  readonly held_out: readonly HeldOutText[];
  readonly files: readonly TrainedFile[];
}

// An answer without content.
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
  // Settings of its files that are not supported, and tensors that are not used.
  readonly warnings?: readonly string[];
}

export interface OpenedModel {
  // The number of the opened model.
  readonly model: number;
  readonly info: ModelInfo;
}

export interface IncomingModel {
  // The number of the opened model.
  readonly model: number;
  readonly info: ModelInfo;
  // The matrices have 8-bit weights, whoever quantised them.
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
  // The size in memory while computing.
  readonly bytes: number;
}

// Word vectors.
export interface VectorsInfo {
  // The width of a vector.
  readonly width: number;
  // The number of words that have a vector; null if every word has one.
  readonly words: number | null;
  // Mechanisms that were trained over these vectors.
  readonly trained?: readonly string[];
  // Lines of the file that could not be read, with their numbers.
  readonly warnings: readonly string[];
}

export interface TokenizerInfo {
  // WordPiece, BPE, …
  readonly kind: string;
  // The size of the vocabulary; 0 if there is none.
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
  // The token has no vector; zeros stand in for it.
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
  // The meaning of a row.
  readonly rows: 'query' | 'key' | 'width' | 'one';
  readonly columns: 'query' | 'key' | 'width' | 'one';
  // [H, R, C]
  readonly shape: readonly [number, number, number];
  // Numbers; a masked score has none.
  readonly values: readonly (readonly (readonly (number | null)[])[])[];
}

// T query tokens, S key tokens, D width of the vectors, H heads.
export interface Attended {
  readonly mechanism: string;
  // The tokens; left out if they are those of the previous answer.
  readonly tokens?: AttendTokens;
  // Matrices in the order of the computation; query and key are the embeddings, [T, D] and [S, D].
  readonly matrices: readonly NamedMatrix[];
  readonly scores: readonly (readonly (readonly number[])[])[];
  readonly weights: readonly (readonly (readonly number[])[])[];
  readonly output: readonly (readonly number[])[];
  // The entropy of each row, in nats.
  readonly entropy: readonly (readonly number[])[];
  // The distance of the output from soft attention's, where there is one to compare with.
  readonly distance?: readonly number[];
  // The mechanism that is taken for soft attention.
  readonly soft?: string;
  readonly normalised: boolean;
  // The key that was drawn for each query, in hard attention.
  readonly sampled?: readonly number[];
  // The middle of each query's window, in local attention.
  readonly centres?: readonly number[];
  // The number of tokens on either side of the middle.
  readonly window?: number;
  // Words without a vector.
  readonly missing: readonly string[];
  readonly warnings: readonly string[];
  // Weights that training would set, here drawn from the seed: general.weight W [D, D], score.weight v [1, width], …
  readonly learned: Readonly<Record<string, readonly (readonly number[])[]>>;
  // The values, if they differ from the keys: those of random tensors.
  readonly value?: readonly (readonly number[])[];
}

// The reason why one of several requests failed.
export interface Failure {
  readonly error: string;
}

// The settings that choose the next token.
export interface WritingOptions {
  // Scores are divided by it; 0 takes the most likely token.
  readonly temperature?: number;
  // The number of most likely tokens to sample from; 0 means all.
  readonly top_k?: number;
  // The total probability of the tokens to sample from, most likely first.
  readonly top_p?: number;
  readonly seed?: number;
}

// A token of the text, or a candidate.
export interface NextToken {
  // The token as the vocabulary spells it.
  readonly token: string;
  readonly id: number;
  // Its probability; 0 for the first token, which has none.
  readonly probability: number;
  // Its text; empty if it stands for none.
  readonly text: string;
}

// A text that the model continues.
export interface WritingState {
  // The text as it was given.
  readonly given: readonly NextToken[];
  readonly written: readonly NextToken[];
  // Candidates for the next token, most likely first; none at the end.
  readonly candidates: readonly NextToken[];
  // The text that was generated.
  readonly continuation: string;
  // The candidates' probabilities without edits, if there are edits.
  readonly unedited?: readonly number[];
  // The model ended the text (end), or its context is full (full).
  readonly ended: '' | 'end' | 'full';
}

// Logit lens: the prediction from one layer's states.
export interface LensLayer {
  // -1: the embeddings.
  readonly layer: number;
  // Candidates, most likely first.
  readonly candidates: readonly NextToken[];
  // The network's final prediction, with its probability at this layer.
  readonly said: NextToken;
}

// The attention of one head, or the mean over a layer's heads.
export interface LookedAt {
  // Tokens as the vocabulary spells them.
  readonly tokens: readonly string[];
  readonly layers: number;
  readonly heads: number;
}

// The parts of one token's score. Parts and heads sum to the score.
export interface DirectLogit {
  readonly token: NextToken;
  readonly score: number;
  // The part of the last token's embedding.
  readonly word: number;
  // The part of the last token's position.
  readonly position: number;
  // The part of all biases, norms included.
  readonly constant: number;
  // The part that rounding of 8-bit weights adds.
  readonly rest: number;
  // The part of each layer's feed-forward network.
  readonly feed_forward: readonly number[];
}

// Direct logit attribution.
export interface DirectLogits {
  // Tokens as the vocabulary spells them.
  readonly tokens: readonly string[];
  readonly layers: number;
  readonly heads: number;
  // Candidates, most likely first.
  readonly candidates: readonly DirectLogit[];
}

// The settings of beam search and sampling.
export interface TranslateOptions {
  // The width of the beam; 1 is greedy.
  readonly beam?: number;
  // The most tokens to generate.
  readonly tokens?: number;
  readonly length_penalty?: number;
  // Above 0, tokens are sampled.
  readonly temperature?: number;
  // The number of most likely tokens to sample from; 0 means all.
  readonly top_k?: number;
  // The total probability of the tokens to sample from, most likely first.
  readonly top_p?: number;
  readonly seed?: number;
}

// Another target that the beam found.
export interface Alternative {
  readonly target: string;
  readonly score: number;
}

// A node of the beam's tree.
export interface WeighedToken {
  // The node before it; -1 means none.
  readonly parent: number;
  // The text of the token.
  readonly text: string;
  readonly id: number;
  // Its probability after the tokens before it.
  readonly probability: number;
  // The log-probability of all tokens up to it.
  readonly log_probability: number;
  // Dropped means that other hypotheses were more likely.
  readonly fate: 'lived' | 'ended' | 'dropped';
}

// The target that a model generated for a source.
export interface Translated {
  readonly model: string;
  readonly source: string;
  readonly target: string;
  // The log-probability after the length penalty.
  readonly score: number;
  // The log-probability of all tokens.
  readonly log_probability: number;
  // The tokens of the source, with its end.
  readonly source_tokens: readonly Token[];
  // The tokens of the target, with its end.
  readonly written: readonly NextToken[];
  // Candidates in the place of each target token.
  readonly candidates: readonly (readonly NextToken[])[];
  // For each token, the number that its score exceeds its log-probability by.
  readonly log_sums: readonly number[];
  // Other targets, best first.
  readonly alternatives: readonly Alternative[];
  // The edits that were made.
  readonly edits?: readonly string[];
  // The target without edits.
  readonly unedited?: Alternative;
  // The beam's tree, parents first; empty if tokens were sampled.
  readonly tree: readonly WeighedToken[];
  // The node at which the target ends; -1 means none.
  readonly leaf: number;
  // The maps. Their weights come beside the JSON, as the first tensors.
  readonly attention: readonly AttentionMap[];
  // Maps whose scores before the softmax follow as further tensors.
  readonly scored: readonly number[];
}

export interface EngineCommands {
  // Open a model of Heed's own. Files: config.json, tokenizer.json, model.safetensors.
  'open-model': {
    takes: {
      readonly name: string;
      readonly files: readonly string[];
    };
    answers: OpenedModel;
  };
  // List the weights of a model.
  'describe-model': {
    takes: {
      readonly model: number;
    };
    answers: ModelWeights;
  };
  // Predict a text, with tokens and attention. Tensors: [H, T, S] of each map, or none.
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
  // Send one map of the last analysis. Tensors: [T, S].
  'map': {
    takes: {
      readonly map: number;
      readonly head: number;
      readonly changed?: boolean | undefined;
    };
    answers: Done;
  };
  // Close a model and free its memory.
  'close-model': {
    takes: {
      readonly model: number;
    };
    answers: Done;
  };
  // Open a model whose files arrive piece by piece. Then begin-file, end-model, cancel-model.
  'begin-model': {
    takes: {
      readonly name: string;
      readonly int8?: boolean | undefined;
      readonly threads?: number | undefined;
    };
    answers: Done;
  };
  // Announce the next file, whose bytes follow.
  'begin-file': {
    takes: {
      readonly file: string;
      readonly bytes: number;
    };
    answers: Done;
  };
  // Finish a model: all files have arrived.
  'end-model': {
    takes: Done;
    answers: IncomingModel;
  };
  // Drop a model that has partly arrived.
  'cancel-model': {
    takes: Done;
    answers: Done;
  };
  // Predict the token at each mask of a text. Tensors: [layers, heads, tokens] of each mask, if asked for.
  'fill-mask': {
    takes: {
      readonly model: number;
      readonly text: string;
      readonly top: number;
      readonly attention?: boolean | undefined;
    };
    answers: FilledMasks;
  };
  // Embed a sentence as a vector. Tensors: [D], the mean of the last layer's states; [D], the state of the first token.
  'embed': {
    takes: {
      readonly model: number;
      readonly text: string;
    };
    answers: Done;
  };
  // Tokenize a text.
  'tokenize': {
    takes: {
      readonly model: number;
      readonly text: string;
    };
    answers: readonly Token[];
  };
  // Explain the answer to a text, edited or not. Tensors: [H, T, S] of each map under the edits.
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
  // Predict a text under edits. Tensors: [H, T, S] of each map, or none.
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
  // Measure whether attention explains the answer to a text.
  'faithfulness': {
    takes: {
      readonly model: number;
      readonly text: string;
      readonly max_tokens?: number | undefined;
      readonly edits?: readonly string[] | undefined;
    };
    answers: Faithfulness | null;
  };
  // Measure how the answer changes with other attention and fewer words.
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
  // Open word vectors that ship. Files: config.json, tokenizer.json, model.safetensors.
  'open-vectors': {
    takes: {
      readonly name: string;
      readonly files: readonly string[];
    };
    answers: VectorsInfo;
  };
  // Make random vectors for any word.
  'random-vectors': {
    takes: {
      readonly width: number;
      readonly seed: number;
    };
    answers: VectorsInfo;
  };
  // Announce a GloVe text file, whose bytes follow. The vectors before it stay until it ends. Then end-vectors, cancel-vectors.
  'begin-vectors': {
    takes: {
      readonly name: string;
      readonly texts: readonly string[];
    };
    answers: Done;
  };
  // Finish the vectors: all bytes have arrived.
  'end-vectors': {
    takes: Done;
    answers: VectorsInfo;
  };
  // Drop vectors that have partly arrived.
  'cancel-vectors': {
    takes: Done;
    answers: Done;
  };
  // Compute attention between two texts, or random tensors, by several mechanisms.
  'attend': {
    takes: {
      readonly jobs: readonly AttendOptions[];
      readonly query?: string | undefined;
      readonly key?: string | undefined;
      readonly random?: RandomTensors | undefined;
    };
    answers: readonly (Attended | Failure)[];
  };
  // Open a tokenizer. Files: a tokenizer.json or a vocab.txt.
  'open-tokenizer': {
    takes: {
      readonly number: number;
      readonly name: string;
    };
    answers: TokenizerInfo;
  };
  // Tokenize a text step by step.
  'cut': {
    takes: {
      readonly number: number;
      readonly text: string;
    };
    answers: TokenizeSteps;
  };
  // Begin a run, or resume the one whose checkpoint is sent along. It replaces the run before. Files: none, a checkpoint, or the files of a model.
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
  // Train one step or more.
  'train': {
    takes: {
      readonly seconds: number;
      readonly steps?: number | undefined;
      readonly epoch?: boolean | undefined;
      readonly weights?: boolean | undefined;
    };
    answers: Trained;
  };
  // Open a copy of the network in training as a model.
  'watch-training': {
    takes: Done;
    answers: OpenedModel;
  };
  // Multiply the learning rate of later steps.
  'scale-rate': {
    takes: {
      readonly factor: number;
    };
    answers: Done;
  };
  // Send a checkpoint, from which the run can resume. Tensors: the bytes of the checkpoint.
  'keep-training': {
    takes: Done;
    answers: KeptTraining;
  };
  // End the run: measure the model and send it as a folder. Tensors: the bytes of each file.
  'finish-training': {
    takes: Done;
    answers: FinishedTraining;
  };
  // Drop the run.
  'end-training': {
    takes: Done;
    answers: Done;
  };
  // Make synthetic texts; the words that determine the answer are known.
  'toy-texts': {
    takes: {
      readonly task: string;
      readonly length: number;
      readonly examples: number;
    };
    answers: ToyTexts;
  };
  // Begin to continue a text, and predict its next token. It replaces the text before. Then write, take, take-back, end-writing.
  'begin-writing': {
    takes: {
      readonly model: number;
      readonly text: string;
      readonly options?: WritingOptions | undefined;
      readonly edits?: readonly string[] | undefined;
    };
    answers: WritingState;
  };
  // Generate up to this many tokens.
  'write': {
    takes: {
      readonly tokens: number;
    };
    answers: WritingState;
  };
  // Append one token.
  'take': {
    takes: {
      readonly id: number;
    };
    answers: WritingState;
  };
  // Remove the last generated tokens.
  'take-back': {
    takes: {
      readonly count: number;
    };
    answers: WritingState;
  };
  // Drop the text.
  'end-writing': {
    takes: Done;
    answers: Done;
  };
  // Logit lens: predict the next token from the states of each layer.
  'lens': {
    takes: {
      readonly model: number;
      readonly text: string;
      readonly place?: number | undefined;
      readonly edits?: readonly string[] | undefined;
    };
    answers: readonly LensLayer[];
  };
  // Send the attention of each token to itself and the tokens before it. Tensors: [T, T], rows are queries.
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
  // Direct logit attribution: split the scores of candidates by the parts of the network. Tensors: [layers, heads, T] of each candidate.
  'direct-logits': {
    takes: {
      readonly model: number;
      readonly text: string;
      readonly edits?: readonly string[] | undefined;
    };
    answers: DirectLogits;
  };
  // Generate the target for a source text. Tensors: [H, T, S] of each map; [H, T, S], the scores before the softmax, of each map that has them.
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
