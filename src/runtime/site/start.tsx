import * as React from 'react';
import { createRoot } from 'react-dom/client';
import type { SiteConfig } from '../../base/site-config.ts';
import type { ComponentLibrary } from '../component.ts';
import { browserLocation } from '../location.ts';
import { localStorageOrNull } from '../storage.ts';
import type { Opened } from './begin.ts';
import { dataKey } from './config.ts';
import { LastVisit } from './last-visit.ts';
import './site.css';
import { SiteApp } from './site-app.tsx';
import type { Update } from './updates.ts';

/** The differences between a site of many files and a single-file page. */
export interface SiteParts {
  readonly config: SiteConfig;
  /** Reads the model and opens its data; called again after a failure. */
  readonly open: () => Promise<Opened>;
  /**
   * Identifies the code and document, so that a screen of the last visit is only shown by the
   * release that read it. Null to store nothing for the next visit.
   */
  readonly release: string | null;
  /** Loads the exports of a module of `config.components`. */
  readonly loadComponents: (path: string) => Promise<unknown>;
  /** Null for a single-file page, which has no updates. */
  readonly watchUpdates: ((tell: (update: Update) => void) => Promise<void>) | null;
}

/** Renders a built product into its page. Throws an Error if the page has no `#product`. */
export function startSite(parts: SiteParts): void {
  const place = document.querySelector<HTMLElement>('#product');
  if (!place) throw new Error('the page has no #product');
  const { config, release } = parts;
  const storage = localStorageOrNull();
  // After the first write, ask the browser to keep the data when space runs out.
  window.addEventListener('input', () => void navigator.storage?.persist?.().catch(() => false), { once: true, capture: true });
  const components = async (): Promise<ComponentLibrary> => {
    if (config.components.length === 0) return {};
    const [{ collectComponents }, ...modules] = await Promise.all([
      import('../component.ts'),
      ...config.components.map(async (file) => ({ file, exports: await parts.loadComponents(file) })),
    ]);
    return collectComponents(modules, React);
  };
  createRoot(place).render(
    <SiteApp
      config={config}
      location={browserLocation(config.base === null ? 'hash' : { base: config.base })}
      watchUpdates={parts.watchUpdates}
      open={parts.open}
      loadLibrary={components}
      lastVisit={
        release === null || storage === null ? null : new LastVisit({ storage, key: `ninefold/last ${dataKey(document.baseURI)}`, release })
      }
    />,
  );
}
