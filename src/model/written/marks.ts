import { version } from '../../base/version.ts';

/*
 * A model as JSON: plain objects and arrays unchanged, anything JSON lacks as an object with a
 * single key that begins with `#`. Objects, arrays and maps are numbered in order of appearance;
 * `#ref` names an earlier one, which preserves shared objects. Places make up most of a model, so
 * `#span` gives the distance from the end of the previous place, and the length.
 */

export interface Written {
  /** The version of Ninefold that wrote it. */
  readonly ninefold: string;
  readonly model: unknown;
}

/** Reader and writer always have the same version, because one build contains both. */
export const writtenVersion = version;

export const mark = {
  ref: '#ref',
  map: '#map',
  span: '#span',
  /**
   * Pairs of an offset in the source and the matching offset in the document, valid up to the next
   * pair.
   */
  at: '#at',
  undefined: '#undefined',
  bigint: '#bigint',
  decimal: '#decimal',
  money: '#money',
  timestamp: '#timestamp',
  duration: '#duration',
  date: '#date',
  time: '#time',
} as const;
