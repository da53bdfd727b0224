import type { Call } from '../../model/ast/calls.ts';
import type { Field } from '../../model/ast/entities.ts';
import { entityOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import type { RawBody } from '../answers/request.ts';
import type { Input } from '../values/call-inputs.ts';
import { kindOf } from '../values/input-kinds.ts';
import { mutationsOf, valuesFor } from '../values/values.ts';
import { type Handle, type Mutation, type Planned, withPicks } from './planned.ts';
import { type Made, type Node, otherMade, type PlanParts, recordOf, storedValue } from './situations.ts';
import { usesByRow } from './world-shape.ts';

/** Bodies that no call accepts. */
const malformed: readonly { readonly raw: RawBody; readonly words: string }[] = [
  { raw: { text: '{"broken', contentType: 'application/json' }, words: 'with a body that is not JSON' },
  { raw: { text: '["a list"]', contentType: 'application/json' }, words: 'with a list as its body' },
  { raw: { text: 'no-such-key=1', contentType: 'application/x-www-form-urlencoded' }, words: 'with a form as its body' },
];

/** Variants of a request with one change each that the document decides about. */
export function mutated({ inputs, maker, model }: PlanParts, planned: Planned): readonly Planned[] {
  const { call } = planned;
  const found: Planned[] = [];
  for (const input of inputs.of(call)) {
    if (input.sought !== null) {
      const mutation: Mutation = { kind: 'no-record', input: input.name };
      found.push({ ...planned, mutation });
      if (planned.persona !== null) found.push({ ...planned, persona: null, mutation });
    } else if (input.place === 'body')
      for (const { words } of mutationsOf(maker, input)) found.push({ ...planned, mutation: { kind: 'input', input: input.name, words } });
  }
  if (call.takes !== null) {
    found.push({ ...planned, mutation: { kind: 'unknown-key' } });
    for (const mutation of fieldsNotTaken(model, call, inputs.of(call))) found.push({ ...planned, mutation });
    for (const { raw, words } of malformed) found.push({ ...planned, mutation: { kind: 'raw', raw, words } });
    const own = inputs.of(call).filter(({ place, sought }) => place === 'body' && sought === null);
    const nothing = own.map(({ name }) => [name, -1] as const);
    if (own.length > 1 && own.every(({ optional }) => optional)) found.push(withPicks(planned, nothing));
  }
  if (call.signed === null) found.push({ ...planned, mutation: { kind: 'forged-token' } });
  if (planned.persona !== null) found.push({ ...planned, persona: null });
  return found;
}

/**
 * The request with each value of the choices that guards or effects read, because its outcome
 * depends on other records.
 */
export const choicesOf = ({ inputs, decisive }: PlanParts, planned: Planned): readonly Planned[] =>
  inputs.of(planned.call).flatMap(({ name, place, field }) => {
    const kind = field?.type.kind;
    const values = kind === 'boolean' ? ['true', 'false'] : field?.type.kind === 'enum' ? field.type.values.map(({ text }) => text) : [];
    const isRead = place === 'body' && field !== null && decisive.has(`${field.entity}.${field.name.text}`);
    return isRead
      ? values.map((value) => ({ ...planned, mutation: { kind: 'input', input: name, words: `with ${name} ${value}` } as const }))
      : [];
  });

/** Mutations with a record that does not exist, for calls whose record is not known. */
export const strangersOf = ({ inputs }: PlanParts, call: Call): readonly Mutation[] =>
  inputs.of(call).flatMap(({ name, sought }) => (sought === null ? [] : [{ kind: 'no-record', input: name }]));

export const signaturesOf = ({ signed }: Call): readonly Mutation[] =>
  signed === null ? [] : (['missing', 'wrong'] as const).map((how) => ({ kind: 'signature', how }));

/** Choices of a record, such as a role, that the call which writes it must not set. */
function fieldsNotTaken(model: Model, { does }: Call, inputs: readonly Input[]): readonly Mutation[] {
  const written = new Set(inputs.flatMap(({ field }) => field?.entity ?? []));
  for (const step of does?.steps ?? []) if (step.kind === 'create') written.add(step.entity.text);
  return [...written].flatMap((entity) =>
    (entityOf(model, entity)?.fields ?? []).flatMap(({ name, type }): Mutation[] => {
      const value = type.kind === 'enum' ? type.values.at(-1)?.text : type.kind === 'boolean' ? true : undefined;
      const isTaken = inputs.some((input) => input.name === name.text);
      return value === undefined || isTaken ? [] : [{ kind: 'unknown-key', field: name.text, value }];
    }),
  );
}

/** Requests that give unique inputs a value which another record has. */
export function takenOf(parts: PlanParts, planned: Planned, made: Made): readonly Planned[] {
  const { model, people, inputs } = parts;
  const { call, persona } = planned;
  return inputs.of(call).flatMap(({ name, place, field, unique }): readonly Planned[] => {
    if (place !== 'body' || field === null || !unique) return [];
    if (field.entity === model.account?.entity.text) {
      if (people.length === 0) return [];
      const taken: Mutation = {
        kind: 'taken',
        input: name,
        handle: { kind: 'account', persona: persona === 0 && people.length > 1 ? 1 : 0 },
      };
      // Addresses that differ only in capitals are the same address.
      return (field.type.kind === 'email' ? [taken, { ...taken, like: 'capitals' as const }] : [taken]).map((mutation) => ({
        ...planned,
        mutation,
      }));
    }
    const handle = otherMade(planned, field.entity, made);
    if (handle === undefined) return [];
    return withSame(parts, planned, field, handle, made).map(({ besides, ...one }) => ({
      ...one,
      mutation: { kind: 'taken', input: name, handle, ...(besides === null ? {} : { besides }) },
    }));
  });
}

const comparedAsTheyAre = ['text', 'markdown', 'slug', 'time', 'date', 'datetime', 'duration'];

/**
 * Requests in which an input has the value of another one that a row compares it with, and updates
 * of one field to the value that the record has in the other.
 */
export function sameOf({ model, inputs }: PlanParts, planned: Planned): readonly Planned[] {
  const rows = [...usesByRow(model).values()];
  const given = inputs
    .of(planned.call)
    .filter((input) => input.place === 'body' && input.sought === null && comparedAsTheyAre.includes(kindOf(input)));
  const areCompared = (one: Input, other: Input): boolean =>
    kindOf(one) === kindOf(other) && rows.some((read) => [one, other].every(({ uses }) => uses.some((use) => read.has(use))));
  const pairs = given.flatMap((one, place) =>
    given.slice(place + 1).flatMap((other) => (areCompared(one, other) ? [[one, other] as const] : [])),
  );
  return pairs.flatMap(([one, other]): readonly Planned[] => {
    const same = { kind: 'same', input: other.name, as: one.name } as const;
    const likes = kindOf(one) === 'text' ? [same, { ...same, like: 'capitals' } as const] : [same];
    return [
      ...likes.map((mutation) => ({ ...planned, mutation })),
      ...[[one, other] as const, [other, one] as const].flatMap(([input, as]) => updatedLike(inputs.of(planned.call), planned, input, as)),
    ];
  });
}

/** An update of a field alone, to the value of another field of the record. */
function updatedLike(all: readonly Input[], planned: Planned, { name, field }: Input, as: Input): readonly Planned[] {
  const updated = planned.call.does?.steps.find((step) => step.kind === 'update')?.target.type;
  const entity = updated?.kind === 'record' ? updated.entity : null;
  const [handle] = [...planned.handles.values()].filter((one) => one.kind === 'made' && one.entity === entity);
  const others = all.filter((one) => one.place === 'body' && one.sought === null && one.name !== name);
  if (handle === undefined || field?.entity !== entity || as.field?.entity !== entity || !others.every(({ optional }) => optional))
    return [];
  const alone = withPicks(
    planned,
    others.map((one) => [one.name, -1] as const),
  );
  return [{ ...alone, mutation: { kind: 'taken', input: name, handle, field: as.field.name.text } }];
}

/**
 * The request with the values that a record has of the fields which a `unique` rule reads together
 * with a field, and with all but one of them.
 */
function withSame(
  parts: PlanParts,
  planned: Planned,
  { entity, name }: Field,
  handle: Handle,
  made: Made,
): readonly (Planned & { readonly besides: string | null })[] {
  const { model, oracle, inputs, maker } = parts;
  const beside = model.rules.flatMap(({ entity: of, must }) => {
    const fields = of.text === entity && must.kind === 'unique' ? must.fields.map(({ text }) => text) : [];
    return fields.includes(name.text) ? fields : [];
  });
  const same = inputs.of(planned.call).flatMap((input): readonly (readonly [string, number, number])[] => {
    const { field, place } = input;
    if (place !== 'body' || field?.entity !== entity || field.name.text === name.text || !beside.includes(field.name.text)) return [];
    const value = storedValue(model, oracle, recordOf(parts, made, handle), [field.name.text]);
    const values = valuesFor(maker, input);
    const pick = values.findIndex((one) => JSON.stringify(one) === JSON.stringify(value));
    return pick < 0 ? [] : [[input.name, pick, (pick + 1) % values.length]];
  });
  return [null, ...same.map(([one]) => one)].map((besides) => ({
    ...withPicks(
      planned,
      same.map(([one, pick, next]) => [one, one === besides ? next : pick] as const),
    ),
    besides,
  }));
}

/** Whether a unique input is blank: an earlier run may have left a record with the same value. */
export function isBlankAndUnique({ inputs, maker }: PlanParts, { call, mutation }: Planned): boolean {
  if (mutation?.kind !== 'input') return false;
  const input = inputs.of(call).find(({ name }) => name === mutation.input);
  const value = input?.unique === true ? mutationsOf(maker, input).find(({ words }) => words === mutation.words)?.value : null;
  return typeof value === 'string' && value.trim() === '';
}

/** Puts off accepted values that are not next to a refused one, except the first of each kind. */
export function putOffInner(node: Node, from: number): void {
  const refused = new Set(node.checks.flatMap(({ mutation }) => (mutation?.kind === 'input' ? mutation.words : [])));
  const kinds = new Set<string>();
  for (const [place, move] of node.moves.entries()) {
    const { mutation } = move.planned;
    if (place < from || mutation?.kind !== 'input') continue;
    const kind = `${move.planned.call.name.text} ${mutation.words.replace(/-?\d+/, 'N')}`;
    const isAtEdge = [-1, 1].some((by) => refused.has(mutation.words.replace(/-?\d+/, (number) => String(Number(number) + by))));
    if (!isAtEdge && kinds.has(kind)) node.moves[place] = { ...move, planned: { ...move.planned, rank: 1 } };
    if (kind.includes('N')) kinds.add(kind);
  }
}
