import type { Call } from '../../model/ast/calls.ts';
import type { Model } from '../../model/model.ts';
import type { CallAnswer } from '../../serve/calls/call-request.ts';
import { jsonOf } from '../answers/oracle.ts';
import type { Input } from '../values/call-inputs.ts';
import { isNumeric, valuesFor } from '../values/values.ts';
import { type Planned, withPicks } from './planned.ts';
import { createdBy, type Made, type Node, outcomeOf, rowsReached, writtenBy } from './situations.ts';
import type { Trials } from './trials.ts';
import { usesByRow } from './world-shape.ts';

/** For each row that refuses a call: the number of situations in which it is searched. */
const perRow = 4;
/** The most values of an input that are tried. */
const mostValues = 6;

interface Refused {
  readonly node: Node;
  readonly planned: Planned;
  readonly row: number;
}

/** A request that enables another, as a situation in which that one is accepted. */
export interface Enabled {
  readonly node: Node;
  /** The situation after both requests, and the way there; the key is empty if it is too large. */
  readonly to: string;
  readonly path: readonly Planned[];
}

/**
 * Searches backwards from calls that were never accepted: a row refuses the call because of what it
 * reads of other records or people, so requests that write this are sent before it.
 */
export class Enablers {
  readonly #uses: ReadonlyMap<number, ReadonlySet<string>>;
  readonly #written = new Map<Call, ReadonlySet<string>>();
  readonly #accepted = new Set<Call>();
  readonly #times = new Map<string, number>();
  readonly #open: Refused[] = [];
  #count = 0;

  constructor(model: Model) {
    this.#uses = usesByRow(model);
    for (const call of model.calls) this.#written.set(call, fieldsWritten(model, call));
  }

  /** Notes the answer to a request without a mistake. */
  note(node: Node, planned: Planned, { status, refusals }: CallAnswer): void {
    const { call } = planned;
    if (status < 400) this.#accepted.add(call);
    const row = refusals?.[0]?.at?.from;
    if (this.#accepted.has(call) || call.method === 'GET' || row === undefined || !this.#uses.has(row)) return;
    const key = `${call.name.text} ${row}`;
    const times = this.#times.get(key) ?? 0;
    if (times >= perRow) return;
    this.#times.set(key, times + 1);
    this.#open.push({ node, planned, row });
  }

  /** The situations in which noted calls are accepted after one more request. */
  next(trials: Trials): readonly Enabled[] {
    return this.#open.splice(0).flatMap((one) => (this.#accepted.has(one.planned.call) ? [] : (this.#enabled(one, trials) ?? [])));
  }

  #enabled(refused: Refused, trials: Trials): Enabled | null {
    const { node, planned, row } = refused;
    const uses = this.#uses.get(row) ?? new Set();
    const found = trials.parts.oracle.tried(() => {
      const made = trials.after(node.path);
      if (made === null) return null;
      const stored = storedNumbers(uses, made, trials);
      for (const writer of this.#writers(planned.call, uses))
        for (const candidate of trials.candidates(writer, made))
          for (const request of [...withValues(candidate, uses, trials), ...withNumbers(candidate, stored, trials)]) {
            const found = this.#after(node, request, planned, made, trials);
            if (found !== null) return found;
          }
      return null;
    });
    return found ?? this.#otherwise(refused, trials);
  }

  /**
   * The same way with another value of what the row reads of a record made on it, which may no
   * longer be changed here: the language of a job that has been submitted.
   */
  #otherwise({ node, planned, row }: Refused, trials: Trials): Enabled | null {
    const uses = this.#uses.get(row) ?? new Set();
    const { path } = node;
    for (const [place, step] of path.entries())
      for (const other of withValues(step, uses, trials).slice(1)) {
        const way = [...path.slice(0, place), other, ...path.slice(place + 1)];
        const found = trials.parts.oracle.tried(() => {
          const made = trials.after(way);
          if (made === null) return null;
          for (const one of trials.candidates(planned.call, made)) {
            const found = one.persona === planned.persona ? this.#accepting(way, one, made, trials) : null;
            if (found !== null) return found;
          }
          return null;
        });
        if (found !== null) return found;
      }
    return null;
  }

