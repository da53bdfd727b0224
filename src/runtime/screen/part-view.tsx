import { type ComponentType, createContext, useContext } from 'react';
import type { Part } from '../../engine/document/product-model.ts';
import type { PartComponents } from '../parts/part.ts';
import { isForPaper } from './paper.ts';
import { PartFrame } from './part-frame.tsx';
import { useShownScreen } from './screen-context.ts';

/** The registry is a parameter, because parts inside parts would make an import cycle. */
export const PartComponentsContext = createContext<PartComponents | null>(null);

/** One part, when this person sees it now. */
export function PartView({ part }: { readonly part: Part }) {
  const { data, paper } = useShownScreen();
  const components = useContext(PartComponentsContext);
  if (paper !== null && !isForPaper(part)) return null;
  if (!data.visible.includes(part.id) || !components) return null;
  // The registry gives each kind its own component; TypeScript cannot follow that through an index.
  const Shown = components[part.kind] as ComponentType<{ part: Part }>;
  return (
    <PartFrame part={part}>
      <Shown part={part} />
    </PartFrame>
  );
}

export function PartList({ parts }: { readonly parts: readonly Part[] }) {
  return parts.map((part) => <PartView key={part.id} part={part} />);
}
