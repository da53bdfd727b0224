import { version } from '../../base/version.ts';

/*
 * A model as JSON: objects and arrays as they are, and what JSON does not have as an object with
 * one key that begins with `#`. Objects, arrays and maps are numbered in the order in which they
 * begin; `#ref` names an earlier one, so that what was one object is one object again. Places make
 * up most of a model: `#span` gives the distance from the end of the place before, and the length.
 */

export interface Written {
  /** The version of Ninefold. */
  readonly ninefold: string;
  readonly model: unknown;
}

/** Reader and writer are always of one version: a built product has both from one build. */
export const writtenVersion = version;

export const mark = {
  ref: '#ref',
  map: '#map',
  span: '#span',
  /** Pairs of an offset in the source, and what it is in the document from there on. */
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
