import { expect, test } from 'vitest';
import { createNavigation, type NavigationWindow } from './navigation.ts';

/** A simplified browser history. */
function browser(start: string) {
  const entries: { state: unknown; url: URL }[] = [{ state: null, url: new URL(start, 'http://here/') }];
  let index = 0;
  const listeners: (() => void)[] = [];
  const at = () => entries[index] ?? entries[0]!;
  const go = (by: number): void => {
    if (!entries[index + by]) return;
    index += by;
    for (const listener of listeners) listener();
  };
  const window: NavigationWindow = {
    location: {
      get pathname() {
        return at().url.pathname;
      },
      get search() {
        return at().url.search;
      },
      get hash() {
        return at().url.hash;
      },
    },
    history: {
      get state() {
        return at().state;
      },
      scrollRestoration: 'auto',
      pushState(state, _, url) {
        entries.splice(++index, entries.length, { state, url: new URL(url, at().url) });
      },
      replaceState(state, _, url) {
        entries[index] = { state, url: new URL(url, at().url) };
      },
      back: () => go(-1),
      forward: () => go(1),
    },
    addEventListener: (_, listener) => void listeners.push(listener),
  };
  return { window, url: () => at().url.href.slice('http://here'.length) };
}

test('the product moves forward and back in the fragment', () => {
  const { window, url } = browser('/');
  const { product } = createNavigation(window, (asked) => ({ ...asked, document: asked.document || 'helpdesk' }));
  expect(url()).toBe('/#/helpdesk');
  const seen: string[] = [];
  product.subscribe(() => seen.push(`${product.current().by} ${product.current().path} ${product.current().query}`));
  product.push('/tickets/4?tab=board');
  expect(url()).toBe('/#/helpdesk/tickets/4?tab=board');
  const { key } = product.current();
  product.replace('/tickets/4');
  expect(product.current().key).toBe(key);
  product.push('/team');
  expect(product.canGoBack()).toBe(true);
  expect(product.canGoForward()).toBe(false);
  product.back();
  expect(product.canGoForward()).toBe(true);
  expect(product.current()).toMatchObject({ path: '/tickets/4', key, by: 'pop' });
  expect(seen).toEqual(['push /tickets/4 tab=board', 'replace /tickets/4 ', 'push /team ', 'pop /tickets/4 ']);
  expect(product.href('/mine')).toBe('#/helpdesk/mine');
});

test('a change of the view is no navigation in the product', () => {
  const { window, url } = browser('/?view=text#/conduit/article/x');
  const navigation = createNavigation(window, (asked) => asked);
  let moves = 0;
  navigation.product.subscribe(() => moves++);
  const place = navigation.product.current();
  navigation.move({ ...navigation.address.get(), view: 'both' }, 'replace');
  expect(url()).toBe('/#/conduit/article/x');
  expect(moves).toBe(0);
  expect(navigation.product.current()).toBe(place);
});
