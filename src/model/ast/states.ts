import type { Span } from '../../base/span.ts';
import type { Action } from '../../expression/action.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Type } from '../../expression/types/type.ts';
import type { Name } from './common.ts';

/**
 * `### Ticket.status` and its table; or `### Membership`, whose events depend on no state (`field`
 * is empty); or `### Product`, for events that happen once rather than for each record (`entity`
 * names no entity).
 */
export interface Machine {
  readonly entity: string;
  readonly field: string;
  readonly span: Span;
  /** The span of the heading's content. */
  readonly heading: Span;
  /** In order of first mention (start first). */
  readonly states: readonly State[];
  /**
   * The state of a new record; null if the start row is missing (the first state mentioned is then
   * assumed).
   */
  readonly start: Name | null;
  /**
   * The To of every row with an empty From: more than one is a mistake, and the first one applies.
   */
  readonly starts: readonly Name[];
  readonly transitions: readonly Transition[];
}

export interface State {
  readonly name: string;
  /** The span of its first mention. */
  readonly span: Span;
  /** A description calls it final. */
  readonly final: boolean;
  /** Its row in the table `State | Label | Colour`; null: none. */
  readonly row: Span | null;
}

export interface Transition {
  readonly span: Span;
  /** The row's index in the table, from 0: transitions are tried in this order. */
  readonly order: number;
  /** Empty if `any`: from every state. */
  readonly from: readonly Name[];
  readonly any: boolean;
  readonly trigger: Trigger;
  /** Null: the record stays in its state. */
  readonly to: Name | null;
  /** The To cell is `refused`: if this row applies, the event is refused with its error. */
  readonly refuses: boolean;
  /** Empty: everyone allowed by section 6. */
  readonly roles: readonly Name[];
  readonly guard: Expression | null;
  /** The guard is a hole and is not enforced. */
  readonly guardHole: boolean;
  /** The error that a false guard raises; null: CONFLICT. */
  readonly error: Name | null;
  readonly effect: Action | null;
  readonly description: string;
}

export type Trigger =
  | { readonly kind: 'event'; readonly name: Name; readonly parameters: readonly Parameter[] }
  | { readonly kind: 'delete'; readonly name: Name }
  /** The start row, if it has a guard or an effect: applied to each new record. */
  | { readonly kind: 'create'; readonly span: Span }
  /**
   * `changed(rate, monthly)`: one of these fields differs from its value before the transaction.
   */
  | { readonly kind: 'changed'; readonly fields: readonly Name[]; readonly span: Span }
  /** `every month on `dueDay` at `time("08:00")``: without `at`, at midnight. */
  | {
      readonly kind: 'every';
      readonly rhythm: Rhythm;
      readonly on: Expression | null;
      readonly at: Expression | null;
      /** The text of the Event cell. */
      readonly text: string;
      readonly span: Span;
    }
  | { readonly kind: 'after'; readonly duration: Expression; readonly span: Span }
  | { readonly kind: 'at'; readonly moment: Expression; readonly span: Span }
  | { readonly kind: 'unknown'; readonly text: string; readonly span: Span };

/** Whether the row is a timer, which fires by itself. */
export const isTimer = ({ trigger: { kind } }: Pick<Transition, 'trigger'>): boolean =>
  kind === 'after' || kind === 'at' || kind === 'every';

/** The record field that sets the timer's time; null: there is none, or the time is computed. */
export function momentField(trigger: Trigger): string | null {
  const node = trigger.kind === 'at' ? trigger.moment.node : null;
  return node?.kind === 'name' && node.resolution.kind === 'self-field' ? node.name : null;
}

/** The days on which a calendar event happens. */
export const rhythms = ['day', 'weekday', 'month', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Rhythm = (typeof rhythms)[number];

/** The Event cell of `changed`: `changed(rate, monthly)`. */
export const changedWords = (fields: readonly Name[]): string => `changed(${fields.map(({ text }) => text).join(', ')})`;

/** The Event cell as text: `resolve`, `after AUTO_CLOSE`. */
export function triggerWords({ trigger }: Transition): string {
  switch (trigger.kind) {
    case 'event':
    case 'delete':
      return trigger.name.text;
    case 'after':
      return `after ${trigger.duration.source}`;
    case 'at':
      return `at ${trigger.moment.source}`;
    case 'create':
      return 'start';
    case 'changed':
      return changedWords(trigger.fields);
    case 'every':
    case 'unknown':
      return trigger.text;
  }
}

/** The heading of calendar events that happen once rather than for each record. */
export const productHeading = 'Product';

export interface Parameter {
  readonly name: Name;
  /** The field that the parameter sets, or null for `name: type`. */
  readonly field: string | null;
  readonly type: Type;
  /** The text after the colon, in the syntax of a field type; null for a field. */
  readonly written: string | null;
  /** From `name: text(200)`, in code points. */
  readonly maxLength?: number;
  /** ``User where `…` ``: which records are allowed; null: any, or those that its field allows. */
  readonly choices: Expression | null;
  readonly required: boolean;
}
