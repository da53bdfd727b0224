import type { Span } from '../base/span.ts';
import { fieldsRead, nodesOf, readersOf } from '../explorer/readers.ts';
import type { Json } from '../expression/values/json.ts';
import type { Call } from '../model/ast/calls.ts';
import { fieldOf } from '../model/lookup.ts';
import type { Model } from '../model/model.ts';
import type { CallAnswer } from '../serve/calls/call-request.ts';
import type { SecretOf } from '../serve/calls/signature.ts';
import { callName } from './adapter/adapter.ts';
import { jsonOf, type Oracle } from './oracle.ts';
import type { CallInputs, Handle, Persona, Planned } from './planned.ts';
import type { Bodies } from './template.ts';
import type { Maker } from './values.ts';

/** A situation, and what is to be tried in it. */
export interface Node {
  readonly key: string;
  /** The shortest way from where nothing was made. */
  readonly path: readonly Planned[];
  /** Requests that change nothing: refused ones, and those that only read. */
  readonly checks: Planned[];
  readonly moves: Move[];
  /** Its key is a name: the records there may also be those of another situation. */
  readonly isNamed?: boolean;
}

export const pathWords = ({ path }: Node): string => path.map(({ call }) => callName(call)).join(', ') || 'nothing';

/** A request that changes something, and the situation after it. */
export interface Move {
  readonly planned: Planned;
  readonly to: string;
  /** Something is seen by it that no earlier one shows. */
  readonly isNew: boolean;
  /** It changes a person whom no other can replace, for all that follows. */
  readonly lasts: boolean;
}

/** A request that a rule about a count refuses once it, or the way there, was made often enough. */
export interface Fill {
  readonly node: Node;
  readonly planned: Planned;
  /** So many records are brought there before; absent: the request itself is repeated. */
  readonly times?: number;
  /** What is tried where it is refused: mistakes in it, and then someone else. */
  readonly after?: (refused: Planned) => readonly Planned[];
}

/** What is to be tried; it may still be growing. */
export interface Plan {
  /** Names of the people whom it is for. */
  readonly people: readonly string[];
  readonly nodes: ReadonlyMap<string, Node>;
  readonly start: string;
  /** Requests that a rule about a count refuses once they were sent often enough. */
  readonly fills: readonly Fill[];
  /** False: the bounds have ended the search. */
  readonly complete: boolean;
}

export interface PlanParts {
  readonly model: Model;
  readonly oracle: Oracle;
  readonly people: readonly Persona[];
  readonly inputs: CallInputs;
  readonly maker: Maker;
  /** `Ticket.status`: what an expression of the document reads. */
  readonly read: ReadonlySet<string>;
  /** What a guard or an effect reads. */
  readonly decisive: ReadonlySet<string>;
  /** Entities with a rule about how many of their records there may be. */
  readonly counted: ReadonlySet<string>;
  /** Of signed calls; null: it is not known, so they are not tried. */
  readonly secretOf: SecretOf;
  /** Is a request that these rows decide to be sent? Absent: every one. */
  readonly wants?: (rows: readonly Span[]) => boolean;
  /** The oracle's answers so far: the people's tokens are in them. */
  readonly bodies: Bodies;
}

/** How a request ends: the status, and the errors with their fields. */
export const outcomeOf = ({ status, refusals = [] }: CallAnswer): string =>
  [status, ...(status < 400 ? [] : refusals.map(({ error, field }) => `${error} ${field}`))].join(' ');

/** Records made since the path began, by entity, in order. */
export type Made = ReadonlyMap<string, readonly string[]>;

/** The entities of which a call makes records. */
export const createdBy = ({ does }: Call): readonly string[] => [
  ...new Set((does?.steps ?? []).flatMap((step) => (step.kind === 'create' ? [step.entity.text] : []))),
];

/** The entities whose records the effects of events make, and no call. */
export const madeByEffects = ({ machines, calls }: Model): readonly string[] => {
  const steps = machines.flatMap(({ transitions }) => transitions.flatMap(({ effect }) => effect?.steps ?? []));
  const made = new Set(steps.flatMap((step) => (step.kind === 'create' ? [step.entity.text] : [])));
  return [...made].filter((entity) => !calls.some((call) => createdBy(call).includes(entity)));
};

export const signsUp = ({ does }: Call): boolean => does?.steps.some(({ kind }) => kind === 'sign-up') === true;

export const signsOut = ({ does }: Call): boolean => does?.steps.some(({ kind }) => kind === 'sign-out') === true;

export const listedBy = ({ does }: Call): readonly string[] =>
  (does?.steps ?? []).flatMap((step) => (step.kind === 'list' ? [step.entity.text] : []));

/**
 * The calls that change more than their own record: they trigger an event, or make a record, whose
 * effect changes another, or write what a guard of another record reads of it.
 */
