import { Dialog } from '../../ui/dialog.tsx';
import { caps, type Keys } from './caps.ts';
import styles from './keys-sheet.module.css';

interface Key extends Keys {
  readonly does: string;
}

const groups: readonly { readonly name: string; readonly list: readonly Key[] }[] = [
  {
    name: 'Everywhere',
    list: [
      { keys: 'Ctrl K', does: 'Everything that can be done, by its name; in the product, its own screens, records and actions' },
      { keys: 'F1', does: 'This list' },
      { keys: 'F4', does: 'The section as a diagram or a table; again: away with it' },
      { keys: 'F8', does: 'The next finding; with Shift the one before' },
      { keys: 'F9', does: 'Look into the product: what is under the pointer names its row; Tab goes from part to part' },
      { keys: 'Shift F9', does: 'Show in the product what the row at the cursor says' },
      { keys: 'Ctrl S', does: 'Save to disk' },
    ],
  },
  {
    name: 'In the text',
    list: [
      { keys: 'Ctrl Space', mac: 'Ctrl Space', does: 'What may stand here' },
      { keys: 'F12', does: 'Where this name is declared; so does Ctrl and a click' },
      { keys: 'Shift F12', does: 'Every place of this name' },
      { keys: 'F2', does: 'Give this name another everywhere' },
      { keys: 'Ctrl .', does: 'Mend what is found on this line' },
      { keys: 'Ctrl Shift O', does: 'Go to a section, entity, screen … by its name' },
      { keys: 'Ctrl F', does: 'Find and replace' },
      { keys: 'Shift Alt F', does: 'Align the tables' },
      { keys: 'Ctrl Shift [', mac: 'Cmd Alt [', does: 'Fold a section or table; with ] unfold it' },
      { keys: 'Ctrl D', does: 'Select the next place like this one too' },
      { keys: 'Ctrl Z', does: 'Undo' },
      { keys: 'Escape', does: 'Leave the text; Enter goes back to it' },
    ],
  },
  {
    name: 'In a diagram',
    list: [
      { keys: 'Tab', does: 'Into the diagram and out of it' },
      { keys: '↑', does: 'The state, entity or screen above; ↓ ← → below and beside' },
      { keys: 'Enter', does: 'Open it, with what leads to it and away' },
      { keys: 'T', does: 'Draw from here: a transition, a relation' },
      { keys: 'Delete', does: 'Delete the row of a line' },
      { keys: 'Ctrl Z', does: 'Undo, in the text and the diagram alike; Ctrl Y: do it again' },
    ],
  },
  {
    name: 'In a table',
    list: [
      { keys: 'Tab', does: 'The next cell; with Shift the one before' },
      { keys: 'Enter', does: 'The cell below, behind the last row a new one' },
      { keys: 'Ctrl Enter', does: 'Add a row below; with Shift above' },
      { keys: 'Alt ↑', does: 'Move the row up; ↓ down' },
      { keys: 'Ctrl Shift K', does: 'Delete the row' },
      { keys: 'Alt →', mac: 'Ctrl Alt →', does: 'Move the column right; ← left' },
      { keys: 'Alt Shift →', mac: 'Ctrl Alt Shift →', does: 'Add a column to the right; ← to the left' },
      { keys: 'Alt Shift Backspace', does: 'Delete the column' },
    ],
  },
];

/** All keys of the workbench, on one sheet. */
export function KeysSheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Keys" width={760}>
      <div className={styles['groups']}>
        {groups.map(({ name, list }) => (
          <section key={name} className={styles['group']} aria-label={name}>
            <h3 className={styles['name']}>{name}</h3>
            <dl className={styles['list']}>
              {list.map((key) => (
                <div key={key.keys} className={styles['row']}>
                  <dt className={styles['caps']}>
                    {caps(key).map((cap) => (
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
