import type { SectionInfo } from '../../model/ast/common.ts';
import { viewInSight } from '../address.ts';
import type { Workbench } from '../state/workbench.ts';

const isNarrow = (): boolean => window.matchMedia('(max-width: 760px)').matches;

/** Goes to a section: to its view where views are looked at, else to its place in the text. */
export function openSection(workbench: Workbench, section: SectionInfo): void {
  const { analysis, editor } = workbench.open.get();
  const looking = isNarrow() ? workbench.attention.get() === 'view' : viewInSight(workbench.address.get());
  if (looking) workbench.showSection(section.name);
  else workbench.attend('text');
  // Everyone who looks at the views goes on there; the text only follows.
  editor.reveal(analysis.get()?.version ?? 0, section.heading ?? section.span, !looking);
}
