import { nodesOf, readersOf } from '../../explorer/document/readers.ts';
import type { Node } from '../../expression/node.ts';
import type { Call } from '../../model/ast/calls.ts';
import type { Model } from '../../model/model.ts';
import type { Input } from '../values/call-inputs.ts';
import { isAmount, isDate } from '../values/input-kinds.ts';
import { type Maker, stepOf } from '../values/values.ts';
import type { CallInputs, Planned } from './planned.ts';
import { createdBy } from './situations.ts';

/** A request, and the path of requests that leads to it. */
export interface Way {
  readonly path: readonly Planned[];
  readonly last: Planned;
}

/** A way with numbers at a limit. */
export interface LimitWay extends Way {
  /** A description of what it shows; equal for ways that show nearly the same. */
  readonly shows: string;
  /** Whether its numbers leave so much room at the limits that more requests can follow. */
  readonly isRoomy?: boolean;
  /** Whether its outcome is that of the way as planned. */
  readonly isLike?: boolean;
}

export interface LimitParts {
  readonly inputs: CallInputs;
  readonly maker: Maker;
  /** Places where an outcome was seen to change. */
  readonly seen: Set<string>;
  /** Errors of guards, and of rules about more than the record that is written. */
  readonly related: ReadonlySet<string>;
  /** Errors of rules about one field alone. */
  readonly alone: ReadonlySet<string>;
  /**
   * Sends the requests of `beginning` once, then lets `body` try continuations. Null if one of
   * them is refused.
   */
  readonly after: <T>(beginning: readonly Planned[], body: (ends: Ends) => T) => T | null;
}

/** The continuations of a way. */
interface Ends {
  /** The outcome of the last request and the states after it; null if an earlier one is refused. */
  outcome(rest: readonly Planned[]): string | null;
  /** Whether the requests before the last are accepted. */
  leads(rest: readonly Planned[]): boolean;
}

/** Whole numbers between which limits are searched; `dayProbes`: days from today. */
const probes = [0, 1, 10, 100, 1000, 10_000, 100_000, 1_000_000];
export const dayProbes = [-400, -30, -1, 0, 1, 30, 400];
const perCall = 6;

/**
 * Whether it compares numbers by order, or tests two for equality, neither of which is a literal.
 */
function comparesNumbers(node: Node): boolean {
  if (node.kind !== 'binary') return false;
  if (['<', '<=', '>', '>='].includes(node.operator)) return true;
  const sides = [node.left, node.right];
  return node.operator === '==' && sides.every(({ kind, type }) => kind !== 'literal' && type.kind === 'integer');
}

/**
 * The calls whose answer depends on comparing numbers with more than a constant: a sum, a product,
 * another field or another record.
 */
