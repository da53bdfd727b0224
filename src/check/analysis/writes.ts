import type { Span } from '../../base/span.ts';
import type { Action, Step } from '../../expression/action.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Node } from '../../expression/node.ts';
import type { Type } from '../../expression/types/type.ts';
import { hasNode } from '../../expression/visit.ts';
import type { TakesPattern } from '../../model/ast/calls.ts';
import { lineList } from '../../model/lines.ts';
import type { Model } from '../../model/model.ts';

/** A change that an action makes to a record. */
export interface Write {
  readonly operation: 'create' | 'update' | 'delete' | 'add' | 'remove' | 'event';
  /** The name of the event, or else of the operation. */
  readonly name: string;
  readonly entity: string;
  readonly span: Span;
  readonly step: Step;
  /**
   * The fields (or parameters) that it sets, from the caller or from the document itself; null if
   * the text does not determine them.
   */
  readonly given: ReadonlyMap<string, 'document' | 'caller'> | null;
  /** Marks a line of a list passed with its record. Absent: the record of the step itself. */
  readonly isLine?: true;
}

/**
 * The writes of an action. `takes`: the names that the caller passes. `known` is false if the text
 * does not determine all writes.
 */
export function writesOf(
  model: Model,
  action: Action,
  takes: readonly string[] = [],
): { readonly writes: readonly Write[]; readonly known: boolean } {
  const writes: Write[] = [];
  let known = action.problems.length === 0;
  for (const step of action.steps) {
    if (step.kind === 'broken') known = false;
    const write = writeOf(model, step, takes);
    if (write === 'unknown') known = false;
    else if (write !== null) writes.push(write, ...lineWrites(model, write));
  }
  return { writes, known };
}

/** The writes to the lines of a list passed with a record. */
function lineWrites(model: Model, write: Write): Write[] {
  const { operation, entity, given, step } = write;
  if (operation !== 'create' && operation !== 'update') return [];
  return [...(given?.keys() ?? [])].flatMap((name): Write[] => {
    const list = lineList(model, entity, name);
    if (list === null) return [];
    const values = 'with' in step ? listIn(step.with, name) : null;
    const fields = values === null ? everyField(model, list.entity) : new Map([...commonKeys(values), [list.by, 'document' as const]]);
    const line = { ...write, entity: list.entity, given: fields, isLine: true as const };
    const created: Write = { ...line, operation: 'create', name: 'create' };
    if (operation === 'create') return [created];
    return [created, { ...line, operation: 'update', name: 'update' }, { ...line, operation: 'delete', name: 'delete', given: new Map() }];
  });
}

/** `{"lines": [{…}]}`: the maps in the list; null if they are not literal. */
function listIn(expression: Expression | null, name: string): readonly (Node & { kind: 'map' })[] | null {
  if (expression?.node?.kind !== 'map') return null;
  const value = expression.node.entries.find(({ key }) => key.kind === 'literal' && key.value === name)?.value;
  if (value?.kind !== 'list') return null;
  const maps = value.items.flatMap((item) => (item.kind === 'map' ? [item] : []));
  return maps.length === value.items.length ? maps : null;
}

/** The keys that all lines have in common. */
function commonKeys(maps: readonly (Node & { kind: 'map' })[]): [string, 'document' | 'caller'][] {
  const [first, ...others] = maps.map(
    ({ entries }) =>
      new Map(entries.flatMap(({ key, value }) => (key.kind === 'literal' ? [[String(key.value), readsBound(value)] as const] : []))),
  );
  return [...(first ?? [])].flatMap(([key, isBound]): [string, 'document' | 'caller'][] =>
    others.every((other) => other.has(key)) ? [[key, isBound ? 'caller' : 'document']] : [],
  );
}

const everyField = (model: Model, entity: string): Map<string, 'caller'> =>
  new Map([...model.declarations.fields(entity).keys()].map((name) => [name, 'caller']));

function writeOf(model: Model, step: Step, takes: readonly string[]): Write | 'unknown' | null {
  const make = (operation: Write['operation'], name: string, entity: string | null, given: Write['given']): Write | 'unknown' =>
    entity === null ? 'unknown' : { operation, name, entity, span: step.span, step, given };
  switch (step.kind) {
    case 'create':
      return make('create', 'create', step.entity.text, withTakes(model, step.entity.text, takes, givenIn(step.with)));
    case 'update': {
      const entity = entityOf(step.target.type);
      return make('update', 'update', entity, entity === null ? null : withTakes(model, entity, takes, givenIn(step.with)));
    }
    case 'delete':
      return make('delete', 'delete', entityOf(step.target.type), new Map());
    case 'event':
      return make('event', step.event.text, entityOf(step.target.type), givenIn(step.with));
    case 'add':
    case 'remove':
      return make(step.kind, step.kind, entityOf(step.of.type), new Map([[step.field.text, 'caller']]));
    case 'sign-up':
      return make('create', 'create', model.account?.entity.text ?? null, givenIn(step.with));
    default:
      return null;
  }
}

/**
 * Adds names bound by Takes that match fields of the written entity, since they set those fields.
 */
function withTakes(model: Model, entity: string, takes: readonly string[], given: Write['given']): Write['given'] {
  if (given === null) return null;
  const fields = model.declarations.fields(entity);
  return new Map([...takes.filter((name) => fields.has(name)).map((name) => [name, 'caller'] as const), ...given]);
}

/** The keys of `with {…}`, or null if it is not a literal map. */
function givenIn(expression: Expression | null): Write['given'] {
  if (expression === null) return new Map();
  if (expression.node?.kind !== 'map') return null;
  const given = new Map<string, 'document' | 'caller'>();
  for (const { key, value } of expression.node.entries) {
    if (key.kind !== 'literal' || typeof key.value !== 'string') return null;
    given.set(key.value, readsBound(value) ? 'caller' : 'document');
  }
  return given;
}

/**
 * Whether a value reads a name bound outside the expression: Takes, route, query, parameter, `as`.
 */
const readsBound = (node: Node): boolean => hasNode(node, (one) => one.kind === 'name' && one.resolution.kind === 'bound');

/** The entity of a record type or of a list of records; null for any other type. */
export function entityOf(type: Type): string | null {
  if (type.kind === 'record') return type.entity;
  return type.kind === 'list' ? entityOf(type.of) : null;
}

/** The names that a Takes pattern binds. */
export const boundBy = (
  pattern: TakesPattern | null,
): readonly { readonly name: string; readonly span: Span; readonly optional: boolean }[] =>
  (pattern?.entries ?? []).flatMap(({ key, optional, inside }) =>
    inside === null
      ? [{ name: key.text, span: key.span, optional }]
      : boundBy(inside).map((bound) => ({ ...bound, optional: optional || bound.optional })),
  );
