/** How large a search may become. */
export interface Bounds {
  /** Records of one entity, unless `perEntity` names another number. */
  readonly records: number;
  readonly perEntity: ReadonlyMap<string, number>;
  /** The examples are there at the start; else only the people among them. */
  readonly examples: boolean;
  /** False: no step creates records. */
  readonly create: boolean;
  /** Are records that never meet looked at one at a time? */
  readonly apart: boolean;
  /** Worlds that are kept, which also bounds the memory: about 100 bytes each with their steps. */
  readonly states: number;
  readonly seconds: number;
}

export const defaultBounds: Bounds = {
  records: 3,
  perEntity: new Map(),
  examples: false,
  create: true,
  apart: true,
  states: 1_000_000,
  seconds: 20,
};
