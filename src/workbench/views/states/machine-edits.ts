import type { TextEdit } from '../../../base/text-edit.ts';
import { writeCell, writeIn } from '../../../check/asking/write.ts';
import type { Machine, State, Transition } from '../../../model/ast/states.ts';
import type { Model } from '../../../model/model.ts';
import { appendUnder } from '../../../syntax/edit-section.ts';
import { tableText } from '../../../syntax/edit-table.ts';
import { addRowAfter, cellOf } from '../row-edits.ts';

/** The columns of a new machine's table. */
const columns = ['From', 'Event', 'To', 'Roles', 'Guard', 'Error', 'Effect', 'Description'] as const;

/** The cells of a new row. With an empty To, the state does not change. */
export interface TransitionCells {
  readonly from: string;
  /** With parameters, as written in the cell: `assign(assignee)`. */
  readonly event: string;
  readonly to: string;
  readonly roles: string;
  readonly guard?: string;
  readonly error?: string;
  readonly description?: string;
}

/** Adds a row at the end of the machine's table, because earlier rows take precedence. */
export function addTransition(model: Model, machine: Machine, row: TransitionCells): TextEdit[] {
  const { from, event, to, roles, guard = '', error = '', description = '' } = row;
  const cells = { From: from, Event: event, To: to, Roles: roles, Guard: guard, Error: error, Description: description };
  const last = machine.transitions.at(-1) ?? machine.start;
  const added = last === null ? null : addRowAfter(model, last, cells);
  // The heading has no table yet.
  return added ?? appendUnder(model.tree, machine.span.to, newTable([cells]));
}

/** Writes the first row of a state field without a machine: its start state. */
export const beginMachine = (model: Model, entity: string, field: string, start: string): TextEdit[] =>
  writeIn(model, 4, `### ${entity}.${field}\n\n${newTable([{ To: start }])}`);

const newTable = (rows: readonly Readonly<Record<string, string>>[]): string =>
  tableText(
    columns,
    rows.map((row) => columns.map((column) => row[column] ?? '')),
  );

/**
 * Marks a state as final in the description of the first row that leads there, or removes the mark
 * from all such rows.
 */
export function setFinal(model: Model, machine: Machine, state: string, final: boolean): TextEdit[] {
  const here = machine.transitions.filter(({ to }) => to?.text === state);
  if (final) {
    const [first] = here;
    if (first === undefined) return [];
    const words = cellOf(model, first, 'Description');
    return writeCell(model, first.span, 'Description', words === '' ? 'final' : `${words}; final`);
  }
  return here.flatMap((row) => {
    const words = cellOf(model, row, 'Description');
    const rest = words.replace(/(?:[;,]\s*)?\bfinal\b(?:\s*[;,])?/gi, '').trim();
    return rest === words ? [] : writeCell(model, row.span, 'Description', rest);
  });
}

/**
 * Writes the label or the colour of a state into the table `State`, adding the table if there is
 * none.
 */
export function setLook(model: Model, machine: Machine, state: State, column: 'Label' | 'Colour', words: string): TextEdit[] {
  if (state.row !== null) return writeCell(model, state.row, column, words);
  if (words.trim() === '') return [];
  const last = machine.states.findLast(({ row }) => row !== null)?.row ?? null;
  const cells = { State: state.name, [column]: words };
  const added = last === null ? null : addRowAfter(model, { span: last }, cells);
  const header = ['State', 'Label', 'Colour', 'Description'];
  const rows = machine.states.map(({ name }) =>
    header.map((one) => (one === 'State' ? name : one === column && name === state.name ? words : '')),
  );
  return added ?? appendUnder(model.tree, machine.span.to, tableText(header, rows));
}

/** Removes one of several source states from the row. */
export function removeSourceState(model: Model, row: Transition, state: string): TextEdit[] {
  const rest = row.from.flatMap(({ text }) => (text === state ? [] : [text]));
  return writeCell(model, row.span, 'From', rest.join(', '));
}

/**
 * Changes the source or the target of a transition that leaves `source`; `any` means any state.
 * Other source states stay.
 */
export function reattach(model: Model, row: Transition, source: string, end: 'source' | 'target', state: string): TextEdit[] {
  if (end === 'target') return writeCell(model, row.span, 'To', state);
  const from = row.any ? [state] : row.from.map(({ text }) => (text === source ? state : text));
  return writeCell(model, row.span, 'From', from.includes('any') ? 'any' : [...new Set(from)].join(', '));
}
