import type { Actor } from '../../engine/session.ts';

/**
 * Who sits beside the first: someone with other roles, else someone else; null: nobody is left.
 */
export function chooseSecond(actors: readonly Actor[], first: string | null): Actor | null {
  const others = actors.filter(({ id }) => id !== first);
  const roles = actors.find(({ id }) => id === first)?.roles.join() ?? '';
  return others.find((actor) => actor.roles.join() !== roles) ?? others[0] ?? null;
}
