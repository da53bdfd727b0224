import type { Place, ProductLocation } from '../../runtime/location.ts';
import { formatAddress, parseAddress, type WorkbenchAddress } from '../address.ts';
import { type Observable, observable } from './observable.ts';

/** The part of the browser's window that is used here. */
export interface NavigationWindow {
  readonly location: { readonly pathname: string; readonly search: string; readonly hash: string };
  readonly history: {
    readonly state: unknown;
    scrollRestoration: 'auto' | 'manual';
    pushState(state: unknown, unused: string, url: string): void;
    replaceState(state: unknown, unused: string, url: string): void;
    back(): void;
    forward(): void;
  };
  addEventListener(type: 'popstate', listener: () => void): void;
}

interface Entry {
  readonly key: string;
  readonly index: number;
}

/**
 * The address of the workbench and of the product inside it, in one history, so that the browser's
 * back and forward buttons work.
 */
export interface Navigation {
  readonly address: Observable<WorkbenchAddress>;
  move(next: WorkbenchAddress, how: 'push' | 'replace'): void;
  /** The address bar of the running product. */
  readonly product: ProductLocation;
}

/**
 * `settle` replaces an address that cannot be shown (such as a missing document) by one that can.
 */
export function createNavigation(window: NavigationWindow, settle: (asked: WorkbenchAddress) => WorkbenchAddress): Navigation {
  const { history, location } = window;
  const entry = (): Entry => {
    const { state } = history;
    return typeof state === 'object' && state !== null && 'index' in state && 'key' in state ? (state as Entry) : { key: '0', index: 0 };
  };
  const read = (): WorkbenchAddress => settle(parseAddress(location.search, location.hash));
  const url = (address: WorkbenchAddress): string => location.pathname + formatAddress(address);
  const placeOf = (address: WorkbenchAddress, by: Place['by']): Place => {
    const cut = address.product.indexOf('?');
    const path = cut < 0 ? address.product : address.product.slice(0, cut);
    return { path, query: cut < 0 ? '' : address.product.slice(cut + 1), key: entry().key, by };
  };

  const address = observable(read());
  history.scrollRestoration = 'manual';
  history.replaceState(entry(), '', url(address.get()));
  const place = observable(placeOf(address.get(), 'push'));
  let last = entry().index;

  /**
   * Notify the product only of changes to its own path. A new document is a new product with a path
   * of its own.
   */
  const arrive = (next: WorkbenchAddress, by: Place['by']): void => {
    const before = address.get();
    const moved = before.document !== next.document || before.product !== next.product || entry().key !== place.get().key;
    address.set(next);
    if (moved) place.set(placeOf(next, by));
  };

  const move: Navigation['move'] = (next, how) => {
    const now = entry();
    if (how === 'push') {
      last = now.index + 1;
      history.pushState({ key: `${last}.${next.document}.${now.key.length}${now.index}`, index: last } satisfies Entry, '', url(next));
    } else history.replaceState(now, '', url(next));
    arrive(next, how);
  };

  window.addEventListener('popstate', () => {
    const next = read();
    // A fragment that was typed by hand has no history entry of ours.
    if (history.state === null) history.replaceState({ key: `t${last + 1}`, index: last + 1 } satisfies Entry, '', url(next));
    last = Math.max(last, entry().index);
    arrive(next, 'pop');
  });

  return {
    address,
    move,
    product: {
      current: place.get,
      subscribe: place.subscribe,
      push: (product) => move({ ...address.get(), product }, 'push'),
      replace: (product) => move({ ...address.get(), product }, 'replace'),
      back: () => history.back(),
      forward: () => history.forward(),
      canGoBack: () => entry().index > 0,
      canGoForward: () => entry().index < last,
      href: (product) => formatAddress({ ...address.get(), product }),
    },
  };
}
