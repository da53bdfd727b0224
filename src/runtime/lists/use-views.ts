import { useState } from 'react';
import { useToast } from '../../ui/overlay/toast.tsx';
import type { List } from '../parts/list/use-list.ts';
import type { PartOf } from '../parts/part.ts';
import { useProduct } from '../product-context.ts';
import { emptyListState, readListState, writeListState } from '../query-state.ts';
import { useShownScreen } from '../screen/screen-context.ts';
import { type SavedView, savedViews } from './saved-views.ts';

export interface Views {
  readonly saved: readonly SavedView[];
  /** The list's state as a view would store it; empty if it is the document's. */
  readonly now: string;
  open(query: string): void;
  save(name: string): void;
  delete(name: string): void;
}

/** One person's saved views of a list, stored in this browser. */
export function useViews(part: PartOf<'list' | 'cards'>, list: List): Views {
  const { model, words, person } = useProduct();
  const { screen } = useShownScreen();
  const toaster = useToast();
  const kept = savedViews(`ninefold.views ${model.name} ${person.account?.id ?? ''} ${screen.name.text} ${part.id}`);
  const [saved, setSaved] = useState(() => kept.read());
  const now = writeListState('', null, { ...list.set, page: 0 });
  const done = (worked: boolean): void => {
    if (!worked) toaster.show({ message: words.parts.lists.viewsFailed, tone: 'danger' });
    setSaved(kept.read());
  };
  return {
    saved,
    now,
    open: (query) => list.change(query === '' ? emptyListState : { ...readListState(query, null), page: 0 }),
    save: (name) => done(kept.save({ name, query: now })),
    delete: (name) => done(kept.delete(name)),
  };
}
