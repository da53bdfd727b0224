import type { KeyValue } from './key-value.ts';
import { type Observable, observable } from './observable.ts';

export type Theme = 'system' | 'light' | 'dark';

/** Settings of the workbench for all documents and tabs. */
export interface Settings {
  readonly theme: Theme;
  /** The editor's share of the width, 0.2 to 0.8. */
  readonly split: number;
  /** The height of the problems panel in pixels. */
  readonly problemsHeight: number;
  readonly problemsOpen: boolean;
  readonly phone: boolean;
  readonly wrap: boolean;
  /** Whether tables are shown as grids while the cursor is elsewhere. */
  readonly grids: boolean;
  /** Whether the tour was taken or dismissed. */
  readonly toured: boolean;
  /** The document that was open last, used if the address names none. */
  readonly last: string | null;
}

export const defaultSettings: Settings = {
  theme: 'system',
  split: 0.455,
  problemsHeight: 220,
  problemsOpen: false,
  phone: false,
  wrap: true,
  grids: true,
  toured: false,
  last: null,
};

const key = 'ninefold/settings';

/** Parses the stored settings; values of the wrong type are replaced by defaults. */
export function parseSettings(stored: string | null): Settings {
  let found: unknown = null;
  try {
    found = stored === null ? null : JSON.parse(stored);
  } catch {
    // Invalid content: use the defaults.
  }
  if (typeof found !== 'object' || found === null) return defaultSettings;
  const from = found as Record<string, unknown>;
  const number = (name: 'split' | 'problemsHeight', low: number, high: number): number => {
    const value = from[name];
    return typeof value === 'number' && Number.isFinite(value) ? Math.min(high, Math.max(low, value)) : defaultSettings[name];
  };
  const flag = (name: 'problemsOpen' | 'phone' | 'wrap' | 'grids' | 'toured'): boolean => {
    const value = from[name];
    return typeof value === 'boolean' ? value : defaultSettings[name];
  };
  const { theme, last } = from;
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    split: number('split', 0.2, 0.8),
    problemsHeight: number('problemsHeight', 96, 2000),
    problemsOpen: flag('problemsOpen'),
    phone: flag('phone'),
    wrap: flag('wrap'),
    grids: flag('grids'),
    toured: flag('toured'),
    last: typeof last === 'string' ? last : null,
  };
}

/**
 * Returns the settings as an observable that stores itself. If the browser refuses, the settings
 * are lost on reload.
 */
export function keepSettings(store: KeyValue): Observable<Settings> {
  const settings = observable(parseSettings(store.read(key)));
  settings.subscribe(() => {
    try {
      store.write(key, JSON.stringify(settings.get()));
    } catch {
      // No room: the settings last until the page is closed.
    }
  });
  return settings;
}
