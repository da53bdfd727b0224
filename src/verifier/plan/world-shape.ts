import { grouped } from '../../base/grouped.ts';
import { memoizeByObject } from '../../base/memoize-by-object.ts';
import { numberOf } from '../../explorer/document/cone.ts';
import { fieldRead, fieldsRead, nodesOf, readersOf } from '../../explorer/document/readers.ts';
import type { Node } from '../../expression/node.ts';
import { isDecimal } from '../../expression/values/decimal.ts';
import type { Value } from '../../expression/values/value.ts';
import type { Field } from '../../model/ast/entities.ts';
import { entityOf, fieldOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import type { Oracle } from '../answers/oracle.ts';
import type { Persona } from './planned.ts';
import type { Made } from './situations.ts';

/** Larger counts make no difference. */
const most = 2;

interface Shaping {
  readonly model: Model;
  readonly oracle: Oracle;
  readonly people: readonly Persona[];
  /** Fields that an expression of the document reads or an effect empties: `Ticket.status`. */
  readonly read: ReadonlySet<string>;
  readonly limits: readonly FieldLimits[];
  /** The entities whose examples situations tell apart, because no call creates such records. */
  readonly given: ReadonlySet<string>;
}

/**
 * A stored number of an entity, and the numbers that guards compare with it or with values computed
 * from it.
 */
export interface FieldLimits {
  readonly entity: string;
  readonly field: string;
  /** Ascending. */
  readonly numbers: readonly number[];
}

/** The limits of each event, `Claim.pay`, and of each rule. */
export type GuardLimits = ReadonlyMap<string, readonly FieldLimits[]>;

export function guardLimits(model: Model): GuardLimits {
  const found = new Map<string, readonly FieldLimits[]>();
  const numeric = (nodes: readonly Node[]) =>
    nodes.flatMap((node) => fieldRead(node) ?? []).filter((one) => isNumber(model, one.entity, one.field));
  for (const { kind, event, expression, row } of readersOf(model)) {
    if (kind !== 'rule' && (event === null || (kind !== 'guard' && kind !== 'effect'))) continue;
    const nodes = nodesOf(model, expression);
    const named = [...new Set(nodes.flatMap((node) => numberOf(model, node) ?? []))].sort((a, b) => a - b);
    // An addition by an effect shows only if the number was not 0 before.
    const numbers = kind === 'effect' ? [0] : named;
    if (numbers.length === 0 || numbers.length > mostLimits) continue;
    // A rule about the record itself decides when it is written, one about another record later.
    const read = nodes.filter((node) => kind !== 'rule' || node.kind === 'select');
    const name = event === null ? `rule ${row.from}` : `${event.entity}.${event.name}`;
    const limits = numeric(read).map(({ entity, field }) => ({ entity, field, numbers }));
    if (limits.length > 0) found.set(name, [...(found.get(name) ?? []), ...limits]);
  }
  return found;
}

/** Merges the limits of each field. */
export function limitsByField(limits: readonly FieldLimits[]): readonly FieldLimits[] {
  const found = new Map<string, FieldLimits>();
  for (const one of limits) {
    const key = `${one.entity}.${one.field}`;
    const numbers = [...new Set([...(found.get(key)?.numbers ?? []), ...one.numbers])].sort((a, b) => a - b);
    found.set(key, { ...one, numbers });
  }
  return [...found.values()];
}

/** Fields that guards and effects read: the answer to the same request depends on them. */
export function decisiveFields(model: Model): ReadonlySet<string> {
  const found = readersOf(model).filter(({ kind }) => kind === 'guard' || kind === 'effect');
  return new Set(found.flatMap(({ expression }) => [...fieldsRead(model, nodesOf(model, expression))]));
}

/**
 * For each rule, permission and transition, by the start of its row: the fields that it reads,
 * `Order.count`, and the parameters of its event, `Order.receive(count)`.
 */
export const usesByRow = memoizeByObject((model: Model): ReadonlyMap<number, ReadonlySet<string>> => {
  const found = new Map<number, Set<string>>();
  for (const { kind, row, event, expression } of readersOf(model)) {
    if (kind !== 'rule' && kind !== 'permission' && kind !== 'guard') continue;
    const parameters = event === null ? [] : expression.reads.bound.map((name) => `${event.entity}.${event.name}(${name})`);
    const known = found.get(row.from) ?? new Set();
    for (const use of [...fieldsRead(model, nodesOf(model, expression)), ...parameters]) known.add(use);
    found.set(row.from, known);
  }
  for (const { must, entity, span } of model.rules) {
    const fields = must.kind === 'unique' ? must.fields : must.kind === 'no-overlap' ? [must.start, must.end, ...must.per] : [];
    if (fields.length > 0) found.set(span.from, new Set(fields.map(({ text }) => `${entity.text}.${text}`)));
  }
  return found;
});

/** The rows that refuse what another record has already: a value or a time. */
export const takenRows = memoizeByObject(
  ({ rules }: Model): ReadonlySet<number> =>
    new Set(rules.flatMap(({ must, span }) => (must.kind === 'unique' || must.kind === 'no-overlap' ? [span.from] : []))),
);

/** What the effects that write each field read: fields and parameters, `Order.pay(amount)`. */
export const usesByWrittenField = memoizeByObject((model: Model): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>();
  const effects = readersOf(model).filter(({ kind }) => kind === 'effect');
  for (const sameRow of grouped(effects, ({ row }) => String(row.from)).values()) {
    const uses = sameRow.flatMap(({ event, expression }) => [
      ...(event === null ? [] : expression.reads.bound.map((name) => `${event.entity}.${event.name}(${name})`)),
      ...fieldsRead(model, nodesOf(model, expression)),
    ]);
    for (const { target } of sameRow) if (target !== null) found.set(target, new Set([...(found.get(target) ?? []), ...uses]));
  }
  return found;
});

