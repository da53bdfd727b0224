import type { SectionInfo } from '../../model/ast/common.ts';
import { isViewVisible } from '../address.ts';
import type { Workbench } from '../state/workbench.ts';

const isNarrow = (): boolean => window.matchMedia('(max-width: 760px)').matches;

/** Opens a section as a view if views are visible, else in the text. */
export function openSection(workbench: Workbench, section: SectionInfo): void {
  const { analysis, editor } = workbench.open.get();
  const looking = isNarrow() ? workbench.pane.get() === 'view' : isViewVisible(workbench.address.get());
  if (looking) workbench.showSection(section.name);
  else workbench.showPane('text');
  // If a view is visible, the focus stays there and the text only scrolls along.
  editor.reveal(analysis.get()?.version ?? 0, section.heading ?? section.span, !looking);
}
