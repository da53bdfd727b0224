import type { StoredRecord } from '../../store/store.ts';
import { Ref } from '../answers/template.ts';
import { countLimitsOf, isNearCountLimit } from '../plan/count-limits.ts';
import type { Persona } from '../plan/planned.ts';
import { findPeople, isSignedOut, type PeopleParts, renewPeople, signInAgain } from './people.ts';

/** The people who send requests. New ones sign up when earlier requests have changed them. */
export class Crew {
  readonly #parts: PeopleParts;
  readonly #people: Persona[];
  readonly #keyOf: (people: readonly Persona[]) => string;
  readonly #countLimits: ReturnType<typeof countLimitsOf>;
  /** Who has not signed in since the reset. */
  #awaited = new Set<Persona>();
  /** Keys of the people who signed up, as they were then, by name. */
  readonly #fresh = new Map<string, string>();
  /**
   * Their records at that time, by account. The store creates a new object when a field changes.
   */
  #records: ReadonlyMap<string, StoredRecord | null> = new Map();

  /** `keyOf`: describes people by the fields that the document reads. */
  constructor(parts: PeopleParts, people: Persona[], keyOf: (people: readonly Persona[]) => string) {
    this.#parts = parts;
    this.#people = people;
    this.#keyOf = keyOf;
    this.#countLimits = countLimitsOf(parts.side.model);
  }

  /** Signs everyone up or in. Returns why people are missing. */
  async find(): Promise<readonly string[]> {
    const missing = await findPeople(this.#parts, this.#people);
    for (const one of this.#own) this.#fresh.set(one.name, this.#keyOf([one]));
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

  /** The person, signed in if that was put off; null if it failed. */
  async ready(one: Persona): Promise<Persona | null> {
    if (!this.#awaited.delete(one)) return one;
    const place = this.#people.indexOf(one);
    await renewPeople(this.#parts, this.#people, [one]);
    const now = this.#people[place] ?? one;
    return now === one ? null : now;
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
      isNearCountLimit(this.#countLimits, oracle, one.account) || this.#keyOf([one]) !== this.#fresh.get(one.name);
    const isOver = (one: Persona): boolean => where === 'always' || (where === 'changed' && isChanged(one)) || isDecisive(one);
    const replaced = this.#people.filter((one) => (one.signedUp && isOver(one)) || isSignedOut(this.#parts.side, one));
    if (replaced.length === 0) return;
    await renewPeople(this.#parts, this.#people, replaced);
    this.#note();
  }

  /** Signs those in again whose sessions have ended while time passed. */
  async signInAgain(): Promise<void> {
    await signInAgain(this.#parts, this.#people);
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
