import type { Node } from '../../expression/node.ts';
import { entityOf } from '../../model/lookup.ts';
import type { CallAnswer } from '../../serve/calls/call-request.ts';
import type { SideBySide } from '../answers/side-by-side.ts';
import { lackOf } from '../plan/amounts.ts';
import { withNumber, withPick } from '../plan/other-values.ts';
import type { Persona, Planned } from '../plan/planned.ts';
import { peopleOf, withPart } from '../plan/repeated-ways.ts';
import { createdBy, recordOf } from '../plan/situations.ts';
import { neededBy } from '../plan/trials.ts';
import { rowOf, usesByRow } from '../plan/world-shape.ts';
import type { Input } from '../values/call-inputs.ts';
import { isDate, kindOf } from '../values/input-kinds.ts';
import { type Maker, valuesFor } from '../values/values.ts';
import type { Leftover, Sender, Sent } from './sender.ts';
import type { Place } from './ways.ts';

/** How many leftovers of a row are looked at first; the latest are the likeliest to matter. */
const firstLeftovers = 60;
/** How many are looked at if these are not enough, such as where who waits longest comes first. */
const mostLeftovers = 1000;
/** How many days from today on are tried in place of a day that is taken. */
const mostDays = 120;
/** How many whole numbers are tried in place of one that is taken, such as an hour. */
const mostNumbers = 25;
/** How many values of an input are tried in a way, and how often none may be found. */
const mostValues = 40;
const mostHopeless = 3;
/** How many accepted values in a row may bring a way no further. */
const mostNoBetter = 8;

/** How many requests in a row bring one record on, and how many are tried for that. */
const mostSteps = 3;
const mostTried = 400;
/** How many records are brought on for one request. */
const mostWorkedOff = 20;

interface CleanupParts {
  readonly side: SideBySide;
  readonly people: readonly Persona[];
  readonly sender: Sender;
  readonly maker: Maker;
  /** Called with a wrong answer to a request that was to clear a record away. */
  readonly faulty: (sent: Sent, place: Place) => Promise<void>;
}

/**
 * Clears records of earlier ways away if a rule counts them against a request: a day that is taken,
 * an application that has waited longer. On a system without a reset they stay from way to way.
 */
export class Cleanup {
  readonly #parts: CleanupParts;
  /** What each row reads, by the start of the row. */
  readonly #uses: ReadonlyMap<number, ReadonlySet<string>>;
  /** The start of the row to which an expression belongs. */
  readonly #rows: ReadonlyMap<Node, number>;
  /** Records that no requests bring on for a row, as they were then, by row and id. */
  readonly #stuck = new Map<string, unknown>();
  /** How often no values were found for a way that ends with a call, by the rows that refuse it. */
  readonly #hopeless = new Map<string, number>();

  constructor(parts: CleanupParts) {
    this.#parts = parts;
    this.#uses = usesByRow(parts.side.model);
    this.#rows = rowOf(parts.side.model);
  }

