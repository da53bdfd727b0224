import { fromJsonText, toJsonText } from '../../base/json-maps.ts';
import { anythingChanged } from '../../engine/data-change.ts';
import type { ProductModel } from '../../engine/document/product-model.ts';
import type { PartRequest, Session, View, ViewRequest } from '../../engine/session.ts';
import { callNames } from '../../engine/session-calls.ts';

/** The number of screens that are kept, the latest first. */
const mostScreens = 8;
/** In UTF-16 units. Browsers allow 5 million for all products of a site together. */
const mostText = 500_000;

/**
 * A screen as last read, and its parts by `partKey`; a part is null if the person may not see it.
 */
interface Seen {
  readonly address: string;
  readonly view: Omit<View, 'parts'>;
  readonly parts: ReadonlyMap<string, Exclude<View['parts'][number], 'later'>>;
}

/** `release`: the version of code and document; screens of another release are not used. */
interface Kept {
  readonly release: string;
  readonly model: ProductModel;
  readonly screens: readonly Seen[];
}

export interface LastVisitOptions {
  readonly storage: Storage;
  /** The key in the storage. */
  readonly key: string;
  readonly release: string;
}

/**
 * The screens of a person's last visit, shown at the next while the worker starts, and read again
 * once it answers. A change drops the screens that are not shown.
 */
export class LastVisit {
  readonly #options: LastVisitOptions;
  #model: ProductModel | null;
  /** In order of use, the latest last. */
  #screens: Map<string, Seen>;

  constructor(options: LastVisitOptions) {
    this.#options = options;
    const kept = read(options);
    this.#model = kept?.model ?? null;
    this.#screens = new Map([...(kept?.screens ?? [])].reverse().map((seen) => [seen.address, seen]));
  }

  /** The model that ran at the last visit; null if there is nothing to show. */
  get model(): ProductModel | null {
    return this.#screens.size > 0 ? this.#model : null;
  }

  /** Sets the current model. Returns the last visit's object if the two are equal. */
  runs(model: ProductModel): ProductModel {
    if (this.#model === null || toJsonText(this.#model) !== toJsonText(model)) this.#model = model;
    return this.#model;
  }

  /** Stores the screens for the next visit. */
  keep(): void {
    const { storage, key, release } = this.#options;
    const model = this.#model;
    if (model === null) return;
    const screens = [...this.#screens.values()].reverse().slice(0, mostScreens);
    let text = toJsonText({ release, model, screens });
    while (text.length > mostText && screens.pop() !== undefined) text = toJsonText({ release, model, screens });
    try {
      storage.setItem(key, text);
    } catch (error) {
      // The storage is full, so the next visit waits for the worker.
      storage.removeItem(key);
      console.warn(error);
    }
  }

  /**
   * The session of a host that is starting. Until it arrives, requests for known screens are
   * answered immediately; everything else waits.
   */
  session(starting: Promise<Session>): Session {
    const listeners = new Set<Parameters<Session['subscribe']>[0]>();
    let isHere = false;
    let answeredEarly = false;
    starting.then(
      (host) => {
        isHere = true;
        host.subscribe((changes) => {
          this.#forgetOthers();
          for (const listener of [...listeners]) listener(changes);
        });
        if (answeredEarly) for (const listener of [...listeners]) listener([anythingChanged]);
      },
      // Each call rejects with the reason.
      () => undefined,
    );
    const calls = callNames.map((name) => [
      name,
      async (...args: readonly unknown[]) =>
        ((await starting) as unknown as Record<string, (...args: readonly unknown[]) => unknown>)[name]?.(...args),
    ]);
    return {
      ...(Object.fromEntries(calls) as Session),
      open: async (request) => {
        const early = isHere ? null : this.#seen(request);
        if (early !== null) {
          answeredEarly = true;
          return early;
        }
        const view = await (await starting).open(request);
        this.#note(request, view);
        return view;
      },
      run: async (command, request) => {
        const ran = await (await starting).run(command, request);
        if (ran.ok && ran.change !== null) this.#forgetOthers();
        if (ran.ok && ran.view !== undefined && request !== undefined) this.#note(request, ran.view);
        return ran;
      },
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
  }

  /** The last visit's answer, if it has everything that the request needs; otherwise null. */
  #seen({ address, parts }: ViewRequest): View | null {
    const seen = this.#screens.get(addressKey(address));
    const found = parts.map((part) => seen?.parts.get(partKey(part)));
    return seen === undefined || found.includes(undefined) ? null : { ...seen.view, parts: found as View['parts'] };
  }

  #note({ address, parts: requests }: ViewRequest, { parts: answers, ...view }: View): void {
    const key = addressKey(address);
    const before = [...this.#screens.values()].at(-1);
    if (before !== undefined && before.view.person.account?.id !== view.person.account?.id) this.#screens.clear();
    const parts = new Map(this.#screens.get(key)?.parts);
    for (const [index, request] of requests.entries()) {
      const answer = answers[index];
      const part = partKey(request);
      if (answer === null || (answer !== undefined && answer !== 'later' && answer.outcome !== undefined)) parts.set(part, answer);
      else if (answer === undefined || answer === 'later' || parts.get(part)?.version !== answer.version) parts.delete(part);
    }
    this.#screens.delete(key);
    this.#screens.set(key, { address: key, view, parts });
  }

  #forgetOthers(): void {
    const last = [...this.#screens].at(-1);
    this.#screens = new Map(last === undefined ? [] : [last]);
  }
}

const addressKey = (address: ViewRequest['address']): string => JSON.stringify(address);

const partKey = ({ part, options }: PartRequest): string => JSON.stringify([part, options ?? null]);

function read({ storage, key, release }: LastVisitOptions): Kept | null {
  const text = storage.getItem(key);
  if (text === null) return null;
  try {
    const kept = fromJsonText(text) as Kept;
    return kept.release === release ? kept : null;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // Other code wrote it.
    storage.removeItem(key);
    return null;
  }
}
