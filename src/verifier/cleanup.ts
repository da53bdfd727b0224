import { entityOf } from '../model/lookup.ts';
import type { CallAnswer } from '../serve/calls/call-request.ts';
import type { Persona, Planned } from './planned.ts';
import type { Leftover, Sender, Sent } from './sender.ts';
import type { SideBySide } from './side-by-side.ts';
import { createdBy } from './situations.ts';
import { neededBy } from './trials.ts';
import { isDate, type Maker, valuesFor } from './values.ts';
import type { Place } from './ways.ts';
import { usesByRow } from './world-shape.ts';

/** The most leftovers of a row that are looked at; the latest are the likeliest to matter. */
const mostLeftovers = 60;
/** How many days from today on are tried in place of a day that is taken. */
const mostDays = 40;

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

  constructor(parts: CleanupParts) {
    this.#parts = parts;
    this.#uses = usesByRow(parts.side.model);
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
    const leftovers = this.#leftovers(planned, place);
    const belonging = leftovers.length === 0 ? null : this.#belonging();
    const fineWithout = (some: readonly Leftover[]): boolean =>
      side.oracle.without(
        some.flatMap((one) => [...(belonging?.(one.id) ?? []), one]),
        isFine,
      );
    if (leftovers.length === 0 || !fineWithout(leftovers)) return false;
    const inTheWay = neededOf(leftovers, fineWithout);
    for (const [index, one] of inTheWay.entries()) {
      const later = inTheWay.slice(index + 1);
      if (!(await this.#clearOne(one, place, () => fineWithout(later)))) return false;
    }
    return true;
  }

  /**
   * The request of a way such that it is accepted: as it is, once what is in its way was cleared
   * away, or with other values. `rest`: the requests after it.
   */
  async fitted(planned: Planned, rest: readonly Planned[], place: Place): Promise<Planned> {
    const isAccepted = ({ status }: CallAnswer): boolean => status < 400;
    const answer = this.#parts.sender.answerTo(planned, place);
    if (answer === null || isAccepted(answer) || (await this.clear(planned, place, isAccepted))) return planned;
    return this.#elsewhere(planned, rest, place) ?? planned;
  }

  /**
   * The request with another value of what the refusing row reads, such as a later day: the one
   * after which most of the way is accepted, too; null if there is none.
   */
  #elsewhere(planned: Planned, rest: readonly Planned[], place: Place): Planned | null {
    const { sender, maker } = this.#parts;
    const uses = this.#readToRefuse(planned, place);
    if (uses === undefined || planned.mutation !== null) return null;
    const read = sender.inputs.of(planned.call).filter((input) => input.place === 'body' && input.uses.some((use) => uses.has(use)));
    const others = read.flatMap((input): readonly Planned[] =>
      isDate(input)
        ? [...Array(mostDays).keys()].map((days) => ({ ...planned, mutation: { kind: 'numbers', values: [[input.name, days]] } as const }))
        : [...valuesFor(maker, input).keys()].map((pick) => ({ ...planned, picks: new Map([...planned.picks, [input.name, pick]]) })),
    );
    let [best, most]: [Planned | null, number] = [null, 0];
    for (const other of others) {
      const count = sender.accepted([other, ...rest], place);
      if (count > rest.length) return other;
      if (count > most) [best, most] = [other, count];
    }
    return best;
  }

  /** What the row reads that refuses the request; undefined if no row of the document does. */
  #readToRefuse(planned: Planned, place: Place): ReadonlySet<string> | undefined {
    const row = this.#parts.sender.answerTo(planned, place)?.refusals?.[0]?.at?.from;
    return row === undefined ? undefined : this.#uses.get(row);
  }

  /** The records of earlier ways that the row reads which refuses the request. */
  #leftovers(planned: Planned, place: Place): readonly Leftover[] {
    const { side, sender } = this.#parts;
    const uses = this.#readToRefuse(planned, place);
    if (uses === undefined) return [];
    const entities = new Set([...uses].map((use) => use.split('.')[0]));
    const own = new Set([...place.made.values()].flat());
    return sender.created
      .filter(({ entity, id }) => entities.has(entity) && !own.has(id) && side.oracle.record(entity, id) !== null)
      .slice(-mostLeftovers);
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
    const people = [...new Map([...one.people, ...this.#parts.people].map((person) => [person.account, person])).values()];
    for (const request of this.#requestsAbout(one, people)) {
      const clears = side.oracle.tried(() => {
        const answer = sender.performed(request, there, people);
        return answer !== null && answer.status < 400 && isCleared();
      });
      if (!clears) continue;
      const sent = await sender.send(request, there, people);
      if (sent === null || sent.exchange.fault === null) return sent !== null;
      await this.#parts.faulty(sent, there);
      return false;
    }
    return false;
  }

  /** The calls that change a record and need no other, by each person. */
  #requestsAbout({ entity }: Leftover, people: readonly Persona[]): readonly Planned[] {
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
