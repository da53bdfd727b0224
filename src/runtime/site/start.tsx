import * as React from 'react';
import { createRoot } from 'react-dom/client';
import type { SiteConfig } from '../../base/site-config.ts';
import type { ComponentLibrary } from '../component.ts';
import { collectComponents } from '../component.ts';
import { browserLocation } from '../location.ts';
import { localStorageOrNull } from '../storage.ts';
import type { Opened } from './begin.ts';
import { dataKey } from './config.ts';
import { LastVisit } from './last-visit.ts';
import './site.css';
import { SiteApp } from './site-app.tsx';
import type { Update } from './updates.ts';

/** What differs between a site of many files and a page that holds everything. */
export interface SiteParts {
  readonly config: SiteConfig;
  /** Reads the model and opens its data; again where that failed. */
  readonly open: () => Promise<Opened>;
  /**
   * Names the product's code and document, so that a screen of the last visit is shown by what it
   * was read with; null: nothing is kept for the next visit.
   */
  readonly release: string | null;
  /** The exports of a module of `config.components`. */
  readonly loadComponents: (path: string) => Promise<unknown>;
  /** Null: the page is all there is, and nothing newer can come. */
  readonly watchUpdates: ((tell: (update: Update) => void) => Promise<void>) | null;
}

/** Draws a built product into its page. */
export function startSite(parts: SiteParts): void {
  const place = document.querySelector<HTMLElement>('#product');
  if (!place) throw new Error('the page has no #product');
  const { config, release } = parts;
  const storage = localStorageOrNull();
  // After the first write, ask the browser to keep the data when space runs out.
  window.addEventListener('input', () => void navigator.storage?.persist?.().catch(() => false), { once: true, capture: true });
  const components = async (): Promise<ComponentLibrary> =>
    collectComponents(
      await Promise.all(config.components.map(async (file) => ({ file, exports: await parts.loadComponents(file) }))),
      React,
    );
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
