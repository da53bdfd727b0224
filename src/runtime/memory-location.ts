import { type Place, type ProductLocation, place } from './location.ts';

/** A history in memory, for a product that runs in a part of a page. */
export function memoryLocation(start = '/'): ProductLocation {
  const listeners = new Set<() => void>();
  let count = 0;
  let entries = [place(start, '0', 'push')];
  let index = 0;
  const at = (): Place => entries[index] as Place;
  const changed = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const go = (by: number): void => {
    const entry = entries[index + by];
    if (!entry) return;
    index += by;
    entries = entries.with(index, { ...entry, by: 'pop' });
    changed();
  };
  return {
    current: at,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    push(address) {
      entries = [...entries.slice(0, index + 1), place(address, String(++count), 'push')];
      index = entries.length - 1;
      changed();
    },
    replace(address) {
      entries = entries.with(index, place(address, at().key, 'replace'));
      changed();
    },
    back: () => go(-1),
    forward: () => go(1),
    canGoBack: () => index > 0,
    canGoForward: () => index < entries.length - 1,
    href: (address) => `#${address}`,
  };
}
