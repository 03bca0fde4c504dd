// A model on its way: its three files, fetched side by side.
import { download, type Progress } from './download.ts';
import type { ModelFiles } from './engine.ts';
import type { ModelSource } from './protocol.ts';

export class ModelDownload {
  readonly files: Promise<ModelFiles>;
  // Of the weights; may be set later than the download began.
  progress: Progress = () => {};

  constructor(readonly source: ModelSource) {
    const weights = download(source.weights, (loaded, total) => this.progress(loaded, total));
    this.files = Promise.all([download(source.config), download(source.tokenizer), weights]).then(
      ([config, tokenizer, weights]) => ({ config, tokenizer, weights }),
    );
    this.files.catch(() => {}); // reported by the request that needs it
  }
}
