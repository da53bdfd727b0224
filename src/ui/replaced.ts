const key = 'ninefold/reloaded';

/** What of a page this asks for; a `Window` has it. */
export interface ReplaceablePage {
  readonly document: { readonly baseURI: string; querySelector(selector: string): { getAttribute(name: string): string | null } | null };
  readonly sessionStorage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly location: { reload(): void };
  addEventListener(type: 'vite:preloadError', listener: () => void): void;
  fetch(address: string, init: RequestInit): Promise<Pick<Response, 'ok' | 'text'>>;
}

/**
 * When a new release was put in place while the page was open and a file of the old one is gone,
 * the page restarts, once; `before` is called first. A file that did not come for another reason
 * (no network, a server that is gone) moves nothing: what can be read on the page stays, and
 * the caller reports that it did not come.
 */
export function reloadWhenReplaced(page: ReplaceablePage, before: () => void = () => undefined): void {
  page.addEventListener('vite:preloadError', () => {
    void isReplaced(page).then((replaced) => {
      if (!replaced || page.sessionStorage.getItem(key) !== null) return;
      page.sessionStorage.setItem(key, '1');
      before();
      page.location.reload();
    });
  });
}

/** Does the page, as it is served now, begin with another script? */
async function isReplaced(page: ReplaceablePage): Promise<boolean> {
  const script = page.document.querySelector('script[type=module][src]')?.getAttribute('src') ?? null;
  if (script === null) return false;
  try {
    const answer = await page.fetch(page.document.baseURI, { cache: 'no-store' });
    return answer.ok && !(await answer.text()).includes(script);
  } catch {
    // The server does not answer: a page that reloads now would be empty.
    return false;
  }
}
