const key = 'ninefold/reloaded';

/** The part of `Window` that this module uses. */
export interface ReplaceablePage {
  readonly document: { readonly baseURI: string; querySelector(selector: string): { getAttribute(name: string): string | null } | null };
  readonly sessionStorage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly location: { reload(): void };
  addEventListener(type: 'vite:preloadError', listener: () => void): void;
  fetch(address: string, init: RequestInit): Promise<Pick<Response, 'ok' | 'text'>>;
}

/**
 * Reloads the page, once, if a module fails to load because a new release has replaced the files of
 * the open page; `before` is called first. A load that fails for another reason (no network, server
 * down) does nothing here: the page stays readable, and the caller reports the failure.
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

/** True if the server's current page loads a different script. */
async function isReplaced(page: ReplaceablePage): Promise<boolean> {
  const script = page.document.querySelector('script[type=module][src]')?.getAttribute('src') ?? null;
  if (script === null) return false;
  try {
    const answer = await page.fetch(page.document.baseURI, { cache: 'no-store' });
    return answer.ok && !(await answer.text()).includes(script);
  } catch {
    // The server does not respond, so reloading would leave an empty page.
    return false;
  }
}
