import type { Model } from '../../model/model.ts';

/** The parts of a model that something read. */
export type Parts = ReadonlySet<keyof Model>;

/** A model that notes which of its parts are read. */
export class Watch {
  readonly model: Model;
  #noted: Set<keyof Model> | null = null;

  constructor(model: Model) {
    const watched = {};
    for (const part of Object.keys(model) as (keyof Model)[]) {
      const get = (): unknown => {
        this.#noted?.add(part);
        return model[part];
      };
      Object.defineProperty(watched, part, { get, enumerable: true });
    }
    this.model = watched as Model;
  }

  /** What `run` gives, and the parts that it read. */
  during<Made>(run: () => Made): { readonly made: Made; readonly parts: Parts } {
    const around = this.#noted;
    const parts = new Set<keyof Model>();
    this.#noted = parts;
    try {
      return { made: run(), parts };
    } finally {
      this.#noted = around;
      for (const part of parts) around?.add(part);
    }
  }

  /** A value that is made when it is first asked for; who asks later has read the same parts. */
  lazy<Made>(make: () => Made): () => Made {
    let known: { readonly made: Made; readonly parts: Parts } | null = null;
    return () => {
      if (known === null) known = this.during(make);
      else for (const part of known.parts) this.#noted?.add(part);
      return known.made;
    };
  }
}
