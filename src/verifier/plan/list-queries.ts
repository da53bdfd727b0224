import type { Type } from '../../expression/types/type.ts';
import { entityOf } from '../../model/lookup.ts';
import { pageLimits } from '../../model/page-limits.ts';
import type { Input } from '../values/call-inputs.ts';
import { day, valueInDays } from '../values/values.ts';
import { dayProbes, edgeOf, remembered, turnsOf } from './limits.ts';
import type { Handle, Mutation, Planned } from './planned.ts';
import { listedRecords } from './read-coverage.ts';
import { listedBy, type Made, recordOf, storedValue } from './situations.ts';
import type { Trials } from './trials.ts';

type Query = Extract<Mutation, { kind: 'query' }>;

/** In how many situations a filter that hides something is tried beside another one. */
const perPair = 20;
/** Into how many parts a number is divided in the search for a turn between two whole numbers. */
const parts = 100;

/** The filters and pages of lists that are worth a request. */
export class ListQueries {
  /** How often a filter was tried beside another; Infinity once one of the tries has shown it. */
  readonly #pairs = new Map<string, number>();

  /** The turns of a list in a situation, by its call, sender and input. */
  readonly #known = new WeakMap<Made, Map<string, readonly Query[]>>();

  /** One at a time and in pairs. */
  of(trials: Trials, planned: Planned, made: Made): readonly Query[] {
    const single = this.#single(trials, planned, made);
    return [...single, ...withNoneOrAPage(trials, planned, single, made), ...this.#besideOthers(trials, planned, single, made)];
  }

  /** Filters and pages, one at a time. */
  #single(trials: Trials, planned: Planned, made: Made): readonly Query[] {
    const { inputs } = trials.parts;
    const { call } = planned;
    const { limits } = pageLimits(call);
    return inputs.of(call).flatMap((input): readonly Query[] => {
      const { name, place, paging, filter, type } = input;
      if (place !== 'query') return [];
      const from = (one: Query['from']): Query => query(name, one);
      const most = limits.get(name);
      if (paging !== null) return [from(-1), from(0), from(1), ...(most === undefined ? [] : [from(most + 1)]), from('many')];
      if (type.kind === 'enum' || type.kind === 'state') return [...type.values, null].map(from);
      if (type.kind === 'boolean') return ['true', 'false', null].map(from);
      const isEqual = filter?.isOrdered === false;
      if (isNumber(type) && !isEqual) return [from(0), from(1), ...this.#atTurns(trials, planned, name, type, made), from(null)];
      if (type.kind === 'date') return [...this.#atTurns(trials, planned, name, type, made), from(null)];
      if (filter === null) return [];
      const handles = [...handlesOf(trials, filter.entity, made), ...(isNumber(type) ? [0] : []), null];
      return [...handles.map(from), ...searchesFor(trials, input, made)];
    });
  }

  /**
   * Numbers, or dates, on both sides of each point where the list changes for the sender. If it
   * does not, where it changes for others: the sender may not see what is compared.
   */
  #atTurns(trials: Trials, planned: Planned, input: string, type: Type, made: Made): readonly Query[] {
    const { people } = trials.parts;
    const turns = (persona: Planned['persona']) => this.#turns(trials, { ...planned, persona }, input, type, made);
    const own = turns(planned.persona);
    if (own.length > 0 || listedRecords(trials.parts, planned.call, made).length === 0) return own;
    const roles = new Set([planned.persona === null ? '' : people[planned.persona]?.roles.join()]);
    for (const [persona, one] of people.entries()) {
      if (roles.has(one.roles.join())) continue;
      roles.add(one.roles.join());
      const theirs = turns(persona);
      if (theirs.length > 0) return theirs;
    }
    return [];
  }

  #turns(trials: Trials, planned: Planned, input: string, type: Type, made: Made): readonly Query[] {
    const all = this.#known.get(made) ?? new Map<string, readonly Query[]>();
    this.#known.set(made, all);
    const key = JSON.stringify([planned.call.name.text, planned.persona, input, ...planned.handles]);
    const found = all.get(key) ?? turnsFor(trials, planned, input, type, made);
    all.set(key, found);
    return found;
  }

  /** For each two filters, values of which the second hides what the first shows. */
  #besideOthers(trials: Trials, planned: Planned, single: readonly Query[], made: Made): readonly Query[] {
    const { inputs } = trials.parts;
    const name = planned.call.name.text;
    const filters = inputs.of(planned.call).filter(({ place, paging }) => place === 'query' && paging === null);
    const left = filters.flatMap((first) =>
      filters.flatMap((second) => {
        const pair = `${name} ${first.name} ${second.name}`;
        return first === second || (this.#pairs.get(pair) ?? 0) >= perPair ? [] : { first: first.name, second: second.name, pair };
      }),
    );
    if (left.length === 0 || listedRecords(trials.parts, planned.call, made).length === 0) return [];
    const shown = remembered((mutation: Query | null) => {
      const answer = trials.trial({ ...planned, mutation }, made)?.answer;
      return answer !== undefined && answer.status < 400 ? answer.body : null;
    });
    const plain = shown(null);
    const values = (input: string): readonly Query[] =>
      single.filter((one) => one.input === input && one.from !== null && one.like === undefined);
    return left.flatMap(({ first, second, pair }) => {
      const hiding = values(second).filter((one) => shown(one) !== null && shown(one) !== plain);
      for (const one of values(first))
        for (const { kind: _, ...also } of hiding) {
          const both: Query = { ...one, also };
          if (shown(one) === null || shown(both) === null || shown(both) === shown(one)) continue;
          this.#pairs.set(pair, Number.POSITIVE_INFINITY);
          return [both];
        }
      if (hiding.length > 0) this.#pairs.set(pair, (this.#pairs.get(pair) ?? 0) + 1);
      return [];
    });
  }
}

