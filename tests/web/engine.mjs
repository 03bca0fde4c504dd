// build/wasm/heed-look.mjs for the tests, and the files of a shipped model.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Door, load } from './door.mjs';

export const shippedModel = fileURLToPath(new URL('../../assets/models/enron-request', import.meta.url));

export function modelFiles(folder = shippedModel) {
  return {
    config: readFileSync(`${folder}/config.json`, 'utf8'),
    tokenizer: readFileSync(`${folder}/tokenizer.json`, 'utf8'),
    weights: new Uint8Array(readFileSync(`${folder}/model.safetensors`)),
  };
}

class Engine extends Door {
  #info = new Map();

  open(name, { config, tokenizer, weights }) {
    const files = ['config.json', 'tokenizer.json', 'model.safetensors'];
    const { model, info } = this.call('open-model', { name, files }, [config, tokenizer, weights]);
    this.#info.set(model, info);
    return model;
  }

  info(model) {
    return this.#info.get(model);
  }

  analyse(model, text, options = {}) {
    return this.call('analyse', { model, text, most_weights: 1 << 20, ...options });
  }

  // The weights of a map of the last analysis.
  weights(i) {
    return this.tensors[i];
  }

  close(model) {
    this.call('close-model', { model });
  }
}

export const engine = () => load('heed-look', Engine);
