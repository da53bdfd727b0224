import { useState } from 'react';
import { writeCell } from '../../../check/asking/write.ts';
import { transitionInWords } from '../../../language/in-words.ts';
import { occurrenceAt, placesOf } from '../../../language/names/occurrences.ts';
import { renameAt } from '../../../language/rename.ts';
import { type Machine, type Transition, triggerWords } from '../../../model/ast/states.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { CellField } from '../cell-field.tsx';
import { writtenEvent } from '../code-cell.ts';
import { DeleteRow } from '../delete-row.tsx';
import { expressionCell } from '../expression-field.tsx';
import { Preview } from '../gallery.tsx';
import { cellOf } from '../row-edits.ts';
import { RowNotes } from '../row-findings.tsx';
import { SidePanel } from '../side-panel.tsx';
import type { ViewProps } from '../view.ts';
import styles from '../view-bar.module.css';
import { removeSourceState } from './machine-edits.ts';

/** Edits a row of the machine's table, cell by cell. */
export function TransitionPanel({
  row,
  machine,
  analysis,
  edit,
  goTo,
  say,
  show,
  focus,
  onClose,
}: Pick<ViewProps, 'analysis' | 'edit' | 'goTo' | 'say' | 'show'> & {
  readonly machine: Machine;
  readonly row: Transition;
  readonly focus: boolean;
  readonly onClose: () => void;
}) {
  const { model } = analysis;
  const [everywhere, setEverywhere] = useState(true);
  const write = (column: string) => (words: string) => void edit(writeCell(model, row.span, column, words));
  const cell = (column: string): string => cellOf(model, row, column);
  const name = row.trigger.kind === 'event' ? row.trigger.name : null;
  const thing = name && occurrenceAt(model, name.span.from);
  const places = thing ? placesOf(model, thing).length : 1;

  const writeEvent = (words: string): void => {
    const written = cell('Event');
    const changed = name && everywhere && places > 1 ? renamed(written, words, name.text) : null;
    if (!name || changed === null) {
      write('Event')(words);
      return;
    }
    const rename = renameAt(model, name.span.from, changed);
    if (!rename.ok) say(rename.why, 'danger');
    else if (edit(rename.edits)) say(`Renamed in ${rename.edits.length} places.`);
  };
  const states = machine.states.map((state) => state.name);
  return (
    <SidePanel kind="Transition" title={triggerWords(row)} focus={focus} onClose={onClose}>
      <Preview reads={transitionInWords(machine, row)} />
      <RowNotes analysis={analysis} place={row.span} edit={edit} />
      <CellField
        label="Event"
        value={cell('Event')}
        onWrite={writeEvent}
        expression={{ ...expressionCell(model, row, 'Event'), written: writtenEvent }}
      />
      {places > 1 ? (
        <Checkbox checked={everywhere} onChange={setEverywhere}>
          Rename it in all {places} places
        </Checkbox>
      ) : null}
      <CellField label="From" value={cell('From')} onWrite={write('From')} suggestions={states} />
      <CellField label="To" value={cell('To')} onWrite={write('To')} suggestions={states} />
      <CellField label="Roles" value={cell('Roles')} onWrite={write('Roles')} suggestions={model.roles.map((role) => role.name.text)} />
      <CellField
        label="Guard"
        value={cell('Guard')}
        onWrite={write('Guard')}
        expression={expressionCell(model, row, 'Guard')}
        description="The condition, such as: estimate != null"
      />
      <CellField label="Error" value={cell('Error')} onWrite={write('Error')} suggestions={model.errors.map((error) => error.name.text)} />
      <CellField
        label="Effect"
        value={cell('Effect')}
        onWrite={write('Effect')}
        expression={expressionCell(model, row, 'Effect')}
        description="What else it does, such as: readyAt = now"
      />
      <CellField label="Label" value={cell('Label')} onWrite={write('Label')} description="What users read on its button." />
      <CellField label="Description" value={cell('Description')} onWrite={write('Description')} />
      <div className={styles['actions']}>
        <Button size="small" onClick={() => goTo(row.span)}>
          Show in the text
        </Button>
        {row.trigger.kind === 'event' ? (
          <Button size="small" onClick={() => show('roles')}>
            Who may
          </Button>
        ) : null}
        {row.from.length > 1
          ? row.from.map(({ text }) => (
              <Button key={text} size="small" onClick={() => edit(removeSourceState(model, row, text))}>
                Remove source “{text}”
              </Button>
            ))
          : null}
        <DeleteRow analysis={analysis} edit={edit} row={row} onClose={onClose} />
      </div>
    </SidePanel>
  );
}

/** Returns the new name if only the name has changed; else null. */
function renamed(before: string, after: string, name: string): string | null {
  const rest = before.slice(before.indexOf(name) + name.length);
  const fresh = after.endsWith(rest) ? after.slice(0, after.length - rest.length).trim() : '';
  return fresh === '' || fresh === name || fresh.includes('(') ? null : fresh;
}
