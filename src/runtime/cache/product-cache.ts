import { QueryClient, type QueryKey, replaceEqualDeep } from '@tanstack/react-query';
import { type DataChange, mayAffect } from '../../engine/data-change.ts';
import type { ProductModel } from '../../engine/document/product-model.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { ListOptions, PartData } from '../../engine/part-data.ts';
import {
  type Command,
  type CommandResult,
  mostParts,
  type NavigationItem,
  type OrganisationsData,
  type PartRequest,
  type PersonData,
  type ScreenData,
  type Session,
  type View,
} from '../../engine/session.ts';
import { zoneOf } from '../time-zone.ts';
import { type Look, type Page, requestsOf, withoutEmptyOptions } from './page.ts';

export interface Known {
  readonly person: PersonData;
  readonly navigation: readonly NavigationItem[];
  readonly organisations: OrganisationsData | null;
}

/** A page that was read; `screen` is null if it has none. */
export interface PageEntry {
  readonly page: Page;
  readonly screen: Outcome<ScreenData> | null;
  /** The id of the account that read it; empty if signed out. */
  readonly account: string;
  /** What the page and its parts were read from (View.reads). */
  readonly reads: readonly string[] | null;
}

/** `outcome` is null if the person may not see the part. */
export interface PartEntry {
  readonly version: string;
  readonly outcome: Outcome<PartData> | null;
}

/**
 * Milliseconds that a page is kept after leaving it, unless something changes: long enough to open
 * a page right after looking it up.
 */
const remembered = 5000;

/**
 * How many marks of this page's own changes are kept until they are announced; without a listener
 * they never are.
 */
const mostMarks = 50;

const meKey = ['me'] as const;

/**
 * Everything that the page shows, by address, part and options: requested once, together, and
 * updated by the answer to each command. A change by another person takes one request, and only if
 * it wrote something that the page was read from.
 */
