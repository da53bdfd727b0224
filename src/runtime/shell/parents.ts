import type { Part, ProductModel, Screen } from '../../engine/document/product-model.ts';
import type { NavigationItem } from '../../engine/session.ts';
import { allParts } from '../screen/part-lists.ts';

/** How directly a part leads to a screen: 2 from its rows, 1 by a button, 0 not at all. */
function leads(part: Part, { name, about }: Pick<Screen, 'name' | 'about'>): number {
  switch (part.kind) {
    case 'list':
    case 'cards':
    case 'board':
    case 'calendar':
      if (part.open !== null) return part.open.text === name.text ? 2 : 0;
      return about !== null && part.entity.text === about.text ? 2 : 0;
    case 'button':
      return part.action.steps.some((step) => step.kind === 'open' && step.screen.text === name.text) ? 1 : 0;
    case 'link':
      return part.screen.text === name.text ? 1 : 0;
    default:
      return 0;
  }
}

/** Whether a route begins with that of another screen: `/films/:id` is below `/films`. */
const isBelow = (route: string, above: string): boolean => above !== '/' && route.startsWith(`${above}/`);

/**
 * The screen of the menu above a screen, among those that lead there: the one whose route begins
 * this screen's, or else the first that leads there most directly. Null if the screen is in the
 * menu itself, or none leads there.
 */
export function parentOf<Item extends Pick<NavigationItem, 'screen'>>(
  model: Pick<ProductModel, 'screens'>,
  navigation: readonly Item[],
  name: string,
): Item | null {
  const screen = model.screens.find((one) => one.name.text === name);
  if (screen === undefined || navigation.some((item) => item.screen === name)) return null;
  let best: { readonly item: Item; readonly rank: number } | null = null;
  for (const item of navigation) {
    const above = model.screens.find((one) => one.name.text === item.screen);
    if (above === undefined) continue;
    const direct = Math.max(0, ...[...allParts(above.parts)].map((part) => leads(part, screen)));
    const rank = direct > 0 && isBelow(screen.route, above.route) ? direct + 2 : direct;
    if (rank > (best?.rank ?? 0)) best = { item, rank };
  }
  return best?.item ?? null;
}
