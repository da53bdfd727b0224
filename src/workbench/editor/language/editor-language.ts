import type { EditorState, Text } from '@codemirror/state';
import type { Model } from '../../../model/model.ts';

export type Services = typeof import('./services.ts');

/** The services and the model of a text; places in the model are places in that text. */
export interface Reading {
  readonly services: Services;
  readonly model: Model;
}

/**
 * The language for one editor: its services are loaded when first asked for, and each text is read
 * once.
 */
export class EditorLanguage {
  readonly #load: () => Promise<Services>;
  #services: Promise<Services> | null = null;
  readonly #read = new WeakMap<Text, Model>();

  constructor(load: () => Promise<Services>) {
    this.#load = load;
  }

  services(): Promise<Services> {
    this.#services ??= this.#load().catch((error: unknown) => {
      // A network that fails once may work the next time.
      this.#services = null;
      throw error;
    });
    return this.#services;
  }

  /** What was read elsewhere need not be read again. */
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
