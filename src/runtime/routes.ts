import { own, setOwn } from '../base/own.ts';
import type { Address } from '../engine/record-data.ts';

/** What is needed of a screen to find it by its route. */
export interface Routed {
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

/** The parameters of a path under a route, or null when they do not fit. */
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

/** How fixed a route is, segment by segment: `/tickets/new` before `/tickets/:number`. */
const fixedness = (route: string): string =>
  segments(route)
    .map((segment) => (segment.startsWith(':') ? '1' : '0'))
    .join('');

/** The screen at a path. Of several routes that fit, the one with the earliest fixed segment. */
export function locate(screens: readonly Routed[], path: string): Address | null {
  let best: { readonly address: Address; readonly rank: string } | null = null;
  for (const screen of screens) {
    const parameters = parametersOf(screen.route, path);
    if (!parameters) continue;
    const rank = fixedness(screen.route);
    if (best === null || rank < best.rank) best = { address: { screen: screen.name.text, parameters }, rank };
  }
  return best?.address ?? null;
}

/** Whether a query names a page of the product itself, which no screen of the document is. */
export const isOwnPage = (query: string): boolean => query.startsWith('~');

/** The path of an address; `/` for a screen that is not there. */
export function pathOf(screens: readonly Routed[], address: Address): string {
  const route = screens.find((screen) => screen.name.text === address.screen)?.route ?? '/';
  const path = segments(route).map((segment) =>
    segment.startsWith(':') ? encodeURIComponent(own(address.parameters, segment.slice(1)) ?? '') : segment,
  );
  return `/${path.join('/')}`;
}
