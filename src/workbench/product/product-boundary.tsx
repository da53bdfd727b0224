import type { ReactNode } from 'react';
import { FailureBoundary } from '../frame/failure-boundary.tsx';

/** Contains rendering errors of the product, so that the text stays usable. */
export const ProductBoundary = ({ turn, children }: { readonly turn: unknown; readonly children: ReactNode }) => (
  <FailureBoundary turn={turn} what="the product" safe="Your text and data are safe.">
    {children}
  </FailureBoundary>
);
