import { Dialog } from '../../ui/overlay/dialog.tsx';
import { type Keys, keyLabels } from './key-labels.ts';
import styles from './keys-sheet.module.css';

interface Key extends Keys {
  readonly does: string;
}

const groups: readonly { readonly name: string; readonly list: readonly Key[] }[] = [
  {
    name: 'Everywhere',
    list: [
      { keys: 'Ctrl K', does: 'Search or run a command; in the product, its own screens, records and actions' },
      { keys: 'F1', does: 'Keyboard shortcuts; in the text, the notation at the cursor' },
      { keys: 'F4', does: 'Open or close the section’s diagram or table' },
      { keys: 'F8', does: 'Next problem; with Shift, the previous one' },
      { keys: 'F9', does: 'Inspect the product: point at a part to see its row; Tab moves between parts' },
      { keys: 'Shift F9', does: 'Show the current row in the product' },
      { keys: 'Ctrl S', does: 'Save to disk' },
    ],
  },
  {
    name: 'In the text',
    list: [
      { keys: 'Ctrl Space', mac: 'Ctrl Space', does: 'Suggestions' },
      { keys: 'F12', does: 'Go to definition; also Ctrl-click' },
      { keys: 'Shift F12', does: 'Find all references' },
      { keys: 'F2', does: 'Rename everywhere' },
      { keys: 'Ctrl .', does: 'Quick fix' },
      { keys: 'Ctrl Shift O', does: 'Go to a section, entity or screen by name' },
      { keys: 'Ctrl F', does: 'Find and replace' },
      { keys: 'Shift Alt F', does: 'Align the tables' },
      { keys: 'Ctrl Shift [', mac: 'Cmd Alt [', does: 'Fold a section or table; with ] unfold it' },
      { keys: 'Ctrl D', does: 'Add next match to selection' },
      { keys: 'Ctrl Z', does: 'Undo' },
      { keys: 'Escape', does: 'Leave the editor; Enter goes back' },
    ],
  },
  {
    name: 'In a diagram',
    list: [
      { keys: 'Tab', does: 'Move into or out of the diagram' },
      { keys: '↑', does: 'Move to the state, entity or screen above; ↓ ← → in the other directions' },
      { keys: 'Enter', does: 'Open it with its incoming and outgoing links' },
      { keys: 'T', does: 'Draw a transition or relation from here' },
      { keys: 'Delete', does: 'Delete the row of a line' },
      { keys: 'Ctrl Z', does: 'Undo, in the text and the diagram; Ctrl Y to redo' },
    ],
  },
  {
    name: 'In a table',
    list: [
      { keys: 'Tab', does: 'Next cell; with Shift, the previous one' },
      { keys: 'Enter', does: 'Cell below; adds a row after the last one' },
      { keys: 'Ctrl Enter', does: 'Add a row below; with Shift above' },
      { keys: 'Alt ↑', does: 'Move the row up; ↓ down' },
      { keys: 'Ctrl Shift K', does: 'Delete the row' },
      { keys: 'Alt →', mac: 'Ctrl Alt →', does: 'Move the column right; ← left' },
      { keys: 'Alt Shift →', mac: 'Ctrl Alt Shift →', does: 'Add a column to the right; ← to the left' },
      { keys: 'Alt Shift Backspace', does: 'Delete the column' },
    ],
  },
];

/** A dialog with all keyboard shortcuts of the workbench. */
export function KeysSheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts" width={760}>
      <div className={styles['groups']}>
        {groups.map(({ name, list }) => (
          <section key={name} className={styles['group']} aria-label={name}>
            <h3 className={styles['name']}>{name}</h3>
            <dl className={styles['list']}>
              {list.map((key) => (
                <div key={key.keys} className={styles['row']}>
                  <dt className={styles['caps']}>
                    {keyLabels(key).map((cap) => (
                      <kbd key={cap} className={styles['cap']}>
                        {cap}
                      </kbd>
                    ))}
                  </dt>
                  <dd className={styles['does']}>{key.does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
