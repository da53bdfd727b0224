import { grouped } from '../../base/grouped.ts';
import type { Node } from '../../expression/node.ts';
import { isDecimal } from '../../expression/values/decimal.ts';
import { formatTime } from '../../expression/values/time.ts';
import { Duration, Money, PlainTime, type Value } from '../../expression/values/value.ts';
import { constantOf, fieldOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import { isStored } from '../../store/schema.ts';
import type { StoredRecord } from '../../store/store.ts';
import { answerReads, parameterPath } from './answer-reads.ts';
import { changedByUnfollowed, hasCalendarEvents } from './calendar.ts';
import { ClockReader, type ClockReads, namedPoints } from './clock-reads.ts';
import { fittingText } from './fitting.ts';
import { decidingReaders } from './influence.ts';
import { deadFields, readsItself, readsWhatIsWritten, readWithoutExpression } from './liveness.ts';
import { fieldRead, fieldsRead, nodesOf, pathsIn, type Reader, readsSeveral } from './readers.ts';
import { longestText, type Uses } from './samples.ts';
import { changedInSteps, readsSteps } from './small-steps.ts';
import { isNow, thresholdOf, unitOf } from './thresholds.ts';

/**
 * The cone of influence: what distinguishes two worlds of a document, and what it is compared with.
 */
export interface Cone {
  /** Fields that decide what happens: `Ticket.status`. */
  readonly fields: ReadonlySet<string>;
  /** Those of `fields` that still decide something once their record is written. */
  readonly live: ReadonlySet<string>;
  /** Fields that only a rule about themselves reads: once written, they decide nothing. */
  readonly checked: ReadonlySet<string>;
  /** Stored fields that nothing reads. */
  readonly left: readonly string[];
  /** What each field, and each parameter such as `Ticket.assign(reason)`, is compared with. */
  readonly uses: ReadonlyMap<string, Uses>;
  /**
   * Lengths of time, in milliseconds, that comparisons with now can distinguish. Empty if time
   * decides nothing.
   */
  readonly steps: readonly number[];
  /** Those of `steps` that comparisons of this moment with now can distinguish. */
  stepsOf(path: string): readonly number[];
  /** Those of `steps` by which values of this moment or day may usefully differ from now. */
  samplesOf(path: string): readonly number[];
  /**
   * A length in milliseconds that leads past a moment and to none other: half of the greatest
   * common divisor of all lengths, so that times keep to few values.
   */
  readonly unit: number;
  /** Longer than every length of time that expressions use, in milliseconds. */
  readonly longest: number;
  readonly readsTime: boolean;
  /** Whether only differences between moments count, so that now can always be the same moment. */
  readonly rebases: boolean;
  /** Reads of the clock and the calendar; none if `rebases`. */
  readonly clock: ClockReads;
  /** Whether any moment is compared with another one, not only with now. */
  readonly comparesMoments: boolean;
  /** Whether the order in which records were created decides anything. */
  readonly ordered: boolean;
  /** Rows whose expressions a small world cannot decide, by start offset, with the reason. */
  readonly undecided: ReadonlyMap<number, string>;
  /** Rules that no world within the bound can break, by the start offset of the row. */
  readonly idle: ReadonlySet<number>;
  /** Whether the moment of each timer depends only on its own record. */
  readonly timersAreLocal: boolean;
  /** Whether nothing reads the field of a record any more, because of the record's state. */
  isDead(entity: string, field: string, record: StoredRecord): boolean;
}

const second = 1000;
const functionsOfText = new Set(['matches', 'contains', 'startsWith', 'endsWith', 'indexOf', 'split', 'replace', 'substring', 'slugify']);
const minute = 60_000;
const hour = 3_600_000;
const day = 86_400_000;
const lengths: Readonly<Record<string, number>> = { days: day, hours: hour, minutes: minute };

/**
 * `most`: the maximum number of records per entity. `chosen`: names of the example people in the
 * world, whose values other fields are compared with. `readers`: the expressions that count.
 */
export function coneOf(
  model: Model,
  most: number,
  chosen: ReadonlySet<string> = new Set(),
  readers: readonly Reader[] = decidingReaders(model),
): Cone {
  const fields = new Set<string>();
  const live = new Set<string>();
  const checked = new Set<string>();
  const uses = new Map<string, Uses>();
  const steps = new Set<number>();
  /** By field, the lengths that it and now are compared with. */
  const timedBy = new Map<string, readonly number[]>();
  /** Moments and days that are written to other fields. */
  const written = new Set<string>();
  /** Moments that are compared with other moments. */
  const compared = new Set<string>();
  /** How many fields of moments and days one expression reads at most, for each of them. */
  const beside = new Map<string, number>();
  const undecided = new Map<number, string>();
  const idle = new Set<number>();
  let ordered = false;
  let readsTime = hasCalendarEvents(model);
  let sharp = true;
  const spansOfAll = new Set<number>();
  let calendar = readsTime;
  const clock = new ClockReader();
  const unseen = changedByUnfollowed(model);
  const people = valuesOfPeople(model, chosen);
  const isOfPeople = (path: string): boolean => path.startsWith(`${model.account?.entity.text}.`);
  const usesOf = (key: string): Uses => {
    const known = uses.get(key) ?? {
      numbers: new Set(),
      sums: new Set(),
      texts: new Set(),
      lengths: new Set(),
      last: new Set(),
      points: new Set(),
      fitting: new Set(),
    };
    uses.set(key, known);
    return known;
  };
  const note = (key: string, values: readonly Value[]): void => {
    const known = usesOf(key);
    for (const value of values) {
      const number = asNumber(value);
      if (number !== null) known.numbers.add(number);
      if (typeof value === 'string') known.texts.add(value);
    }
  };
  const stepping = changedInSteps(model, readers);
  for (const reader of readers) {
    const nodes = nodesOf(model, reader.expression);
    const read = fieldsRead(model, nodes);
    const numbersIn = (some: readonly Node[]): readonly number[] => some.flatMap((node) => numberOf(model, node) ?? []);
    const numbers = numbersIn(nodes);
    // A factor is no bound of what it multiplies, and the row is not judged anyway.
    const factors = new Set(nodes.flatMap(factorsIn));
    const bounding = numbersIn(nodes.filter((node) => !factors.has(node)));
    const sums = [...nodes.flatMap((node) => sumsIn(model, node)), ...chainsIn(nodes, bounding)];
    const texts = nodes.flatMap((node) => textOf(model, node) ?? []);
    const spans = nodes.flatMap((node) => lengthOf(model, node) ?? []);
    const givenBy = (node: Node): Value | undefined => givenValue(model, node);
    const points = namedPoints(nodes, givenBy);
    for (const span of spans) spansOfAll.add(span);
    for (const key of [...read, ...parametersIn(reader, nodes)]) {
      const known = usesOf(key);
      for (const number of bounding) known.numbers.add(number);
      for (const sum of sums) known.sums.add(sum);
      for (const text of texts) known.texts.add(text);
      for (const length of spans) known.lengths.add(length);
      for (const point of points) known.points.add(point);
    }
    for (const key of read) {
      // Other fields may be compared with the values that people have.
      const values = isOfPeople(key) ? [] : [...read].filter(isOfPeople).flatMap((path) => people.get(path) ?? []);
      note(key, values);
    }
    const answer = answerReads(reader, nodes, (node) => givenValue(model, node));
    for (const [key, values] of answer.keys) {
      note(key, values);
    }
    const decided = clock.read(nodes, points, reader.row.from, givenBy) || reader.kind === 'timer' || reader.kind === 'default';
    const why = !answer.plain
      ? 'answer'
      : nodes.some((node) => looksAt(node, unseen))
        ? 'calendar'
        : (undecidable(nodes, numbers, most) ?? (decided ? (readsSteps(nodes, read, stepping) ? 'steps' : null) : 'clock'));
    if (why !== null) undecided.set(reader.row.from, why);
    if (why === 'text') for (const key of read) for (const text of fittingText(model, key)) usesOf(key).fitting.add(text);
    // A comparison of a count with a number beyond the bound has the same result in every world.
    if (why === 'count' && countsBeyond(model, nodes, most)) {
      // The search tries one record beyond the bound, and judges stuck records with one more.
      if (reader.kind === 'rule' && isUpperBound(nodes) && countsBeyond(model, nodes, most + 2)) idle.add(reader.row.from);
      continue;
    }
    for (const field of read) {
      (readsItself(reader, read) ? checked : fields).add(field);
      if (!readsWhatIsWritten(model, reader, nodes, field)) live.add(field);
    }
    const moments = pathsIn(model, nodes, 'datetime');
    const dated = [...moments, ...pathsIn(model, nodes, 'date')];
    if (readsSeveral(model, nodes, moments)) for (const path of moments) compared.add(path);
    if (readsSeveral(model, nodes, dated)) for (const path of dated) beside.set(path, Math.max(beside.get(path) ?? 2, new Set(dated).size));
    ordered ||= nodes.some(readsOrder);
    calendar ||= nodes.some(readsCalendar);
    const timed = nodes.some(isNow);
    // What an effect writes may be compared later.
    if (reader.kind === 'effect' || reader.kind === 'default') for (const path of dated) written.add(path);
    if (timed || reader.kind === 'timer') {
      readsTime = true;
      const comparisonsWithNow = nodes.flatMap((node) => {
        const threshold = thresholdOf(model, node, (one) => lengthOf(model, one));
        return threshold === null ? [] : [{ threshold, under: nodesUnder(node) }];
      });
      const thresholds = comparisonsWithNow.map(({ threshold }) => threshold);
      const judged = new Set(comparisonsWithNow.flatMap(({ under }) => under));
      // Where now is also read in another way, each length may matter.
      const isWhole = reader.kind !== 'timer' && nodes.every((node) => !isNow(node) || judged.has(node));
      const times = [...(isWhole ? [] : spans), ...thresholds.map(({ after }) => after)];
      for (const path of read) timedBy.set(path, [...(timedBy.get(path) ?? []), ...times]);
      for (const time of times) steps.add(time);
      // A comparison of days changes at midnight.
      const isOfDays = nodes.every(({ type }) => type.kind !== 'datetime');
      if (timed && !isOfDays && !(nodes.every(isSharp) && thresholds.every((one) => !one.beginsAfter))) sharp = false;
    }
  }
  for (const [path, most] of beside) {
    const { lengths, last } = usesOf(path);
    const all = [...steps, ...lengths, ...(hasCalendar(model, path) ? [day] : [])].map(Math.abs).filter((length) => length > 0);
    for (let later = 1; later < most && all.length > 0; later++) last.add(Math.max(...all) + later * Math.min(...all));
  }
  for (const path of readWithoutExpression(model)) {
    fields.add(path);
    live.add(path);
  }
  const account = model.account?.entity.text;
  // Only their phase in a cycle distinguishes moments, so a day that occurs once never comes.
  if (clock.rhythms.size > 0 || hasCalendarEvents(model)) for (const row of clock.once) undecided.set(row, 'once');
  for (const field of fields) checked.delete(field);
  const left = model.entities
    .filter(({ name }) => name.text !== account)
    .flatMap((entity) => entity.fields.filter(isStored).map(({ name }) => `${entity.name.text}.${name.text}`))
    .filter((path) => !fields.has(path) && !checked.has(path));
  readsTime ||= clock.rows.size > 0;
  if (readsTime) steps.add(0);
  // Zones differ from each other by quarters of an hour.
  const ofDay = clock.minutes.length + clock.times.length + clock.points.length > 0 ? [minute] : clock.hours.length > 0 ? [hour / 4] : [];
  const unit = unitOf([...spansOfAll, ...steps, ...(calendar ? [day] : []), ...ofDay]);
  const allSteps = [...new Set([...steps].flatMap((step) => (sharp ? [step] : [step, step + unit])))].sort((a, b) => a - b);
  const stepsOf = (path: string): readonly number[] => {
    if (written.has(path)) return allSteps;
    const own = timedBy.get(path);
    return own === undefined
      ? []
      : allSteps.filter((step) => step === 0 || step === unit || own.includes(step) || own.includes(step - unit));
  };
  return {
    fields: new Set([...fields].filter((path) => isKept(model, path))),
    live: new Set([...live].filter((path) => isKept(model, path))),
    checked,
    left,
    uses,
    steps: allSteps,
    samplesOf: (path) => {
      const own = stepsOf(path);
      return beside.has(path) ? allSteps.filter((step) => step > 0 || own.includes(step)) : own;
    },
    stepsOf,
    unit,
    longest: Math.max(0, ...spansOfAll, ...steps) + unit,
    readsTime,
    clock,
    rebases: !calendar && ![...fields, ...checked].some((path) => hasCalendar(model, path)),
    ordered: ordered || [...fields].some((path) => path.endsWith('.id')),
    undecided,
    idle,
    comparesMoments: compared.size > 0,
    timersAreLocal: readers.every((reader) => reader.kind !== 'timer' || isLocal(model, reader)),
    isDead: deadFields(model, readers),
  };
}

/** The values of the people at the start, by field: `Person.limit`. */
function valuesOfPeople({ entities, account }: Model, chosen: ReadonlySet<string>): ReadonlyMap<string, readonly Value[]> {
  const entity = entities.find(({ name }) => name.text === account?.entity.text);
  const values = (entity?.examples ?? [])
    .filter(({ name }) => chosen.has(name.text))
    .flatMap((example) => example.values)
    .flatMap(({ field, content }) => (content.kind === 'value' ? [[`${entity?.name.text}.${field.text}`, content.value] as const] : []));
  return new Map([...grouped(values, ([path]) => path)].map(([path, all]) => [path, all.map(([, value]) => value)]));
}

/**
 * For comparisons that add or subtract numbers: zero, and the sums and differences of the numbers.
 */
function sumsIn(model: Model, node: Node): readonly number[] {
  if (node.kind !== 'binary' || !comparisons.has(node.operator)) return [];
  const under = nodesUnder(node);
  const adds = under.some((one) => one.kind === 'binary' && '+-'.includes(one.operator) && numeric.has(one.type.kind));
  const numbers = adds ? under.flatMap((one) => numberOf(model, one) ?? []) : [];
  return numbers.length === 0 ? [] : [0, ...numbers.flatMap((one) => numbers.flatMap((other) => [one + other, one - other]))];
}

/**
 * For comparisons of fields with each other, numbers farther from those that the expression names,
 * so that `low < high && high < 5` can be true: one more on each side for each such comparison.
 */
function chainsIn(nodes: readonly Node[], numbers: readonly number[]): readonly number[] {
  const isField = (node: Node): boolean => numeric.has(node.type.kind) && fieldRead(node) !== null;
  const links = nodes.filter(
    (node) => node.kind === 'binary' && comparisons.has(node.operator) && isField(node.left) && isField(node.right),
  );
  const farther = links.map((_, place) => place + 2);
  if (numbers.length === 0) return links.length < 2 ? [] : [1, ...farther];
  return numbers.flatMap((number) => farther.flatMap((by) => [number - by, number + by]));
}

/** The nodes that a product or a quotient is made of. */
const factorsIn = (node: Node): readonly Node[] => (isArithmetic(node) ? nodesUnder(node).slice(1) : []);

const isArithmetic = (node: Node): boolean => node.kind === 'binary' && ['*', '/', '%'].includes(node.operator);

const comparisons = new Set(['==', '!=', '<', '<=', '>', '>=']);
const numeric = new Set(['integer', 'decimal', 'percent', 'money']);

/** Whether the expression reads only fields of its own record. */
const isLocal = (model: Model, { expression }: Reader): boolean =>
  !expression.reads.me &&
  expression.reads.entities.length === 0 &&
  nodesOf(model, expression).every(
    (node) => node.type.kind !== 'list' && node.type.kind !== 'record' && (node.kind !== 'select' || node.operand.type.kind !== 'record'),
  );

/** Excludes computed fields and inverse lists, which follow from other fields. */
function isKept(model: Model, path: string): boolean {
  const [entity = '', name = ''] = path.split('.');
  const field = fieldOf(model, entity, name);
  return field !== undefined && field.computed === null && field.type.kind !== 'inverse';
}

function parametersIn({ event }: Reader, nodes: readonly Node[]): readonly string[] {
  if (event === null) return [];
  return nodes.flatMap((node) =>
    node.kind === 'name' && node.resolution.kind === 'bound' ? [parameterPath(event.entity, event.name, node.name)] : [],
  );
}

function isSharp(node: Node): boolean {
  if (node.kind !== 'binary') return true;
  const on = (side: Node): boolean => nodesUnder(side).some(isNow);
  if (node.operator === '<' || node.operator === '>=') return !on(node.right);
  return node.operator === '>' || node.operator === '<=' ? !on(node.left) : true;
}

function nodesUnder(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'binary':
      return [node, ...nodesUnder(node.left), ...nodesUnder(node.right)];
    case 'select':
    case 'unary':
      return [node, ...nodesUnder(node.operand)];
    case 'call':
      return [node, ...(node.target === null ? [] : nodesUnder(node.target)), ...node.args.flatMap(nodesUnder)];
    default:
      return [node];
  }
}

