import type { View } from '../address.ts';
import type { Theme } from '../state/settings.ts';
import type { Pane, Workbench } from '../state/workbench.ts';
import { showView } from './place-commands.ts';
import { commandsOf, type WorkbenchCommand } from './workbench-command.ts';

const command = commandsOf('workbench');

const themes: readonly (readonly [Theme, string])[] = [
  ['system', 'Theme: system'],
  ['light', 'Theme: light'],
  ['dark', 'Theme: dark'],
];

/** Commands for the appearance and the layout of the workbench. */
export function frameCommands(workbench: Workbench): readonly WorkbenchCommand[] {
  const { theme, wrap, grids } = workbench.settings.get();
  const { section, view, beside } = workbench.address.get();
  const other = beside === 'text' ? 'product' : 'text';
  // An open view replaces one of the panes.
  const standsFor = (pane: 'text' | 'product'): Pane => (section !== null && pane !== beside ? 'view' : pane);
  const panes: readonly (readonly [View, string, string])[] = [
    ['both', 'Show both panes', 'side by side split'],
    ['text', `Show the ${standsFor('text')} only`, 'left pane hide'],
    ['product', `Show the ${standsFor('product')} only`, 'right pane hide'],
  ];
  return [
    ...panes.map(([pane, label, also]) =>
      command(
        label,
        () => {
          workbench.show(pane);
          if (pane !== 'both') workbench.showPane(standsFor(pane));
        },
        { also, unavailable: view === pane ? 'Already shown' : undefined },
      ),
    ),
    command(section === null ? 'Open the last view' : 'Open or close the view', () => showView(workbench, workbench.toggleView), {
      keys: 'F4',
      also: 'diagram',
    }),
    ...(section === null
      ? []
      : [
          command(other === 'text' ? 'Show the view next to the text' : 'Show the view next to the product', () =>
            workbench.placeView(other),
          ),
        ]),
    ...themes.map(([value, label]) =>
      command(label, () => workbench.settings.update((before) => ({ ...before, theme: value })), {
        also: 'appearance colours mode',
        unavailable: theme === value ? 'Already selected' : undefined,
      }),
    ),
    command(wrap ? 'Don’t wrap long lines' : 'Wrap long lines', () => workbench.settings.update((before) => ({ ...before, wrap: !wrap }))),
    command(grids ? 'Tables always as plain text' : 'Tables as grids while the cursor is elsewhere', () =>
      workbench.settings.update((before) => ({ ...before, grids: !grids })),
    ),
    command('Notation at the cursor', () => workbench.notationShown.set(true), { keys: 'F1', also: 'help reference language' }),
    command('Keyboard shortcuts', () => workbench.keysShown.set(true), { keys: 'F1', also: 'keys help' }),
    command('One-minute tour', () => workbench.touring.set(true), { also: 'help introduction' }),
  ];
}
