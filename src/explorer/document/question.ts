import { checkExpression } from '../../expression/check/check.ts';
import type { Expression } from '../../expression/expression.ts';
import { parseText } from '../../expression/parse/parse.ts';
import type { Name } from '../../model/ast/common.ts';
import type { Invariant } from '../../model/ast/invariants.ts';
import type { Model } from '../../model/model.ts';

/** A condition to ask about: can it ever be true? */
export interface Question {
  /** The entity of the record that it is about; null if it is about all records. */
  readonly entity: string | null;
  readonly condition: Expression;
}

/**
 * Reads a question: `Ticket: status == "lost"` is about one ticket, `EXPRESSION` about all records.
 * Returns a message if it is invalid.
 */
export function readQuestion(model: Model, text: string): Question | string {
  const [, about, rest] = /^\s*(\w+)\s*:(?!:)\s*(.*)$/s.exec(text) ?? [];
  const entity = about ?? null;
  if (entity !== null && !model.declarations.entities.has(entity)) return `There is no entity ${entity}.`;
  const condition = checkExpression(
    parseText((rest ?? text).trim()),
    {
      bound: new Map(),
      row: null,
      self: entity,
      old: false,
      token: false,
      value: null,
      declarations: model.declarations,
    },
    { kind: 'boolean' },
  );
  const [problem] = condition.problems;
  if (problem !== undefined) return problem.message;
  if (condition.reads.me) return 'A question can’t use “me”: it is about records, not about a person.';
  return { entity, condition };
}

/** The question as a row of section 5 which says that the condition is never true. */
export function neverTrue({ entity, condition }: Question): Invariant {
  const name = (text: string): Name => ({ text, span: condition.span });
  return {
    name: name('question'),
    span: condition.span,
    entity: entity === null ? null : name(entity),
    must: { kind: 'never', expression: condition },
  };
}
