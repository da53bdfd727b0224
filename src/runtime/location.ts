/** A location in the product: a path, a query, and the key of the history's entry. */
export interface Place {
  /** `/tickets/4`. */
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  /** Differs between two visits to the same path, to restore scroll and focus. */
  readonly key: string;
  /** How the person got there. `pop` is back or forward. */
  readonly by: 'push' | 'replace' | 'pop';
}

/** The product's address bar: the browser's own, or one in memory for a product inside a pane. */
export interface ProductLocation {
  /** Returns the same object until the location changes. */
  current(): Place;
  subscribe(listener: () => void): () => void;
  /** `/tickets/4?tab=board`. */
  push(address: string): void;
  replace(address: string): void;
  back(): void;
  forward(): void;
  canGoBack(): boolean;
  canGoForward(): boolean;
  /** The `href` of a link to an address. */
  href(address: string): string;
}

/** A place by its address. */
export function place(address: string, key: string, by: Place['by']): Place {
  const [path = '/', query = ''] = address.split('?', 2);
  return { path: path === '' ? '/' : path, query, key, by };
}

interface State {
  readonly key: string;
  readonly index: number;
}

/**
 * In milliseconds. Safari refuses more than a hundred changes of the address in thirty seconds, and
 * a search changes it with each letter.
 */
const betweenWrites = 350;

/**
 * The browser's history; create only one per page. `base` (`/`, `/sub/app/`): locations are paths
 * below it, and the server must answer each with the page. `hash`: locations follow the `#`, which
 * works with any server or none.
 */
export function browserLocation(form: { readonly base: string } | 'hash'): ProductLocation {
  const root = form === 'hash' ? '#' : form.base.replace(/\/$/u, '');
  const listeners = new Set<() => void>();
  const stateNow = (): State | null => {
    const state: unknown = history.state;
    return typeof state === 'object' && state !== null && 'index' in state ? (state as State) : null;
  };
  const addressNow = (): string => {
    if (form === 'hash') return location.hash.replace(/^#\/?/u, '/');
    const path = location.pathname.startsWith(root) ? location.pathname.slice(root.length) : '/';
    return `${path}${location.search}`;
  };
  const read = (by: Place['by']): Place => place(addressNow(), stateNow()?.key ?? '0', by);
  if (stateNow() === null) history.replaceState({ key: String(history.length), index: 0 } satisfies State, '');
  // The product restores the position of its own scroller.
  history.scrollRestoration = 'manual';
  let last = stateNow()?.index ?? 0;
  let current = read('push');
  const tell = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const changed = (by: Place['by']): void => {
    current = read(by);
    tell();
  };
  // The location changes immediately; the address follows when allowed.
  let waiting: string | null = null;
  let rest: ReturnType<typeof setTimeout> | undefined;
  const write = (): void => {
    if (waiting === null) return;
    history.replaceState(history.state, '', root + waiting);
    waiting = null;
    clearTimeout(rest);
    rest = setTimeout(rested, betweenWrites);
  };
  const rested = (): void => {
    rest = undefined;
    write();
  };
  const popped = (): void => {
    waiting = null;
    changed('pop');
  };
  addEventListener('pagehide', write);
  return {
    current: () => current,
    subscribe(listener) {
      if (listeners.size === 0) {
        addEventListener('popstate', popped);
        // The address may have changed while there was no listener.
        const { path, query } = place(addressNow(), '', 'pop');
        if (waiting === null && (path !== current.path || query !== current.query)) current = read('pop');
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) removeEventListener('popstate', popped);
      };
    },
    push(address) {
      write();
      const index = (stateNow()?.index ?? 0) + 1;
      last = index;
      history.pushState({ key: `${history.length}.${index}`, index } satisfies State, '', root + address);
      changed('push');
    },
    replace(address) {
      waiting = address;
      if (rest === undefined) write();
      current = place(address, stateNow()?.key ?? '0', 'replace');
      tell();
    },
    back() {
      write();
      history.back();
    },
    forward() {
      write();
      history.forward();
    },
    canGoBack: () => (stateNow()?.index ?? 0) > 0,
    canGoForward: () => (stateNow()?.index ?? 0) < last,
    href: (address) => root + address,
  };
}
