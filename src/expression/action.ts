import type { Span } from '../base/span.ts';
import type { Expression, Problem } from './expression.ts';

/** A name in an action that refers to a declaration, with its place. */
export interface Word {
  readonly text: string;
  readonly span: Span;
}

export interface Sorting {
  /** The field, or the path to it: `customer.name`. */
  readonly field: Word;
  /** The path as an expression about the row; null: a field of the row itself. */
  readonly value: Expression | null;
  readonly descending: boolean;
}

/**
 * `for x in LIST:` or `when CONDITION:` before one step, or before several in parentheses. `id` is
 * the offset in the action where the clause begins: steps with the same clause belong to one group.
 */
export type Clause = { readonly id: number; readonly span: Span } & (
  | { readonly kind: 'for'; readonly name: Word; readonly list: Expression }
  | { readonly kind: 'when'; readonly condition: Expression }
);

/**
 * One step of an action (NOTATION, section 7, the table of actions). `within`: the enclosing
 * clauses, outermost first; the last `opens` of them begin with this step.
 */
export type Step = { readonly span: Span; readonly within?: readonly Clause[] | undefined; readonly opens?: number | undefined } & (
  | { readonly kind: 'create'; readonly entity: Word; readonly as: Word | null; readonly with: Expression | null }
  | {
      readonly kind: 'get';
      readonly entity: Word;
      readonly as: Word | null;
      readonly where: Expression;
      /** Raised instead of NOT_FOUND; null: NOT_FOUND. */
      readonly error: Word | null;
    }
  | {
      readonly kind: 'list';
      readonly entity: Word;
      readonly as: Word | null;
      readonly where: Expression | null;
      readonly sort: readonly Sorting[];
      readonly limit: Expression | null;
      readonly offset: Expression | null;
    }
  | { readonly kind: 'update'; readonly target: Expression; readonly with: Expression | null }
  | { readonly kind: 'delete'; readonly target: Expression }
  | { readonly kind: 'event'; readonly event: Word; readonly target: Expression; readonly with: Expression | null }
  | { readonly kind: 'add' | 'remove'; readonly member: Expression; readonly of: Expression; readonly field: Word }
  /** `error`: raised by `sign in` instead of UNAUTHORIZED. */
  | { readonly kind: 'sign-in' | 'sign-up'; readonly with: Expression; readonly error: Word | null }
  | { readonly kind: 'sign-out' }
  | { readonly kind: 'open'; readonly screen: Word; readonly of: Expression | null }
  | { readonly kind: 'check'; readonly condition: Expression; readonly error: Word }
  /** Only in effects. `to`: recipients other than the message's own. */
  | { readonly kind: 'tell'; readonly message: Word; readonly to: Expression | null }
  | { readonly kind: 'assign'; readonly field: Word; readonly value: Expression }
  /**
   * A request to a service, sent after the commit. `request`: `"POST /charges"`. `event`: triggered
   * on the effect's record by the answer. If sending is given up, its `… failed` counterpart is
   * triggered, provided it is declared.
   */
  | {
      readonly kind: 'send';
      readonly service: Word;
      readonly request: Expression;
      readonly with: Expression | null;
      readonly event: Word | null;
    }
  /** Only in scenarios: the answer of a service; `with` is null if the service does not answer. */
  | { readonly kind: 'answer'; readonly service: Word; readonly with: Expression | null }
  /** Only in scenarios: a call of section 7 with a valid signature. */
  | { readonly kind: 'call'; readonly request: Expression; readonly with: Expression | null }
  /**
   * Only in scenarios: a person requests a link by mail (`role`: the role of an invitation), then
   * opens the newest one mailed to an address; `with` fills in the page's form.
   */
  | { readonly kind: 'mail'; readonly purpose: 'reset' | 'confirm' | 'invite'; readonly to: Expression; readonly role: Word | null }
  | { readonly kind: 'follow'; readonly to: Expression; readonly with: Expression | null }
  /** Only in scenarios. */
  | { readonly kind: 'wait'; readonly duration: Expression }
  /** An unreadable step. The action's problems explain why. `names`: those that it declares. */
  | { readonly kind: 'broken'; readonly names: readonly Word[] }
);

/** The clauses that begin with this step. */
export const openedBy = ({ within = [], opens = 0 }: Step): readonly Clause[] => within.slice(within.length - opens);

/** Whether running the action may skip the step. */
export const isConditional = ({ within = [] }: Step): boolean => within.length > 0;
/** The form of a request to a service: `POST /charges`. */
export const requestForm = /^(?:GET|POST|PUT|PATCH|DELETE) \/[!-~]*$/;

/** Whether a step only reads, that is, changes nothing and opens no screen. */
export const isRead = (step: Step): step is Extract<Step, { readonly kind: 'get' | 'list' | 'check' }> =>
  !isConditional(step) && (step.kind === 'get' || step.kind === 'list' || step.kind === 'check');

/** The error that a step names after `else`; null: none. */
export const namedError = (step: Step): Word | null => ('error' in step ? step.error : null);

/** The expressions of a step, in source order. Those of a clause belong to its first step. */
export const expressionsOf = (step: Step): Expression[] => [
  ...openedBy(step).map((clause) => (clause.kind === 'for' ? clause.list : clause.condition)),
  ...ownExpressionsOf(step),
];

function ownExpressionsOf(step: Step): Expression[] {
  const all = (...list: readonly (Expression | null)[]): Expression[] => list.filter((expression) => expression !== null);
  switch (step.kind) {
    case 'create':
    case 'sign-in':
    case 'sign-up':
    case 'answer':
      return all(step.with);
    case 'send':
    case 'call':
      return all(step.request, step.with);
    case 'get':
      return [step.where];
    case 'list':
      return all(step.where, ...step.sort.map(({ value }) => value), step.limit, step.offset);
    case 'update':
    case 'event':
      return all(step.target, step.with);
    case 'delete':
      return [step.target];
    case 'add':
    case 'remove':
      return [step.member, step.of];
    case 'open':
      return all(step.of);
    case 'tell':
    case 'mail':
      return all(step.to);
    case 'follow':
      return all(step.to, step.with);
    case 'check':
      return [step.condition];
    case 'assign':
      return [step.value];
    case 'wait':
      return [step.duration];
    case 'sign-out':
    case 'broken':
      return [];
  }
}

/** Steps joined by `;`. A broken step does not affect the next one. */
export interface Action {
  readonly source: string;
  readonly span: Span;
  at(offset: number): number;
  readonly steps: readonly Step[];
  /**
   * Problems in the action's own words, with offsets in `source`. Each expression carries its own
   * problems.
   */
  readonly problems: readonly Problem[];
}
