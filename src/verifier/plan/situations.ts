import type { Span } from '../../base/span.ts';
import { nobody } from '../../engine/world/world.ts';
import { fieldsRead, nodesOf, readersOf } from '../../explorer/document/readers.ts';
import type { Step } from '../../expression/action.ts';
import type { Json } from '../../expression/values/json.ts';
import { isRecord, isRecordList, type Value } from '../../expression/values/value.ts';
import type { Call } from '../../model/ast/calls.ts';
import { fieldOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import type { CallAnswer } from '../../serve/calls/call-request.ts';
import type { SecretOf } from '../../serve/calls/signature.ts';
import { jsonOf, type Oracle } from '../answers/oracle.ts';
import type { Bodies } from '../answers/template.ts';
import type { Maker } from '../values/values.ts';
import type { CallInputs, Handle, Persona, Planned } from './planned.ts';
import type { GivenRecord, PlayedScenario } from './scenario-rows.ts';

/** A situation and the requests to try in it. */
export interface Node {
  readonly key: string;
  /** The shortest way from the start, where no record has been created. */
  readonly path: readonly Planned[];
  /** Requests that change nothing: refused ones and reads. */
  readonly checks: Planned[];
  readonly moves: Move[];
  /** Its key is a name rather than a description, so another situation may have equal records. */
  readonly isNamed?: boolean;
}

/** A request that changes something, and the situation after it. */
export interface Move {
  readonly planned: Planned;
  readonly to: string;
  /** Whether it shows something that no earlier request shows. */
  readonly isNew: boolean;
  /** Whether it permanently changes a person who cannot be replaced. */
  readonly lasts: boolean;
}

/**
 * A request that a rule about a count refuses once it, or the way to it, was repeated often enough.
 */
export interface Fill {
  readonly node: Node;
  readonly planned: Planned;
  /**
   * The number of records to bring to the situation first; absent: the request itself is repeated.
   */
  readonly times?: number;
  /** Requests to try once it is refused: with mistakes, and then by another person. */
  readonly after?: (refused: Planned) => readonly Planned[];
}

/** The requests to try; a plan may still be growing. */
export interface Plan {
  /** The names of the people who send its requests. */
  readonly people: readonly string[];
  readonly nodes: ReadonlyMap<string, Node>;
  readonly start: string;
  /** Requests that a rule about a count refuses once they were sent often enough. */
  readonly fills: readonly Fill[];
  /** False while it grows, and if the bounds ended the search. */
  readonly complete: boolean;
}

export interface PlanParts {
  readonly model: Model;
  readonly oracle: Oracle;
  readonly people: readonly Persona[];
  readonly inputs: CallInputs;
  readonly maker: Maker;
  /** Fields that an expression of the document reads or an effect empties: `Ticket.status`. */
  readonly read: ReadonlySet<string>;
  /** Fields that a guard or an effect reads. */
  readonly decisive: ReadonlySet<string>;
  /** Entities whose number of records a rule limits. */
  readonly counted: ReadonlySet<string>;
  /** The entities whose examples situations tell apart. */
  readonly given: ReadonlySet<string>;
  /** Whether time can pass. */
  readonly hasClock: boolean;
  /** Whether a reset undoes what happens to people who did not sign up. */
  readonly hasReset: boolean;
  readonly scenarios: readonly PlayedScenario[];
  /** The values of each example, by its name. */
  readonly examples: ReadonlyMap<string, GivenRecord>;
  /** The secrets of signed calls; a call whose secret is null is not tried. */
  readonly secretOf: SecretOf;
  /** Whether to send a request that these rows decide; absent: always. */
  readonly wants?: (rows: readonly Span[]) => boolean;
  /** The oracle's answers so far, which contain the people's tokens. */
  readonly bodies: Bodies;
}

/** While a way is tried, its sign-ups replace people. */
export type TrialParts = PlanParts & { readonly people: Persona[] };

/** The outcome of a request: the status, and the errors with their fields. */
export const outcomeOf = ({ status, refusals = [] }: CallAnswer): string =>
  [status, ...(status < 400 ? [] : refusals.map(({ error, field }) => `${error} ${field}`))].join(' ');

/** Ids of the records created on the way, by entity, in order. */
export type Made = ReadonlyMap<string, readonly string[]>;

/** The entities whose records a call creates. */
export const createdBy = ({ does }: Call): readonly string[] => [
  ...new Set((does?.steps ?? []).flatMap((step) => (step.kind === 'create' ? [step.entity.text] : []))),
];

/** The entities, but that of accounts, of which there are examples only: no call creates them. */
export const givenEntities = ({ entities, calls, account }: Model): ReadonlySet<string> =>
  new Set(
    entities.flatMap(({ name: { text }, examples }) =>
      examples.length > 0 && text !== account?.entity.text && !calls.some((call) => createdBy(call).includes(text)) ? text : [],
    ),
  );

/** The entities whose records effects create. */
export const madeByEffects = ({ machines }: Model): readonly string[] => {
  const steps = machines.flatMap(({ transitions }) => transitions.flatMap(({ effect }) => effect?.steps ?? []));
  return [...new Set(steps.flatMap((step) => (step.kind === 'create' ? [step.entity.text] : [])))];
};

export const signsUp = ({ does }: Call): boolean => does?.steps.some(({ kind }) => kind === 'sign-up') === true;

export const signsOut = ({ does }: Call): boolean => does?.steps.some(({ kind }) => kind === 'sign-out') === true;

export const listedBy = ({ does }: Call): readonly string[] =>
  (does?.steps ?? []).flatMap((step) => (step.kind === 'list' ? [step.entity.text] : []));

/**
 * The calls that change more than their own record: they trigger an event or create a record whose
 * effect changes another, or they write what a guard of another record reads.
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

/** A row of section 4, with the entity of its records. */
type Row = Model['machines'][number]['transitions'][number] & { readonly entity: string };

/** The rows of section 4 that a call may trigger directly. */
export const rowsOf = (model: Model, { does }: Call): readonly Row[] => rowsOfSteps(model, does?.steps ?? []);

const rowsOfSteps = ({ machines }: Model, steps: readonly Step[]): readonly Row[] =>
  steps.flatMap((step) => {
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

/** The rows of section 4 that a call may trigger, also by the effects of other rows. */
export function rowsReached(model: Model, call: Call): readonly Row[] {
  const found = new Map<number, Row>();
  const open = [...rowsOf(model, call)];
  for (const row of open) {
    if (found.has(row.span.from)) continue;
    found.set(row.span.from, row);
    open.push(...rowsOfSteps(model, row.effect?.steps ?? []));
  }
  return [...found.values()];
}

/** The entities whose records the effects of a call write. */
export const writtenBy = (model: Model, call: Call): ReadonlySet<string> =>
  new Set(
    rowsReached(model, call)
      .flatMap(({ effect }) => effect?.steps ?? [])
      .flatMap((one) => ('target' in one && one.target.type.kind === 'record' ? one.target.type.entity : [])),
  );

/** The created records with those added since. `before`: the number of records, by entity. */
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

/** The value of a stored record's field, over relations; undefined if there is no such record. */
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
  const field = fieldOf(model, record.entity, name);
  if (name === 'id') return field?.type.kind === 'serial' ? Number(stored.id) : stored.id;
  const value = field?.computed == null ? stored[name] : computedValue(oracle, record, name);
  if (rest.length === 0) return Array.isArray(value) ? jsonOf(value[0]) : jsonOf(value);
  return field?.type.kind === 'relation' && typeof value === 'string'
    ? storedValue(model, oracle, { entity: field.type.entity.text, id: value }, rest)
    : undefined;
}

/** The value of a computed field, such as where a span ends; null for records and lists of them. */
function computedValue({ product }: Oracle, { entity, id }: { readonly entity: string; readonly id: string }, name: string): Value {
  const value = product.world(nobody).record(entity, id)?.get(name) ?? null;
  return isRecord(value) || isRecordList(value) ? null : value;
}

/** The last record of an entity on the way that the request is not about, of those that fit. */
export function otherMade(
  { handles }: Planned,
  entity: string,
  made: Made,
  isFit: (one: Handle) => boolean = () => true,
): Handle | undefined {
  const about = new Set([...handles.values()].map((one) => JSON.stringify(one)));
  return (made.get(entity) ?? [])
    .map((_, ordinal): Handle => ({ kind: 'made', entity, ordinal }))
    .findLast((one) => !about.has(JSON.stringify(one)) && isFit(one));
}

/** The request about the corresponding records that were created after `made`. */
export const withLaterRecords = (planned: Planned, made: Made): Planned => ({
  ...planned,
  handles: new Map(
    [...planned.handles].map(([name, one]) => [
      name,
      one.kind === 'made' ? { ...one, ordinal: one.ordinal + (made.get(one.entity)?.length ?? 0) } : one,
    ]),
  ),
});