  /**
   * Changes or deletes the leftovers without which a request would have the wanted answer. Returns
   * whether it has it now.
   */
  async clear(planned: Planned, place: Place, isWanted: (answer: CallAnswer) => boolean): Promise<boolean> {
    const { side, sender } = this.#parts;
    const isFine = (): boolean => {
      const answer = sender.answerTo(planned, place);
      return answer !== null && isWanted(answer);
    };
    const all = this.#leftovers(planned, place);
    const belonging = all.length === 0 ? null : this.#belonging();
    const fineWithout = (some: readonly Leftover[]): boolean =>
      side.oracle.without(
        some.flatMap((one) => [...(belonging?.(one.id) ?? []), one]),
        isFine,
      );
    const some = [firstLeftovers, mostLeftovers].map((most) => all.slice(-most));
    const leftovers = some.find((one) => one.length > 0 && fineWithout(one));
    if (leftovers === undefined) return this.#workOff(planned, place, isFine);
    const inTheWay = neededOf(leftovers, fineWithout);
    for (const [index, one] of inTheWay.entries()) {
      const later = inTheWay.slice(index + 1);
      if (!(await this.#clearOne(one, place, () => fineWithout(later)))) return false;
    }
    return true;
  }

  /**
   * Brings records of earlier ways on, as long as the row that refuses the request then lacks less:
   * the work of a translator who has no room for more.
   */
  async #workOff(planned: Planned, place: Place, isFine: () => boolean): Promise<boolean> {
    const { side } = this.#parts;
    const row = this.#refusing(planned, place);
    for (let round = 0; row !== undefined && round < mostWorkedOff; round++) {
      const lack = this.#lack(planned, place, row);
      if (lack === 0) return isFine();
      let steps: readonly Planned[] | null = null;
      for (const one of lack === null ? [] : this.#related(planned, place)) {
        const record = side.oracle.record(one.entity, one.id);
        const key = `${row} ${one.id}`;
        if (this.#stuck.get(key) === record) continue;
        const there: Place = { ...place, made: new Map([[one.entity, [one.id]]]), since: [] };
        const people = this.#peopleOf(one);
        steps = this.#stepsOn(one, there, people, () => (this.#lack(planned, place, row) ?? lack ?? 0) < (lack ?? 0));
        if (steps === null) this.#stuck.set(key, record);
        for (const step of steps ?? []) if (!(await this.#sent(step, there, people))) return false;
        if (steps !== null) break;
      }
      if (steps === null) return false;
    }
    return false;
  }

  /** By how much the comparisons of the refusing row fail; null if it has none. */
  #lack(planned: Planned, place: Place, row: number): number | null {
    const { side, sender } = this.#parts;
    const lacks: number[] = [];
    const answer = side.oracle.watched(
      (root, scope) => {
        if (this.#rows.get(root) === row) lacks.push(...lackOf(root, scope));
      },
      () => sender.answerTo(planned, place),
    );
    if (answer !== null && answer.status < 400) return 0;
    return lacks.length === 0 ? null : lacks.reduce((sum, one) => sum + one, 0);
  }

  /** The records of earlier ways that name a record which the request is about, or its sender. */
  #related({ handles, persona }: Planned, place: Place): readonly Leftover[] {
    const { side, sender, people } = this.#parts;
    const about = new Set([...handles.values()].flatMap((one) => recordOf({ ...side, people }, place.made, one)?.id ?? []));
    if (persona !== null) about.add(people[persona]?.account ?? '');
    const own = new Set([...place.made.values()].flat());
    return sender.created
      .filter(({ entity, id }) => {
        const record = own.has(id) ? null : side.oracle.record(entity, id);
        return record !== null && Object.values(record).some((value) => typeof value === 'string' && about.has(value));
      })
      .slice(-firstLeftovers);
  }

  /** The fewest requests about a record after which `isNearer` holds; null if none are found. */
  #stepsOn({ entity, id }: Leftover, there: Place, people: readonly Persona[], isNearer: () => boolean): readonly Planned[] | null {
    const { side, sender } = this.#parts;
    const requests = this.#requestsAbout({ entity }, people);
    let left = mostTried;
    const after = (depth: number): readonly Planned[] | null => {
      for (const request of requests) {
        if (left-- <= 0) return null;
        const found = side.oracle.tried(() => {
          const before = side.oracle.record(entity, id);
          const answer = sender.performed(request, there, people);
          if (answer === null || answer.status >= 400 || side.oracle.record(entity, id) === before) return null;
          if (depth === 1) return isNearer() ? [request] : null;
          const rest = after(depth - 1);
          return rest === null ? null : [request, ...rest];
        });
        if (found !== null) return found;
      }
      return null;
    };
    for (let depth = 1; depth <= mostSteps; depth++) {
      const found = after(depth);
      if (found !== null) return found;
    }
    return null;
  }

  /**
   * The request of a way such that it is accepted: as it is, once what is in its way was cleared
   * away, or with other values. `rest`: the requests after it.
   */
  async fitted(planned: Planned, rest: readonly Planned[], place: Place): Promise<Planned> {
    const isAccepted = ({ status }: CallAnswer): boolean => status < 400;
    const answer = this.#parts.sender.answerTo(planned, place);
    if (answer === null || isAccepted(answer) || (await this.clear(planned, place, isAccepted))) return planned;
    const { best, other } = this.#elsewhere(planned, rest, place);
    if (best !== null) return best;
    return other !== null && (await this.clear(other, place, isAccepted)) ? other : planned;
  }

  /**
   * The way with other values of what refuses a later request, such as cheaper works where a limit
   * for all of a day is nearly reached; as it is if none are found.
   */
  refitted(path: readonly Planned[], place: Place): readonly Planned[] {
    const { sender } = this.#parts;
    // The trial does not know people who sign up on the way.
    if (path.some(({ as }) => as !== undefined)) return path;
    const begun = { steps: path, ...sender.accepted(path, place) };
    const key = `${path.at(-1)?.call.name.text} ${begun.rows}`;
    if (begun.count === path.length || (this.#hopeless.get(key) ?? 0) >= mostHopeless) return path;
    let left = mostTried;
    // One of several ways that are refused for the same reasons is changed further.
    const open = new Map([[`${begun.count} ${begun.rows}`, begun]]);
    for (const { steps, count, rows } of open.values())
      for (const other of this.#changed(steps, count, rows[0])) {
        if (left-- <= 0) break;
        const tried = { steps: other, ...sender.accepted(other, place) };
        if (tried.count === path.length) return other;
        const reason = `${tried.count} ${tried.rows}`;
        if (!open.has(reason)) open.set(reason, tried);
      }
    this.#hopeless.set(key, (this.#hopeless.get(key) ?? 0) + 1);
    return path;
  }

  /** The way with another value that the row reads which refuses request `count`, or by others. */
  #changed(steps: readonly Planned[], count: number, row: number | undefined): readonly (readonly Planned[])[] {
    const withValues = [...steps.slice(0, count + 1).entries()].reverse().flatMap(([index, step]) =>
      this.#inputsReadBy(row, step).flatMap((input) =>
        this.#withOthers(step, input)
          .slice(0, mostValues)
          .map((one) => steps.with(index, one)),
      ),
    );
    // Who cannot be replaced has done more than others.
    const { people } = this.#parts;
    const swapped = [...new Set(steps.flatMap(peopleOf))].flatMap((from) =>
      [...people.entries()].flatMap(([to, { roles }]): (readonly Planned[])[] => {
        const isAlike = people[from]?.signedUp === false && to !== from && roles.join() === people[from]?.roles.join();
        return isAlike ? [steps.map((step) => withPart(withPart(withPart(step, to, people.length), from, to), people.length, from))] : [];
      }),
    );
    return [...withValues, ...swapped];
  }

  /**
   * The request with other values of what the refusing row reads, such as a later day. `best`:
   * after which most of the way is accepted; `other`: which another row refuses. Null: none.
   */
  #elsewhere(planned: Planned, rest: readonly Planned[], place: Place): Readonly<Record<'best' | 'other', Planned | null>> {
    const { sender } = this.#parts;
    const row = this.#refusing(planned, place);
    let [best, other, most]: [Planned | null, Planned | null, number] = [null, null, 0];
    for (const input of this.#inputsReadBy(row, planned)) {
      let noBetter = 0;
      for (const one of this.#withOthers(planned, input)) {
        const answer = sender.answerTo(one, place);
        if (answer !== null && answer.status < 400) {
          const count = rest.length === 0 ? 1 : sender.accepted([one, ...rest], place).count;
          if (count > rest.length) return { best: one, other };
          if (count > most) [best, most, noBetter] = [one, count, 0];
          else if (++noBetter >= mostNoBetter) break;
          continue;
        }
        const refusing = answer?.refusals?.[0]?.at?.from;
        if (refusing === row) continue;
        other ??= one;
        // No value of this input makes a difference to a row that does not read it.
        if (!this.#reads(refusing, input)) break;
      }
    }
    return { best, other };
  }

  /** The inputs of a request that a row reads. */
  #inputsReadBy(row: number | undefined, { call, mutation }: Planned): readonly Input[] {
    if (mutation !== null && mutation.kind !== 'numbers') return [];
    return this.#parts.sender.inputs.of(call).filter((input) => input.place === 'body' && this.#reads(row, input));
  }

  #reads(row: number | undefined, { uses }: Input): boolean {
    const read = row === undefined ? undefined : this.#uses.get(row);
    return read !== undefined && uses.some((use) => read.has(use));
  }

