const key = 'ninefold/reloaded';

/** A new release was put in place while the page was open, and a file of the old one is gone: the page starts anew, once. */
export function reloadWhenReplaced(page: Window): void {
  page.addEventListener('vite:preloadError', (event) => {
    if (page.sessionStorage.getItem(key) !== null) return;
    page.sessionStorage.setItem(key, '1');
    event.preventDefault();
    page.location.reload();
  });
}
