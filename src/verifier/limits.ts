import { nodesOf, readersOf } from '../explorer/readers.ts';
import type { Call } from '../model/ast/calls.ts';
import type { Model } from '../model/model.ts';
import type { CallInputs, Planned } from './planned.ts';
import { createdBy } from './situations.ts';
import type { Maker } from './values.ts';

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

/** Whole numbers between which a limit is looked for. */
const probes = [0, 1, 10, 100, 1000, 10_000, 100_000];
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
export function waysAtLimits(way: Way, { inputs, maker, outcome, seen }: LimitParts): readonly Way[] {
  const found: Way[] = [];
  const steps = [...way.path, way.last];
  const numbers = steps.map((step) => numbersOf(inputs, step));
  const largest = steps.map((_, place) =>
    (numbers[place] ?? []).flatMap(({ name, uses }) => {
      const most = Math.max(...maker.numbers(uses));
      return Number.isFinite(most) ? [[name, most] as const] : [];
    }),
  );
  // Large numbers of other records must not count.
  const all = withNumbers(steps, largest);
  if (all.last !== way.last && outcome(all) !== null) found.push(all);
  for (const base of [steps.map((): (typeof largest)[number] => []), largest])
    for (const [place, inputsThere] of numbers.entries())
      for (const { name, uses } of inputsThere) {
        const at = (value: number): Way =>
          withNumbers(
            steps,
            base.map((given, index) => (index === place ? [...given, [name, value] as const] : given)),
          );
        for (const value of turnsOf((number) => outcome(at(number)))) {
          // What the request itself is compared with is tried anyway.
          const isOwn = place === steps.length - 1 && maker.numbers(uses).some((limit) => value === limit || value + 1 === limit);
          const turn = `${way.last.call.name.text} ${steps[place]?.call.name.text} ${name} ${outcome(at(value))} ${outcome(at(value + 1))}`;
          if (isOwn || seen.has(turn) || found.length >= 2 * perCall) continue;
          seen.add(turn);
          found.push(at(value), at(value + 1));
        }
      }
  return found;
}

/** Numbers after which the outcome is another one. */
function turnsOf(outcome: (value: number) => string | null): readonly number[] {
  const known = probes.map((value) => ({ value, is: outcome(value) }));
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

/** Whole numbers that a planned request gives in its body. */
export const numbersOf = (inputs: CallInputs, { call, twist }: Planned) =>
  twist !== null
    ? []
    : inputs.of(call).filter(({ place, field, type }) => place === 'body' && (field?.type.kind ?? type.kind) === 'integer');

/** The same with these numbers in each request; the last one of a name counts. */
function withNumbers(steps: readonly Planned[], numbers: readonly (readonly (readonly [string, number])[])[]): Way {
  const changed = steps.map((step, index): Planned => {
    const values = [...new Map(numbers[index])];
    return values.length === 0 ? step : { ...step, twist: { kind: 'numbers', values } };
  });
  return { path: changed.slice(0, -1), last: changed.at(-1) as Planned };
}
