// The C interface of web/bindings/heed.cpp, as Emscripten hands it out. Pointers are byte offsets into HEAPU8 and may lie
// beyond 2 GB: as numbers they come out negative then (`>>> 0`).
interface HeedModule {
  // Replaced whenever the memory grows: take it anew for every access.
  readonly HEAPU8: Uint8Array;
  // Room for input `i` of the next call: 0 the command as JSON, others the files beside it. 0: no memory.
  _heed_input(i: number, bytes: number): number;
  // 1 and JSON at heed_reply(), or 0 and a message there.
  _heed_call(files: number): number;
  _heed_reply(): number;
  _heed_reply_size(): number;
  // Floats of the last reply.
  _heed_tensors(): number;
  _heed_tensor(i: number): number;
  _heed_tensor_size(i: number): number;
  // Where the next bytes of what is coming go, and how many fit; then heed_wrote(): 1, or 0 and a message.
  _heed_room(): number;
  _heed_room_size(): number;
  _heed_wrote(bytes: number): number;
  // What engine/text/page/expression.cpp writes and reads: expressions that were asked for, by their numbers; those that are
  // being asked for by what is opened; and who finds them.
  known?: string[];
  asked?: number[];
  expressions?: import('./expressions.ts').Expressions;
}
// That of engine/text/page/expressions.cpp, likewise.
interface ExpressionsModule {
  readonly HEAPU8: Uint8Array;
  _heed_expressions_input(bytes: number): number;
  _heed_expressions_compile(number: number): number;
  _heed_expressions_find(number: number): number;
  _heed_expressions_found(): number;
  _heed_expressions_count(): number;
  _heed_expressions_message(): number;
  _heed_expressions_message_size(): number;
}
type CreateHeedModule = (options: object) => Promise<HeedModule>;

declare module '@heed/heed-look.mjs' {
  const create: CreateHeedModule;
  export default create;
}
declare module '@heed/heed-full.mjs' {
  const create: CreateHeedModule;
  export default create;
}
declare module '@heed/heed-all.mjs' {
  const create: CreateHeedModule;
  export default create;
}
declare module '@heed/heed-expressions.mjs' {
  const create: (options: object) => Promise<ExpressionsModule>;
  export default create;
}
declare module '@heed/*?url' {
  const url: string;
  export default url;
}

declare module '@models/index.json' {
  const gallery: import('./gallery.ts').GalleryModel[];
  export default gallery;
}

declare module '@tokenizers/*?url' {
  const url: string;
  export default url;
}

// The word vectors that ship, as web/vite/models.mts finds them; null where there are none.
declare module 'virtual:encoders' {
  import type { GalleryModel } from './gallery.ts';
  // Encoders that ship with the page and are fetched when they are asked for.
  // Those that fill masks say of themselves that they do.
  const encoders: readonly (Omit<GalleryModel, 'way'> & {
    readonly fills?: boolean;
    readonly layers: number;
  })[];
  export default encoders;
}

declare module 'virtual:writers' {
  import type { GalleryModel } from './gallery.ts';
  // Networks of our own that write, likewise.
  const writers: readonly Omit<GalleryModel, 'way' | 'accuracy'>[];
  export default writers;
}

declare module 'virtual:translators' {
  import type { GalleryModel } from './gallery.ts';
  // Networks of our own that write a text for the one that they read, likewise.
  const translators: readonly Omit<GalleryModel, 'way' | 'accuracy'>[];
  export default translators;
}

declare module 'virtual:word-vectors' {
  const found: { readonly id: string; readonly files: readonly string[]; readonly version: string } | null;
  export default found;
}

// Names of the models that ship, as web/vite/embed.mts finds them.
declare module 'virtual:names' {
  const models: readonly { readonly id: string; readonly task: string; readonly inFolder: boolean }[];
  export default models;
}

// Languages of the page, English first, as web/vite/language.mts finds them; `manual`: where the manual stands for
// those who read it.
declare module 'virtual:languages' {
  const languages: readonly { readonly id: string; readonly name: string; readonly manual: string }[];
  export default languages;
}

// What the engine says, in the language that the page is built in (web/vite/language.mts).
declare module 'virtual:engine-words' {
  const words: import('../text/own-words.ts').OwnWords;
  export default words;
}

// web/glossary.json in the language that the page is built in, by the terms' ids (web/vite/language.mts).
declare module 'virtual:glossary' {
  const terms: Readonly<Record<string, { readonly term: string; readonly says: string }>>;
  export default terms;
}