  #writers(call: Call, uses: ReadonlySet<string>): readonly Call[] {
    return [...this.#written].flatMap(([writer, written]) =>
      writer !== call && writer.signed === null && [...written].some((field) => uses.has(field)) ? [writer] : [],
    );
  }

  #after(node: Node, writer: Planned, planned: Planned, made: Made, trials: Trials): Enabled | null {
    return trials.parts.oracle.tried(() => {
      const first = trials.fitted(writer, made);
      if (first === null || first.answer.status >= 400 || first.lasts) return null;
      const after = trials.done(first.planned, made)?.made ?? null;
      return after === null ? null : this.#accepting([...node.path, first.planned], planned, after, trials);
    });
  }

  /** The situation after a way, if the call is accepted there. */
  #accepting(path: readonly Planned[], planned: Planned, made: Made, trials: Trials): Enabled | null {
    const fitting = trials.fitted(planned, made);
    if (fitting === null || fitting.answer.status >= 400) return null;
    this.#accepted.add(planned.call);
    const move: Planned = { ...fitting.planned, outcome: outcomeOf(fitting.answer), rank: 0 };
    const { key: to, lasts } = fitting;
    const at: Node = {
      key: `enabled ${++this.#count}`,
      path,
      checks: [],
      moves: [{ planned: move, to, isNew: true, lasts }],
      isNamed: true,
    };
    return { node: at, to, path: [...path, move] };
  }
}

/**
 * The request as it is, and with each value of the inputs that are written to one of the fields:
 * without other inputs that need not be given, since they may undo it, and with them, since the
 * value may fit no default of theirs.
 */
function withValues(planned: Planned, fields: ReadonlySet<string>, { parts: { inputs, maker } }: Trials): readonly Planned[] {
  const given = inputs.of(planned.call).filter(({ place, sought }) => place === 'body' && sought === null);
  const isWritten = ({ field }: Input): boolean => field !== null && fields.has(`${field.entity}.${field.name.text}`);
  const leftOut = given.flatMap((input) => (input.optional && !isWritten(input) ? [[input.name, -1] as const] : []));
  const others = given
    .filter(isWritten)
    .flatMap((input) =>
      [...valuesFor(maker, input).keys()]
        .slice(0, mostValues)
        .flatMap((place) =>
          (leftOut.length === 0 ? [leftOut] : [leftOut, []]).map((rest) => withPicks(planned, [...rest, [input.name, place]])),
        ),
    );
  return [planned, ...others];
}

/** The request with each number that is stored, such as a payment of all that is owed. */
const withNumbers = (planned: Planned, stored: readonly number[], { parts: { inputs } }: Trials): readonly Planned[] =>
  inputs
    .of(planned.call)
    .filter((input) => input.place === 'body' && isNumeric(input))
    .flatMap(({ name }) => stored.map((number) => ({ ...planned, mutation: { kind: 'numbers', values: [[name, number]] } as const })));

/** The numbers that the fields have in the records of the way and of the people. */
function storedNumbers(fields: ReadonlySet<string>, made: Made, { parts: { model, oracle, people } }: Trials): readonly number[] {
  const account = model.account?.entity.text ?? '';
  const all = new Map([...made, [account, people.map((one) => one.account)]]);
  const found = [...fields].flatMap((field) => {
    const [entity = '', name = ''] = field.split('.');
    return (all.get(entity) ?? []).map((id) => jsonOf(oracle.record(entity, id)?.[name]));
  });
  return [...new Set(found.filter((value) => typeof value === 'number'))].slice(0, mostValues);
}

/** The fields that a call writes, `Sale.day`; with `create`, also those of the new record. */
export function fieldsWritten(model: Model, call: Call): ReadonlySet<string> {
  const found = new Set<string>();
  const all = (entity: string): void => {
    for (const { name } of model.entities.find((one) => one.name.text === entity)?.fields ?? []) found.add(`${entity}.${name.text}`);
  };
  for (const entity of [...createdBy(call), ...writtenBy(model, call)]) all(entity);
  for (const step of call.does?.steps ?? [])
    if ((step.kind === 'add' || step.kind === 'remove') && step.of.type.kind === 'record')
      found.add(`${step.of.type.entity}.${step.field.text}`);
    else if ((step.kind === 'update' || step.kind === 'delete') && step.target.type.kind === 'record') all(step.target.type.entity);
  for (const { entity, effect } of rowsReached(model, call)) {
    for (const { name, type } of model.entities.find((one) => one.name.text === entity)?.fields ?? [])
      if (type.kind === 'state') found.add(`${entity}.${name.text}`);
    for (const step of effect?.steps ?? []) {
      if (step.kind === 'assign') found.add(`${entity}.${step.field.text}`);
      if (step.kind === 'create') all(step.entity.text);
    }
  }
  return found;
}
