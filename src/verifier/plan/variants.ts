import { grouped } from '../../base/grouped.ts';
import type { Call } from '../../model/ast/calls.ts';
import type { Input } from '../values/call-inputs.ts';
import { isMeasure, kindOf } from '../values/input-kinds.ts';
import { mutationsOf, valuesFor } from '../values/values.ts';
import { searchesOf } from './list-queries.ts';
import { withPick } from './other-values.ts';
import { type Handle, type Planned, withPicks } from './planned.ts';
import { createdBy, listedBy, type Made, type Move, type Node, outcomeOf, recordOf, signsUp } from './situations.ts';
import type { Trials } from './trials.ts';
import { usesByRow } from './world-shape.ts';

/** The most values of each input that are combined. */
const mostValues = 6;
/** The number of situations in which values that several rows may refuse are tried again. */
const mostAgain = 6;

/** Varies which inputs an accepted request gives, and what a permission or a row reads of them. */
export class Variants {
  /** The fields and parameters that each row reads, by the start of the row. */
  readonly #rows: ReadonlyMap<number, ReadonlySet<string>>;
  readonly #trials: Trials;
  readonly #seen = new Set<string>();
  readonly #times = new Map<string, number>();
  readonly #sides: Node[] = [];

  constructor(trials: Trials) {
    this.#trials = trials;
    this.#rows = usesByRow(trials.parts.model);
  }