export function reachingCalls(model: Model): ReadonlySet<Call> {
  const { machines, calls } = model;
  const reaching = machines.flatMap(({ entity, transitions }) =>
    transitions.flatMap(({ trigger, effect }) => {
      const reaches = effect?.steps.some(({ kind }) => kind === 'update' || kind === 'event' || kind === 'delete') === true;
      return !reaches ? [] : [trigger.kind === 'event' ? `${entity}.${trigger.name.text}` : entity];
    }),
  );
  const guarding = readersOf(model).flatMap(({ kind, event, expression }) =>
    kind === 'guard' && event !== null
      ? [...fieldsRead(model, nodesOf(model, expression))].filter((field) => !field.startsWith(`${event.entity}.`))
      : [],
  );
  const guarded = new Set(guarding);
  const isState = (entity: string): boolean => machines.some((one) => one.entity === entity && guarded.has(`${entity}.${one.field}`));
  return new Set(
    calls.filter(
      (call) =>
        createdBy(call).some((entity) => reaching.includes(entity)) ||
        call.does?.steps.some((step) => {
          if (!('target' in step) || step.target.type.kind !== 'record') return false;
          const { entity } = step.target.type;
          if (step.kind === 'event') return reaching.includes(`${entity}.${step.event.text}`) || isState(entity);
          return step.kind === 'update' && guarding.some((field) => field.startsWith(`${entity}.`));
        }) === true,
    ),
  );
}

/** A row of section 4, with the entity whose record it is about. */
type Row = Model['machines'][number]['transitions'][number] & { readonly entity: string };

/** The rows of section 4 that a call may take itself. */
export const rowsOf = ({ machines }: Model, { does }: Call): readonly Row[] =>
  (does?.steps ?? []).flatMap((step) => {
    const event = step.kind === 'event' && step.target.type.kind === 'record' ? `${step.target.type.entity}.${step.event.text}` : '';
    return machines.flatMap(({ entity, transitions }) =>
      transitions.flatMap((row): readonly Row[] => {
        const isTaken =
          row.trigger.kind === 'event'
            ? `${entity}.${row.trigger.name.text}` === event
            : step.kind === 'create' && step.entity.text === entity;
        return isTaken ? [{ ...row, entity }] : [];
      }),
    );
  });

/** The entities of which the effects of a call's events write other records. */
export const writtenBy = (model: Model, call: Call): ReadonlySet<string> =>
  new Set(
    rowsOf(model, call)
      .flatMap(({ effect }) => effect?.steps ?? [])
      .flatMap((one) => ('target' in one && one.target.type.kind === 'record' ? one.target.type.entity : [])),
  );

/** The made records and what has been added since. */
export function withNew(oracle: Oracle, made: Made, before: readonly (readonly [string, number])[]): Made {
  const found = new Map(made);
  for (const [entity, count] of before) {
    const ids = oracle.records(entity).slice(count);
    if (ids.length > 0) found.set(entity, [...(found.get(entity) ?? []), ...ids.map(({ id }) => id)]);
  }
  return found;
}

export function recordOf(
  { model: { account }, oracle, people }: Pick<PlanParts, 'model' | 'oracle' | 'people'>,
  made: Made,
  handle: Handle,
): { readonly entity: string; readonly id: string } | null {
  if (handle.kind === 'example') return oracle.examples.get(handle.name) ?? null;
  if (handle.kind === 'account') {
    const id = people[handle.persona]?.account;
    return id === undefined || account === null ? null : { entity: account.entity.text, id };
  }
  const id = made.get(handle.entity)?.[handle.ordinal];
  return id === undefined ? null : { entity: handle.entity, id };
}

/** A field of a stored record, over relations; undefined: there is no such record. */
export function storedValue(
  model: Model,
  oracle: Oracle,
  record: { readonly entity: string; readonly id: string } | null,
  path: readonly string[],
): Json | undefined {
  if (record === null) return undefined;
  const [name = 'id', ...rest] = path;
  const stored = oracle.record(record.entity, record.id);
  if (stored === null) return undefined;
  if (name === 'id') return fieldOf(model, record.entity, 'id')?.type.kind === 'serial' ? Number(stored.id) : stored.id;
  const value = stored[name];
  if (rest.length === 0) return Array.isArray(value) ? jsonOf(value[0]) : jsonOf(value);
  const type = fieldOf(model, record.entity, name)?.type;
  return type?.kind === 'relation' && typeof value === 'string'
    ? storedValue(model, oracle, { entity: type.entity.text, id: value }, rest)
    : undefined;
}

/** The same about the records that were made after these. */
export const withLaterRecords = (planned: Planned, made: Made): Planned => ({
  ...planned,
  handles: new Map(
    [...planned.handles].map(([name, one]) => [
      name,
      one.kind === 'made' ? { ...one, ordinal: one.ordinal + (made.get(one.entity)?.length ?? 0) } : one,
    ]),
  ),
});
