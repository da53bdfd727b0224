import type { Actor, Session } from '../engine/session.ts';
import type { Screen } from '../model/ast/screens.ts';

type Openable = Pick<Screen, 'name' | 'route' | 'parameters' | 'roles'>;
type Screens = { readonly screens: readonly Openable[] };

/**
 * Chooses who acts at the first visit: the person who may open the product's first screen and most
 * others, so that there is something to see. Null if visitors may open it, or no example person
 * may.
 */
export async function firstActor(model: Screens, session: Pick<Session, 'actors' | 'screen'>): Promise<Actor | null> {
  const home = homeOf(model);
  if (home === undefined || (await session.screen({ screen: home.name.text, parameters: {} })).ok) return null;
  return chooseActor(model, home, await session.actors());
}

/** Acts as the person that `firstActor` chooses, if any. */
export async function actAsFirst(model: Screens, session: Pick<Session, 'actors' | 'screen' | 'actAs'>): Promise<void> {
  const actor = await firstActor(model, session);
  if (actor) await session.actAs(actor.id);
}

const homeOf = ({ screens }: Screens): Openable | undefined =>
  screens.find(({ route }) => route === '/') ?? screens.find(({ parameters }) => parameters.length === 0);

function chooseActor({ screens }: Screens, home: Openable, actors: readonly Actor[]): Actor | null {
  const may = (actor: Actor, screen: Openable): boolean =>
    screen.roles.length === 0 || screen.roles.some(({ text }) => actor.roles.includes(text));
  let best: { readonly actor: Actor; readonly screens: number } | null = null;
  for (const actor of actors) {
    if (!may(actor, home)) continue;
    const count = screens.filter((screen) => may(actor, screen)).length;
    if (!best || count > best.screens) best = { actor, screens: count };
  }
  return best?.actor ?? null;
}