export function limitedCalls(model: Model): ReadonlySet<Call> {
  const readers = readersOf(model).filter(({ expression }) => nodesOf(model, expression).some((node) => comparesNumbers(node)));
  const guarded = new Set(
    readers.flatMap(({ kind, event, row }) => (kind === 'guard' ? [event === null ? row.from : `${event.entity}.${event.name}`] : [])),
  );
  const ruled = new Set(
    readers.flatMap(({ kind, expression: { reads }, row }) => {
      const isMore = reads.entities.length + reads.fields.length > 0 || new Set([...reads.self, ...reads.row]).size > 1;
      return kind === 'rule' && isMore ? (model.rules.find(({ span }) => span.from === row.from)?.entity.text ?? []) : [];
    }),
  );
  // A rule that holds on an event is about the values which the event has just written.
  const onEvents = readers.flatMap(({ kind, row }) => {
    const rule = kind === 'rule' ? model.rules.find(({ span }) => span.from === row.from) : undefined;
    return rule === undefined
      ? []
      : rule.on.flatMap(({ operation, name }) => (operation === 'event' ? [`${rule.entity.text}.${name.text}`] : []));
  });
  for (const event of onEvents) guarded.add(event);
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

/** Errors of rules about one field alone. */
export const errorsOfOne = (model: Model): ReadonlySet<string> =>
  new Set(
    model.rules.flatMap(({ must, error }) => {
      const reads = must.kind === 'holds' ? must.expression.reads : null;
      const isOne =
        reads !== null && reads.entities.length + reads.fields.length === 0 && new Set([...reads.self, ...reads.row]).size === 1;
      return isOne && error !== null ? [error.text] : [];
    }),
  );

/** Errors of guards, and of rules that read other records than the one that is written. */
export function relatedErrors(model: Model): ReadonlySet<string> {
  const guards = model.machines.flatMap(({ transitions }) => transitions.flatMap(({ error }) => error?.text ?? []));
  const rules = model.rules.flatMap(({ must, error }) => {
    const isMore = must.kind !== 'holds' || must.expression.reads.entities.length + must.expression.reads.fields.length > 0;
    return isMore && error !== null ? [error.text] : [];
  });
  return new Set([...guards, ...rules]);
}

/**
 * The way with numbers just below and just above where its outcome changes. One number of a request
 * is varied at a time; the others are as planned, as large as the document says, or as tight as
 * possible. The way with all numbers like that, or with as much room as possible, is also returned
 * if its outcome is new.
 */
export function waysAtLimits(way: Way, parts: LimitParts): readonly LimitWay[] {
  const { inputs, after, seen, related } = parts;
  const steps = [...way.path, way.last];
  const name = way.last.call.name.text;
  const numbers = steps.map((step) => numbersOf(inputs, step));
  const plain: readonly Numbers[] = steps.map(() => []);
  const usual = after([], (ends) => ends.outcome(steps));
  const roomy = usual?.startsWith('4') && decidedBy(usual, related) ? roomyOf(steps, numbers, parts) : plain;
  const bases = [largestOf(steps, numbers, parts), tightOf(steps, numbers, parts)];
  const found = [plain, ...bases].flatMap((base) => turnsAround(steps, base, numbers, parts));
  // Large numbers of other records must not count, while those that use up a limit exactly may.
  const corners = [roomy, ...bases].flatMap((base): readonly LimitWay[] => {
    const changed = withNumbers(steps, base);
    const isSame = changed.every((step, place) => step === steps[place]);
    const words = isSame ? null : after([], (ends) => ends.outcome(changed));
    const isRoomy = base === roomy;
    const turn = `${name} ${words} ${isRoomy ? timesOf(steps) : ''}`;
    if (words === null || seen.has(turn)) return [];
    seen.add(turn);
    const isLike = words === usual;
    return [{ ...wayOf(changed), isRoomy, isLike, shows: `${name} ${isRoomy ? 'with room' : isLike ? '' : words}` }];
  });
  return [...corners, ...found];
}

/** The way with the numbers of one request just below and just above where its outcome changes. */
export function waysAtLimitsOf(way: Way, step: Planned, parts: LimitParts): readonly LimitWay[] {
  const steps = [...way.path, way.last];
  const numbers = steps.map((one) => (one === step ? numbersOf(parts.inputs, one) : []));
  const plain: readonly Numbers[] = steps.map(() => []);
  return turnsAround(steps, plain, numbers, parts);
}

/** Varies one number of a request at a time; the others are those of `base`, or as planned. */
function turnsAround(
  steps: readonly Planned[],
  base: readonly Numbers[],
  numbers: readonly (readonly Input[])[],
  { maker, after, seen, related, alone }: LimitParts,
): readonly LimitWay[] {
  const found: LimitWay[] = [];
  const { call } = steps.at(-1) as Planned;
  const times = timesOf(steps);
  for (const [place, inputsThere] of numbers.entries())
    for (const input of inputsThere) {
      const { name, uses } = input;
      const step = isDate(input) ? 1 : stepOf(maker, uses);
      const at = (value: number): readonly Planned[] => withNumbers(steps, added(base, place, name, value * step));
      after(at(0).slice(0, place), (ends) => {
        const rest = (value: number): readonly Planned[] => at(value).slice(place);
        const endsWith = remembered((value: number) => ends.outcome(rest(value)));
        for (const value of turnsOf(endsWith, isDate(input) ? dayProbes : probes, (value) => ends.leads(rest(value)))) {
          const sides = [endsWith(value), endsWith(value + 1)].map((side) => side ?? '');
          const isLast = place === steps.length - 1;
          // Constants that the request itself is compared with are tried anyway.
          const isOwn =
            isLast &&
            !isDate(input) &&
            sides.some((side) => decidedBy(side, alone)) &&
            maker.numbers(uses).some((limit) => value * step === limit || (value + 1) * step === limit);
          const isRelated = !isLast || sides.some((side) => decidedBy(side, related));
          const isRefused = sides.every((side) => side.startsWith('4')) && firstError(sides[0]) === firstError(sides[1]);
          const about = `${call.name.text} ${steps[place]?.call.name.text} ${name}`;
          // An outcome that depends on nothing else is the same in all situations.
          const first = isRelated ? `${about} ${times} ${sides}` : `${about} ${sides.map(firstError)}`;
          // Two comparisons may give the same error, each at a number of its own.
          const isOther = isRelated && isLast && seen.has(first) && !seen.has(`${first} ${value}`);
          const turn = isOther ? `${first} also` : first;
          if (isOwn || isRefused || seen.has(turn) || found.length >= perCall) continue;
          for (const one of [turn, `${first} ${value}`]) seen.add(one);
          const shows = `${about} ${sides.map(firstError)}`;
          found.push({ ...wayOf(at(value)), shows: `${shows} below` }, { ...wayOf(at(value + 1)), shows: `${shows} above` });
        }
      });
    }
  return found;
}

/** How often the last request's call occurs on the way, in all and about the same record. */
export function timesOf(steps: readonly Planned[]): string {
  const last = steps.at(-1) as Planned;
  const alike = steps.filter(({ call }) => call === last.call);
  const about = JSON.stringify([...last.handles]);
  return `${alike.length} ${alike.filter(({ handles }) => JSON.stringify([...handles]) === about).length}`;
}

/**
 * The status and the first error, `422 TOO_LONG` of `422 TOO_LONG ends BAD_AMOUNT amount`; only the
 * status if the request is accepted.
 */
const firstError = (outcome: string | undefined): string =>
  (outcome ?? '')
    .split(' ')
    .slice(0, outcome?.startsWith('4') ? 2 : 1)
    .join(' ');

const decidedBy = (outcome: string, errors: ReadonlySet<string>): boolean =>
  outcome.startsWith('4') && outcome.split(' ').some((word) => errors.has(word));

type Numbers = readonly (readonly [input: string, value: number])[];

/** For each request, the largest of the document's numbers with which it is accepted. */
function largestOf(steps: readonly Planned[], inputs: readonly (readonly Input[])[], { maker, after }: LimitParts): readonly Numbers[] {
  let found: readonly Numbers[] = steps.map(() => []);
  for (const [place, here] of inputs.entries())
    for (const input of here) {
      const { name, uses } = input;
      if (isDate(input)) continue;
      const at = (value: number): readonly Planned[] => withNumbers(steps, added(found, place, name, value));
      const most = after(at(0).slice(0, place), (ends) =>
        [...maker.numbers(uses)]
          .sort((one, other) => other - one)
          .find((value) => ends.outcome(at(value).slice(place, place + 1))?.startsWith('4') === false),
      );
      if (most !== undefined && most !== null) found = added(found, place, name, most);
    }
  return found;
}

/** The first number as small, and the others as large, as the way to the last request allows. */
function tightOf(steps: readonly Planned[], inputs: readonly (readonly Input[])[], { after, maker }: LimitParts): readonly Numbers[] {
  let found: readonly Numbers[] = steps.map(() => []);
  let isFirst = true;
  for (const [place, here] of inputs.entries())
    for (const input of here) {
      if (isDate(input)) continue;
      const step = stepOf(maker, input.uses);
      const at = (value: number): readonly Planned[] => withNumbers(steps, added(found, place, input.name, value * step));
      const range = after(at(0).slice(0, place), (ends) => rangeOf((value) => ends.leads(at(value).slice(place))));
      const value = range?.[isFirst ? 0 : 1] ?? null;
      if (value === null) continue;
      isFirst = false;
      found = added(found, place, input.name, value * step);
    }
  return found;
}

/** Each number at the open end of its range, beyond which the last request is not refused. */
function roomyOf(steps: readonly Planned[], inputs: readonly (readonly Input[])[], { after, maker }: LimitParts): readonly Numbers[] {
  let found: readonly Numbers[] = steps.map(() => []);
  for (const [place, here] of inputs.entries())
    for (const input of here) {
      if (isDate(input)) continue;
      const step = stepOf(maker, input.uses);
      const at = (value: number): readonly Planned[] => withNumbers(steps, added(found, place, input.name, value * step));
      const value = after(at(0).slice(0, place), (ends) => {
        const outcome = remembered((number: number) => ends.outcome(at(number).slice(place)));
        const [low, high] = rangeOf((number) => outcome(number)?.startsWith('4') === false);
        if (low === null || high === null) return null;
        const [isBelow, isAbove] = [outcome(low - 1), outcome(high + 1)].map((words) => words?.startsWith('4') === true);
        return isBelow && !isAbove ? high : isAbove && !isBelow ? low : null;
      });
      if (value !== null) found = added(found, place, input.name, value * step);
    }
  return found;
}

export function remembered<T>(outcome: (value: T) => string | null): (value: T) => string | null {
  const known = new Map<T, string | null>();
  return (value) => {
    const words = known.has(value) ? (known.get(value) ?? null) : outcome(value);
    known.set(value, words);
    return words;
  };
}

/** Binary search for the number nearest to `not` for which `isSame` still is true. */
export function edgeOf(from: number, not: number, isSame: (value: number) => boolean): number {
  let [low, high] = [from, not];
  while (Math.abs(high - low) > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isSame(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** The smallest and the largest number that fits; null if no probe does. */
function rangeOf(fits: (value: number) => boolean): readonly [number | null, number | null] {
  const known = probes.filter(fits);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return [null, null];
  const edge = (from: number, to: number | undefined): number => edgeOf(from, to ?? from, fits);
  return [edge(first, probes[probes.indexOf(first) - 1]), edge(last, probes[probes.indexOf(last) + 1])];
}

/**
 * Numbers after which the outcome changes. `leads`: whether a number has an outcome, if that is
 * known without it.
 */
export function turnsOf(given: (value: number) => string | null, between = probes, leads?: (value: number) => boolean): readonly number[] {
  const outcome = remembered(given);
  const isKnown = leads ?? ((value: number): boolean => outcome(value) !== null);
  return between.slice(1).flatMap((above, index) => {
    const below = between[index] as number;
    if (!isKnown(below) && !isKnown(above)) return [];
    // If the way leads nowhere with one of them, the outcome may change before that number.
    const low = isKnown(below) ? below : edgeOf(above, below, isKnown);
    const high = isKnown(above) ? above : edgeOf(below, above, isKnown);
    if (outcome(low) === outcome(high)) return [];
    return [edgeOf(low, high, (value) => outcome(value) === outcome(low))];
  });
}

/** The inputs in a planned request's body that are numbers, or dates as days from today. */
export const numbersOf = (inputs: CallInputs, { call, mutation }: Planned): readonly Input[] =>
  mutation !== null ? [] : inputs.of(call).filter((input) => input.place === 'body' && input.sought === null && isAmount(input));

const added = (numbers: readonly Numbers[], place: number, name: string, value: number): readonly Numbers[] =>
  numbers.with(place, [...(numbers[place] ?? []), [name, value]]);

/** The requests with these numbers; of several for one name, the last counts. */
const withNumbers = (steps: readonly Planned[], numbers: readonly Numbers[]): readonly Planned[] =>
  steps.map((step, index): Planned => {
    const values = [...new Map(numbers[index])];
    return values.length === 0 ? step : { ...step, mutation: { kind: 'numbers', values } };
  });

const wayOf = (steps: readonly Planned[]): Way => ({ path: steps.slice(0, -1), last: steps.at(-1) as Planned });
