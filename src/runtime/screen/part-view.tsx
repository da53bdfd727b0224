import { type ComponentType, createContext, useContext } from 'react';
import type { Part } from '../../engine/document/product-model.ts';
import type { PartComponents } from '../parts/part.ts';
import { isForPaper } from './paper.ts';
import { PartFrame } from './part-frame.tsx';
import { repeatsTitle } from './part-lists.ts';
import { useShownScreen } from './screen-context.ts';

/** The registry is a parameter, because parts inside parts would make an import cycle. */
export const PartComponentsContext = createContext<PartComponents | null>(null);

/** One part, when this person sees it now. */
export function PartView({ part, untitled = false }: { readonly part: Part; readonly untitled?: boolean }) {
  const { data, paper } = useShownScreen();
  const components = useContext(PartComponentsContext);
  if (paper !== null && !isForPaper(part)) return null;
  if (!data.visible.includes(part.id) || !components) return null;
  // The registry gives each kind its own component; TypeScript cannot follow that through an index.
  const Shown = components[part.kind] as ComponentType<{ part: Part }>;
  return (
    <PartFrame part={part} untitled={untitled}>
      <Shown part={part} />
    </PartFrame>
  );
}

/** `title`: what is shown above them; their only part does not repeat it. */
export function PartList({ parts, title = null }: { readonly parts: readonly Part[]; readonly title?: string | null }) {
  const { data } = useShownScreen();
  const untitled = title !== null && repeatsTitle(title, parts, data.visible);
  return parts.map((part) => <PartView key={part.id} part={part} untitled={untitled} />);
}
