import type { Model } from '../../../model/model.ts';
import type { NewScreen } from './screen-edits.ts';
import { isWritten } from './written.ts';

/** Derives a route from a name: `/support-tickets` for `Support tickets`. */
export const routeOf = (name: string): string =>
  `/${name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')}`;

/** Returns the problems with a new screen, by input; null where there are none. */
export function screenMistakes(
  model: Model,
  { name, route, about }: NewScreen,
): { readonly name: string | null; readonly route: string | null } {
  // Assumed screens are replaced, so they don't conflict.
  const screens = model.screens.filter((screen) => isWritten(model, screen));
  const same = screens.find((screen) => screen.name.text.toLowerCase() === name.toLowerCase());
  const place = screens.find((screen) => screen.route === route);
  return {
    name:
      name === ''
        ? 'Enter a name.'
        : same
          ? `A screen “${same.name.text}” already exists.`
          : /[|`:]/.test(name)
            ? 'Use words for the name.'
            : null,
    route: !/^\/(?:[\w~.-]+|:[a-z]\w*)?(?:\/(?:[\w~.-]+|:[a-z]\w*))*$/i.test(route)
      ? 'Start the route with / and separate parts such as “tickets” or “:number” with slashes.'
      : place
        ? `“${place.name.text}” already has this route.`
        : about !== '' && !route.includes(':')
          ? `Which ${about}? The route’s last part says it: “${route === '/' ? '' : route}/:id”.`
          : null,
  };
}