export class ProductCache {
  readonly client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY, gcTime: remembered, networkMode: 'always' } },
  });
  #session: Session;
  #locale: string;
  readonly #now: () => number;
  /** The page shown now; `refresh` reads it again. */
  #shown: { readonly page: Page; readonly query: string } | null = null;
  readonly #models = new WeakMap<ProductModel, number>();
  #lastModel = 0;
  /**
   * The number of open requests. Their answers may already include a change announced meanwhile.
   */
  #underWay = 0;
  /** Rises with each finished command: the answer to a request sent before it may be older. */
  #commands = 0;
  #received: DataChange[] = [];
  readonly #marks = new Set<string>();
  #refreshing: Promise<void> | null = null;
  #version = 0;
  readonly #listeners = new Set<() => void>();
  #wanted: Wanted[] = [];
  #asksParts = false;

  constructor(session: Session, { locale, now }: { readonly locale: string; readonly now: () => number }) {
    this.#session = session;
    this.#locale = locale;
    this.#now = now;
    this.client.setQueryDefaults(['page'], {
      // Pages are compared by the identity of their model, because it contains the whole document.
      structuralSharing: (before, after) => sharedEntry(before as PageEntry | undefined, after as PageEntry),
    });
    this.client.setQueryDefaults(meKey, { gcTime: Number.POSITIVE_INFINITY });
  }

  /**
   * Reads through another session in another language. The old content stays until the new one
   * arrives.
   */
  speak(session: Session, locale: string): void {
    if (session === this.#session && locale === this.#locale) return;
    this.#session = session;
    this.#locale = locale;
    if (this.#shown === null) return;
    // Open requests will be answered in the former language.
    this.#commands++;
    this.#changed();
    // If the session does not answer, the old content stays.
    this.refresh().catch(() => undefined);
  }

  /** Starts listening for changes. Returns a function that stops it. */
  start(): () => void {
    return this.#session.subscribe((changes) => {
      this.#received.push(...changes);
      this.#look();
    });
  }

  /** Rises with every change, whether or not it concerns the page. */
  version = (): number => this.#version;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Sets the page that is shown from now on. */
  show(page: Page, query: string): void {
    this.#shown = { page, query };
  }

  /** The acting person and the screens that they may open; read together with any page. */
  me() {
    return { queryKey: meKey, enabled: false } as const;
  }

  known(): Known | undefined {
    return this.client.getQueryData<Known>(meKey);
  }

  page(page: Page, query: string) {
    return { queryKey: this.#pageKey(page), queryFn: () => this.#open(page, query) };
  }

  part(page: Page, part: string, options: ListOptions | undefined) {
    const request = { part, options: withoutEmptyOptions(options) };
    return {
      queryKey: this.#partKey(page, request),
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => this.#want(page, request, signal),
    };
  }

  /** Whether the person may open the page. The page is then loaded already when they do. */
  async opens(page: Page, query: string): Promise<boolean> {
    return (await this.client.fetchQuery(this.page(page, query))).screen?.ok === true;
  }

  /** Runs a command. When it resolves, the page shows the state after it. */
  async run(command: Command): Promise<CommandResult> {
    const request = this.#request();
    this.#underWay++;
    let ran: CommandResult;
    try {
      ran = await this.#session.run(command, request.view);
    } finally {
      this.#underWay--;
    }
    if (ran.ok) {
      this.#commands++;
      if (ran.change !== null) this.#marks.add(ran.change);
      if (this.#marks.size > mostMarks) this.#marks.delete([...this.#marks][0] ?? '');
      this.#changed();
      if (ran.view === undefined) await this.refresh();
      else this.#take(ran.view, request);
      // Subscribers are notified in a separate task; the command waits for it.
      await new Promise((resolve) => setTimeout(resolve));
    }
    this.#look();
    return ran;
  }

  async actAs(id: string | null): Promise<void> {
    this.#underWay++;
    try {
      await this.#session.actAs(id);
    } finally {
      this.#underWay--;
    }
    this.#received = [];
    this.#commands++;
    this.#changed();
    await this.refresh();
  }

  /** Reads the page again. Rejects if the session does not answer; the old content then stays. */
  refresh(): Promise<void> {
    this.#refreshing ??= (async () => {
      const request = this.#request();
      this.#take(await this.#ask(request), request);
    })().finally(() => {
      this.#refreshing = null;
      this.#look();
    });
    return this.#refreshing;
  }

  async #open(page: Page, query: string): Promise<PageEntry> {
    const parts = this.#known(page, requestsOf(page, { query, ...this.#reader() }));
    const request: Request = { page, view: { address: page.address, parts } };
    const view = await this.#ask(request);
    this.#take(view, request);
    return entryOf(page, view);
  }

  /**
   * Sends one request. If a command finished meanwhile, the answer may be older than its effect, so
   * the page is read again.
   */
  async #ask({ view }: Request): Promise<View> {
    const commands = this.#commands;
    this.#underWay++;
    try {
      return await this.#session.open(view);
    } finally {
      this.#underWay--;
      if (commands !== this.#commands) this.#received.push({ mark: null, wrote: null });
      // The caller must process the answer first.
      setTimeout(() => this.#look());
    }
  }

  /** A request for all that the page shows now, and for all that it may show after a change. */
  #request(): Request {
    if (this.#shown === null) return { page: null, view: { address: null, parts: [] } };
    const { page, query } = this.#shown;
    const active = this.client
      .getQueryCache()
      .findAll({ queryKey: ['part', ...this.#pageKey(page).slice(1)], type: 'active' })
      .map(({ queryKey }) => queryKey.at(-1) as PartRequest);
    const parts = new Map<string, PartRequest>();
    for (const request of [...active, ...requestsOf(page, { query, ...this.#reader() })]) parts.set(JSON.stringify(request), request);
    return { page, view: { address: page.address, parts: this.#known(page, [...parts.values()].slice(0, mostParts)) } };
  }

  #known(page: Page, requests: readonly PartRequest[]): PartRequest[] {
    return requests.slice(0, mostParts).map((request) => {
      const entry = this.client.getQueryData<PartEntry>(this.#partKey(page, request));
      return entry?.outcome == null ? request : { ...request, version: entry.version };
    });
  }

  #take(view: View, { page, view: { parts } }: Request): void {
    const before = this.known();
    if (before !== undefined && before.person.account?.id !== view.person.account?.id) this.#changed();
    this.client.setQueryData<Known>(meKey, { person: view.person, navigation: view.navigation, organisations: view.organisations });
    if (page === null) return;
    this.client.setQueryData<PageEntry>(this.#pageKey(page), entryOf(page, view));
    for (const [index, { version: _, ...request }] of parts.entries()) {
      const answer = view.parts[index];
      if (answer === undefined || answer === 'later') continue;
      const key = this.#partKey(page, request);
      // A part that is no longer visible has no observers, except components about to unmount.
      if (answer === null) this.client.removeQueries({ queryKey: key, exact: true, type: 'inactive' });
      else if (answer.outcome !== undefined) this.client.setQueryData<PartEntry>(key, { version: answer.version, outcome: answer.outcome });
    }
  }

  /**
   * Requests a part that was not read with its page, such as another order of a list. Parts wanted
   * at the same moment share one request; the next request waits for its answer.
   */
  #want(page: Page, request: PartRequest, signal: AbortSignal): Promise<PartEntry> {
    return new Promise((resolve, reject) => {
      this.#wanted.push({ page, request, signal, resolve, reject });
      if (!this.#asksParts) {
        this.#asksParts = true;
        setTimeout(() => void this.#askParts());
      }
    });
  }

  async #askParts(): Promise<void> {
    for (;;) {
      const wanted = this.#wanted.filter(({ signal }) => !signal.aborted);
      const page = wanted[0]?.page;
      if (page === undefined) break;
      const now = wanted.filter((one) => one.page === page).slice(0, mostParts);
      this.#wanted = wanted.filter((one) => !now.includes(one));
      const request: Request = { page, view: { address: page.address, parts: now.map(({ request }) => request) } };
      try {
        const view = await this.#ask(request);
        this.#add(page, view);
        for (const [index, one] of now.entries()) {
          const answer = view.parts[index];
          // The first part of a request is always answered, so this ends.
          if (answer === 'later') this.#wanted.unshift(one);
          else one.resolve({ version: answer?.version ?? '', outcome: answer?.outcome ?? null });
        }
      } catch (error) {
        for (const { reject } of now) reject(error);
      }
    }
    this.#wanted = [];
    this.#asksParts = false;
  }

  /** Adds an answer to the page: it shows more now, and was read from more. */
  #add(page: Page, view: View): void {
    const { reads } = view;
    this.client.setQueryData<PageEntry>(
      this.#pageKey(page),
      (before) =>
        before && {
          ...entryOf(page, view),
          reads: before.reads === null || reads === null ? null : [...new Set([...before.reads, ...reads])],
        },
    );
  }

  /** Processes announced changes, once no open request can include them already. */
  #look(): void {
    if (this.#underWay > 0 || this.#refreshing !== null || this.#received.length === 0) return;
    const changes = this.#received.filter(({ mark }) => mark === null || !this.#marks.delete(mark));
    this.#received = [];
    if (changes.length === 0) return;
    this.#changed();
    const entry = this.#shown && this.client.getQueryData<PageEntry>(this.#pageKey(this.#shown.page));
    // If the session does not answer, the old content stays, and the page shows that it is offline.
    if (changes.some((change) => mayAffect(change, entry?.reads ?? null))) this.refresh().catch(() => undefined);
  }

  /** Drops the pages that are not shown, because the data may have changed. */
  #changed(): void {
    this.client.removeQueries({ type: 'inactive', predicate: ({ queryKey }) => queryKey[0] !== meKey[0] });
    this.#version++;
    for (const listener of [...this.#listeners]) listener();
  }

  #reader(): Omit<Look, 'query'> {
    return { locale: this.#locale, zone: zoneOf(this.known()?.person.timeZone ?? null), now: this.#now() };
  }

  #pageKey({ model, address }: Page): QueryKey {
    const number = this.#models.get(model) ?? ++this.#lastModel;
    this.#models.set(model, number);
    return ['page', number, address];
  }

  #partKey(page: Page, request: PartRequest): QueryKey {
    return ['part', ...this.#pageKey(page).slice(1), { part: request.part, options: request.options }];
  }
}

interface Wanted {
  readonly page: Page;
  readonly request: PartRequest;
  readonly signal: AbortSignal;
  resolve(entry: PartEntry): void;
  reject(error: unknown): void;
}

interface Request {
  readonly page: Page | null;
  readonly view: { readonly address: Page['address']; readonly parts: readonly PartRequest[] };
}

const entryOf = (page: Page, { screen, reads, person }: View): PageEntry => ({ page, screen, reads, account: person.account?.id ?? '' });

/** Keeps equal values as the same objects, so that React does not render them again. */
function sharedEntry(before: PageEntry | undefined, after: PageEntry): PageEntry {
  if (before === undefined) return after;
  const screen = replaceEqualDeep(before.screen, after.screen);
  const reads = replaceEqualDeep(before.reads, after.reads);
  // Both have the same key, so with the same model they are the same page.
  const page = before.page.model === after.page.model ? before.page : after.page;
  const isSame = page === before.page && after.account === before.account && screen === before.screen && reads === before.reads;
  return isSame ? before : { ...after, page, screen, reads };
}
