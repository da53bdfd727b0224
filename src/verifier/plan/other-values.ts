import { jsonOf } from '../answers/oracle.ts';
import type { Input } from '../values/call-inputs.ts';
import { isAmount, isDate, isMeasure, isMoment, isOfClock, isTime, kindOf } from '../values/input-kinds.ts';
import { type Maker, mutationsOf, valuesFor } from '../values/values.ts';
import type { Amounts } from './amounts.ts';
import { amountsOf, ownAmounts, roundedFor, smallestStep } from './fitting-numbers.ts';
import { type Handle, type Planned, withPicks } from './planned.ts';
import type { Made } from './situations.ts';
import type { Trials } from './trials.ts';

/** What decides whether a condition holds: fields, `Stay.arrives`, and parameters of events. */
export interface Uses {
  readonly fields: ReadonlySet<string>;
  readonly parameters: ReadonlySet<string>;
  readonly entities: ReadonlySet<string>;
}

/** The most values of an input that are tried. */
const mostValues = 16;
const mostTexts = 4;

/**
 * The request with other values of the inputs that a condition reads. `amounts`: what it compares;
 * a number may have to be as large as one side, or more or less by their difference.
 */
export function otherValues(given: Planned, uses: Uses, amounts: readonly Amounts[], made: Made, trials: Trials): readonly Planned[] {
  const { inputs, maker } = trials.parts;
  const planned = withItsValue(given, inputs.of(given.call), maker);
  const read = inputs.of(planned.call).filter((input) => input.place !== 'route' && input.sought === null && isRead(input, uses));
  return read.flatMap((input) => {
    if (isAmount(input) || (isOfClock(input) && input.place === 'body')) return withNumbers(planned, input, amounts, made, trials);
    if (input.place === 'query') return [];
    return [...withChoices(planned, input, trials), ...withTaken(planned, input, made, trials)];
  });
}

function isRead({ name, place, uses: own, field }: Input, { fields, parameters }: Uses): boolean {
  const lines = field?.type.kind === 'inverse' ? field.type.entity.text : null;
  return (
    (place === 'query' && parameters.has(name)) ||
    own.some((use) => fields.has(use) || parameters.has(/\((.*)\)/.exec(use)?.[1] ?? '')) ||
    (field !== null && fields.has(`${field.entity}.${field.name.text}`)) ||
    (lines !== null && [...fields].some((one) => one.startsWith(`${lines}.`)))
  );
}

function withNumbers(planned: Planned, input: Input, amounts: readonly Amounts[], made: Made, trials: Trials): readonly Planned[] {
  const { maker } = trials.parts;
  const stored = [...ownAmounts(planned, input, maker), ...storedAmounts(input, made, trials)];
  const step = isOfClock(input) ? smallestStep(input, maker) : 1;
  const near = amounts.flatMap(([left, right]) => [left, right, ...stored.flatMap((one) => [one + right - left, one + left - right])]);
  const numbers = [...near, ...stored].flatMap((one) => [...(isMoment(input) ? [] : [one]), one + step, one - step]);
  const rounded = numbers.map((one) => roundedFor(input, one, maker));
  const { mutation } = planned;
  const picks = input.place === 'query' ? [] : [...valuesFor(maker, input).keys()].slice(0, mostValues);
  const picked = [...picks, ...(input.optional ? [-1] : [])].map((pick) => withPick(planned, input, pick));
  if (mutation !== null && mutation.kind !== 'numbers') return picked;
  // A filter has no usual value.
  const usual = input.place === 'query' ? [-1, 0, 1, 7] : [];
  const chosen = [...new Set([...usual, ...rounded])].filter((one) => Math.abs(one) < 1e9).slice(0, mostValues);
  return [...chosen.flatMap((one) => [withNumber(planned, input.name, one), ...withDates(planned, input, one, trials)]), ...picked];
}

/** The request with its other dates moved as far as one of them: a period keeps its length. */
function withDates(planned: Planned, input: Input, days: number, { parts: { inputs, maker } }: Trials): readonly Planned[] {
  if (!isDate(input) || input.place !== 'body') return [];
  const dates = inputs.of(planned.call).filter((one) => one.place === 'body' && isDate(one));
  const [from] = ownAmounts(planned, input, maker);
  if (dates.length < 2 || from === undefined || from === days) return [];
  const moved = dates.flatMap((one) => ownAmounts(planned, one, maker).map((own) => [one.name, own + days - from] as const));
  return [moved.reduce((all, [name, number]) => withNumber(all, name, number), planned)];
}

