import type { Value } from '../../expression/values/value.ts';

/** What a migration plan reads from the existing data, under the names of its old schema. */
export interface ExistingData {
  count(entity: string): number;
  /** The values of a field in all records, in id order. */
  values(entity: string, field: string): readonly Value[];
  /** How many members a list of records has in total. */
  linked(entity: string, field: string): number;
  has(entity: string, id: string): boolean;
  /** The ids of records whose values in these fields are together too long for an index. */
  tooLong(entity: string, fields: readonly string[]): readonly string[];
}