/** Whether the node reads an id or a position in a list: both follow the order of creation. */
function readsOrder(node: Node): boolean {
  if (node.kind === 'index') return node.operand.type.kind === 'list' && node.operand.type.of.kind === 'record';
  return node.kind === 'select' && node.field === 'id' && node.operand.type.kind === 'record';
}

/** Whether the node reads a day, a time of day, or a moment that the document names. */
function readsCalendar(node: Node): boolean {
  if (node.kind === 'name' && node.resolution.kind === 'today') return true;
  if (node.kind === 'call' && (node.name === 'timestamp' || node.name === 'datetime' || /^get[A-Z]/.test(node.name))) return true;
  const { kind } = node.type;
  return kind === 'date' || kind === 'time' || (kind === 'datetime' && (node.kind === 'literal' || isConstant(node)));
}

const isConstant = (node: Node): boolean => node.kind === 'name' && node.resolution.kind === 'constant';

function hasCalendar(model: Model, path: string): boolean {
  const [entity = '', name = ''] = path.split('.');
  const kind = fieldOf(model, entity, name)?.type.kind;
  return kind === 'date' || kind === 'time';
}

export function asNumber(value: Value | undefined): number | null {
  if (typeof value === 'number') return value;
  if (value instanceof Money) return Number(value.amount);
  return isDecimal(value) ? Number(value) : null;
}

