import type { Actor } from '../engine/session.ts';
import type { Screen } from '../model/ast/screens.ts';

type Openable = Pick<Screen, 'route' | 'parameters' | 'roles'>;

/**
 * The acting person at the first visit: one who may open the product's first screen and most
 * others, so that there is something to see. Null if visitors may open it (no one needs to be
 * signed in), or if no example person may.
 */
export function chooseActor(model: { readonly screens: readonly Openable[] }, actors: readonly Actor[]): Actor | null {
  const home = model.screens.find(({ route }) => route === '/') ?? model.screens.find(({ parameters }) => parameters.length === 0);
  if (!home || home.roles.length === 0) return null;
  const may = (actor: Actor, screen: Openable): boolean =>
    screen.roles.length === 0 || screen.roles.some(({ text }) => actor.roles.includes(text));
  let best: { readonly actor: Actor; readonly screens: number } | null = null;
  for (const actor of actors) {
    if (!may(actor, home)) continue;
    const screens = model.screens.filter((screen) => may(actor, screen)).length;
    if (!best || screens > best.screens) best = { actor, screens };
  }
  return best?.actor ?? null;
}
