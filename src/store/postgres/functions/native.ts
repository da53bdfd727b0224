import type { CallContext } from '../../../expression/sql/call.ts';
import { join, raw, type SqlFragment, sql } from '../../../expression/sql/fragment.ts';
import type { ValueTerm } from '../../../expression/sql/term.ts';
import { optimizationFence } from './pieces.ts';

/**
 * The Postgres SQL for a function or operator of the evaluator. A NULL argument makes the result
 * NULL. Null: Postgres cannot express it for these arguments.
 */
export type Native = (args: readonly ValueTerm[], context: CallContext) => SqlFragment | null;

/** Chooses by the types of the arguments, in order: `decimal`, `text text`. */
export const byKinds =
  (natives: Readonly<Record<string, Native>>): Native =>
  (args, context) =>
    natives[args.map((arg) => arg.as).join(' ')]?.(args, context) ?? null;

/**
 * For functions of up to three arguments of any form. A long argument is computed once, however
 * often it is used.
 */
export const of =
  (build: (a: SqlFragment, b: SqlFragment, c: SqlFragment) => SqlFragment): Native =>
  (args) => {
    const values = args.map((arg) => arg.sql);
    const all = (fragments: readonly SqlFragment[]): SqlFragment => {
      const [a = raw('NULL'), b = a, c = b] = fragments;
      return build(a, b, c);
    };
    if (values.every((value) => value.text.length <= 40)) return all(values);
    const columns = join(
      values.map((value, index) => sql`${value} AS ${raw(`v${index}`)}`),
      ', ',
    );
    return sql`(SELECT ${all(values.map((_, index) => raw(`arg.v${index}`)))} FROM (SELECT ${columns}${raw(optimizationFence)}) AS arg)`;
  };