const givenValue = (model: Model, node: Node): Value | undefined => {
  if (node.kind === 'literal') return node.value;
  return node.kind === 'name' && node.resolution.kind === 'constant' ? constantOf(model, node.name)?.value : undefined;
};

/** The number of a literal or a constant; null for any other node. */
export const numberOf = (model: Model, node: Node): number | null => asNumber(givenValue(model, node));

/** The text or the time of day of a literal or a constant; null for any other node. */
function textOf(model: Model, node: Node): string | null {
  const value = givenValue(model, node);
  return value instanceof PlainTime ? formatTime(value) : typeof value === 'string' ? value : null;
}

function lengthOf(model: Model, node: Node): number | null {
  const value = givenValue(model, node);
  if (value instanceof Duration) return value.seconds * second;
  const unit = node.kind === 'call' ? lengths[node.name] : undefined;
  const count = node.kind === 'call' && node.args[0] !== undefined ? numberOf(model, node.args[0]) : null;
  return unit === undefined || count === null ? null : count * unit;
}

/** Whether the node yields one or more records of these entities, rather than just their fields. */
const looksAt = ({ type }: Node, entities: ReadonlySet<string>): boolean => {
  const of = type.kind === 'list' ? type.of : type;
  return of.kind === 'record' && entities.has(of.entity);
};

