import type { StoredRecord } from '../../store/store.ts';
import { Ref } from '../answers/template.ts';
import { countLimitsOf, isNearCountLimit } from '../plan/count-limits.ts';
import type { Persona } from '../plan/planned.ts';
import { endsWithin, findPeople, laterSignIn, type PeopleParts, renewPeople } from './people.ts';

/** The people who send requests. New ones sign up when earlier requests have changed them. */
export class Crew {
  readonly #parts: PeopleParts;
  readonly #people: Persona[];
  readonly #countLimits: ReturnType<typeof countLimitsOf>;
  /** Who has not signed in since the reset. */
  #awaited = new Set<Persona>();
  /** Whose session has ended while time passed, and who has not signed in since. */
  readonly #ended = new Set<Persona>();
  /** Keys of the people who signed up, as they were then, by name. */
  readonly #fresh = new Map<string, string>();
  /**
   * Their records at that time, by account. The store creates a new object when a field changes.
   */
  #records: ReadonlyMap<string, StoredRecord | null> = new Map();

  constructor(parts: PeopleParts, people: Persona[]) {
    this.#parts = parts;
    this.#people = people;
    this.#countLimits = countLimitsOf(parts.side.model);
  }

  /** Signs everyone up or in. Returns why people are missing. */
  async find(): Promise<readonly string[]> {
    const missing = await findPeople(this.#parts, this.#people);
    for (const one of this.#own) this.#fresh.set(one.name, this.#parts.keyOf([one]));
    this.#note();
    return missing;
  }

  /**
   * Finds the same people after a reset. Those who signed up sign up again; the others sign in
   * before their next request, because a way needs few of them. Returns why people are missing.
   */
  async findAgain(): Promise<readonly string[]> {
    const others = this.#people.filter(({ signedUp, token }) => !signedUp && token instanceof Ref);
    this.#awaited = new Set(others);
    this.#parts.side.resumeSessions(others);
    const own = this.#own;
    await renewPeople(this.#parts, this.#people, own);
    this.#note();
    return own.filter((one) => this.#people.includes(one)).map(({ name }) => `${name} could not sign up after a reset`);
  }

  /** The person, signed in if that was put off; null if it failed after a reset. */
  async ready(one: Persona): Promise<Persona | null> {
    const isNew = this.#awaited.delete(one);
    if (!this.#ended.delete(one) && !isNew) return one;
    const place = this.#people.indexOf(one);
    const now = (await laterSignIn(this.#parts, one)?.()) ?? null;
    if (now !== null && place >= 0) this.#people[place] = now;
    if (now !== null || isNew) return now;
    this.#parts.side.endSessions([one]);
    return one;
  }

  /**
   * Keeps the sessions of those who would be signed out when so many milliseconds have passed: they
   * sign in again before their next request. Who cannot sign in stays signed out.
   */
  keepSessions(length: number): void {
    const { side } = this.#parts;
    const ending = this.#people.filter((one) => endsWithin(side, one, length) && laterSignIn(this.#parts, one) !== null);
    for (const one of ending) this.#ended.add(one);
    side.keepSessions(ending);
  }

  /**
   * Replaces people who signed up by new ones: all of them, those of whom any field changed, or
   * only those about whom the document would now decide differently. People who have signed out
   * sign in again.
   */
  async renew(where: 'always' | 'changed' | 'decisive'): Promise<void> {
    const { oracle } = this.#parts.side;
    const isChanged = ({ account }: Persona): boolean => this.#records.get(account) !== this.#recordOf(account);
    const isDecisive = (one: Persona): boolean =>
      isNearCountLimit(this.#countLimits, oracle, one.account) || this.#parts.keyOf([one]) !== this.#fresh.get(one.name);
    const isOver = (one: Persona): boolean => where === 'always' || (where === 'changed' && isChanged(one)) || isDecisive(one);
    const replaced = this.#people.filter((one) => (one.signedUp && isOver(one)) || endsWithin(this.#parts.side, one, 0));
    if (replaced.length === 0) return;
    await renewPeople(this.#parts, this.#people, replaced);
    this.#note();
  }

  #note(): void {
    this.#records = new Map(this.#own.map(({ account }) => [account, this.#recordOf(account)]));
  }

  #recordOf(account: string): StoredRecord | null {
    const { model, oracle } = this.#parts.side;
    return model.account === null ? null : oracle.record(model.account.entity.text, account);
  }

  get #own(): readonly Persona[] {
    return this.#people.filter(({ signedUp }) => signedUp);
  }
}
