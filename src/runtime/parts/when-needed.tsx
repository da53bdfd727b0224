import { type ComponentType, Suspense } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';

/** A part whose code comes when it is first shown; its place is held as quietly as that of data. */
export function whenNeeded<P extends object>(Shown: ComponentType<P>): ComponentType<P> {
  return function WhenNeeded(props: P) {
    return (
      <Suspense fallback={<Skeleton lines={6} />}>
        <Shown {...props} />
      </Suspense>
    );
  };
}
