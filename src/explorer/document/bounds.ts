/** The limits of a search. */
export interface Bounds {
  /** The maximum number of records per entity, unless `perEntity` overrides it. */
  readonly records: number;
  readonly perEntity: ReadonlyMap<string, number>;
  /** Whether the search starts with all examples; otherwise only with the people among them. */
  readonly examples: boolean;
  /** Whether steps may create records. */
  readonly create: boolean;
  /** Whether to leave out worlds that cannot change an answer. Off in tests that compare. */
  readonly reduced: boolean;
  /** The maximum number of worlds. Each takes about 100 bytes of memory, including its step. */
  readonly states: number;
  readonly seconds: number;
}

export const defaultBounds: Bounds = {
  records: 3,
  perEntity: new Map(),
  examples: false,
  create: true,
  reduced: true,
  states: 1_000_000,
  seconds: 20,
};