/** The start of the row of each expression that decides something. */
export const rowOf = memoizeByObject(
  (model: Model): ReadonlyMap<Node, number> =>
    new Map(readersOf(model).flatMap(({ row, expression: { node } }) => (node === null ? [] : [[node, row.from]]))),
);

/** Fields that an effect empties, which shows only if they have a value. */
export function emptiedFields(model: Model): readonly string[] {
  return model.machines.flatMap(({ entity, transitions }) =>
    transitions.flatMap(({ effect }) =>
      (effect?.steps ?? []).flatMap((step) =>
        step.kind === 'assign' && step.value.node?.kind === 'literal' && step.value.node.value === null
          ? [`${entity}.${step.field.text}`]
          : [],
      ),
    ),
  );
}

/** A guard with more numbers in it would cause too many situations. */
const mostLimits = 3;

function isNumber(model: Model, entity: string, name: string): boolean {
  const field = fieldOf(model, entity, name);
  return field !== undefined && field.computed === null && ['integer', 'decimal'].includes(field.type.kind);
}

/** On which side of the limits a stored number is: `<400000`, `=400000`, `>400000`. */
export function sideOf(value: unknown, limits: readonly number[]): string {
  const number = typeof value === 'bigint' ? Number(value) : isDecimal(value as Value) ? Number(String(value)) : value;
  if (typeof number !== 'number') return '';
  const at = limits.find((limit) => number <= limit);
  return at === undefined ? `>${limits.at(-1)}` : `${number === at ? '=' : '<'}${at}`;
}

/**
 * Describes a record by what the document reads of it: states, choices, which fields are empty,
 * which people it names, and on which side of a guard's limits its numbers are. Texts and other
 * numbers are left out.
 */
function shapeOf({ model, oracle, people, read, limits }: Shaping, entity: string, id: string): string {
  const record = oracle.record(entity, id);
  if (record === null) return `${entity}:gone`;
  const parts: string[] = [];
  const own = new Map(limits.filter((one) => one.entity === entity).map(({ field, numbers }) => [field, numbers]));
  for (const field of entityOf(model, entity)?.byName.values() ?? []) {
    const name = field.name.text;
    if (field.computed !== null || name === 'id' || field.type.kind === 'inverse') continue;
    if (field.type.kind !== 'state' && !read.has(`${entity}.${name}`)) continue;
    const { type } = field;
    const value = record[name];
    if (type.kind === 'members') parts.push(`${name}=${Math.min(most, oracle.members(entity, name, id).length)}`);
    else if (type.kind === 'relation' || name === 'createdBy') {
      const person = people.find(({ account }) => account === value || groupsOf(model, oracle, account).includes(value));
      parts.push(`${name}=${value === null || value === undefined ? '' : (person?.name ?? '*')}`);
    } else if (type.kind === 'state' || type.kind === 'enum' || type.kind === 'boolean') parts.push(`${name}=${String(value)}`);
    else if (own.has(name)) parts.push(`${name}${sideOf(value, own.get(name) ?? [])}`);
    else if (type.kind === 'list') parts.push(`${name}=${Array.isArray(value) ? Math.min(most, value.length) : ''}`);
    else parts.push(`${name}=${value === null || value === undefined ? '' : '*'}`);
  }
  return `${entity}:${parts.join(',')}`;
}

/** The key of a situation: what the document reads of its records and people. */
export function keyOf(shaping: Shaping, made: Made): string {
  const { people } = shaping;
  const records = [...made].flatMap(([entity, ids]) => ids.map((id) => shapeOf(shaping, entity, id)));
  return [...records, ...givenShapes(shaping), peopleKey(shaping, people)].join('\n');
}

/** Describes the examples that situations tell apart. */
export const givenShapes = (shaping: Shaping): readonly string[] =>
  [...shaping.oracle.examples].flatMap(([name, { entity, id }]) =>
    shaping.given.has(entity) ? `${shapeOf(shaping, entity, id)},example=${name}` : [],
  );

