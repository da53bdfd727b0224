import type { Value } from '../../expression/values/value.ts';

/** The data as a plan needs to look at it, under the schema it was made under. */
export interface ExistingData {
  count(entity: string): number;
  /** The values of a field in all records, by id's order. */
  values(entity: string, field: string): readonly Value[];
  /** How many members a list of records has in all. */
  linked(entity: string, field: string): number;
  has(entity: string, id: string): boolean;
  /** The records whose values in these fields are too long, together, for an index. */
  tooLong(entity: string, fields: readonly string[]): readonly string[];
}
