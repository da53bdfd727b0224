import type { Call } from '../../model/ast/calls.ts';
import type { CallAnswer } from '../../serve/calls/call-request.ts';
import {
  errorsOfOne,
  type LimitParts,
  type LimitWay,
  type limitedCalls,
  numbersOf,
  relatedErrors,
  timesOf,
  type Way,
  waysAtLimits,
  waysAtLimitsOf,
} from './limits.ts';
import type { Planned } from './planned.ts';
import { sidesOf } from './signature.ts';
import { type Made, type Node, outcomeOf, recordOf } from './situations.ts';
import type { Trials } from './trials.ts';
import { noStep, stepKey, stepsAfter, type TriedStep } from './tried-ways.ts';
import { type FieldLimits, statesOf, statesOfRelated } from './world-shape.ts';

const perKind = 6;
/** Replaces `perKind` while a call has never been accepted. */
const perRefused = 12;
/** The number of limits at which a call that was always refused is tried. */
const perOther = 8;
const longestWay = 16;
const writersPerWay = 4;

/**
 * Finds the limits of calls that compare numbers with more than a constant: each way to such a call
 * is tried again with numbers on both sides of what they are compared with.
 */
export class LimitedWays {
  readonly #limits: readonly FieldLimits[];
  readonly #calls: ReadonlySet<Call>;
  readonly #known = new Map<string, Way>();
  readonly #open: { readonly from: Node; readonly way: Way }[] = [];
  /** The situations at limits, by the way that leads there. */
  readonly #nodes = new Map<string, Node>();
  /** How often ways that show nearly the same have been planned. */
  readonly #shown = new Map<string, number>();
  readonly #noted = new Set<Call>();
  readonly #others = new Map<Call, number>();
  readonly #accepted = new Set<Call>();
  /** Places where an outcome changes; each is tried once. */
  readonly #turns = new Set<string>();
  /** What became of the requests so far. */
  readonly #tried = noStep();

  constructor(limits: readonly FieldLimits[], calls: ReturnType<typeof limitedCalls>) {
    this.#limits = limits;
    this.#calls = calls;
  }

