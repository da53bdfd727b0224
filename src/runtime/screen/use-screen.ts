import { useEffect, useRef, useState } from 'react';
import type { Outcome, Refusal } from '../../engine/outcome.ts';
import type { Address, PartData } from '../../engine/session.ts';
import { dayOf } from '../parts/calendar-days.ts';
import { preloadParts } from '../parts/index.ts';
import { usePlace, useProduct } from '../product-context.ts';
import { locate } from '../routes.ts';
import { allParts, hasListState, optionsOf, partsToRead } from './part-lists.ts';
import { partKey, type ShownScreen } from './screen-context.ts';

export type ScreenState =
  | { readonly kind: 'waiting' }
  /** `account`: the id of the account that it was read for; empty: nobody. */
  | { readonly kind: 'shown'; readonly shown: ShownScreen; readonly turn: number; readonly account: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly address: Address }
  /** No route fits the path. */
  | { readonly kind: 'nowhere' }
  | { readonly kind: 'failed' };

/** Parts that are not there after this long come in later, each on its own. */
const patience = 150;

const after = (milliseconds: number): Promise<null> => new Promise((resolve) => setTimeout(() => resolve(null), milliseconds));

/**
 * The current screen, loaded together with its visible parts, so that it appears complete. The
 * former one stays until then.
 */
export function useScreen(): ScreenState & { retry(): void; readonly key: string } {
  const { session, model, person, version, locale, platform } = useProduct();
  const place = usePlace();
  const address = locate(model.screens, place.path);
  const addressKey = JSON.stringify(address);
  const personKey = `${person.account?.id ?? ''} ${person.roles.join()}`;
  const [state, setState] = useState<ScreenState & { readonly key: string }>({ kind: 'waiting', key: '' });
  const [attempt, setAttempt] = useState(0);
  // A new visit is a new screen; the same screen of a changed document keeps its input and focus.
  const turns = useRef({ count: 0, identity: '' });
  const latest = useRef({ version, query: place.query });
  latest.current = { version, query: place.query };
  const key = place.key;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys stand for what they are made of; `attempt` asks again.
  useEffect(() => {
    let live = true;
    const identity = `${addressKey} ${personKey} ${attempt}`;
    if (turns.current.identity !== identity) turns.current = { count: turns.current.count + 1, identity };
    const turn = turns.current.count;
    const set = (next: ScreenState): void => {
      if (live) setState({ ...next, key });
    };
    const screen = address === null ? undefined : model.screens.find((one) => one.name.text === address.screen);
    if (address === null || screen === undefined) {
      set({ kind: 'nowhere' });
      return;
    }
    const { version: asked, query } = latest.current;
    const read = async (): Promise<void> => {
      const outcome = await session.screen(address);
      if (!live) return;
      if (!outcome.ok) {
        const refusal = outcome.refusals[0];
        set(refusal ? { kind: 'refused', refusal, address } : { kind: 'failed' });
        return;
      }
      const mainList = [...allParts(screen.parts)].find(hasListState)?.id ?? null;
      const initial = new Map<string, Outcome<PartData>>();
      const parts = partsToRead(screen.parts, outcome.value.visible, query);
      const code = preloadParts(parts.map((part) => part.kind));
      const reads = parts.map(async (part) => {
        const options = optionsOf({ model, locale, today: dayOf(new Date(platform.now()).toISOString()) }, part, mainList, query);
        initial.set(partKey(part.id, options), await session.part({ address, part: part.id }, options));
      });
      await Promise.race([Promise.allSettled([...reads, code]), after(patience)]);
      const shown = { screen, address, data: outcome.value, initial: new Map(initial), version: asked, mainList };
      set({ kind: 'shown', turn, shown, account: person.account?.id ?? '' });
    };
    read().catch(() => set({ kind: 'failed' }));
    return () => {
      live = false;
    };
  }, [session, model, addressKey, personKey, attempt]);

  // Something changed: who may see which part, and the record's name, may have changed with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new version asks again.
  useEffect(() => {
    if (state.kind === 'refused' || state.kind === 'failed') setAttempt((count) => count + 1);
    if (state.kind !== 'shown' || state.shown.version === version) return;
    let live = true;
    const { shown } = state;
    session
      .screen(shown.address)
      .then((outcome) => {
        if (!live) return;
        const refusal = outcome.ok ? undefined : outcome.refusals[0];
        setState((before) => {
          if (before.kind !== 'shown' || before.shown.address !== shown.address) return before;
          if (outcome.ok) return { ...before, shown: { ...before.shown, data: outcome.value } };
          return refusal ? { kind: 'refused', refusal, address: shown.address, key: before.key } : before;
        });
      })
      .catch(() => undefined);
    return () => {
      live = false;
    };
  }, [version]);

  return { ...state, retry: () => setAttempt((count) => count + 1) };
}
