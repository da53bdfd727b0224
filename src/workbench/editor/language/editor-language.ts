import type { EditorState, Text } from '@codemirror/state';
import type { Model } from '../../../model/model.ts';

export type Services = typeof import('./services.ts');

/** The services and the model of a text; positions in the model refer to that text. */
export interface Reading {
  readonly services: Services;
  readonly model: Model;
}

/** The language support of one editor. Loads its services on first use and reads each text once. */
export class EditorLanguage {
  readonly #load: () => Promise<Services>;
  #services: Promise<Services> | null = null;
  readonly #read = new WeakMap<Text, Model>();

  constructor(load: () => Promise<Services>) {
    this.#load = load;
  }

  services(): Promise<Services> {
    this.#services ??= this.#load().catch((error: unknown) => {
      // After a network failure, the next attempt may succeed.
      this.#services = null;
      throw error;
    });
    return this.#services;
  }

  /** Registers a model that was read elsewhere, so that the text is not read again. */
  know(text: Text, model: Model): void {
    this.#read.set(text, model);
  }

  async of(state: EditorState): Promise<Reading> {
    const services = await this.services();
    const known = this.#read.get(state.doc);
    const model = known ?? services.readModel(state.sliceDoc());
    if (known === undefined) this.#read.set(state.doc, model);
    return { services, model };
  }
}
