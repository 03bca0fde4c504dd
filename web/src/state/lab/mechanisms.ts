// The attention mechanisms by the names that the engine and the command line know, in words.

export const kMechanisms = [
  'scaled-dot',
  'dot',
  'trainable',
  'general',
  'additive',
  'additive-positionwise',
  'multi-head',
] as const;

// Side by side in the lab.
export const kLabMechanisms = [
  'scaled-dot',
  'dot',
  'general',
  'concat',
  'additive',
  'multi-head',
  'local-m',
  'local-p',
  'hard',
  'sparsemax',
] as const;

export type Mechanism = (typeof kMechanisms)[number] | (typeof kLabMechanisms)[number];

export interface Meaning {
  readonly title: string;
  // Of one score, or of one weight where that is what differs.
  readonly formula: string;
  // When it is used, and what it costs.
  readonly use: string;
  readonly from: string;
  // What of the settings it listens to, beside mask and temperature.
  readonly listens: readonly ('width' | 'heads' | 'seed' | 'window' | 'draw')[];
}

export const kMeanings: Readonly<Record<Mechanism, Meaning>> = {
  'scaled-dot': {
    title: 'Scaled dot-product',
    formula: 'softmax(q · kⱼ ∕ √K)',
    use: 'The form inside every transformer: K multiplications for a pair of words and nothing to learn; the scale keeps softmax from saturating when vectors are wide.',
    from: 'Vaswani et al. 2017',
    listens: [],
  },
  dot: {
    title: 'Dot-product',
    formula: 'softmax(q · kⱼ)',
    use: 'Fits vectors that live in one space, as an encoder’s and a decoder’s states of one width; as cheap as it gets, but scores grow with the width, and one word soon takes all.',
    from: 'Luong et al. 2015',
    listens: [],
  },
  trainable: {
    title: 'Trainable',
    formula: 'softmax(W_q x · W_k yⱼ ∕ √K)',
    use: 'Three linear layers learn what to look for, what to be found by and what to pass on: three matrices of D × K and their biases. Untrained, as here, they are random.',
    from: 'Vaswani et al. 2017',
    listens: ['width', 'seed'],
  },
  general: {
    title: 'General',
    formula: 'softmax(qᵀ W kⱼ)',
    use: 'For a query and keys of different spaces or widths: one learned matrix of D × D lies between them, and costs one more product per query.',
    from: 'Luong et al. 2015',
    listens: ['seed'],
  },
  concat: {
    title: 'Concat',
    formula: 'softmax(v · tanh(W [q; kⱼ]))',
    use: 'A small network sees query and key together; it is additive attention in Luong’s writing, and costs a tanh per hidden unit for each pair of words.',
    from: 'Luong et al. 2015',
    listens: ['seed'],
  },
  additive: {
    title: 'Additive',
    formula: 'softmax(v · tanh(W q + U kⱼ + b))',
    use: 'The first attention in translation, for states of different widths; it learns more than a dot product can, and is slower, since every pair of words needs its own tanh layer.',
    from: 'Bahdanau et al. 2015',
    listens: ['width', 'seed'],
  },
  'additive-positionwise': {
    title: 'Additive by position',
    formula: 'softmax(tanh(Q + K) v)',
    use: 'The lesson’s short form adds word i of one sentence to word i of the other, so both need the same number of words: it compares places, not all pairs.',
    from: 'the lesson “Understanding Attention”',
    listens: ['width', 'seed'],
  },
  'multi-head': {
    title: 'Multi-head',
    formula: 'H × softmax(qₕ · kₕⱼ ∕ √K)',
    use: 'Several small attentions side by side, each in a space of its own, so that a word can look at several others for several reasons; as costly as one wide head, with four matrices to learn.',
    from: 'Vaswani et al. 2017',
    listens: ['width', 'heads', 'seed'],
  },
  'local-m': {
    title: 'Local, monotonic',
    formula: 'softmax over j in [t − D, t + D]',
    use: 'For sentences that run in parallel, as speech and its transcript: a query sees the window around its own place only, so the cost grows with the length, not with its square.',
    from: 'Luong et al. 2015',
    listens: ['window', 'seed'],
  },
  'local-p': {
    title: 'Local, predictive',
    formula: 'softmax(…) · exp(−(j − pₜ)² ∕ 2σ²)',
    use: 'The window’s centre is predicted from the query, and a bell curve favours what is near it, so that the place can be learned; the rows no longer sum to 1.',
    from: 'Luong et al. 2015',
    listens: ['window', 'seed'],
  },
  hard: {
    title: 'Hard',
    formula: 'j ~ softmax(q · kⱼ ∕ √K)',
    use: 'One word is drawn by chance and only its value is read, which is cheap when values are costly to make; there is no gradient through the draw, so it is trained by reward.',
    from: 'Xu et al. 2015',
    listens: ['draw'],
  },
  sparsemax: {
    title: 'Sparsemax',
    formula: 'argmin over p of ‖p − s‖²',
    use: 'Where many words ought to get nothing at all: the scores are projected onto the simplex, and weak ones become exactly 0; it costs a sort of each row.',
    from: 'Martins & Astudillo 2016',
    listens: [],
  },
};