  /**
   * Notes a call with limits that was accepted, or refused with an error of section 8. `of`: a kind
   * of way that is counted separately.
   */
  note(from: Node, last: Planned, made: Made, { parts }: Trials, answer: CallAnswer, of = ''): void {
    const { path } = from;
    const { call } = last;
    const { refusals = [], status } = answer;
    const isDecided = status < 400 || refusals.some(({ error }) => parts.model.errors.some(({ name }) => name.text === error));
    if (!this.#calls.has(call) || !isDecided) return;
    const most = Math.max(0, ...[...made.values()].map(({ length }) => length));
    const numbered = path.filter((step) => numbersOf(parts.inputs, step).length > 0).map((step) => step.call.name.text);
    const about = [...last.handles.values()].map((handle) => {
      const record = recordOf(parts, made, handle);
      return record === null ? '' : statesOfRelated(parts.model, parts.oracle, record.entity, record.id);
    });
    const sides = sidesOf(parts, last, made, this.#limits);
    const kind = `${call.name.text} ${timesOf([...path, last])} ${of} `;
    const key = [kind, most, [...new Set(numbered)].sort(), about, sides, outcomeOf(answer)].join(' ');
    const known = [...this.#known.keys()].filter((one) => one.startsWith(kind));
    const room = this.#accepted.has(call) ? perKind : perRefused;
    this.#noted.add(call);
    if (status < 400) this.#accepted.add(call);
    if (known.length >= room || this.#known.has(key)) return;
    const way = { path, last };
    this.#known.set(key, way);
    this.#open.push({ from, way });
  }

  /** Tries the limits of the next noted way. Returns the situations to which it adds requests. */
  next(trials: Trials): readonly Node[] {
    const next = this.#open.shift();
    if (next === undefined) return [];
    const { from, way } = next;
    const { inputs, maker, model } = trials.parts;
    const parts: LimitParts = {
      inputs,
      maker,
      after: (beginning, body) =>
        trials.parts.oracle.tried(() => {
          const steps = stepsAfter(this.#tried, beginning);
          const made = after(trials, beginning, steps, new Map());
          const at = steps.at(-1) ?? this.#tried;
          if (made === null) return null;
          const outcome = (rest: readonly Planned[]): string | null => outcomeAfter(trials, rest, at, made);
          return body({ outcome, leads: (rest) => leads(rest, at) ?? outcome(rest) !== null });
        }),
      seen: this.#turns,
      related: relatedErrors(model),
      alone: errorsOfOne(model),
    };
    const found = [
      ...waysAtLimits(way, parts),
      ...this.#writersBefore(way, trials).flatMap((writer) =>
        waysAtLimitsOf({ path: [...way.path, writer], last: way.last }, writer, parts),
      ),
    ];
    return [...new Set(found.flatMap((one) => this.#added(from, one, trials) ?? []))];
  }

  /** Adds a way at a limit to its situation; null if the way leads nowhere. */
  #added(from: Node, { path, last, shows, isRoomy, isLike }: LimitWay, trials: Trials): Node | null {
    const end = endOf(trials, [...path, last], new Map());
    if (end === null) return null;
    const { words, key, answer } = end;
    if (answer.status < 400) this.#accepted.add(last.call);
    const times = this.#shown.get(shows) ?? 0;
    this.#shown.set(shows, times + 1);
    const planned = {
      ...last,
      outcome: outcomeOf(answer),
      rank: isRoomy === true ? 0 : Math.min(2, 1 + times + (isLike === true ? 1 : 0)),
    };
    const isSame = path.length === from.path.length && path.every((step, place) => step === from.path[place]);
    const node = isSame ? from : this.#nodeOf(path);
    if (words.startsWith('4')) this.#tryOthers(node, trials);
    if (words.startsWith('4') || last.call.method === 'GET') node.checks.push(planned);
    else node.moves.push({ planned, to: path.length < longestWay ? key : '', isNew: true, lasts: false });
    return node;
  }

  /** Tries calls that were always refused: the limit of one call may be what another needs. */
  #tryOthers(node: Node, trials: Trials): void {
    const isOpen = (call: Call): boolean => (this.#others.get(call) ?? 0) < perOther;
    const calls = [...this.#calls].filter((call) => !this.#accepted.has(call) && this.#noted.has(call) && isOpen(call));
    for (const call of calls) this.#others.set(call, (this.#others.get(call) ?? 0) + 1);
    if (calls.length === 0 || node.path.length >= longestWay) return;
    trials.parts.oracle.tried(() => {
      const made = trials.after(node.path);
      if (made === null) return;
      for (const call of calls)
        for (const candidate of trials.candidates(call, made)) {
          const fitting = trials.fitted(candidate, made);
          if (fitting === null || fitting.answer.status >= 400 || this.#accepted.has(call)) continue;
          this.#accepted.add(call);
          const { planned, answer, key, lasts } = fitting;
          node.moves.push({ planned: { ...planned, outcome: outcomeOf(answer), rank: 0 }, to: key, isNew: true, lasts });
        }
    });
  }

  #nodeOf(path: readonly Planned[]): Node {
    const words = path.map(stepKey).join();
    const node = this.#nodes.get(words) ?? { key: `limit ${this.#nodes.size + 1}`, path, checks: [], moves: [] };
    this.#nodes.set(words, node);
    return node;
  }

  get isEmpty(): boolean {
    return this.#open.length === 0;
  }

  /**
   * Requests to insert before the last one of a way: they set a number that guards or effects read.
   */
  #writersBefore({ path, last }: Way, trials: Trials): readonly Planned[] {
    const { model, oracle, inputs, decisive } = trials.parts;
    if (path.length >= longestWay - 1) return [];
    const writes = (call: Call): boolean =>
      inputs.of(call).some(({ field }) => field?.type.kind === 'integer' && decisive.has(`${field.entity}.${field.name.text}`));
    return oracle.tried(() => {
      const made = trials.after(path);
      const calls = made === null ? [] : model.calls.filter((call) => call !== last.call && call.signed === null && writes(call));
      const found = calls.flatMap((call) =>
        trials.candidates(call, made as Made).flatMap((planned) => {
          const fitting = trials.fitted(planned, made as Made);
          return fitting === null || fitting.answer.status >= 400 || fitting.lasts ? [] : [fitting.planned];
        }),
      );
      // One sender is enough, even if several people may send it.
      const once = new Map(found.map((planned) => [JSON.stringify([planned.call.name.text, ...planned.handles]), planned]));
      return [...once.values()].slice(0, writersPerWay);
    });
  }
}

/** The records after requests that may have been sent before; null if one of them is refused. */
function after(trials: Trials, way: readonly Planned[], steps: readonly TriedStep[], from: Made): Made | null {
  if (steps.some(({ isAccepted }) => isAccepted === false)) return null;
  let made = from;
  for (const [place, planned] of way.entries()) {
    const next = trials.after([planned], made);
    (steps[place] as TriedStep).isAccepted = next !== null;
    if (next === null) return null;
    made = next;
  }
  return made;
}

/** Whether the requests before the last are accepted; undefined if this is not known yet. */
function leads(rest: readonly Planned[], from: TriedStep): boolean | undefined {
  const steps = stepsAfter(from, rest.slice(0, -1));
  if (steps.some(({ isAccepted }) => isAccepted === false)) return false;
  return steps.every(({ isAccepted }) => isAccepted === true) ? true : undefined;
}

/** The outcome of the last request; null if an earlier one is refused. */
function outcomeAfter(trials: Trials, rest: readonly Planned[], from: TriedStep, made: Made): string | null {
  const steps = stepsAfter(from, rest);
  const last = steps.at(-1) as TriedStep;
  if (last.words === undefined) {
    const end = endOf(trials, rest, made, steps);
    last.words = end?.words ?? null;
    if (end !== null) last.isAccepted = end.answer.status < 400;
  }
  return last.words;
}

/** The outcome of the last request and the states after it; null if an earlier one is refused. */
function endOf(
  trials: Trials,
  way: readonly Planned[],
  from: Made,
  steps: readonly TriedStep[] = way.map(noStep),
): { readonly words: string; readonly key: string; readonly answer: CallAnswer } | null {
  const { oracle, model } = trials.parts;
  return oracle.tried(() => {
    const made = after(trials, way.slice(0, -1), steps.slice(0, -1), from);
    const done = made === null ? null : trials.done(way.at(-1) as Planned, made);
    if (done === null) return null;
    const { answer } = done;
    if (answer.status >= 400) return { words: outcomeOf(answer), key: '', answer };
    const states = [...done.made].flatMap(([entity, ids]) => ids.map((id) => statesOf(model, oracle, entity, id)));
    const key = from.size > 0 || trials.hasTooMany(done.made) ? '' : trials.keyOf(done.made);
    return { words: [answer.status, ...new Set(states.sort())].join(' '), key, answer };
  });
}
