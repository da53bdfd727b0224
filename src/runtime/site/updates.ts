/** A new release of the site that is complete and waits to be used. */
export interface Update {
  /** Switches to it: reloads the page. */
  take(): void;
}

/** A page that is open for days asks again, in milliseconds. */
const again = 3_600_000;

/**
 * Makes the site work offline and announces new releases; nothing is replaced under a page that did
 * not ask for it. Browsers without service workers, and pages without HTTPS, work without.
 */
export async function watchUpdates(tell: (update: Update) => void): Promise<void> {
  if (!('serviceWorker' in navigator) || !isSecureContext) return;
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register('sw.js', { updateViaCache: 'none' });
  let asked = false;
  const offer = (): void => {
    const { waiting } = registration;
    // The first release replaces nothing, so it does not wait.
    if (!waiting || !serviceWorker.controller) return;
    tell({
      take() {
        asked = true;
        waiting.postMessage('take over');
      },
    });
  };
  serviceWorker.addEventListener('controllerchange', () => {
    // Another tab may have asked: this one continues, and its files stay cached.
    if (asked) location.reload();
  });
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', offer);
  });
  offer();
  // Without a network there is nothing to be found; the next time there may be.
  setInterval(() => void registration.update().catch(() => undefined), again);
}
