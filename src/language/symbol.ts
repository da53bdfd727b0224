import type { Span } from '../base/span.ts';
import type { Kind } from '../model/ast/common.ts';

/** `name` is a name bound at its place by Takes, a route, a parameter, `as` or a macro. */
export type SymbolKind = Kind | 'name';

/** The meaning of a name. Two occurrences have the same meaning if their keys are equal. */
export interface NamedThing {
  readonly kind: SymbolKind;
  readonly text: string;
  /**
   * For fields, states and events, the entity; for bound names, the place that binds them; else
   * null.
   */
  readonly within: string | null;
}

/** An occurrence of a name. */
export interface Occurrence extends NamedThing {
  readonly span: Span;
  readonly declaration: boolean;
}

export const keyOf = ({ kind, text, within }: NamedThing): string => `${kind}\n${within ?? ''}\n${text}`;

const kindTitles: Readonly<Record<SymbolKind, string>> = {
  entity: 'entity',
  field: 'field',
  state: 'state',
  event: 'event',
  role: 'role',
  error: 'error',
  message: 'message',
  constant: 'constant',
  screen: 'screen',
  view: 'view',
  example: 'example',
  person: 'person',
  rule: 'rule',
  call: 'call',
  component: 'component',
  service: 'service',
  name: 'name',
};

export const kindTitle = (kind: SymbolKind): string => kindTitles[kind];

/** A title such as `the field “status” of Ticket`. */
export function titleOf(thing: NamedThing): string {
  const of = thing.within !== null && thing.kind !== 'name' ? ` of ${thing.within}` : '';
  return `the ${kindTitle(thing.kind)} “${thing.text}”${of}`;
}
