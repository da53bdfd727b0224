/** A new release of the site, completely cached and ready to use. */
export interface Update {
  /** Switches to the release, and reloads the page. */
  take(): void;
}

/** Milliseconds between checks, for pages that stay open for days. */
const again = 3_600_000;

/**
 * Makes the site work offline and announces new releases; never replaces a page's code without its
 * consent. Does nothing in browsers without service workers or on pages without HTTPS.
 */
export async function watchUpdates(tell: (update: Update) => void): Promise<void> {
  if (!('serviceWorker' in navigator) || !isSecureContext) return;
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register('sw.js', { updateViaCache: 'none' });
  let hasChosen = false;
  const offer = (): void => {
    const { waiting } = registration;
    // The first release replaces nothing, so it does not wait.
    if (!waiting || !serviceWorker.controller) return;
    tell({
      take() {
        hasChosen = true;
        waiting.postMessage('take over');
      },
    });
  };
  serviceWorker.addEventListener('controllerchange', () => {
    // If another tab switched, this one continues; its files stay cached.
    if (hasChosen) location.reload();
  });
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', offer);
  });
  offer();
  // Without a connection the check fails; the next one may succeed.
  setInterval(() => void registration.update().catch(() => undefined), again);
}
