import type { Model } from '../../model/model.ts';

/** The properties of a model that were read. */
export type Parts = ReadonlySet<keyof Model>;

/** A value with the properties that it was computed from. */
interface Computed {
  readonly made: unknown;
  readonly parts: Parts;
}

/** What was computed for the previous version, and which properties are the same in this one. */
export interface Earlier {
  readonly kept: ReadonlyMap<string, Computed>;
  readonly same: (part: keyof Model) => boolean;
}

/** Wraps a model and records which of its properties are read. */
export class Watch {
  readonly model: Model;
  /** By name: the values of `keep` that were used, for the next version. */
  readonly kept = new Map<string, Computed>();
  #recorded: Set<keyof Model> | null = null;
  readonly #earlier: Earlier | null;

  constructor(model: Model, earlier: Earlier | null = null) {
    this.#earlier = earlier;
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
      else this.#record(known.parts);
      return known.made;
    };
  }

  /**
   * Like `lazy`, for a value without places: that of the previous version is used again if what it
   * was computed from is the same.
   */
  keep<Made>(name: string, make: () => Made): () => Made {
    return () => {
      const known = this.kept.get(name) ?? this.#unchanged(name);
      if (known === null) {
        const computed = this.during(make);
        this.kept.set(name, computed);
        return computed.made;
      }
      this.kept.set(name, known);
      this.#record(known.parts);
      return known.made as Made;
    };
  }

  #unchanged(name: string): Computed | null {
    const known = this.#earlier?.kept.get(name);
    if (known === undefined) return null;
    for (const part of known.parts) if (this.#earlier?.same(part) !== true) return null;
    return known;
  }

  #record(parts: Parts): void {
    for (const part of parts) this.#recorded?.add(part);
  }
}
