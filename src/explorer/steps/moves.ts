import { createWithLines, updateWithLines } from '../../engine/change/lines.ts';
import { addMember } from '../../engine/operations/add-member.ts';
import { deleteRecord } from '../../engine/operations/delete.ts';
import { removeMember } from '../../engine/operations/remove-member.ts';
import { triggerEvent } from '../../engine/operations/trigger-event.ts';
import type { Product } from '../../engine/product.ts';
import type { Run } from '../../engine/run.ts';
import { oldestFirst, readSent, settleRequest } from '../../engine/services/sent.ts';
import { type Access, type Authority, nobody, type Person } from '../../engine/world/world.ts';
import { toJson } from '../../expression/values/json.ts';
import { timestampFromMilliseconds } from '../../expression/values/time.ts';
import { PlainDate, type Value } from '../../expression/values/value.ts';
import type { StoredJob } from '../../store/outbox.ts';
import type { Store } from '../../store/store.ts';
import type { Answer } from '../document/answers.ts';
import type { Bounds } from '../document/bounds.ts';
import type { Cone } from '../document/cone.ts';
import { type Choice, durationWords, type Sample } from '../document/samples.ts';
import type { View } from '../world/view.ts';
import { combined, countCombinations, mostCombinations, paired } from './combinations.ts';
import { type EntityMoves, movesOfEntity, ownRules } from './entity-moves.ts';

/** One step to try; `wait` and `answer` belong to no person. */
export type Move =
  | {
      readonly kind: 'create';
      readonly person: Person;
      readonly entity: string;
      readonly values: readonly Choice[];
      readonly variant?: string;
    }
  | {
      readonly kind: 'event';
      readonly person: Person;
      readonly entity: string;
      readonly id: string;
      readonly event: string;
      readonly values: readonly Choice[];
    }
  | {
      readonly kind: 'update';
      readonly person: Person;
      readonly entity: string;
      readonly id: string;
      readonly values: readonly Choice[];
      /**
       * Identifies a value that only a rule on its own field reads: the rule judges it the same way
       * in every world.
       */
      readonly variant?: string;
      /** Tried only to find out who may: nothing reads the field, so no other world is reached. */
      readonly probe?: true;
    }
  | { readonly kind: 'delete'; readonly person: Person; readonly entity: string; readonly id: string }
  | {
      readonly kind: 'add' | 'remove';
      readonly person: Person;
      readonly entity: string;
      readonly id: string;
      readonly field: string;
      readonly member: string;
    }
  | (Answer & {
      readonly kind: 'answer';
      readonly person: Person;
      readonly entity: string;
      readonly id: string;
      /** The error with which the product refuses the answer; the request is then given up. */
      readonly refused?: string;
    })
  | { readonly kind: 'wait'; readonly milliseconds: number };

export type Action = Exclude<Move, { readonly kind: 'wait' }>;

/** Whether a person changes their own record. */
export const isOwn = (move: Action | undefined): boolean =>
  move !== undefined && (move.kind === 'update' || move.kind === 'add' || move.kind === 'remove') && move.id === move.person.account;

/** The operation of a move: create, update, delete, add, remove, or an event's name. */
export const operationOf = (move: Action): string =>
  move.kind === 'answer' ? (move.failed ? `${move.event} failed` : move.event) : move.kind === 'event' ? move.event : move.kind;

/** Performs a move, as its person or with the product's own authority. */
export function performAction(run: Run, move: Action, authority: Authority = 'person'): { readonly id: string } | null {
  const values = 'values' in move ? new Map(move.values.map(({ name, value }) => [name, value])) : new Map<string, Value>();
  const { entity } = move;
  switch (move.kind) {
    case 'create':
      return createWithLines(run, { entity, values, authority });
    case 'event':
      return run.perform(triggerEvent, { entity, id: move.id, event: move.event, parameters: values, authority });
    case 'update':
      updateWithLines(run, { entity, id: move.id, values, authority, unconfirmed: true });
      return null;
    case 'delete':
      return run.perform(deleteRecord, { entity, id: move.id, authority });
    case 'answer': {
      const [status, body] = ['status', 'body'].map((name) => toJson(values.get(name) ?? null));
      settleRequest(run, requestOf(run.world.store, move), move.failed ? null : { status: Number(status), body: body ?? null });
      return null;
    }
    case 'add':
    case 'remove': {
      const of = run.world.index.field(entity, move.field);
      const member = of?.type.kind === 'members' ? run.world.record(of.type.entity.text, move.member) : null;
      if (member === null) throw new Error(`there is no record ${move.member} to ${move.kind}`);
      run.perform(move.kind === 'add' ? addMember : removeMember, { entity, id: move.id, field: move.field, member, authority });
      return null;
    }
  }
}

