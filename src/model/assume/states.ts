import { tableText } from '../../syntax/edit-table.ts';
import type { MachineDraft } from '../reading/drafts.ts';
import type { Reading } from '../reading/reading.ts';
import { writeRow, writeSection } from './writing.ts';

const section = 4;

/**
 * A machine without a start row begins in its first state; a state field without a machine has no
 * states.
 */
export function assumeStates(reading: Reading, shown: boolean): void {
  for (const machine of reading.machines) assumeStart(reading, machine);
  if (!shown) return;
  for (const entity of reading.entities.values()) {
    for (const field of entity.fields) {
      if (field.type.kind !== 'state') continue;
      const title = `${entity.name.text}.${field.name.text}`;
      if (reading.machines.find(entity.name.text, field.name.text) !== undefined) continue;
      const span = field.typeCell?.span ?? field.name.span;
      reading.notes.hole(section, span, 'cell', `the states of ${title}`, 'It stays empty, and no event changes it.');
      const table = `### ${title}\n\n${tableText(['From', 'Event', 'To', 'Roles', 'Guard', 'Error', 'Effect', 'Description'], [['', '', 'open', '', '', '', '', '']])}`;
      reading.notes.assume(section, span, `Section 4 says nothing about ${title}: it stays empty, and no event changes it.`, {
        title: `Write a table for ${title}`,
        edits: () => writeSection(reading, section, table),
      });
    }
  }
}

function assumeStart(reading: Reading, machine: MachineDraft): void {
  const [first] = machine.states.values();
  const form = reading.forms.transition.find((one) => one.rows.includes(machine.rows[0] as (typeof machine.rows)[number]));
  if (machine.starts.length > 0 || first === undefined || form === undefined) return;
  const { content } = machine.heading;
  const title = `${machine.entity.text}.${machine.field.text}`;
  const text = `The table of ${title} has no start: a new ${machine.entity.text} is “${first.name.text}”.`;
  reading.notes.assume(section, { from: content.from, to: content.to }, text, {
    title: `Write “${first.name.text}” as the start`,
    edits: () => writeRow(reading, form, -1, { To: first.name.text }),
  });
}
