import type { StoredRecord } from '../store/store.ts';
import { crowdsOf, isCrowded } from './crowds.ts';
import { findPeople, type PeopleParts, renewPeople } from './people.ts';
import type { Persona } from './planned.ts';

/** The people who send requests. Some sign up again where earlier requests have changed them. */
export class Crew {
  readonly #parts: PeopleParts;
  readonly #people: Persona[];
  readonly #keyOf: (people: readonly Persona[]) => string;
  readonly #crowds: ReturnType<typeof crowdsOf>;
  /** How those who signed up were then. */
  #fresh = '';
  /** Their records then: the store keeps another one as soon as a field changes. */
  #records: ReadonlyMap<string, StoredRecord | null> = new Map();

  /** `keyOf`: what people are like, as far as the document reads it. */
  constructor(parts: PeopleParts, people: Persona[], keyOf: (people: readonly Persona[]) => string) {
    this.#parts = parts;
    this.#people = people;
    this.#keyOf = keyOf;
    this.#crowds = crowdsOf(parts.side.model);
  }

  /** Why someone is missing. */
  async find(): Promise<readonly string[]> {
    const missing = await findPeople(this.#parts, this.#people);
    this.#fresh = this.#keyOf(this.#own);
    this.#note();
    return missing;
  }

  /** The same after the implementation was reset; null: all are there. */
  async findAgain(): Promise<readonly string[] | null> {
    const found: Persona[] = [];
    const missing = await findPeople({ ...this.#parts, again: true }, found);
    if (found.length !== this.#people.length) return missing;
    this.#people.splice(0, found.length, ...found);
    this.#note();
    return null;
  }

  /**
   * Others take the place of those who signed up: always, or where a field of theirs is another
   * than then, or only where the document decides something by it.
   */
  async renew(where: 'always' | 'changed' | 'decisive'): Promise<void> {
    const { oracle } = this.#parts.side;
    const isChanged = (): boolean => this.#own.some(({ account }) => this.#records.get(account) !== this.#recordOf(account));
    const isDecisive = (): boolean =>
      this.#own.some(({ account }) => isCrowded(this.#crowds, oracle, account)) || this.#keyOf(this.#own) !== this.#fresh;
    if (where !== 'always' && !(where === 'changed' && isChanged()) && !isDecisive()) return;
    await renewPeople(this.#parts, this.#people);
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