/** The states of the records in a situation's key: `Stay.status=moored`. */
export const statesIn = ({ machines }: Model, key: string): readonly string[] =>
  key.split('\n').flatMap((line) => {
    const [entity = '', values = ''] = line.split(':');
    const fields = machines.flatMap((one) => (one.entity === entity ? one.field : []));
    return values.split(',').flatMap((one) => (fields.includes(one.split('=')[0] ?? '') ? `${entity}.${one}` : []));
  });

/** The part of a situation's key that describes these people. */
export function peopleKey(shaping: Shaping, people: readonly Pick<Persona, 'name' | 'account'>[]): string {
  const account = shaping.model.account?.entity.text;
  return account === undefined
    ? ''
    : people
        .map((one) => `${one.name} ${shapeOf(shaping, account, one.account)}`)
        .sort()
        .join('\n');
}

/**
 * The keys of situations that differ only by swapping people with the same roles. The order in
 * which records were created makes no difference.
 */
export function keysAlike(key: string, people: readonly Persona[]): string[] {
  const found = [inOrder(key, people.length)];
  for (const [place, one] of people.entries()) {
    const other = people.slice(place + 1).find(({ roles }) => roles.join() === one.roles.join());
    if (other === undefined) continue;
    const names = new RegExp(`(^|=)(${one.name}|${other.name})(?=[ ,\n]|$)`, 'gm');
    const swapped = (text: string): string =>
      text.replace(names, (_all, before: string, name: string) => `${before}${name === one.name ? other.name : one.name}`);
    found.push(...found.map((text) => inOrder(swapped(text), people.length)));
  }
  return found;
}

/** Sorts the lines about records, and those about people. */
function inOrder(key: string, people: number): string {
  const lines = key.split('\n');
  const records = lines.slice(0, lines.length - people).sort();
  return [...records, ...lines.slice(lines.length - people).sort()].join('\n');
}

/** The relations of an account that name what the person belongs to, not another person. */
export const groupFields = memoizeByObject(({ entities, account }: Model): readonly RelationField[] =>
  (entities.find(({ name }) => name.text === account?.entity.text)?.fields ?? []).filter(
    (field): field is RelationField => field.type.kind === 'relation' && field.type.entity.text !== account?.entity.text,
  ),
);

type RelationField = Field & { readonly type: { readonly kind: 'relation' } };

/** The ids of the records that a person belongs to. */
function groupsOf(model: Model, oracle: Oracle, account: string): readonly unknown[] {
  const fields = groupFields(model);
  const record = fields.length === 0 ? null : oracle.record(model.account?.entity.text ?? '', account);
  return record === null ? [] : fields.flatMap(({ name }) => record[name.text] ?? []);
}

/**
 * How a person is related to a record: the fields that name them, including one relation further,
 * and those that name what they belong to.
 */
export function relationTo(model: Model, oracle: Oracle, account: string | null, entity: string, id: string): string {
  if (account === null) return '';
  if (id === account) return 'self';
  const record = oracle.record(entity, id);
  if (record === null) return 'gone';
  const groups = groupsOf(model, oracle, account);
  const found: string[] = groups.includes(id) ? ['group'] : [];
  for (const field of entityOf(model, entity)?.fields ?? []) {
    const name = field.name.text;
    const value = record[name];
    if (field.type.kind === 'members' && oracle.members(entity, name, id).includes(account)) found.push(name);
    if (field.type.kind !== 'relation') continue;
    if (value === account || groups.includes(value)) found.push(name);
    else if (typeof value === 'string')
      for (const inner of entityOf(model, field.type.entity.text)?.fields ?? [])
        if (inner.type.kind === 'relation' && oracle.record(inner.entity, value)?.[inner.name.text] === account)
          found.push(`${name}.${inner.name.text}`);
  }
  return found.join('+');
}

/** The states of a record, separated by commas; `gone` if it does not exist. */
export function statesOf(model: Model, oracle: Oracle, entity: string, id: string): string {
  const record = oracle.record(entity, id);
  if (record === null) return 'gone';
  return Object.keys(record)
    .filter((name) => fieldOf(model, entity, name)?.type.kind === 'state')
    .map((name) => String(record[name]))
    .join(',');
}

/** Whether a relation of a record points to `other`. */
export function pointsTo(model: Model, oracle: Oracle, entity: string, id: string, other: string): boolean {
  const record = oracle.record(entity, id);
  const fields = entityOf(model, entity)?.fields ?? [];
  return record !== null && fields.some(({ name, type }) => type.kind === 'relation' && record[name.text] === other);
}

/** The states of the records that a record's relations point to. */
export function statesOfRelated(model: Model, oracle: Oracle, entity: string, id: string): string {
  const record = oracle.record(entity, id);
  const found = (entityOf(model, entity)?.fields ?? []).flatMap(({ name, type }) => {
    const value = record?.[name.text];
    return type.kind === 'relation' && typeof value === 'string' ? statesOf(model, oracle, type.entity.text, value) : '';
  });
  return found.filter((states) => states !== '').join(',');
}
