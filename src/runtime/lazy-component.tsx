import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { MissingCode, onDemand } from '../base/on-demand.ts';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { useLoaded } from '../ui/on-demand.ts';

/** A component whose code loads on first use, or earlier by a preload. */
export type LazyComponent<P extends object> = ComponentType<P> & { preload(): Promise<void> };

/**
 * Like React's lazy, but renders immediately, without a flash, if the code has loaded. The default
 * placeholder looks like that of data.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  place: ReactNode = <Skeleton lines={6} />,
): LazyComponent<P> {
  // Code rather than state: all products on the page share it.
  const code = onDemand(async () => {
    try {
      return await load();
    } catch (cause) {
      throw new MissingCode('the code of this part did not come', { cause });
    }
  });
  const Shown = (props: P): ReactNode => {
    const Loaded = useLoaded(code);
    const [failure, setFailure] = useState<unknown>(null);
    useEffect(() => {
      let live = true;
      code.load().catch((error: unknown) => live && setFailure(error));
      return () => {
        live = false;
      };
    }, []);
    // The frame around the part reports it and offers to reload the page.
    if (failure !== null) throw failure;
    return Loaded ? <Loaded {...props} /> : place;
  };
  return Object.assign(Shown, { preload: async () => void (await code.load()) });
}
