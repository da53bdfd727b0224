import type { Analysis } from '../analysis/analysis.ts';
import { constructsOf } from '../constructs.ts';
import type { EditorCommand } from '../editor/commands.ts';
import type { ProblemList, Workbench } from '../state/workbench.ts';
import { type CommandMore, commandsOf, type WorkbenchCommand } from './workbench-command.ts';

type Listed = readonly [command: EditorCommand, label: string, more?: CommandMore];

const anywhere: readonly Listed[] = [
  ['find', 'Find and replace', { keys: 'Ctrl F', also: 'search' }],
  ['symbol', 'Go to a name…', { keys: 'Ctrl Shift O', also: 'symbol outline' }],
  ['definition', 'Go to definition', { keys: 'F12', also: 'definition' }],
  ['references', 'Find all references', { keys: 'Shift F12', also: 'references uses' }],
  ['rename', 'Rename symbol', { keys: 'F2' }],
  ['mend', 'Quick fix', { keys: 'Ctrl .', also: 'mend repair' }],
  ['format', 'Format: align the tables', { keys: 'Shift Alt F' }],
  ['next finding', 'Next finding', { keys: 'F8', also: 'error warning problem' }],
  ['previous finding', 'Previous finding', { keys: 'Shift F8', also: 'error warning problem' }],
  ['undo', 'Undo', { keys: 'Ctrl Z' }],
  ['redo', 'Redo', { keys: 'Ctrl Y', mac: 'Cmd Shift Z', also: 'do again' }],
  ['select next', 'Add next match to selection', { keys: 'Ctrl D', also: 'multiple cursors' }],
  ['fold', 'Fold the section or table at the cursor', { keys: 'Ctrl Shift [', mac: 'Cmd Alt [' }],
  ['unfold', 'Unfold the section or table at the cursor', { keys: 'Ctrl Shift ]', mac: 'Cmd Alt ]' }],
  ['fold all', 'Fold all sections', { keys: 'Ctrl Alt [', mac: 'Ctrl Alt [' }],
  ['unfold all', 'Unfold all sections', { keys: 'Ctrl Alt ]', mac: 'Ctrl Alt ]' }],
];

const inTables: readonly Listed[] = [
  ['row below', 'Table: add a row below', { keys: 'Ctrl Enter' }],
  ['row above', 'Table: add a row above', { keys: 'Ctrl Shift Enter' }],
  ['row up', 'Table: move the row up', { keys: 'Alt ↑' }],
  ['row down', 'Table: move the row down', { keys: 'Alt ↓' }],
  ['delete rows', 'Table: delete the row', { keys: 'Ctrl Shift K' }],
  ['column right', 'Table: add a column to the right', { keys: 'Alt Shift →', mac: 'Ctrl Alt Shift →' }],
  ['column left', 'Table: add a column to the left', { keys: 'Alt Shift ←', mac: 'Ctrl Alt Shift ←' }],
  ['move column right', 'Table: move the column right', { keys: 'Alt →', mac: 'Ctrl Alt →' }],
  ['move column left', 'Table: move the column left', { keys: 'Alt ←', mac: 'Ctrl Alt ←' }],
  ['delete column', 'Table: delete the column', { keys: 'Alt Shift Backspace' }],
];

const lists: readonly (readonly [ProblemList, string, string])[] = [
  ['findings', 'Findings', 'errors warnings problems mistakes'],
  ['questions', 'Questions: what to decide next', 'problems'],
  ['holes', 'Missing', 'problems holes gaps'],
  ['assumptions', 'Assumed', 'problems assumptions'],
];

const command = commandsOf('text');

/** Commands that act at the cursor. */
export function textCommands(workbench: Workbench): readonly WorkbenchCommand[] {
  const { editor } = workbench.open.get();
  const text = editor.text();
  const cursor = editor.cursor();
  const end = text.indexOf('\n', cursor);
  const line = text.slice(text.lastIndexOf('\n', cursor - 1) + 1, end < 0 ? text.length : end);
  const notInTable = line.includes('|') ? undefined : 'The cursor isn’t in a table.';
  const listed =
    (unavailable: string | undefined) =>
    ([name, label, more]: Listed): WorkbenchCommand =>
      command(
        label,
        () => {
          workbench.showPane('text');
          editor.run(name);
        },
        { ...more, ...(unavailable === undefined ? {} : { unavailable }) },
      );
  return [...anywhere.map(listed(undefined)), ...inTables.map(listed(notInTable))];
}

/** Commands that insert each construct of the notation at the cursor or in its section. */
export function insertCommands(workbench: Workbench, { version, model }: Analysis): readonly WorkbenchCommand[] {
  const { editor } = workbench.open.get();
  return constructsOf(model).map(({ title, example, insert }) => {
    const run = (): void => {
      workbench.showPane('text');
      const made = insert(editor.cursor());
      if ('problem' in made) workbench.say({ message: made.problem, tone: 'neutral' });
      else if (!editor.apply(version, made.edits, 'go'))
        workbench.say({ message: 'The text changed. Try again in a moment.', tone: 'neutral' });
    };
    return commandsOf('insert')(`Insert ${title}`, run, {
      hint: example.length > 48 ? `${example.slice(0, 47)}…` : example,
      also: 'add new',
    });
  });
}

/** Commands that open the lists below the text. */
export function problemCommands(workbench: Workbench): readonly WorkbenchCommand[] {
  return lists.map(([list, label, also]) =>
    commandsOf('go')(
      label,
      () => {
        workbench.problemList.set(list);
        workbench.settings.update((value) => ({ ...value, problemsOpen: true }));
        workbench.showPane('problems');
        // Move the focus there, for people who use the keyboard.
        requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-problems] button[aria-expanded="true"]')?.focus());
      },
      { also },
    ),
  );
}
