import { nodesOf, readersOf } from '../explorer/readers.ts';
import type { Call } from '../model/ast/calls.ts';
import type { Model } from '../model/model.ts';
import type { Input } from './call-inputs.ts';
import type { CallInputs, Planned } from './planned.ts';
import { createdBy } from './situations.ts';
import { isDate, kindOf, type Maker } from './values.ts';

/** A request, and those that lead to it. */
export interface Way {
  readonly path: readonly Planned[];
  readonly last: Planned;
}

interface LimitParts {
  readonly inputs: CallInputs;
  readonly maker: Maker;
  /** Where an outcome has been seen to change. */
  readonly seen: Set<string>;
  /** How the last request ends, and how the records are then; null: the way leads nowhere. */
  readonly outcome: (way: Way) => string | null;
}

/** Whole numbers between which a limit is looked for, and days from today. */
const probes = [0, 1, 10, 100, 1000, 10_000, 100_000];
const dayProbes = [-400, -30, -1, 0, 1, 30, 400];
const perCall = 6;

/**
 * The calls whose answer depends on a comparison of more than one input with a constant: with a
 * sum, a product, another field or another record.
 */
export function limitedCalls(model: Model): ReadonlySet<Call> {
  const readers = readersOf(model).filter(({ expression }) =>
    nodesOf(model, expression).some((node) => node.kind === 'binary' && ['<', '<=', '>', '>='].includes(node.operator)),
  );
  const guarded = new Set(
    readers.flatMap(({ kind, event, row }) => (kind === 'guard' ? [event === null ? row.from : `${event.entity}.${event.name}`] : [])),
  );
  const ruled = new Set(
    readers.flatMap(({ kind, expression: { reads }, row }) => {
      const isMore = reads.entities.length + reads.fields.length > 0 || new Set([...reads.self, ...reads.row]).size > 1;
      return kind === 'rule' && isMore ? (model.rules.find(({ span }) => span.from === row.from)?.entity.text ?? []) : [];
    }),
  );
  const started = model.machines.flatMap(({ entity, transitions }) =>
    transitions.some(({ span }) => guarded.has(span.from)) ? [entity] : [],
  );
  return new Set(
    model.calls.filter((call) => {
      const steps = call.does?.steps ?? [];
      const triggers = steps.some(
        (step) =>
          step.kind === 'event' && step.target.type.kind === 'record' && guarded.has(`${step.target.type.entity}.${step.event.text}`),
      );
      const writes = steps.flatMap((step) =>
        step.kind === 'update' && step.target.type.kind === 'record' ? [step.target.type.entity] : [],
      );
      return (
        triggers || createdBy(call).some((one) => started.includes(one)) || [...createdBy(call), ...writes].some((one) => ruled.has(one))
      );
    }),
  );
}

/**
 * The same ways with numbers just below and just above where the outcome changes: one number of a
 * request is varied at a time, while the others are as planned, or as large as the document says.
 */
export function waysAtLimits(way: Way, parts: LimitParts): readonly Way[] {
  const { inputs, maker, outcome, seen } = parts;
  const steps = [...way.path, way.last];
  const numbers = steps.map((step) => numbersOf(inputs, step));
  const largest = largestOf(steps, numbers, maker, outcome);
  const plain: readonly Numbers[] = steps.map(() => []);
  const found = [...turnsAround(steps, plain, numbers, parts), ...turnsAround(steps, largest, numbers, parts)];
  // Large numbers of other records must not count.
  const all = withNumbers(steps, largest);
  const words = all.last === way.last ? null : outcome(all);
  const turn = `${way.last.call.name.text} ${words}`;
  if (words === null || seen.has(turn)) return found;
  seen.add(turn);
  return [all, ...found];
}

/** The same way with the numbers of one of its requests on both sides of where the outcome changes. */
export function waysAtLimitsOf(way: Way, step: Planned, parts: LimitParts): readonly Way[] {
  const steps = [...way.path, way.last];
  const numbers = steps.map((one) => (one === step ? numbersOf(parts.inputs, one) : []));
  const plain: readonly Numbers[] = steps.map(() => []);
  return turnsAround(steps, plain, numbers, parts);
}

