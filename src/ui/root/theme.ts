import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark' | 'system';

const query = '(prefers-color-scheme: dark)';

function subscribe(changed: () => void): () => void {
  const media = matchMedia(query);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
}

/** Returns the theme to draw: the chosen one, or the system's. */
export function useTheme(theme: Theme): 'light' | 'dark' {
  const systemIsDark = useSyncExternalStore(subscribe, () => matchMedia(query).matches);
  return theme === 'system' ? (systemIsDark ? 'dark' : 'light') : theme;
}
