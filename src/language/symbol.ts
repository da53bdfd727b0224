import type { Span } from '../base/span.ts';
import type { Kind } from '../model/ast/common.ts';

/** `name` is a name that is bound at its place: by Takes, a route, a parameter, `as` or a macro. */
export type SymbolKind = Kind | 'name';

/** What a name means. Two places mean the same when their keys are the same. */
export interface NamedThing {
  readonly kind: SymbolKind;
  readonly text: string;
  /** For fields, states and events the entity; for bound names where they are bound; else null. */
  readonly within: string | null;
}

/** A place at which a name is. */
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

/** `the field “status” of Ticket`. */
export function titleOf(thing: NamedThing): string {
  const of = thing.within !== null && thing.kind !== 'name' ? ` of ${thing.within}` : '';
  return `the ${kindTitle(thing.kind)} “${thing.text}”${of}`;
}
