import type { Actor } from '../../engine/session.ts';

/**
 * Returns the person to show beside the first: one with other roles, else any other; null if there
 * is none.
 */
export function chooseSecond(actors: readonly Actor[], first: string | null): Actor | null {
  const others = actors.filter(({ id }) => id !== first);
  const roles = actors.find(({ id }) => id === first)?.roles.join() ?? '';
  return others.find((actor) => actor.roles.join() !== roles) ?? others[0] ?? null;
}
