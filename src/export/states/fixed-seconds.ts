import type { Expression } from '../../expression/expression.ts';
import { Duration } from '../../expression/values/value.ts';
import { constantOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import { timeUnits } from '../../model/vocabulary.ts';

/**
 * Returns the value of a constant or of `days(15)` in seconds; null if it depends on anything else.
 */
export function fixedSeconds(model: Model, { source }: Expression): number | null {
  const value = constantOf(model, source.trim())?.value;
  if (value instanceof Duration) return value.seconds;
  const [, unit = '', number] = /^\s*(days|hours|minutes)\(\s*(\d{1,9})\s*\)\s*$/.exec(source) ?? [];
  return number === undefined ? null : Number(number) * (timeUnits[unit] ?? 0);
}
