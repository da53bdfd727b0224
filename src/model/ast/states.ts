import type { Span } from '../../base/span.ts';
import type { Action } from '../../expression/action.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Type } from '../../expression/types/type.ts';
import type { Name } from './common.ts';

/**
 * `### Ticket.status` and its table; or `### Membership`, whose events need no state (`field` is
 * empty); or `### Product`, for what happens once and not for each record (`entity` is no entity).
 */
export interface Machine {
  readonly entity: string;
  readonly field: string;
  readonly span: Span;
  /** The heading's content. */
  readonly heading: Span;
  /** In order of first mention (start first). */
  readonly states: readonly State[];
  /**
   * The state of a new record; null when the start row is missing (then the first state mentioned
   * is assumed).
   */
  readonly start: Name | null;
  /** The To of every row with an empty From: more than one is a mistake, and the first counts. */
  readonly starts: readonly Name[];
  readonly transitions: readonly Transition[];
}

export interface State {
  readonly name: string;
  /** The first mention. */
  readonly span: Span;
  /** Called final in a description. */
  readonly final: boolean;
  /** Its row in the table `State | Label | Colour`; null where it has none. */
  readonly row: Span | null;
}

export interface Transition {
  readonly span: Span;
  /** The place in the table, from 0: the order in which they are tried. */
  readonly order: number;
  /** Empty with `any`: from every state. */
  readonly from: readonly Name[];
  readonly any: boolean;
  readonly trigger: Trigger;
  /** Null: stays in the state. */
  readonly to: Name | null;
  /** To is `refused`: where the row is taken the event is refused with its error. */
  readonly refuses: boolean;
  /** Empty: everyone whom section 6 allows. */
  readonly roles: readonly Name[];
  readonly guard: Expression | null;
  /** A guard that is a hole: not enforced. */
  readonly guardHole: boolean;
  /** What a false guard raises; null: CONFLICT. */
  readonly error: Name | null;
  readonly effect: Action | null;
  readonly description: string;
}

export type Trigger =
  | { readonly kind: 'event'; readonly name: Name; readonly parameters: readonly Parameter[] }
  | { readonly kind: 'delete'; readonly name: Name }
  /** The start row, where it has a guard or an effect: applied to each new record. */
  | { readonly kind: 'create'; readonly span: Span }
  /** `changed(rate, monthly)`: one of these fields is not what it was before the transaction. */
  | { readonly kind: 'changed'; readonly fields: readonly Name[]; readonly span: Span }
  /** `every month on `dueDay` at `time("08:00")``: without `at`, at midnight. */
  | {
      readonly kind: 'every';
      readonly rhythm: Rhythm;
      readonly on: Expression | null;
      readonly at: Expression | null;
      /** The Event cell in plain words. */
      readonly text: string;
      readonly span: Span;
    }
  | { readonly kind: 'after'; readonly duration: Expression; readonly span: Span }
  | { readonly kind: 'at'; readonly moment: Expression; readonly span: Span }
  | { readonly kind: 'unknown'; readonly text: string; readonly span: Span };

/** The field of the record that is the timer's moment; null: none is, or it is worked out. */
export function momentField(trigger: Trigger): string | null {
  const node = trigger.kind === 'at' ? trigger.moment.node : null;
  return node?.kind === 'name' && node.resolution.kind === 'self-field' ? node.name : null;
}

/** The days on which a calendar event happens. */
export const rhythms = ['day', 'weekday', 'month', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Rhythm = (typeof rhythms)[number];

/** The Event cell of `changed`: `changed(rate, monthly)`. */
export const changedWords = (fields: readonly Name[]): string => `changed(${fields.map(({ text }) => text).join(', ')})`;

/** `resolve`, `after AUTO_CLOSE`. */
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

/** The heading of calendar events that happen once, not for each record. */
export const productHeading = 'Product';

export interface Parameter {
  readonly name: Name;
  /** The field that it sets, or null for `name: type`. */
  readonly field: string | null;
  readonly type: Type;
  /** The words after the colon, as a field type would be written; null for a field. */
  readonly written: string | null;
  /** Of `name: text(200)`, in code points. */
  readonly maxLength?: number;
  /** ``User where `…` ``: which records may be given; null: any, or what its field says. */
  readonly choices: Expression | null;
  readonly required: boolean;
}