const isRecords = (node: Node | undefined): boolean => node?.type.kind === 'list' && node.type.of.kind === 'record';

const isCount = (node: Node): boolean => node.kind === 'call' && node.name === 'size' && isRecords(node.target ?? node.args[0]);

const isFieldOfJson = (node: Node): boolean => node.type.kind === 'json' && fieldRead(node) !== null;

/** Why samples in a small world cannot decide an expression; null if they can. */
function undecidable(nodes: readonly Node[], numbers: readonly number[], most: number): string | null {
  if (numbers.some((number) => number >= longestText) && nodes.some((node) => node.kind === 'call' && node.name === 'size')) return 'long';
  if (nodes.some(isCount) && numbers.some((number) => number >= most)) return 'count';
  if (nodes.some(isRecords) && nodes.some((node) => node.kind === 'call' && ['sum', 'avg', 'min', 'max'].includes(node.name))) return 'sum';
  if (nodes.some((node) => node.kind === 'call' && functionsOfText.has(node.name))) return 'text';
  if (nodes.some((node) => node.kind === 'select' && isFieldOfJson(node.operand))) return 'json';
  if (nodes.some(isArithmetic)) return 'arithmetic';
  return null;
}

/**
 * Whether the expression is a single comparison of a count with a number that is never reached.
 * Counts of people do not qualify, because the bound does not limit people.
 */
function countsBeyond(model: Model, nodes: readonly Node[], most: number): boolean {
  const [root] = nodes;
  if (root?.kind !== 'binary' || !['<', '<=', '>', '>='].includes(root.operator)) return false;
  const [count, other] = isCount(root.left) ? [root.left, root.right] : [root.right, root.left];
  const list = count.kind === 'call' ? (count.target ?? count.args[0]) : undefined;
  const people = list?.type.kind === 'list' && list.type.of.kind === 'record' && list.type.of.entity === model.account?.entity.text;
  return isCount(count) && !people && (numberOf(model, other) ?? 0) > most;
}

/** Whether the expression is `count < number` or `count <= number`, in either order. */
function isUpperBound([root]: readonly Node[]): boolean {
  if (root?.kind !== 'binary') return false;
  return isCount(root.left) ? root.operator.startsWith('<') : root.operator.startsWith('>');
}
