import type { ReactNode } from 'react';
import { FailureBoundary } from '../frame/failure-boundary.tsx';

/** A product that cannot be drawn leaves the text as it is. */
export const ProductBoundary = ({ turn, children }: { readonly turn: unknown; readonly children: ReactNode }) => (
  <FailureBoundary turn={turn} what="the product" safe="Your text and data are safe.">
    {children}
  </FailureBoundary>
);
