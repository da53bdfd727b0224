import type { ChangeReport, WorkbenchSession } from '../../engine/host.ts';
import type { Model } from '../../model/model.ts';
import { actAsFirst } from '../../runtime/choose-actor.ts';
import type { MaybeRenamed, Renamed } from '../../store/migration/renamed.ts';
import type { Analysis } from '../analysis/analysis.ts';
import { type Observable, observable } from '../state/observable.ts';

export type ConnectedHost = WorkbenchSession & { close(): unknown };
export type Connect = (options: { readonly key: string; readonly text: string }) => Promise<ConnectedHost>;

export type ProductState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'failed'; readonly message: string }
  | {
      readonly kind: 'running';
      readonly host: ConnectedHost;
      /** What the product runs now. */
      readonly model: Model;
      /** The version of the text that it was read from; null: a text of an earlier visit. */
      readonly version: number | null;
      /** Why the data does not last, or null when it does. */
      readonly fleeting: string | null;
    };

/** Why the product is behind the text. */
export type Behind =
  /** The data cannot come along whole; a person chooses. */
  | {
      readonly kind: 'losses';
      readonly losses: readonly string[];
      readonly changes: readonly string[];
      /** What of it may only be called otherwise now. */
      readonly questions: readonly MaybeRenamed[];
    }
  /** The text is no specification (any more). */
  | { readonly kind: 'unrecognised' }
  /** The host could not take it. */
  | { readonly kind: 'trouble'; readonly message: string };

/**
 * The running product of one document: takes each new reading of the text when the data can come
 * along.
 */
export interface Product {
  readonly state: Observable<ProductState>;
  readonly behind: Observable<Behind | null>;
  /** The text was reread. */
  offer(analysis: Analysis): void;
  /** Changes the product although data is lost. */
  force(): void;
  /** Says that something has another name now: the change is planned again. */
  renamed(renamed: Renamed): void;
  /**
   * The same data for a second session, signed out at first; closed by the caller, at the latest
   * with the product. Rejects when no product runs.
   */
  visit(): Promise<ConnectedHost>;
  /** All of the data as one file; rejects when no product runs. */
  snapshot(): Promise<Uint8Array>;
  /**
   * Puts a snapshot in the place of the data; gives the text that it was made under, which the
   * product runs from now on.
   */
  restore(snapshot: Uint8Array): Promise<string>;
  /** Leaves the product as it was until the text changes again. */
  keep(): void;
  /** Deletes the data and loads the examples again. */
  reset(): Promise<void>;
  retry(): void;
  destroy(): void;
}

