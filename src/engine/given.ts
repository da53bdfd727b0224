import { anyType } from '../expression/types/type.ts';
import { fromJson, Mistake } from '../expression/values/json.ts';
import type { Value } from '../expression/values/value.ts';
import type { Given } from './operation.ts';
import type { Json } from './record-data.ts';

/** Converts JSON values from a caller to the product's values; an unreadable value becomes null. */
export function givenOf(values: Readonly<Record<string, Json>>): Given {
  return new Map(
    Object.entries(values).map(([name, json]): [string, Value] => {
      const value = fromJson(json, anyType);
      return [name, value instanceof Mistake ? null : value];
    }),
  );
}
