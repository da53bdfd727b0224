import type { Call } from '../../model/ast/calls.ts';
import type { Model } from '../../model/model.ts';
import type { CallAnswer } from '../../serve/calls/call-request.ts';
import { jsonOf } from '../answers/oracle.ts';
import type { Input } from '../values/call-inputs.ts';
import { isNumeric } from '../values/input-kinds.ts';
import { valuesFor } from '../values/values.ts';
import { type Planned, withPicks } from './planned.ts';
import { createdBy, type Made, type Node, outcomeOf, rowsOf, rowsReached, writtenBy } from './situations.ts';
import type { Trials } from './trials.ts';
import { usesByRow } from './world-shape.ts';

/** For each reason to refuse a call: the number of different situations in which it is searched. */
const perReason = 12;
/** The most values of an input that are tried. */
const mostValues = 6;
/** The most requests that are sent before a call, and how many are tried for each refusal. */
const mostBefore = 3;
const perRefusal = 300;

/** Why a call is refused: by a row, or because of a state, and the fields that this depends on. */
interface Reason {
  readonly key: string;
  readonly uses: ReadonlySet<string>;
}

interface Refused {
  readonly node: Node;
  readonly planned: Planned;
  readonly reason: Reason;
}

/** A way after which a call is still refused, but for another reason. */
interface Nearer {
  readonly path: readonly Planned[];
  readonly reason: Reason;
}

/** A request that enables another, as a situation in which that one is accepted. */
export interface Enabled {
  readonly node: Node;
  /** The situation after both requests, and the way there; the key is empty if it is too large. */
  readonly to: string;
  readonly path: readonly Planned[];
}

/**
 * Searches backwards from calls that were never accepted: a row, or a state, refuses the call
 * because of what it reads of records or people, so requests that write this are sent before it.
 * If the call is then refused for another reason, the search goes on from there.
 */
export class Enablers {
  readonly #model: Model;
  readonly #uses: ReadonlyMap<number, ReadonlySet<string>>;
  readonly #written = new Map<Call, ReadonlySet<string>>();
  readonly #accepted = new Set<Call>();
  /** The situations in which a call was refused for each reason. */
  readonly #situations = new Map<string, Set<string>>();
  readonly #open: Refused[] = [];
  #count = 0;

  constructor(model: Model) {
    this.#model = model;
    this.#uses = usesByRow(model);
    for (const call of model.calls) this.#written.set(call, fieldsWritten(model, call));
  }

  /** Notes the answer to a request without a mistake. `situation`: describes where it was sent. */
  note(node: Node, planned: Planned, answer: CallAnswer, situation: string): void {
    const { call } = planned;
    if (answer.status < 400) this.#accepted.add(call);
    const reason = this.#accepted.has(call) || call.method === 'GET' ? null : this.#reasonOf(call, answer);
    if (reason === null) return;
    const key = `${call.name.text} ${reason.key}`;
    const known = this.#situations.get(key) ?? new Set();
    if (known.size >= perReason || known.has(situation)) return;
    this.#situations.set(key, known.add(situation));
    this.#open.push({ node, planned, reason });
  }

  /** Null if the call is accepted, or refused because of the sender or the values alone. */
  #reasonOf(call: Call, { status, refusals }: CallAnswer): Reason | null {
    const [{ at = null, error } = {}] = status < 400 ? [] : (refusals ?? []);
    if (at === null || error === undefined) return null;
    // A row also refuses if no other row of its event leaves the record's state.
    const states = status === 409 ? rowsOf(this.#model, call).map(({ entity }) => entity) : [];
    const fields = this.#model.machines.flatMap(({ entity, field }) => (states.includes(entity) ? `${entity}.${field}` : []));
    const uses = new Set([...(this.#uses.get(at.from) ?? []), ...fields]);
    return uses.size === 0 ? null : { key: `${error} ${at.from}`, uses };
  }

  /** The situations in which noted calls are accepted after one more request. */
  next(trials: Trials): readonly Enabled[] {
    return this.#open.splice(0).flatMap((one) => (this.#accepted.has(one.planned.call) ? [] : (this.#enabled(one, trials) ?? [])));
  }

  /** The situation after a way, if a call is accepted there that was accepted nowhere else. */
  first(call: Call, path: readonly Planned[], trials: Trials): readonly Enabled[] {
    if (this.#accepted.has(call)) return [];
    return trials.parts.oracle.tried(() => {
      const made = trials.after(path);
      if (made === null) return [];
      for (const one of trials.candidates(call, made)) {
        const found = this.#accepting(path, one, made, trials);
        if (found !== null) return [found];
      }
      return [];
    });
  }

  #enabled(refused: Refused, trials: Trials): Enabled | null {
    const { node, planned, reason } = refused;
    const tried = new Set([reason.key]);
    let left = perRefusal;
    let open: readonly Nearer[] = [{ path: node.path, reason }];
    for (let before = 0; before < mostBefore && open.length > 0; before++) {
      const next: Nearer[] = [];
      for (const { path, reason } of open) {
        const found = trials.parts.oracle.tried(() => {
          const made = trials.after(path);
          if (made === null) return null;
          for (const request of this.#requests(planned.call, reason, made, trials)) {
            if (left-- <= 0) return null;
            const found = this.#after(path, request, planned, made, trials);
            if (found === null) continue;
            if ('node' in found) return found;
            if (!tried.has(found.reason.key)) next.push(found);
            tried.add(found.reason.key);
          }
          return null;
        });
        if (found !== null) return found;
      }
      open = next;
    }
    return this.#otherwise(refused, trials);
  }

  /** The requests that write what the reason depends on. */
  *#requests(call: Call, { uses }: Reason, made: Made, trials: Trials): Iterable<Planned> {
    const stored = storedNumbers(uses, made, trials);
    for (const writer of this.#writers(call, uses))
      for (const candidate of trials.candidates(writer, made))
        yield* [...withValues(candidate, uses, trials), ...withNumbers(candidate, stored, trials)];
  }

  /**
   * The same way with another value of what the row reads of a record made on it, which may no
   * longer be changed here: the language of a job that has been submitted.
   */
  #otherwise({ node, planned, reason: { uses } }: Refused, trials: Trials): Enabled | null {
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

  #after(way: readonly Planned[], writer: Planned, planned: Planned, made: Made, trials: Trials): Enabled | Nearer | null {
    return trials.parts.oracle.tried(() => {
      const first = trials.fitted(writer, made);
      if (first === null || first.answer.status >= 400 || first.lasts) return null;
      const after = trials.done(first.planned, made)?.made ?? null;
      const path = [...way, first.planned];
      const found = after === null ? null : this.#accepting(path, planned, after, trials);
      if (found !== null || after === null) return found;
      const answer = trials.trial(planned, after)?.answer;
      const reason = answer === undefined ? null : this.#reasonOf(planned.call, answer);
      return reason === null ? null : { path, reason };
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
    else if (step.kind === 'delete' && step.target.type.kind === 'record') all(step.target.type.entity);
    else if (step.kind === 'update' && step.target.type.kind === 'record') {
      const node = step.with?.node ?? null;
      const keys = node?.kind === 'map' ? node.entries.map(({ key }) => (key.kind === 'literal' ? String(key.value) : null)) : [];
      // What the body does not give stays as it is.
      if ((node !== null && node.kind !== 'map') || keys.includes(null)) all(step.target.type.entity);
      else for (const name of [...keys, ...call.types.keys()]) found.add(`${step.target.type.entity}.${name}`);
    }
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