const words = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export function createProduct(options: {
  readonly connect: Connect;
  readonly key: string;
  readonly read: (text: string) => Model;
  /** The text that the product of this key ran last, over visits: what its data was made under. */
  readonly ran: { readonly get: () => string | null; readonly set: (text: string) => void };
  /**
   * Who acts in the product of this key, kept between visits: an account's id; empty: signed out;
   * null: never chosen.
   */
  readonly acting: { readonly get: () => string | null; readonly set: (account: string) => void };
}): Product {
  const state = observable<ProductState>({ kind: 'starting' });
  const behind = observable<Behind | null>(null);
  let latest: Analysis | null = null;
  let wanted: { readonly analysis: Analysis; readonly force: boolean } | null = null;
  /** What the person said of this text; of another text it may not be true. */
  let told: { readonly text: string; readonly renamed: readonly Renamed[] } = { text: '', renamed: [] };
  const visitors: ConnectedHost[] = [];
  let busy = false;
  let ended = false;

  const start = async (analysis: Analysis): Promise<void> => {
    // The data was made under the text of the last visit: the product starts as that, and the
    // change says what it would mean.
    const last = options.ran.get() ?? analysis.text;
    const host = remembering(await options.connect({ key: options.key, text: last }), options.acting.set);
    try {
      await begin(host, analysis, last);
    } catch (error) {
      host.close();
      throw error;
    }
  };

  const begin = async (host: ConnectedHost, analysis: Analysis, last: string): Promise<void> => {
    const storage = await host.storage();
    // Data that is in memory only was made a moment ago: there is nothing to lose.
    const { recognised } = analysis.model;
    const report = last === analysis.text || !recognised ? null : await host.change(analysis.text, storage.kind === 'memory');
    const current = report ? report.applied : last === analysis.text;
    const model = current ? analysis.model : options.read(last);
    await restoreActor(host, model);
    if (ended) {
      host.close();
      return;
    }
    if (current && recognised) options.ran.set(analysis.text);
    if (!recognised) behind.set({ kind: 'unrecognised' });
    else behind.set(report && !current ? lossesOf(report) : null);
    state.set({
      kind: 'running',
      host,
      model,
      version: current ? analysis.version : null,
      fleeting: storage.kind === 'memory' ? (storage.reason ?? 'This browser gave the product no lasting storage.') : null,
    });
  };

  /**
   * The person who acted last acts again. At first, a person who may see the
   * first screen acts, so that the product shows something. `couldChoose`: false where until now
   * there were no people, so that signed out was no choice.
   */
  const restoreActor = async (host: WorkbenchSession, model: Model, couldChoose = true): Promise<void> => {
    const last = couldChoose ? options.acting.get() : options.acting.get() || null;
    const now = (await host.person()).account?.id ?? '';
    if (last === now || (last === null && now !== '')) return;
    // The data remembers who acted last of all, which may have been a second person or another tab.
    if (last === '') {
      await host.actAs(null);
      return;
    }
    if (last !== null && (await host.actAs(last).catch(() => null))?.account) return;
    await actAsFirst(model, host);
  };

  /** With other data, the person who acted before acts again, or another where they are gone. */
  const actAgain = async (host: WorkbenchSession, model: Model, before: string | null): Promise<void> => {
    const now = (await host.person()).account?.id ?? null;
    if (now === before) return;
    if (before === null) {
      await host.actAs(null);
      return;
    }
    const isThere = (await host.actors()).some(({ id }) => id === before);
    if (isThere) await host.actAs(before);
    else if (now === null) await actAsFirst(model, host);
  };

  const change = async (analysis: Analysis, force: boolean): Promise<void> => {
    const running = state.get();
    if (running.kind !== 'running') return;
    const report = await running.host.change(analysis.text, force, told.text === analysis.text ? told.renamed : []);
    if (ended) return;
    if (report.applied) {
      const meetsPeople = !hasPeople(running.model) && hasPeople(analysis.model);
      const signsIn = running.model.account === null && analysis.model.account !== null;
      if (meetsPeople || signsIn) await restoreActor(running.host, analysis.model, !meetsPeople);
      options.ran.set(analysis.text);
      state.set({ ...running, model: analysis.model, version: analysis.version });
      behind.set(null);
    } else behind.set(lossesOf(report));
  };

  /** One change after another; of several that wait only the last is done. */
  const work = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    while (wanted && !ended) {
      const { analysis, force } = wanted;
      wanted = null;
      try {
        if (state.get().kind === 'starting') await start(analysis);
        else if (!analysis.model.recognised) behind.set({ kind: 'unrecognised' });
        else await change(analysis, force);
      } catch (error) {
        if (state.get().kind === 'running') behind.set({ kind: 'trouble', message: words(error) });
        else state.set({ kind: 'failed', message: words(error) });
      }
    }
    busy = false;
  };

  const running = (): Extract<ProductState, { kind: 'running' }> => {
    const now = state.get();
    if (now.kind !== 'running') throw new Error('the product isn’t running');
    return now;
  };

  const want = (analysis: Analysis, force: boolean): void => {
    wanted = { analysis, force };
    void work();
  };

  return {
    state,
    behind,
    offer(analysis) {
      latest = analysis;
      want(analysis, false);
    },
    force() {
      if (latest) want(latest, true);
    },
    renamed(renamed) {
      if (!latest) return;
      told = { text: latest.text, renamed: [...(told.text === latest.text ? told.renamed : []), renamed] };
      want(latest, false);
    },
    async visit() {
      const host = await options.connect({ key: options.key, text: running().model.tree.text });
      if (ended) host.close();
      else visitors.push(host);
      return host;
    },
    async snapshot() {
      return running().host.snapshot();
    },
    async restore(snapshot) {
      const { host } = running();
      const { account } = await host.person();
      const text = await host.restore(snapshot);
      options.ran.set(text);
      const model = options.read(text);
      await actAgain(host, model, account?.id ?? null);
      const now = state.get();
      if (now.kind === 'running') state.set({ ...now, model, version: null });
      behind.set(null);
      return text;
    },
    keep: () => behind.set(null),
    async reset() {
      const running = state.get();
      if (running.kind !== 'running') return;
      const { account } = await running.host.person();
      await running.host.reset();
      await actAgain(running.host, running.model, account?.id ?? null);
    },
    retry() {
      if (state.get().kind !== 'failed' || !latest) return;
      state.set({ kind: 'starting' });
      want(latest, false);
    },
    destroy() {
      ended = true;
      const running = state.get();
      // The owner of the data goes last.
      for (const visitor of visitors) visitor.close();
      if (running.kind === 'running') running.host.close();
    },
  };
}

/** Are there examples to act as? */
const hasPeople = ({ account, entities }: Model): boolean =>
  account !== null && entities.some(({ name, examples }) => name.text === account.entity.text && examples.length > 0);

const lossesOf = ({ losses, changes, questions }: ChangeReport): Behind => ({ kind: 'losses', losses, changes, questions });

/** The same host, which notes who acts. */
function remembering(host: ConnectedHost, note: (account: string) => void): ConnectedHost {
  return {
    ...host,
    async actAs(id) {
      const person = await host.actAs(id);
      note(person.account?.id ?? '');
      return person;
    },
    async run(command, view) {
      const ran = await host.run(command, view);
      if (ran.ok && ran.view !== undefined) note(ran.view.person.account?.id ?? '');
      return ran;
    },
  };
}
