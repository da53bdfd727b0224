/** A promise that is settled from outside. */
export function deferred(): { readonly promise: Promise<void>; resolve(): void; reject(error: unknown): void } {
  let resolve: () => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  // It may be rejected before a handler is attached.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}
