import { own } from '../../../base/own.ts';
import type { CallContext, RegisteredCall } from '../../../expression/sql/call.ts';
import { type SqlFragment, sql } from '../../../expression/sql/fragment.ts';

import type { ValueTerm } from '../../../expression/sql/term.ts';
import type { Native } from './native.ts';
import { negation, numberFunctions, numberOperators } from './numbers.ts';
import { textFunctions } from './texts.ts';
import { timeFunctions, timeOperators } from './times.ts';

const functions: Readonly<Record<string, Native>> = { ...numberFunctions, ...textFunctions, ...timeFunctions };

/** The Postgres SQL for a function or operator of the evaluator; null if there is no equivalent. */
export function native(call: RegisteredCall, args: readonly ValueTerm[], context: CallContext): SqlFragment | null {
  const found = nativesOf(call)
    .map((each) => each(args, context))
    .find((fragment) => fragment !== null);
  if (found === undefined) return null;
  // Text that Postgres derives from numbers has the database's collation; ours compares by code
  // point.
  return call.result === 'text' || call.result === 'date' ? sql`(${found} COLLATE "C")` : found;
}

function nativesOf(call: RegisteredCall): readonly Native[] {
  switch (call.kind) {
    case 'unary':
      return [negation];
    case 'binary':
      return [numberOperators[call.operator], timeOperators[call.operator]].filter((each) => each !== undefined);
    case 'call':
      return Object.hasOwn(functions, call.name) ? [own(functions, call.name) as Native] : [];
  }
}