/**
 * The searches of a list: for a part of a text that a record has, and for it in capitals; also for
 * texts that must be equal to what is searched, and for a part of each text that is not compared.
 */
export const searchesOf = (trials: Trials, { call }: Planned, made: Made): readonly Query[] =>
  trials.parts.inputs.of(call).flatMap((input) => searchesFor(trials, input, made));

function searchesFor(trials: Trials, { name, place, filter, compared }: Input, made: Made): readonly Query[] {
  const { model, oracle } = trials.parts;
  const { searched = [], entity = '' } = filter ?? {};
  if (place !== 'query' || searched.length === 0) return [];
  const texts = entityOf(model, entity)?.fields.filter(({ type }) => type.kind === 'text' || type.kind === 'markdown') ?? [];
  const isAmong = (path: readonly string[], paths: readonly (readonly string[])[]): boolean =>
    paths.some((one) => one.join() === path.join());
  const equal = compared.filter((path) => !isAmong(path, searched));
  const read = [...searched, ...equal];
  const others = texts.flatMap((field) => (isAmong([field.name.text], read) ? [] : [[field.name.text]]));
  return [...read, ...others].flatMap((path) => {
    const isText = (one: Handle): boolean => typeof storedValue(model, oracle, recordOf(trials.parts, made, one), path) === 'string';
    const last = handlesOf(trials, entity, made).findLast(isText);
    const likes = isAmong(path, read) ? (['part', 'capitals'] as const) : (['part'] as const);
    return last === undefined ? [] : likes.map((like): Query => ({ ...query(name, last), like, path }));
  });
}

/** The records of an entity that were created on the way, or the people. */
function handlesOf({ parts: { model, people } }: Trials, entity: string, made: Made): readonly Handle[] {
  const accounts = entity === model.account?.entity.text ? people.map((_, persona): Handle => ({ kind: 'account', persona })) : [];
  return [...(made.get(entity) ?? []).map((_, ordinal): Handle => ({ kind: 'made', entity, ordinal })), ...accounts];
}

/** A filter that leaves something, together with one that leaves nothing or with a page. */
function withNoneOrAPage({ parts: { oracle } }: Trials, { call }: Planned, single: readonly Query[], made: Made): readonly Query[] {
  const listed = listedBy(call).flatMap((entity) => (made.get(entity) ?? []).map((id) => oracle.record(entity, id)));
  const fits = ({ from }: Query): boolean =>
    typeof from === 'string'
      ? listed.some((record) => record !== null && Object.values(record).includes(from))
      : typeof from === 'object' && from !== null;
  const first = single.find(fits);
  const others = single.filter(({ input, from }) => input !== first?.input && (from === null || from === 1));
  return first === undefined ? [] : others.map((also) => ({ ...first, also }));
}

const query = (input: string, from: Query['from'], edge?: 'last' | 'first'): Query => ({
  kind: 'query',
  input,
  from,
  ...(edge === undefined ? {} : { edge }),
});

function turnsFor(trials: Trials, planned: Planned, input: string, type: Type, made: Made): readonly Query[] {
  const { maker } = trials.parts;
  const isDay = type.kind === 'date';
  const given = (value: number): string | number => (isDay ? valueInDays(maker, 'date', value) : value);
  const shown = remembered(
    (value: number) => trials.trial({ ...planned, mutation: query(input, given(value)) }, made)?.answer.body ?? null,
  );
  const turns = turnsOf(
    shown,
    isDay ? [...new Set([...dayProbes, ...storedDays(trials, planned, made)])].sort((a, b) => a - b) : undefined,
  );
  return turns.flatMap((last) => {
    if (isDay || type.kind === 'integer') return [query(input, given(last), 'last'), query(input, given(last + 1), 'first')];
    const part = edgeOf(last * parts, (last + 1) * parts, (one) => shown(one / parts) === shown(last));
    return [query(input, part / parts, 'last'), query(input, (part + 1) / parts, 'first')];
  });
}

/** The dates of the records that a list may show, in days from today. */
function storedDays({ parts }: Trials, { call }: Planned, made: Made): readonly number[] {
  const today = Date.parse(valueInDays(parts.maker, 'date', 0));
  return listedRecords(parts, call, made).flatMap(({ entity, id }) =>
    Object.values(parts.oracle.record(entity, id) ?? {}).flatMap((value) =>
      typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? Math.round((Date.parse(value) - today) / day) : [],
    ),
  );
}

const isNumber = ({ kind }: Type): boolean => kind === 'integer' || kind === 'decimal' || kind === 'money';
