import type { Span } from '../../base/span.ts';
import type { Action } from '../../expression/action.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Name } from './common.ts';

/** A row of the table Person | Wants to | So that. */
export interface Person {
  readonly name: Name;
  readonly wants: string;
  readonly soThat: string;
  readonly span: Span;
}

/** `### Scenario: TITLE` and its table As | Do | Expect. */
export interface Scenario {
  readonly title: string;
  readonly span: Span;
  readonly rows: readonly ScenarioRow[];
}

export interface ScenarioRow {
  readonly span: Span;
  readonly as: Actor;
  readonly do: Action;
  readonly expect: Expectation;
}

export type Actor =
  | { readonly kind: 'example'; readonly name: Name }
  | { readonly kind: 'role'; readonly name: Name }
  | { readonly kind: 'nobody'; readonly span: Span }
  /** An undeclared person or a hole. */
  | { readonly kind: 'unknown'; readonly text: string; readonly span: Span };

export type Expectation =
  /** An empty cell: the step must succeed. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'holds'; readonly expression: Expression }
  | { readonly kind: 'refused'; readonly error: Name }
  /** The step sent this request; `request` is null if only the service is named. */
  | { readonly kind: 'sent'; readonly service: Name; readonly request: string | null }
  | { readonly kind: 'sees' | 'does-not-see'; readonly screen: Name }
  /** `told Ana APPROVED`: the step sent this message; the person is an example. */
  | { readonly kind: 'told'; readonly person: Name; readonly message: Name }
  | { readonly kind: 'not-told'; readonly person: Name; readonly message: Name }
  | { readonly kind: 'unknown'; readonly text: string; readonly span: Span };
