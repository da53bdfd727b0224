import type { Model } from '../../model/model.ts';

/** The properties of a model that were read. */
export type Parts = ReadonlySet<keyof Model>;

/** Wraps a model and records which of its properties are read. */
export class Watch {
  readonly model: Model;
  #recorded: Set<keyof Model> | null = null;

  constructor(model: Model) {
    const watched = {};
    for (const part of Object.keys(model) as (keyof Model)[]) {
      const get = (): unknown => {
        this.#recorded?.add(part);
        return model[part];
      };
      Object.defineProperty(watched, part, { get, enumerable: true });
    }
    this.model = watched as Model;
  }

  /** Runs `run` and returns its result with the properties that it read. */
  during<Made>(run: () => Made): { readonly made: Made; readonly parts: Parts } {
    const around = this.#recorded;
    const parts = new Set<keyof Model>();
    this.#recorded = parts;
    try {
      return { made: run(), parts };
    } finally {
      this.#recorded = around;
      for (const part of parts) around?.add(part);
    }
  }

  /** A value computed on first use. Every later use counts as reading the same properties. */
  lazy<Made>(make: () => Made): () => Made {
    let known: { readonly made: Made; readonly parts: Parts } | null = null;
    return () => {
      if (known === null) known = this.during(make);
      else for (const part of known.parts) this.#recorded?.add(part);
      return known.made;
    };
  }
}
