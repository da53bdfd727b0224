import { useEffect, useState } from 'react';
import type { RelationData } from '../../engine/record-data.ts';
import { useProduct } from '../product-context.ts';

/** Milliseconds after the last keystroke, so that a word is one query. */
const pause = 120;
const ofEach = 5;

export interface FoundRecords {
  readonly records: readonly RelationData[];
  readonly failed: boolean;
}

const none: FoundRecords = { records: [], failed: false };

/**
 * The records that match a query, of entities with a screen, and only those that this person may
 * open.
 */
export function useRecords(query: string): FoundRecords {
  const { session, model } = useProduct();
  const [found, setFound] = useState(none);
  const text = query.trim();
  useEffect(() => {
    if (text === '') {
      setFound(none);
      return;
    }
    let live = true;
    const entities = [...new Set(model.screens.flatMap((screen) => (screen.about ? [screen.about.text] : [])))];
    const ask = async (): Promise<void> => {
      const lists = await Promise.all(entities.map((entity) => session.choices(entity, text, ofEach)));
      if (live) setFound({ records: lists.flat().filter((record) => record.address !== null), failed: false });
    };
    const timer = setTimeout(() => {
      ask().catch(() => live && setFound({ records: [], failed: true }));
    }, pause);
    return () => {
      live = false;
      clearTimeout(timer);
    };
  }, [session, model, text]);
  return found;
}