/** One number of a request is varied at a time; the others are those of the base, or as planned. */
function turnsAround(
  steps: readonly Planned[],
  base: readonly Numbers[],
  numbers: readonly (readonly Input[])[],
  { maker, outcome, seen }: LimitParts,
): readonly Way[] {
  const found: Way[] = [];
  const { call } = steps.at(-1) as Planned;
  for (const [place, inputsThere] of numbers.entries())
    for (const input of inputsThere) {
      const { name, uses } = input;
      const at = (value: number): Way =>
        withNumbers(
          steps,
          base.map((given, index) => (index === place ? [...given, [name, value] as const] : given)),
        );
      const known = new Map<number, string | null>();
      const endsWith = (value: number): string | null => {
        const words = known.has(value) ? (known.get(value) ?? null) : outcome(at(value));
        known.set(value, words);
        return words;
      };
      for (const value of turnsOf(endsWith, isDate(input) ? dayProbes : probes)) {
        // What the request itself is compared with is tried anyway.
        const isOwn = place === steps.length - 1 && maker.numbers(uses).some((limit) => value === limit || value + 1 === limit);
        const turn = `${call.name.text} ${steps[place]?.call.name.text} ${name} ${endsWith(value)} ${endsWith(value + 1)}`;
        if (isOwn || seen.has(turn) || found.length >= perCall) continue;
        seen.add(turn);
        found.push(at(value), at(value + 1));
      }
    }
  return found;
}

type Numbers = readonly (readonly [input: string, value: number])[];

/** For each request the largest of the numbers that the document names with which the way goes on. */
function largestOf(
  steps: readonly Planned[],
  inputs: readonly (readonly Input[])[],
  maker: Maker,
  outcome: LimitParts['outcome'],
): readonly Numbers[] {
  const found: Numbers[] = steps.map(() => []);
  for (const [place, here] of inputs.entries())
    for (const input of here) {
      const { name, uses } = input;
      const given = found[place] ?? [];
      const goesOn = (value: number): boolean => {
        const way = withNumbers(steps, found.with(place, [...given, [name, value]]));
        const ends =
          place === steps.length - 1 ? outcome(way) : outcome({ path: way.path.slice(0, place), last: way.path[place] as Planned });
        return ends !== null && !ends.startsWith('4');
      };
      const most = isDate(input) ? undefined : [...maker.numbers(uses)].sort((one, other) => other - one).find(goesOn);
      if (most !== undefined) found[place] = [...given, [name, most]];
    }
  return found;
}

/** Numbers after which the outcome is another one. */
export function turnsOf(outcome: (value: number) => string | null, between = probes): readonly number[] {
  const known = between.map((value) => ({ value, is: outcome(value) }));
  return known.slice(1).flatMap((above, index) => {
    const below = known[index];
    if (below === undefined || below.is === null || above.is === null || below.is === above.is) return [];
    let [low, high] = [below.value, above.value];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (outcome(middle) === below.is) low = middle;
      else high = middle;
    }
    return [low];
  });
}

/** Whole numbers, and dates as days from today, that a planned request gives in its body. */
export const numbersOf = (inputs: CallInputs, { call, twist }: Planned): readonly Input[] =>
  twist !== null ? [] : inputs.of(call).filter((input) => input.place === 'body' && (kindOf(input) === 'integer' || isDate(input)));

/** The same with these numbers in each request; the last one of a name counts. */
function withNumbers(steps: readonly Planned[], numbers: readonly Numbers[]): Way {
  const changed = steps.map((step, index): Planned => {
    const values = [...new Map(numbers[index])];
    return values.length === 0 ? step : { ...step, twist: { kind: 'numbers', values } };
  });
  return { path: changed.slice(0, -1), last: changed.at(-1) as Planned };
}
