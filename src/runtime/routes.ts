import { own, setOwn } from '../base/own.ts';
import type { Address } from '../engine/record-data.ts';

/** The properties of a screen that routing needs. */
export interface RoutedScreen {
  readonly name: { readonly text: string };
  readonly route: string;
}

const segments = (path: string): string[] => path.split('/').filter((segment) => segment !== '');

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/** The parameters of a path under a route; null if the path does not match. */
export function parametersOf(route: string, path: string): Readonly<Record<string, string>> | null {
  const pattern = segments(route);
  const parts = segments(path);
  if (pattern.length !== parts.length) return null;
  const found: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const part = decoded(parts[index] ?? '');
    if (part === null) return null;
    if (expected.startsWith(':')) setOwn(found, expected.slice(1), part);
    else if (expected !== part) return null;
  }
  return found;
}

/** Ranks a route by its fixed segments: `/tickets/new` before `/tickets/:number`. */
const fixedness = (route: string): string =>
  segments(route)
    .map((segment) => (segment.startsWith(':') ? '1' : '0'))
    .join('');

/**
 * The screen at a path; null if none matches. Of several, the route with the earliest fixed segment
 * wins.
 */
export function matchRoute(screens: readonly RoutedScreen[], path: string): Address | null {
  let best: { readonly address: Address; readonly rank: string } | null = null;
  for (const screen of screens) {
    const parameters = parametersOf(screen.route, path);
    if (!parameters) continue;
    const rank = fixedness(screen.route);
    if (best === null || rank < best.rank) best = { address: { screen: screen.name.text, parameters }, rank };
  }
  return best?.address ?? null;
}

/** Whether a query names a page of the product itself rather than a screen of the document. */
export const isOwnPage = (query: string): boolean => query.startsWith('~');

/** The path of an address; `/` for a missing screen. */
export function pathOf(screens: readonly RoutedScreen[], address: Address): string {
  const route = screens.find((screen) => screen.name.text === address.screen)?.route ?? '/';
  const path = segments(route).map((segment) =>
    segment.startsWith(':') ? encodeURIComponent(own(address.parameters, segment.slice(1)) ?? '') : segment,
  );
  return `/${path.join('/')}`;
}
