/**
 * Thrown through a body that needs an answer which is not there yet: the driver fetches it and runs
 * the body again from its start. There is one object for all, since making an error costs more than
 * most bodies. Code that catches errors it does not know must throw this one on.
 */
export class Pending extends Error {
  override readonly name = 'Pending';
}

export const pending = new Pending('an answer is being fetched; the body runs again when it is there');

/**
 * Runs all of them, also those after one that is pending, so that what they need is fetched
 * together.
 */
export function together(bodies: readonly (() => void)[]): void {
  let isPending = false;
  for (const body of bodies) {
    try {
      body();
    } catch (error) {
      if (error !== pending) throw error;
      isPending = true;
    }
  }
  if (isPending) throw pending;
}

/** What `each` makes of every one of them, asked for together. */
export function allOf<T, R>(all: readonly T[], each: (one: T) => R): readonly R[] {
  const made: R[] = [];
  together(all.map((one) => () => void made.push(each(one))));
  return made;
}
