import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { own } from '../../base/own.ts';
import type { Address, RecordData } from '../../engine/record-data.ts';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconChevronDown, IconX } from '../../ui/icons.ts';
import { IconChevronUp, IconMaximize } from '../../ui/late-icons.ts';
import { Drawer } from '../../ui/overlay/dialog.tsx';
import { pageAt } from '../cache/page.ts';
import type { PageEntry } from '../cache/product-cache.ts';
import type { ProductLocation } from '../location.ts';
import { memoryLocation } from '../memory-location.ts';
import { PlaceContext, ProductContext, useVersion, useWholeProduct } from '../product-context.ts';
import { RefusalPage } from '../screen/pages.ts';
import { ScreenView } from '../screen/screen-view.tsx';
import styles from './drawer.module.css';

/** Elements that use the arrow keys themselves. */
const ownArrows =
  'input, textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"], [role="radiogroup"], [role="tablist"], [role="toolbar"], [role="grid"]';

/** A record's screen beside the list; the arrow keys move through the rows. */
export function RecordDrawer({
  rows,
  addresses,
  id,
  onMove,
  onClose,
}: {
  readonly rows: readonly RecordData[];
  readonly addresses: Readonly<Record<string, Address>>;
  readonly id: string;
  readonly onMove: (id: string) => void;
  readonly onClose: () => void;
}) {
  const product = useWholeProduct();
  const { words, open, path } = product;
  const index = rows.findIndex((row) => row.id === id);
  const row = rows[index];
  const address = own(addresses, id);
  // The record was deleted, or left the list.
  const isMissing = address === undefined || row === undefined;
  useEffect(() => {
    if (isMissing) onClose();
  }, [isMissing, onClose]);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The menu that opened the drawer returns the focus to its row while it fades out.
    const timer = setTimeout(() => {
      if (box.current?.contains(document.activeElement) === false) box.current.querySelector<HTMLElement>('button')?.focus();
    }, 200);
    return () => clearTimeout(timer);
  }, []);
  if (isMissing) return null;
  const to = (by: number): void => {
    const next = rows[index + by];
    if (next !== undefined) onMove(next.id);
  };
  const keys = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by === 0 || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    // A dialog over the drawer is a React descendant of it, but not a DOM descendant.
    if (!(event.target instanceof Element) || !event.currentTarget.contains(event.target) || event.target.closest(ownArrows)) return;
    event.preventDefault();
    to(by);
  };
  return (
    <Drawer open size="wide" title={row.label} onClose={onClose}>
      <div ref={box} className={styles['drawer']} onKeyDown={keys}>
        <div className={styles['bar']}>
          <IconButton
            label={words.parts.calendar.previous}
            icon={<IconChevronUp size={16} />}
            aria-disabled={index === 0 || undefined}
            onClick={() => to(-1)}
          />
          <IconButton
            label={words.parts.calendar.next}
            icon={<IconChevronDown size={16} />}
            aria-disabled={index === rows.length - 1 || undefined}
            onClick={() => to(1)}
          />
          <span className={styles['place']} aria-live="polite">
            {words.placeOf(String(index + 1), String(rows.length))}
          </span>
          <IconButton label={words.parts.lists.open} icon={<IconMaximize size={16} />} onClick={() => open(address)} />
          <IconButton label={words.ui.close} icon={<IconX size={16} />} onClick={onClose} />
        </div>
        <Inside key={id} start={path(address)} onClose={onClose} />
      </div>
    </Drawer>
  );
}

/** A screen with a location of its own: its tabs and lists leave the page's address alone. */
function Inside({ start, onClose }: { readonly start: string; readonly onClose: () => void }) {
  const outer = useWholeProduct();
  const { cache, model } = outer;
  const leave = useRef(onClose);
  leave.current = onClose;
  const location = useMemo((): ProductLocation => {
    const inside = memoryLocation(start);
    const isHere = (address: string): boolean => address.split('?', 1)[0] === start;
    const away = (address: string, how: 'push' | 'replace'): void => {
      leave.current();
      outer.location[how](address);
    };
    return {
      ...inside,
      push: (address) => (isHere(address) ? inside.push(address) : away(address, 'push')),
      replace: (address) => (isHere(address) ? inside.replace(address) : away(address, 'push')),
      // When a screen goes back, for example after its record is deleted, the drawer closes.
      canGoBack: () => true,
      back: () => leave.current(),
      href: outer.location.href,
    };
  }, [start, outer.location]);
  const product = useMemo(
    () => ({
      ...outer,
      location,
      title: () => undefined,
      open: (address: Address, how: 'push' | 'replace' = 'push') => location[how](outer.path(address)),
    }),
    [outer, location],
  );
  const place = useSyncExternalStore(location.subscribe, location.current);
  const page = useMemo(() => pageAt(model, place.path), [model, place.path]);
  const { data: entry, refetch } = useQuery(cache.page(page, place.query), cache.client);
  const version = useVersion();
  const seen = useRef(version);
  useEffect(() => {
    if (seen.current === version) return;
    seen.current = version;
    void refetch();
  }, [version, refetch]);
  return (
    <ProductContext value={product}>
      <PlaceContext value={place}>{entry === undefined ? <Skeleton lines={8} /> : <Shown entry={entry} />}</PlaceContext>
    </ProductContext>
  );
}

function Shown({ entry: { page, screen: read } }: { readonly entry: PageEntry }) {
  const { screen, address, mainList } = page;
  if (read === null || screen === null || address === null) return null;
  if (read.ok) return <ScreenView shown={{ page, screen, address, data: read.value, mainList, paper: null, beside: true }} />;
  const [refusal] = read.refusals;
  return refusal === undefined ? null : <RefusalPage refusal={refusal} />;
}
