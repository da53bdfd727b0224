import { own, setOwn } from '../../base/own.ts';
import type { Span } from '../../base/span.ts';
import type { Action } from '../../expression/action.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Noted } from './notes.ts';

/** What was read from a range of the document. */
export interface Read {
  readonly value: unknown;
  readonly noted: Noted;
}

/**
 * A copy of what was read from a range, with all places moved by `by` offsets; the original keeps
 * its own. An expression or action that several facts share is shared in the copy too. Null if a
 * place lies outside the range, because it would not move along.
 * A place is an object with numeric `from` and `to`. Expressions and actions are recognised by
 * their `at`. Their nodes and problems have places within their own source, which do not change.
 */
export function moved({ value, noted }: Read, range: Span, by: number): Read | null {
  const mover = new Mover(range, by);
  const copy = { value: mover.any(value), noted: mover.notes(noted) };
  return mover.outside ? null : copy;
}

class Mover {
  outside = false;
  readonly #range: Span;
  readonly #by: number;
  readonly #before: (Expression | Action)[] = [];
  readonly #after: (Expression | Action)[] = [];

  constructor(range: Span, by: number) {
    this.#range = range;
    this.#by = by;
  }

  /** Moves facts of any shape. Throws a TypeError for a function other than `at`. */
  any(value: unknown): unknown {
    if (typeof value === 'function') throw new TypeError('facts that are moved hold no functions but `at`');
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.length === 0 ? value : value.map((item) => this.any(item));
    if (value instanceof Map) return new Map([...value].map(([key, item]) => [key, this.any(item)]));
    // Values such as dates and decimals contain no places.
    if (Object.getPrototypeOf(value) !== Object.prototype) return value;
    if ('at' in value) return this.#source(value as Expression | Action);
    return this.#object(value as Readonly<Record<string, unknown>>);
  }

  #object(before: Readonly<Record<string, unknown>>): object {
    const after: Record<string, unknown> = { ...before };
    for (const key in before) {
      const value = own(before, key);
      if (typeof value === 'number' && (key === 'from' || key === 'to')) after[key] = this.#offset(value);
      // The types of expressions contain no places.
      else if (typeof value === 'object' && value !== null && key !== 'valueType' && key !== 'types')
        setOwn(after, key, key === 'span' ? this.#span(value as Span) : this.any(value));
    }
    return after;
  }

  /** Moves notes. Handled by kind for speed: they have few shapes but outnumber everything else. */
  notes(noted: Noted): Noted {
    const { references, declared, expressions, actions, ...others } = noted;
    const after: { -readonly [Kind in keyof Noted]: Noted[Kind] } = {};
    if (references !== undefined) {
      after.references = references.map(({ kind, text, span, section, within, found, suggestions }) => {
        return { kind, text, span: this.#span(span), section, within, found, suggestions };
      });
    }
    if (declared !== undefined) {
      after.declared = declared.map(({ kind, text, span, section, within }) => ({ kind, text, span: this.#span(span), section, within }));
    }
    if (expressions !== undefined) {
      after.expressions = expressions.map(({ expression, section, place }) => {
        return { expression: this.#source(expression) as Expression, section, place };
      });
    }
    if (actions !== undefined) after.actions = actions.map((one) => ({ ...one, action: this.#source(one.action) as Action }));
    return { ...after, ...(this.any(others) as Noted) };
  }

  /** Moves an expression, or an action with its steps. */
  #source(before: Expression | Action): Expression | Action {
    const known = this.#before.indexOf(before);
    if (known >= 0) return this.#after[known] as Expression | Action;
    const by = this.#by;
    const place = { span: this.#span(before.span), at: (offset: number): number => before.at(offset) + by };
    const after = 'steps' in before ? { ...before, ...place, steps: this.any(before.steps) as Action['steps'] } : { ...before, ...place };
    this.#before.push(before);
    this.#after.push(after);
    return after;
  }

  #span({ from, to }: Span): Span {
    if (from < this.#range.from || to > this.#range.to) this.outside = true;
    return { from: from + this.#by, to: to + this.#by };
  }

  #offset(offset: number): number {
    if (offset < this.#range.from || offset > this.#range.to) this.outside = true;
    return offset + this.#by;
  }
}
