import type { ChangeReport, WorkbenchSession } from '../../engine/host.ts';
import type { Model } from '../../model/model.ts';
import { actAsFirst } from '../../runtime/choose-actor.ts';
import type { RenameCandidate, Renamed } from '../../store/migration/renamed.ts';
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
      /** The model that the product currently runs. */
      readonly model: Model;
      /** The version of the text that the model was read from; null: a text of an earlier visit. */
      readonly version: number | null;
      /** Why the data is not persistent, or null if it is. */
      readonly fleeting: string | null;
    };

/** Why the product does not match the text. */
export type OutdatedReason =
  /** Some data would be lost; the person must choose. */
  | {
      readonly kind: 'losses';
      readonly losses: readonly string[];
      readonly changes: readonly string[];
      /** Losses that may be renames instead. */
      readonly questions: readonly RenameCandidate[];
    }
  /** The text is not a specification, or no longer one. */
  | { readonly kind: 'unrecognised' }
  /** The host failed to apply it. */
  | { readonly kind: 'trouble'; readonly message: string };

/**
 * The running product of one document. It follows each new analysis of the text unless data would
 * be lost.
 */
export interface Product {
  readonly state: Observable<ProductState>;
  readonly behind: Observable<OutdatedReason | null>;
  /** Call after each analysis of the text. */
  offer(analysis: Analysis): void;
  /** Applies the change although data is lost. */
  force(): void;
  /** Records a rename, and plans the change again. */
  renamed(renamed: Renamed): void;
  /**
   * Opens a second session on the same data, initially signed out. The caller closes it, at the
   * latest with the product. Rejects if no product is running.
   */
  visit(): Promise<ConnectedHost>;
  /** Returns all data as one file; rejects if no product is running. */
  snapshot(): Promise<Uint8Array>;
  /**
   * Replaces the data by a snapshot. Returns the text that the snapshot belongs to, which the
   * product then runs.
   */
  restore(snapshot: Uint8Array): Promise<string>;
  /** Leaves the product unchanged until the text changes again. */
  keep(): void;
  /** Deletes the data and reloads the examples. */
  reset(): Promise<void>;
  retry(): void;
  destroy(): void;
}

const words = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export function createProduct(options: {
  readonly connect: Connect;
  readonly key: string;
  readonly read: (text: string) => Model;
  /**
   * The text that the product of this key ran last, across visits; its data belongs to this text.
   */
  readonly ran: { readonly get: () => string | null; readonly set: (text: string) => void };
  /**
   * The last actor in the product of this key, across visits: an account's id; empty: signed out;
   * null: never chosen.
   */
  readonly acting: { readonly get: () => string | null; readonly set: (account: string) => void };
}): Product {
  const state = observable<ProductState>({ kind: 'starting' });
  const behind = observable<OutdatedReason | null>(null);
  let latest: Analysis | null = null;
  let wanted: { readonly analysis: Analysis; readonly force: boolean } | null = null;
  /** Renames that the person confirmed for this text; they may not hold for another text. */
  let confirmedRenames: { readonly text: string; readonly renamed: readonly Renamed[] } = { text: '', renamed: [] };
  const visitors: ConnectedHost[] = [];
  let busy = false;
  let ended = false;

  const start = async (analysis: Analysis): Promise<void> => {
    // The data belongs to the text of the last visit, so the product starts with it; the change
    // then reports what it would mean.
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
    // Data in memory is only a moment old, so nothing of value can be lost.
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
      fleeting: storage.kind === 'memory' ? (storage.reason ?? 'This browser didn’t give the product persistent storage.') : null,
    });
  };

  /**
   * Restores the actor of the last visit. If there was none, or they are gone, selects a person who
   * may see the first screen, so that the product shows something. `couldChoose` is false if there
   * were no people until now, so that being signed out was no choice.
   */
  const restoreActor = async (host: WorkbenchSession, model: Model, couldChoose = true): Promise<void> => {
    const last = couldChoose ? options.acting.get() : options.acting.get() || null;
    const now = (await host.person()).account?.id ?? '';
    if (last === now || (last === null && now !== '')) return;
    // The host remembers the last actor of all sessions, which may have been a second person or
    // another tab.
    if (last === '') {
      await host.actAs(null);
      return;
    }
    if (last !== null && (await host.actAs(last).catch(() => null))?.account) return;
    await actAsFirst(model, host);
  };

  /**
   * After the data was replaced, restores the previous actor, or selects another if that person no
   * longer exists.
   */
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
    const report = await running.host.change(analysis.text, force, confirmedRenames.text === analysis.text ? confirmedRenames.renamed : []);
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

  /** Applies one change after another; of several waiting changes only the last is applied. */
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
      confirmedRenames = {
        text: latest.text,
        renamed: [...(confirmedRenames.text === latest.text ? confirmedRenames.renamed : []), renamed],
      };
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
      // Close the owner of the data last.
      for (const visitor of visitors) visitor.close();
      if (running.kind === 'running') running.host.close();
    },
  };
}

/** True if there are example accounts to act as. */
const hasPeople = ({ account, entities }: Model): boolean =>
  account !== null && entities.some(({ name, examples }) => name.text === account.entity.text && examples.length > 0);

const lossesOf = ({ losses, changes, questions }: ChangeReport): OutdatedReason => ({ kind: 'losses', losses, changes, questions });

/** Wraps the host to record the current actor. */
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