/** The amounts that the records of the way have in the field that an input writes. */
function storedAmounts(input: Input, made: Made, { parts: { model, oracle, people, maker } }: Trials): readonly number[] {
  const { field } = input;
  if (field === null) return [];
  const ids = field.entity === model.account?.entity.text ? people.map(({ account }) => account) : (made.get(field.entity) ?? []);
  return amountsOf(
    input,
    ids.map((id) => jsonOf(oracle.record(field.entity, id)?.[field.name.text])),
    maker,
  );
}

function withChoices(planned: Planned, input: Input, { parts: { maker } }: Trials): readonly Planned[] {
  const kind = kindOf(input);
  const picks = [...valuesFor(maker, input).keys()].slice(0, kind === 'enum' || kind === 'boolean' ? mostValues : mostTexts);
  const lines = input.each === null || planned.mutation !== null ? [] : mutationsOf(maker, input).slice(0, 40);
  return [
    ...picks.map((pick) => withPick(planned, input, pick)),
    ...(input.optional ? [withPick(planned, input, -1)] : []),
    ...lines.map(({ words }): Planned => ({ ...planned, mutation: { kind: 'input', input: input.name, words } })),
  ];
}

/** The request with the text that another record has. */
function withTaken(
  planned: Planned,
  { name, field, unique, each }: Input,
  made: Made,
  { parts: { model, people } }: Trials,
): readonly Planned[] {
  if (field === null || unique || each !== null || planned.mutation !== null || !['text', 'markdown', 'slug'].includes(field.type.kind))
    return [];
  const isAccount = field.entity === model.account?.entity.text;
  const handles = isAccount
    ? people.map((_, persona): Handle => ({ kind: 'account', persona }))
    : (made.get(field.entity) ?? []).map((_, ordinal): Handle => ({ kind: 'made', entity: field.entity, ordinal }));
  const about = new Set([...planned.handles.values()].map((one) => JSON.stringify(one)));
  return handles
    .filter((one) => !about.has(JSON.stringify(one)))
    .slice(0, mostValues)
    .map((handle) => ({ ...planned, mutation: { kind: 'taken', input: name, handle } }));
}

/** The request with a number of an input, or a date that many days from today. */
export function withNumber(planned: Planned, name: string, number: number): Planned {
  return { ...planned, mutation: { kind: 'numbers', values: [...otherNumbers(planned, name), [name, number]] } };
}

/**
 * A number or a choice that was tried as a mistake becomes a value of the request, so that others
 * can change with it.
 */
function withItsValue(planned: Planned, inputs: readonly Input[], maker: Maker): Planned {
  const { mutation } = planned;
  const input = mutation?.kind === 'input' ? inputs.find(({ name }) => name === mutation.input) : undefined;
  if (mutation?.kind !== 'input' || input === undefined) return planned;
  const value = mutationsOf(maker, input).find(({ words }) => words === mutation.words)?.value ?? null;
  const pick = valuesFor(maker, input).indexOf(value);
  if (pick >= 0) return withPick({ ...planned, mutation: null }, input, pick);
  if (!isMeasure(input) && !isTime(input)) return planned;
  const [number] = typeof value === 'number' || isDate(input) || isOfClock(input) ? amountsOf(input, [value], maker) : [];
  return number === undefined ? planned : withNumber({ ...planned, mutation: null }, input.name, number);
}

/** The numbers that the request has for other inputs than this. */
const otherNumbers = ({ mutation }: Planned, name: string): readonly (readonly [string, number])[] =>
  mutation?.kind === 'numbers' ? mutation.values.filter(([one]) => one !== name) : [];

/** The request with another value of an input, in place of a number of it. */
export function withPick(planned: Planned, { name }: Input, pick: number): Planned {
  const { mutation } = planned;
  const others = otherNumbers(planned, name);
  const rest: Planned['mutation'] =
    mutation?.kind !== 'numbers' ? mutation : others.length === 0 ? null : { kind: 'numbers', values: others };
  return { ...withPicks(planned, [[name, pick]]), mutation: rest };
}