  /**
   * Variants that a permission may depend on, once for each set of roles: the records that a
   * request names, and its choices.
   */
  ofRoles(planned: Planned, made: Made): readonly Planned[] {
    const { people, inputs, maker } = this.#trials.parts;
    const { call, persona } = planned;
    const key = `${call.name.text} of ${persona === null ? '' : people[persona]?.roles.join()}`;
    if (this.#seen.has(key)) return [];
    this.#seen.add(key);
    const chosen = inputs.of(call).filter((input) => input.place === 'body' && isChoice(input));
    return [
      ...this.#named(planned, made),
      ...chosen.flatMap((input) =>
        mutationsOf(maker, input).flatMap(({ words, value }): readonly Planned[] =>
          isOneOf(input, value) ? [{ ...planned, mutation: { kind: 'input', input: input.name, words } }] : [],
        ),
      ),
    ];
  }

  /**
   * The request with values that rows read in combination. In further situations that accept it,
   * another row may refuse them than where they were tried first.
   */
  again(planned: Planned): readonly Planned[] {
    const { people, inputs, maker } = this.#trials.parts;
    const { call, persona } = planned;
    const sender = `${call.name.text} by ${persona === null ? '' : people[persona]?.roles.join()}`;
    const times = this.#times.get(sender) ?? 0;
    this.#times.set(sender, times + 1);
    if (times >= mostAgain) return [];
    const rows = [...this.#rows.values()];
    return inputs.of(call).flatMap((input) => {
      const { name, place, sought, uses } = input;
      if (place !== 'body' || sought !== null) return [];
      const reading = rows.filter((read) => uses.some((use) => read.has(use)));
      const isVaried = (isChoice(input) || isMeasure(input)) && reading.some(({ size }) => size > 1);
      // A row may apply to some roles only, or in some states.
      return mutationsOf(maker, input).flatMap(({ words, value }): readonly Planned[] =>
        isVaried || (reading.length > 0 && isNothing(value)) ? [{ ...planned, mutation: { kind: 'input', input: name, words } }] : [],
      );
    });
  }

  /** Updates of a single field, which must leave the others unchanged. */
  alone(planned: Planned): readonly Planned[] {
    const { inputs, maker } = this.#trials.parts;
    const { call } = planned;
    if (call.does?.steps.some(({ kind }) => kind === 'update') !== true) return [];
    const given = inputs.of(call).filter(({ place, optional, sought }) => place === 'body' && optional && sought === null);
    if (given.length < 2) return [];
    return given.flatMap((input): readonly Planned[] => {
      const { name } = input;
      if (valuesFor(maker, input).length === 0) return [];
      const others = given.filter((one) => one !== input).map((one) => [one.name, -1] as const);
      const alone = withPicks(planned, [...others, [name, Math.max(0, planned.picks.get(name) ?? 0)]]);
      const choices = isChoice(input) ? mutationsOf(maker, input).filter(({ value }) => isOneOf(input, value)) : [];
      return [alone, ...choices.map(({ words }): Planned => ({ ...alone, mutation: { kind: 'input', input: name, words } }))];
    });
  }

  /**
   * An update that is refused, with the fields of each row of section 6 alone: a person may give
   * some of them, or a service may forget to refuse them.
   */
  parts(planned: Planned): readonly Planned[] {
    const { model, inputs } = this.#trials.parts;
    if (planned.call.does?.steps.some(({ kind }) => kind === 'update') !== true) return [];
    const given = inputs.of(planned.call).filter(({ place, optional, field }) => place === 'body' && optional && field !== null);
    const groups = grouped(given, ({ field }) =>
      (model.permissions ?? [])
        .flatMap(({ entity, fields, span }) =>
          entity.text === field?.entity && fields.some(({ text }) => text === field.name.text) ? [span.from] : [],
        )
        .join(),
    );
    if (groups.size < 2) return [];
    return [...groups.values()].map((group) => {
      const left = given.filter((one) => !group.includes(one)).map(({ name }) => [name, -1] as const);
      return withPicks(planned, left);
    });
  }

  /** The request with each choice that a row ties to a text of a form, and a text that fits. */
  tied(planned: Planned, made: Made): readonly Planned[] {
    const { maker } = this.#trials.parts;
    const hasTiedForm = ({ uses }: Input): boolean =>
      uses.some((use) => {
        const { isTied, patterns } = maker.forms.get(use) ?? { isTied: false, patterns: [] };
        return isTied && patterns.length > 0;
      });
    return this.#readTogether(planned).flatMap(({ read }) =>
      read.filter(isChoice).flatMap((choice) =>
        mutationsOf(maker, choice)
          .filter(({ value }) => isOneOf(choice, value))
          .flatMap(({ words }) => {
            const chosen: Planned = { ...planned, mutation: { kind: 'input', input: choice.name, words } };
            const withTexts = read
              .filter(hasTiedForm)
              .flatMap((text) => [...valuesFor(maker, text).keys()].map((pick) => withPick(chosen, text, pick)));
            return withTexts.find((one) => (this.#trials.trial(one, made)?.answer.status ?? 400) < 400) ?? [];
          }),
      ),
    );
  }

  /** The request with each record that it may, but need not, name. */
  #named(planned: Planned, made: Made): readonly Planned[] {
    const { inputs } = this.#trials.parts;
    return inputs.of(planned.call).flatMap(({ name, place, optional, sought, field }): readonly Planned[] => {
      if (place !== 'body' || !optional || sought !== null || field?.type.kind !== 'relation') return [];
      return this.#trials.recordsOf(field.type.entity.text, made).map((handle: Handle) => ({
        ...planned,
        handles: new Map([...planned.handles, [name, handle]]),
      }));
    });
  }

  /** The rows that read several of the values which a request gives. */
  #readTogether({ call }: Planned): readonly { readonly at: number; readonly read: readonly Input[] }[] {
    const given = this.#trials.parts.inputs.of(call).filter(({ place, sought }) => place === 'body' && sought === null);
    return [...this.#rows].flatMap(([at, uses]) => {
      const read = given.filter((input) => input.uses.some((use) => uses.has(use)));
      return read.length > 1 ? [{ at, read }] : [];
    });
  }

  /**
   * If a row reads two fields, it may refuse an update of one because of the stored value of the
   * other. Notes both the update that stores it and the one that is refused.
   */
  note(node: Node, planned: Planned, made: Made): void {
    const { call } = planned;
    if (createdBy(call).length > 0 || call.does?.steps.some(({ kind }) => kind === 'update') !== true) return;
    for (const { at, read } of this.#readTogether(planned))
      for (const one of read.filter(({ optional }) => optional))
        for (const other of read) {
          const key = `side ${call.name.text} ${at} ${one.name} ${other.name}`;
          if (one === other || this.#seen.has(key)) continue;
          const found = this.#sideOf(planned, one, other, at, made);
          if (found === null) continue;
          this.#seen.add(key);
          const path = [...node.path, found.before];
          this.#sides.push({ key, path, checks: [{ ...found.refused, rank: 0 }], moves: [], isNamed: true });
        }
  }

  /**
   * Updates of a single field, where a first update has given all of them a value, and each choice
   * another one than before: only there does it show if the others are lost, or set again to what
   * they are by default.
   */
  noteFilled(node: Node, planned: Planned, made: Made): void {
    const { oracle, inputs } = this.#trials.parts;
    const given = inputs
      .of(planned.call)
      .flatMap(({ name, field }) => ((planned.picks.get(name) ?? 0) >= 0 && field !== null ? field.name.text : []));
    const about = [...planned.handles.values()].flatMap((handle) => recordOf(this.#trials.parts, made, handle) ?? []);
    const isFilled = about.every(({ entity, id }) => given.every((name) => (oracle.record(entity, id)?.[name] ?? null) !== null));
    const first = this.#withOtherChoices(planned, about, made);
    const leftOut = [...planned.picks].flatMap(([name, pick]) => (pick < 0 ? name : []));
    const key = `filled ${planned.call.name.text} ${leftOut}`;
    const single = this.alone(first);
    if (single.length === 0 || (isFilled && first === planned) || this.#seen.has(key)) return;
    this.#seen.add(key);
    oracle.tried(() => {
      let after = this.#trials.done(first, made)?.made ?? made;
      const checks = about.flatMap(({ entity }) => this.#searches(entity, after));
      // Other values of a choice come last, since those before it show with the first one.
      const inOrder = [...single.filter(({ mutation }) => mutation === null), ...single.filter(({ mutation }) => mutation !== null)];
      const moves = inOrder.flatMap((one): Move[] => {
        const done = this.#trials.done(one, after);
        if (done === null || done.answer.status >= 400) return [];
        after = done.made;
        return [{ planned: { ...one, outcome: outcomeOf(done.answer), rank: 0 }, to: key, isNew: true, lasts: false }];
      });
      if (moves.length > 0) this.#sides.push({ key, path: [...node.path, first], checks, moves, isNamed: true });
    });
  }

  /** The update with other choices than its record has, as far as they are accepted. */
  #withOtherChoices(planned: Planned, about: readonly { readonly entity: string; readonly id: string }[], made: Made): Planned {
    const { oracle, inputs, maker } = this.#trials.parts;
    let found = planned;
    for (const input of inputs.of(planned.call)) {
      const { name, place, sought, field } = input;
      if (place !== 'body' || sought !== null || field === null || !isChoice(input)) continue;
      const record = about.find(({ entity }) => entity === field.entity);
      const now = record === undefined ? undefined : oracle.record(record.entity, record.id)?.[field.name.text];
      const other = valuesFor(maker, input).findIndex((value) => value !== now);
      const changed = withPick(found, input, other);
      if (now === undefined || other < 0 || (found.picks.get(name) ?? 0) === other) continue;
      if ((this.#trials.trial(changed, made)?.answer.status ?? 400) < 400) found = changed;
    }
    return found;
  }

  /**
   * A new record that has the same value as another one in a field by which a list is sorted: only
   * then does the next field decide the order.
   */
  noteTied(node: Node, planned: Planned, made: Made): void {
    const { model, people, inputs } = this.#trials.parts;
    const { call } = planned;
    const account = model.account?.entity.text;
    for (const entity of [...createdBy(call), ...(signsUp(call) && account !== undefined ? [account] : [])])
      for (const [list, field] of sortedBy(model.calls, entity)) {
        const input = inputs.of(call).find((one) => one.field?.entity === entity && one.field.name.text === field && !one.unique);
        const key = `tied ${call.name.text} ${list.name.text} ${field}`;
        const ordinal = (made.get(entity)?.length ?? 0) - 1;
        const hasOther = entity === account ? people.length > 0 : ordinal >= 0;
        if (input === undefined || !hasOther || this.#seen.has(key)) continue;
        const handle: Handle = entity === account ? { kind: 'account', persona: 0 } : { kind: 'made', entity, ordinal };
        const tied: Planned = { ...planned, mutation: { kind: 'taken', input: input.name, handle } };
        const checks = this.#longest(list, tied, made);
        if (checks === null) continue;
        this.#seen.add(key);
        this.#sides.push({ key, path: [...node.path, tied], checks: [checks], moves: [], isNamed: true });
      }
  }

  /** The list, after a request, as the person who sees the most; null if the request is refused. */
  #longest(call: Call, before: Planned, made: Made): Planned | null {
    const trials = this.#trials;
    return trials.parts.oracle.tried(() => {
      const done = trials.done(before, made);
      if (done === null || done.answer.status >= 400) return null;
      const answers = trials.candidates(call, done.made).map((planned) => ({ planned, answer: trials.trial(planned, done.made)?.answer }));
      const shown = answers.filter(({ answer }) => answer !== undefined && answer.status < 400);
      const length = ({ answer }: (typeof shown)[number]): number => answer?.body?.length ?? 0;
      const [longest] = shown.sort((one, other) => length(other) - length(one));
      return longest === undefined ? null : { ...longest.planned, outcome: '200', rank: 0 };
    });
  }

  /** Searches in lists of an entity, for what its records have in each searched field. */
  #searches(entity: string, made: Made): readonly Planned[] {
    const trials = this.#trials;
    const lists = trials.parts.model.calls.filter((call) => listedBy(call).includes(entity));
    return lists.flatMap((call) => {
      const list = trials.candidates(call, made).find((one) => (trials.trial(one, made)?.answer.status ?? 400) < 400);
      if (list === undefined) return [];
      return searchesOf(trials, list, made).map((mutation): Planned => ({ ...list, mutation, outcome: '200', rank: 0 }));
    });
  }

  /** The situations that `note` has found since the last call. */
  next(): readonly Node[] {
    return this.#sides.splice(0);
  }

  #sideOf(
    planned: Planned,
    one: Input,
    other: Input,
    at: number,
    made: Made,
  ): { readonly before: Planned; readonly refused: Planned } | null {
    const trials = this.#trials;
    const { inputs, maker, oracle } = trials.parts;
    const places = (input: Input): readonly number[] => [...valuesFor(maker, input).keys()].slice(0, mostValues);
    const withBoth = (mine: number, its: number): Planned =>
      withPicks(planned, [
        [one.name, mine],
        [other.name, its],
      ]);
    const optional = inputs.of(planned.call).filter((input) => input.place === 'body' && input.optional && input.sought === null);
    for (const its of places(other))
      for (const mine of places(one)) {
        const before = withBoth(mine, its);
        if ((trials.trial(before, made)?.answer.status ?? 400) >= 400) continue;
        const found = oracle.tried(() => {
          const after = trials.done(before, made)?.made ?? made;
          for (const place of places(one)) {
            const left = optional.filter((input) => input !== one).map(({ name }) => [name, -1] as const);
            const alone = withPicks(planned, [...left, [one.name, place]]);
            const done = trials.trial(alone, after);
            if (done === null || done.answer.status < 400 || done.answer.refusals?.[0]?.at?.from !== at) continue;
            // The value is accepted with another value of the other field, so the stored one is the
            // reason.
            if (places(other).some((fits) => (trials.trial(withBoth(place, fits), made)?.answer.status ?? 400) < 400))
              return { before, refused: { ...alone, outcome: outcomeOf(done.answer) } };
          }
          return null;
        });
        if (found !== null) return found;
      }
    return null;
  }
}

/** The lists of an entity, with each of its own fields by which they are sorted before another. */
const sortedBy = (calls: readonly Call[], entity: string): readonly (readonly [list: Call, field: string])[] =>
  calls.flatMap((call) =>
    (call.does?.steps ?? []).flatMap((step) =>
      step.kind === 'list' && step.entity.text === entity ? step.sort.slice(0, -1).map(({ field }) => [call, field.text] as const) : [],
    ),
  );

/** Whether it is missing or blank. */
const isNothing = (value: unknown): boolean => value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

const isChoice = (input: Input): boolean => ['enum', 'boolean'].includes(kindOf(input));

const isOneOf = ({ field, type }: Input, value: unknown): boolean =>
  typeof value === 'boolean' ||
  (field?.type.kind === 'enum'
    ? field.type.values.some(({ text }) => text === value)
    : type.kind === 'enum' && type.values.includes(String(value)));