  #withOthers(planned: Planned, input: Input): readonly Planned[] {
    if (isDate(input)) return [...Array(mostDays).keys()].map((days) => withNumber(planned, input.name, days));
    const numbers = kindOf(input) === 'integer' ? [...Array(mostNumbers).keys()] : [];
    return [
      ...[...valuesFor(this.#parts.maker, input).keys()].map((pick) => withPick(planned, input, pick)),
      ...numbers.map((number) => withNumber(planned, input.name, number)),
    ];
  }

  #refusing(planned: Planned, place: Place): number | undefined {
    return this.#parts.sender.answerTo(planned, place)?.refusals?.[0]?.at?.from;
  }

  /** The records of earlier ways that the row reads which refuses the request. */
  #leftovers(planned: Planned, place: Place): readonly Leftover[] {
    const { side, sender } = this.#parts;
    const row = this.#refusing(planned, place);
    const uses = row === undefined ? undefined : this.#uses.get(row);
    if (uses === undefined) return [];
    const entities = new Set([...uses].map((use) => use.split('.')[0]));
    const own = new Set([...place.made.values()].flat());
    return sender.created.filter(({ entity, id }) => entities.has(entity) && !own.has(id) && side.oracle.record(entity, id) !== null);
  }

  /** Finds what was created for a record, what belongs to that first. */
  #belonging(): (id: string) => readonly Leftover[] {
    const { side, sender } = this.#parts;
    const children = new Map<string, Leftover[]>();
    for (const one of sender.created) {
      const record = side.oracle.record(one.entity, one.id);
      for (const { name, type } of record === null ? [] : (entityOf(side.model, one.entity)?.fields ?? [])) {
        const parent = type.kind === 'relation' ? record?.[name.text] : null;
        if (typeof parent !== 'string') continue;
        const known = children.get(parent);
        if (known === undefined) children.set(parent, [one]);
        else known.push(one);
      }
    }
    const below = (id: string, begun: Set<string>): readonly Leftover[] => {
      if (begun.has(id)) return [];
      begun.add(id);
      return (children.get(id) ?? []).flatMap((one) => [...below(one.id, begun), one]);
    };
    return (id) => below(id, new Set());
  }

  /** Sends the first request about a leftover that is accepted and takes it out of the way. */
  async #clearOne(one: Leftover, place: Place, isCleared: () => boolean): Promise<boolean> {
    const { side, sender } = this.#parts;
    const there: Place = { ...place, made: new Map([[one.entity, [one.id]]]), since: [] };
    const people = this.#peopleOf(one);
    for (const request of this.#requestsAbout(one, people)) {
      const clears = side.oracle.tried(() => {
        const answer = sender.performed(request, there, people);
        return answer !== null && answer.status < 400 && isCleared();
      });
      if (clears) return this.#sent(request, there, people);
    }
    return false;
  }

  /** The people of the time when the record was created, and those of now. */
  #peopleOf({ people }: Leftover): readonly Persona[] {
    return [...new Map([...people, ...this.#parts.people].map((person) => [person.account, person])).values()];
  }

  /** Sends a request; false if it was not sent or wrongly answered. */
  async #sent(request: Planned, there: Place, people: readonly Persona[]): Promise<boolean> {
    const sent = await this.#parts.sender.send(request, there, people);
    if (sent === null || sent.exchange.fault === null) return sent !== null;
    await this.#parts.faulty(sent, there);
    return false;
  }

  /** The calls that change a record and need no other, by each person. */
  #requestsAbout({ entity }: Pick<Leftover, 'entity'>, people: readonly Persona[]): readonly Planned[] {
    const { side, sender } = this.#parts;
    return side.model.calls.flatMap((call): readonly Planned[] => {
      const needed = neededBy(sender.inputs, call);
      const [name] = needed.map((one) => one.name);
      const isAboutIt = name !== undefined && needed.every((one) => one.name === name && one.entity === entity);
      if (!isAboutIt || call.method === 'GET' || call.signed !== null || createdBy(call).length > 0) return [];
      const handles = new Map([[name, { kind: 'made', entity, ordinal: 0 } as const]]);
      return [...people.keys()].map((persona) => ({ call, persona, handles, picks: new Map(), mutation: null }));
    });
  }
}

/**
 * The elements that `isFine` needs, the latest where one of several is enough. Halves of the list
 * are left out together where that makes no difference.
 */
export function neededOf<T>(all: readonly T[], isFine: (some: readonly T[]) => boolean): readonly T[] {
  const needed: T[] = [];
  const keep = (some: readonly T[], later: readonly T[]): void => {
    if (some.length === 0 || isFine([...needed, ...later])) return;
    const half = some.length >> 1;
    if (half === 0) needed.push(...some);
    else {
      keep(some.slice(0, half), [...some.slice(half), ...later]);
      keep(some.slice(half), later);
    }
  };
  keep(all, []);
  return needed;
}
