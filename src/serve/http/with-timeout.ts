/** A promise did not settle in time. */
export class TimedOut extends Error {
  override readonly name = 'TimedOut';
}

/** Rejects with TimedOut after this many milliseconds; a later result is ignored. */
export function withTimeout<Value>(milliseconds: number, promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TimedOut(`nothing within ${milliseconds} ms`)), milliseconds);
    const settled =
      <Result>(settle: (result: Result) => void) =>
      (result: Result): void => {
        clearTimeout(timer);
        settle(result);
      };
    promise.then(settled(resolve), settled(reject));
  });
}