/** Adds the error to an answer that was refused, so that a trace shows it. */
export const withRefusal = (move: Action, [refused]: readonly string[]): Action =>
  move.kind === 'answer' && refused !== undefined ? { ...move, refused } : move;

/** The request that the move answers. */
export function requestOf({ jobs }: Pick<Store, 'jobs'>, { id, service, event }: Extract<Action, { readonly kind: 'answer' }>): StoredJob {
  const job = oldestFirst(jobs).find((one) => {
    const sent = readSent(one);
    return sent.record === id && sent.service === service && sent.event === event;
  });
  if (job === undefined) throw new Error(`${id} waits for no answer to ${event}`);
  return job;
}

/** Lists the moves to try in a world of this product, always in the same order. */
export class MoveLister {
  readonly #product: Product;
  readonly #bounds: Bounds;
  readonly #byEntity: readonly EntityMoves[];
  readonly #account: string | null;
  readonly #probes: boolean;
  readonly #settled = new Set<string>();
  readonly #narrowed = new Set<string>();
  readonly #granted = new WeakMap<Access, Map<string, boolean | null>>();
  /** Required fields of types without a writable value: records of their entity are not created. */
  readonly unwritable: readonly string[];

  readonly #given: ReadonlyMap<string, number>;

  /**
   * `probes`: whether to try fields that nothing reads as well. `given`: by entity, the records of
   * the start that do not count against the bound.
   */
  constructor(product: Product, cone: Cone, bounds: Bounds, probes = false, given: ReadonlyMap<string, number> = new Map()) {
    this.#given = given;
    this.#product = product;
    this.#bounds = bounds;
    this.#probes = probes;
    this.#account = product.model.account?.entity.text ?? null;
    this.#byEntity = product.model.entities.map((entity) => movesOfEntity(product, entity, cone));
    this.unwritable = this.#byEntity.flatMap(({ entity, create }) =>
      create.filter(({ samples }) => samples.length === 0).map(({ field }) => `${entity.name.text}.${field.name.text}`),
    );
  }

  /** Entities that are created with a value that must be unique. */
  get fresh(): readonly string[] {
    const isFresh = ({ samples }: { readonly samples: readonly (Sample | null)[] }): boolean =>
      samples.some((sample) => sample?.kind === 'fresh');
    return this.#byEntity
      .filter(({ entity, create }) => entity.name.text !== this.#account && create.some(isFresh))
      .map(({ entity }) => entity.name.text);
  }

  /** Entities with too many combinations of values to try all of them. */
  get narrowed(): ReadonlySet<string> {
    return this.#narrowed;
  }

  /** Entities whose records are passed to events as parameters. */
  get givenToEvents(): ReadonlySet<string> {
    const samples = this.#byEntity.flatMap(({ events }) => events.flatMap(({ parameters }) => parameters.flatMap((one) => one.samples)));
    return new Set(samples.flatMap((sample) => (sample.kind === 'records' ? [sample.entity] : [])));
  }

  /** Whether any update sets the field. */
  updates(entity: string, field: string): boolean {
    const moves = this.#byEntity.find((one) => one.entity.name.text === entity);
    return [...(moves?.update ?? []), ...(moves?.others ?? [])].some((one) => one.field.name.text === field);
  }

  most(entity: string): number {
    return (this.#bounds.perEntity.get(entity) ?? this.#bounds.records) + (this.#given.get(entity) ?? 0);
  }

  /**
   * Notes what a variant led to. Once it was accepted, or refused by a rule about its field alone,
   * it is not listed again, unless fields that nothing reads are tried as well. Other refusals may
   * come before the rule.
   */
  settle({ entity, values }: Extract<Action, { readonly kind: 'create' | 'update' }>, variant: string, errors: readonly string[]): void {
    if (this.#probes || this.#settled.has(variant)) return;
    const isOwn = (error: string): boolean =>
      values.some(({ name }) => ownRules(this.#product.index, entity, name).some((rule) => rule.error === error));
    if (errors.length === 0 || errors.some(isOwn)) this.#settled.add(variant);
  }

  /** The number of settled variants: while it stays the same, alike worlds list the same moves. */
  get version(): number {
    return this.#settled.size;
  }

  /** What a person with any role could try; the same in all worlds with the same record counts. */
  *all(person: Person, view: View): Generator<Action> {
    for (const moves of this.#byEntity) {
      const entity = moves.entity.name.text;
      const records = view.of(entity);
      if (this.#bounds.create && entity !== this.#account)
        for (const { values, variant } of this.#creates(moves, view, records.length < this.most(entity)))
          yield { kind: 'create', person, entity, values, ...(variant === null ? {} : { variant }) };
      for (const { id } of records) {
        for (const { name, parameters } of moves.events) {
          const choices = parameters.map(({ name: parameter, samples }) =>
            samples.flatMap((sample) => this.#choices(parameter, entity, sample, view)),
          );
          for (const values of this.#combinations(entity, choices)) yield { kind: 'event', person, entity, id, event: name, values };
        }
        for (const { field, samples, inCone } of moves.update)
          for (const choice of samples.flatMap((sample) => this.#choices(field.name.text, entity, sample, view))) {
            const variant = `update ${entity}.${choice.name} ${String(choice.words)}`;
            if (inCone) yield { kind: 'update', person, entity, id, values: [choice] };
            else if (!this.#settled.has(variant)) yield { kind: 'update', person, entity, id, values: [choice], variant };
          }
        for (const { field, samples } of this.#probes ? moves.others : []) {
          const [choice] = samples.flatMap((sample) => this.#choices(field.name.text, entity, sample, view));
          if (choice !== undefined) yield { kind: 'update', person, entity, id, values: [choice], probe: true };
        }
        for (const { field, of } of moves.members)
          for (const { id: member } of view.of(of)) {
            yield { kind: 'add', person, entity, id, field, member };
            yield { kind: 'remove', person, entity, id, field, member };
          }
        if (entity !== this.#account) yield { kind: 'delete', person, entity, id };
        if (person.account === null) for (const answer of moves.answers) yield { kind: 'answer', person, entity, id, ...answer };
      }
    }
  }

  /** Whether a try is worthwhile: section 6 does not flatly refuse it, and it changes something. */
  tries(move: Action, access: Access, view: View): boolean {
    return this.mayTry(move, access) && this.changes(move, view);
  }

  /** Whether section 6 does not flatly refuse the move. Depends on the person alone. */
  mayTry(move: Action, access: Access): boolean {
    const { entity } = move;
    const may = (operation: string): boolean => this.#mayEver(access, entity, operation, null) !== false;
    const maySet = (operation: 'create' | 'update', field: string): boolean =>
      this.#mayEver(access, entity, operation, field) ?? may(operation);
    switch (move.kind) {
      case 'create': {
        const moves = this.#byEntity.find((one) => one.entity.name.text === entity);
        const mustGive = (name: string): boolean => moves?.create.find(({ field }) => field.name.text === name)?.samples[0] !== null;
        return may('create') && move.values.every(({ name }) => mustGive(name) || maySet('create', name));
      }
      case 'event': {
        const event = this.#byEntity.find((one) => one.entity.name.text === entity)?.events.find(({ name }) => name === move.event);
        return event?.transitions.some(({ roles }) => access.hasRole(roles)) === true && may(move.event);
      }
      case 'update': {
        const [choice] = move.values;
        return choice !== undefined && maySet('update', choice.name);
      }
      case 'delete':
        return may('delete');
      default:
        return true;
    }
  }

  /** Null if no row is about the field. Cached, because the same people try many values. */
  #mayEver(access: Access, entity: string, operation: string, field: string | null): boolean | null {
    const known = this.#granted.get(access) ?? new Map<string, boolean | null>();
    this.#granted.set(access, known);
    const name = `${entity} ${operation} ${field}`;
    let may = known.get(name);
    if (may === undefined) {
      const grant = field === null ? access.grant(entity, operation) : access.grant(entity, operation, field);
      may = grant === null ? null : grant.kind !== 'no';
      known.set(name, may);
    }
    return may;
  }

  /** Whether the move would change anything. Depends on its record alone. */
  changes(move: Action, view: View): boolean {
    switch (move.kind) {
      case 'update': {
        const [choice] = move.values;
        // Permission to update also depends on the value before the change.
        if (this.#probes || move.variant !== undefined || move.probe !== undefined) return true;
        return choice !== undefined && view.cell(move.id)?.record[choice.name] !== choice.value;
      }
      case 'add':
      case 'remove': {
        const has = view.cell(move.id)?.members.some(([name, ids]) => name === move.field && ids.includes(move.member)) === true;
        return has === (move.kind === 'remove');
      }
      case 'answer': {
        // Each service answers the oldest request of a record first.
        const sent = view.cell(move.id)?.sent.find(({ service }) => service === move.service);
        return sent?.event === move.event;
      }
      default:
        return true;
    }
  }

  /**
   * Every combination of the values that distinguish worlds and that no rule on one field refuses.
   * Other values, and those of records that are not followed, are tried once each.
   */
  *#creates(
    { entity, create }: EntityMoves,
    view: View,
    follows: boolean,
  ): Generator<{ readonly values: readonly Choice[]; readonly variant: string | null }> {
    const name = entity.name.text;
    const lists = create.map(({ field, samples, refused, inCone }) => {
      const choices = (some: readonly (Sample | null)[]): readonly (Choice | null)[] =>
        some.flatMap((sample): readonly (Choice | null)[] =>
          sample === null ? [null] : this.#choices(field.name.text, name, sample, view),
        );
      const all = choices(samples);
      const most = inCone && follows ? all.length : 1;
      return { inCone, combined: all.slice(0, most), once: [...all.slice(most), ...choices(refused)] };
    });
    const given = (choices: readonly (Choice | null)[]): readonly Choice[] => choices.filter((choice) => choice !== null);
    for (const values of this.#combinations(
      name,
      lists.map((list) => list.combined),
    ))
      yield { values: given(values), variant: null };
    for (const [index, { inCone, once }] of lists.entries())
      for (const other of once) {
        const variant = `create ${name}.${other?.name ?? index} ${String(other?.words)}`;
        if (!inCone && this.#settled.has(variant)) continue;
        const values = lists.map(({ combined: [first] }, place) => (place === index ? other : first));
        if (values.every((value) => value !== undefined)) yield { values: given(values), variant: inCone ? null : variant };
      }
  }

  /**
   * All combinations; if there are too many, each pair of values in one of them. Which records are
   * named does not count: the bound limits how many there are.
   */
  #combinations<T extends Choice | null>(entity: string, lists: readonly (readonly T[])[]): Iterable<readonly T[]> {
    const values = lists.filter((list) => list.every((choice) => choice === null || typeof choice.words === 'string'));
    if (countCombinations(values) <= mostCombinations) return combined(lists);
    this.#narrowed.add(entity);
    return paired(lists);
  }

  #choices(name: string, entity: string, sample: Sample, view: View): readonly Choice[] {
    switch (sample.kind) {
      case 'value':
        return [{ name, value: sample.value, words: sample.words }];
      case 'records':
        return view.of(sample.entity).map(({ id }) => ({ name, value: id, words: { record: id } }));
      case 'moment': {
        const value = timestampFromMilliseconds(view.state.time + sample.offset);
        return [{ name, value, words: shifted('now', sample.offset) }];
      }
      case 'day': {
        const { today } = this.#product.world(nobody, view.state.time);
        return [{ name, value: new PlainDate(today.days + sample.offset), words: shifted('today', sample.offset * 86_400_000) }];
      }
      case 'fresh': {
        const taken = new Set(view.of(entity).map(({ record }) => record[name]));
        for (let number = 1; ; number++) {
          const text = `${sample.before}${number}${sample.after}`;
          if (!taken.has(text)) return [{ name, value: text, words: JSON.stringify(text) }];
        }
      }
    }
  }
}

const shifted = (word: string, offset: number): string =>
  offset === 0 ? word : `${word} ${offset < 0 ? '-' : '+'} ${durationWords(Math.abs(offset))}`;
