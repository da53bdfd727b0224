import { type OutlineEntry, outlineOf } from '../../language/symbols.ts';
import type { Analysis } from '../analysis/analysis.ts';
import { openSection } from '../frame/open-section.ts';
import type { Workbench } from '../state/workbench.ts';
import { commandsOf, type WorkbenchCommand } from './workbench-command.ts';

const place = commandsOf('go');
const named = commandsOf('name');

/** Commands that go to the nine sections, in the text and as views. */
export function sectionCommands(workbench: Workbench, analysis: Analysis): readonly WorkbenchCommand[] {
  const { sections } = analysis.model;
  return [
    ...sections.map((section) =>
      place(`View ${section.number}: ${section.title}`, () => showView(workbench, () => workbench.showSection(section.name)), {
        also: `diagram table ${section.name}`,
      }),
    ),
    ...sections.map((section) =>
      place(`Section ${section.number}: ${section.title}`, () => openSection(workbench, section), {
        also: section.name,
        hint: section.state,
      }),
    ),
  ];
}

/** Opens a view and moves the focus into it, for people who use the keyboard. */
export function showView(workbench: Workbench, open: () => void): void {
  open();
  workbench.showPane(workbench.address.get().section === null ? 'text' : 'view');
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-views] h2')?.focus());
}

/** Commands that go to the declaration of each name in the document. */
export function nameCommands(workbench: Workbench, analysis: Analysis): readonly WorkbenchCommand[] {
  const { editor } = workbench.open.get();
  const found: WorkbenchCommand[] = [];
  const collect = (entries: readonly OutlineEntry[], within: string): void => {
    for (const { kind, name, selection, children } of entries) {
      if (kind !== 'section') {
        const go = (): void => {
          workbench.showPane('text');
          editor.reveal(analysis.version, selection, true);
        };
        found.push(named(name, go, { key: String(selection.from), hint: within === '' ? kind : `${kind} of ${within}`, also: kind }));
      }
      collect(children, kind === 'section' ? '' : name);
    }
  };
  collect(outlineOf(analysis.model), '');
  return found;
}
