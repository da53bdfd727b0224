import type { Call } from '../../model/ast/calls.ts';
import type { CallInputs, Planned } from './planned.ts';
import { describe } from './signature.ts';
import { createdBy, type Made, type PlanParts, recordOf, withLaterRecords } from './situations.ts';
import { neededBy } from './trials.ts';
import { emptiedFields, statesOfRelated } from './world-shape.ts';

/** Requests that lead to a record, and the records created by then. */
interface Way {
  readonly path: readonly Planned[];
  readonly made: Made;
}

/** A way to both records of a call. */
export interface JoinedPath {
  readonly call: Call;
  readonly path: readonly Planned[];
  /** Whether neither record needs one of the other's entity. */
  readonly areApart: boolean;
}

/** By the description of a record. */
type Ways = Map<string, Way>;

/** Two records that a call is about. */
interface Pair {
  readonly call: Call;
  /** The ways to a record of one entity without a record of the other. */
  readonly ways: readonly [one: Ways, other: Ways];
  /** Those with one, such as a connection that has a tariff, but may get another. */
  readonly beside: readonly [one: Ways, other: Ways];
  readonly entities: readonly [one: string, other: string];
  /** The descriptions of both records when the call was first accepted. */
  accepted: readonly [one: string, other: string] | null;
  readonly joined: Set<string>;
}

/** The most pairs of records that are tried per call and pair of entities. */
const perCall = 12;

/**
 * Plans calls about two records, such as putting a sample into a box, by joining a way that creates
 * one with a way that creates the other. Each state of one meets the other in its first state, or
 * in the state in which the call was accepted. The way to one may need a record like the other.
 */
export class JoinedPaths {
  readonly #pairs: readonly Pair[];

  constructor(calls: readonly Call[], inputs: CallInputs) {
    this.#pairs = calls.flatMap((call) => {
      const made = [...new Set(neededBy(inputs, call).map(({ entity }) => entity))].filter((entity) =>
        calls.some((one) => createdBy(one).includes(entity)),
      );
      return made.flatMap((one, place) =>
        made.slice(place + 1).map(
          (other): Pair => ({
            call,
            ways: [new Map(), new Map()],
            beside: [new Map(), new Map()],
            entities: [one, other],
            accepted: null,
            joined: new Set(),
          }),
        ),
      );
    });
  }

  /** Notes a way and the records that it created. */
  note(path: readonly Planned[], made: Made, parts: PlanParts): void {
    for (const { entities, ways, beside } of this.#pairs)
      for (const place of [0, 1] as const) {
        const [id] = made.get(entities[place]) ?? [];
        if (id === undefined) continue;
        const known = made.has(entities[1 - place] ?? '') ? beside[place] : ways[place];
        const words = wordsOf(parts, { entity: entities[place], id }, made);
        if (!known.has(words)) known.set(words, { path, made });
      }
  }

  /** Notes the descriptions of the records that an accepted call is about. */
  noteAccepted({ call, handles }: Planned, made: Made, parts: PlanParts): void {
    for (const pair of this.#pairs) {
      if (pair.call !== call || pair.accepted !== null) continue;
      const records = [...handles.values()].flatMap((handle) => recordOf(parts, made, handle) ?? []);
      const [one, other] = pair.entities.map((entity) => records.find((record) => record.entity === entity));
      if (one !== undefined && other !== undefined) pair.accepted = [wordsOf(parts, one, made), wordsOf(parts, other, made)];
    }
  }

  /** New ways that join the ways known so far. */
  next(): readonly JoinedPath[] {
    return this.#pairs.flatMap(({ call, ways, beside, accepted, joined }) => {
      const areApart = ways.every(({ size }) => size > 0);
      const [ones, others] = [ways[0].size > 0 ? ways[0] : beside[0], ways[1].size > 0 ? ways[1] : beside[1]];
      const found: JoinedPath[] = [];
      const join = (one: string, other: string): void => {
        const [first, second] = [others.get(other), ones.get(one)];
        const key = JSON.stringify([one, other]);
        if (first === undefined || second === undefined || joined.has(key) || joined.size >= perCall) return;
        joined.add(key);
        found.push({ call, areApart, path: [...first.path, ...second.path.map((step) => withLaterRecords(step, first.made))] });
      };
      const first = [ones, others].map((ways) => [...ways.keys()][0] ?? '');
      for (const [mine = '', its = ''] of [accepted ?? [], first]) {
        for (const each of ones.keys()) join(each, its);
        for (const each of others.keys()) join(mine, each);
      }
      return found;
    });
  }
}

/** Describes a record as far as a call about two records may depend on it. */
function wordsOf(parts: PlanParts, record: { readonly entity: string; readonly id: string }, made: Made): string {
  const { model, oracle } = parts;
  const stored = oracle.record(record.entity, record.id);
  const held = emptiedFields(model).filter((field) => {
    const [entity, name = ''] = field.split('.');
    return entity === record.entity && (stored?.[name] ?? null) !== null;
  });
  return `${describe(parts, null, record, made)} ${statesOfRelated(model, oracle, record.entity, record.id)} ${held}`;
}
