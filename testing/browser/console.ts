import type { ConsoleMessage } from 'playwright-core';

/**
 * Chromium does not know CSP's `webrtc` yet and says so of every page; other browsers pass over
 * what they do not know.
 */
const unknownDirective = "Unrecognized Content-Security-Policy directive 'webrtc'.";

/** An error that a page wrote to its console. */
export const isConsoleError = (message: ConsoleMessage): boolean =>
  message.type() === 'error' && !message.text().includes(unknownDirective);
