import { useEffect, useRef, useState } from 'react';
import type { Address } from '../../engine/record-data.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconArrowDown, IconArrowUp } from '../../ui/icons.ts';
import { formatNumber } from '../format.ts';
import { adjacentPage, type Step } from '../lists/trails.ts';
import { type Product, useWholeProduct } from '../product-context.ts';
import styles from './screen.module.css';

/** Elements that use the arrow keys themselves. */
const ownKeys = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"], [role="combobox"]';

/** Buttons for the previous and next record of the list that the person came from. */
export function Neighbours({ address }: { readonly address: Address }) {
  const product = useWholeProduct();
  const { trails, path, words, locale } = product;
  const step = trails.around(path(address));
  const [busy, setBusy] = useState(false);
  const go = async (side: -1 | 1): Promise<void> => {
    if (step === null || busy) return;
    setBusy(true);
    try {
      const next = await neighbour(product, step, side);
      if (next !== null) product.location.push(next);
    } finally {
      setBusy(false);
    }
  };
  const latest = useRef(go);
  latest.current = go;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
      if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
      if (event.target instanceof Element && event.target.closest(ownKeys)) return;
      event.preventDefault();
      void latest.current(event.key === 'ArrowUp' ? -1 : 1);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  if (step === null || step.trail.total < 2) return null;
  const { trail, index } = step;
  const place = trail.offset + index + 1;
  return (
    <div className={styles['neighbours']}>
      <span className={styles['position']}>
        {words.placeOf(formatNumber(String(place), locale), `${formatNumber(String(trail.total), locale)}${trail.more ? '+' : ''}`)}
      </span>
      <IconButton
        size="small"
        label={words.previousRecord}
        icon={<IconArrowUp size={16} />}
        aria-keyshortcuts="Alt+ArrowUp"
        disabled={place === 1}
        onClick={() => void go(-1)}
      />
      <IconButton
        size="small"
        label={words.nextRecord}
        icon={<IconArrowDown size={16} />}
        aria-keyshortcuts="Alt+ArrowDown"
        disabled={place >= trail.total}
        onClick={() => void go(1)}
      />
    </div>
  );
}

/** The path of the neighbouring record; reads another page of the list if necessary. */
async function neighbour({ session, trails, path, refuse }: Product, { trail, index }: Step, side: -1 | 1): Promise<string | null> {
  const known = trail.paths[index + side];
  if (known !== undefined) return known;
  const page = adjacentPage(trail, side);
  if (page === null) return null;
  const outcome = await session.part(trail.part, { ...trail.options, ...page });
  if (!outcome.ok) {
    refuse(outcome.refusals);
    return null;
  }
  const data = outcome.value;
  if (data.kind !== 'list' && data.kind !== 'cards') return null;
  const paths = data.rows.flatMap(({ id }) => {
    const leads = data.addresses[id];
    return leads === undefined ? [] : [path(leads)];
  });
  const all = side === 1 ? [...trail.paths, ...paths] : [...paths, ...trail.paths];
  trails.note({ ...trail, paths: all, total: data.total, more: data.more, offset: side === 1 ? trail.offset : page.offset });
  return (side === 1 ? paths[0] : paths.at(-1)) ?? null;
}
