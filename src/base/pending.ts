/**
 * Thrown through a body that needs an answer which is still being fetched: the driver fetches it
 * and runs the body again from its start. There is a single instance, because creating an error
 * costs more than most bodies. Code that catches unknown errors must rethrow it.
 */
export class Pending extends Error {
  override readonly name = 'Pending';
}

export const pending = new Pending('an answer is being fetched; the body runs again when it is there');

/** Runs all bodies, even after one is pending, so everything they need is fetched together. */
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

/** Like `map`, but everything that `each` needs is fetched together. */
export function allOf<T, R>(all: readonly T[], each: (one: T) => R): readonly R[] {
  const made: R[] = [];
  together(all.map((one) => () => void made.push(each(one))));
  return made;
}
