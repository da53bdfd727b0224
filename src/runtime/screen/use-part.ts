import { useCallback, useEffect, useRef, useState } from 'react';
import type { Outcome, Refusal } from '../../engine/outcome.ts';
import type { ListOptions, PartData } from '../../engine/session.ts';
import { useProduct } from '../product-context.ts';
import { partKey, useShownScreen } from './screen-context.ts';

export type DataOf<K extends PartData['kind']> = Extract<PartData, { readonly kind: K }>;

export interface PartState<D> {
  /** What was read last; it stays while the next is read. */
  readonly data: D | null;
  readonly refusals: readonly Refusal[] | null;
  /** The session itself failed. */
  readonly failed: boolean;
  readonly reading: boolean;
  retry(): void;
}

interface Kept {
  readonly outcome: Outcome<PartData> | null;
  readonly failed: boolean;
}

/**
 * The data of a part on the current screen. Loaded again after each change and when the options
 * change; the former data stays until then. Data of another kind (the document just changed) counts
 * as not loaded.
 */
export function usePart<K extends PartData['kind']>(id: string, kinds: readonly K[], options?: ListOptions): PartState<DataOf<K>> {
  const { session, version } = useProduct();
  const shown = useShownScreen();
  const key = partKey(id, options);
  const [kept, setKept] = useState<Kept>(() => ({ outcome: shown.initial.get(key) ?? null, failed: false }));
  const [reading, setReading] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // What `kept` was read for.
  const have = useRef(shown.initial.has(key) ? `${key} ${shown.version} 0` : '');
  const source = useRef(shown.initial);
  // One request at a time: of those that arrive meanwhile (each letter of a search) the last one is
  // sent.
  const underWay = useRef<Promise<Kept> | null>(null);
  const { address, initial } = shown;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the options.
  useEffect(() => {
    const wanted = `${key} ${version} ${attempt}`;
    if (source.current !== initial) {
      // The screen was read again for a changed document.
      source.current = initial;
      const outcome = initial.get(key);
      have.current = outcome ? `${key} ${shown.version} ${attempt}` : '';
      if (outcome) setKept({ outcome, failed: false });
    }
    if (have.current === wanted) return;
    let live = true;
    const read = async (): Promise<void> => {
      while (underWay.current !== null) {
        await underWay.current;
        if (!live) return;
      }
      const question = session
        .part({ address, part: id }, options)
        .then((outcome): Kept => ({ outcome, failed: false }))
        .catch((): Kept => ({ outcome: null, failed: true }));
      underWay.current = question;
      const next = await question;
      underWay.current = null;
      if (!live) return;
      have.current = wanted;
      setKept((before) => (next.failed && before.outcome ? before : next));
      setReading(false);
    };
    setReading(true);
    void read();
    return () => {
      live = false;
    };
  }, [session, address, initial, id, key, version, attempt]);

  const { outcome, failed } = kept;
  const fits = outcome?.ok === true && (kinds as readonly string[]).includes(outcome.value.kind);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return {
    data: fits ? (outcome.value as DataOf<K>) : null,
    refusals: outcome?.ok === false ? outcome.refusals : null,
    failed,
    reading,
    retry,
  };
}
