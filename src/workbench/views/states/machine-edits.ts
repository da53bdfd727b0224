import type { TextEdit } from '../../../base/text-edit.ts';
import { writeCell, writeIn } from '../../../check/asking/write.ts';
import type { Machine, State, Transition } from '../../../model/ast/states.ts';
import type { Model } from '../../../model/model.ts';
import { appendUnder } from '../../../syntax/edit-section.ts';
import { tableText } from '../../../syntax/edit-table.ts';
import { addRowAfter, cellOf } from '../row-edits.ts';

/** The columns of a machine's table, as one would begin it. */
const columns = ['From', 'Event', 'To', 'Roles', 'Guard', 'Error', 'Effect', 'Description'] as const;

/** The cells of a new row; an empty To stays in the state. */
export interface TransitionCells {
  readonly from: string;
  /** With parameters, as it would be written: `assign(assignee)`. */
  readonly event: string;
  readonly to: string;
  readonly roles: string;
  readonly guard?: string;
  readonly error?: string;
  readonly description?: string;
}

/**
 * Adds one row at the end of the machine's table: the order of rows decides, and what is there goes
 * first.
 */
export function addTransition(model: Model, machine: Machine, row: TransitionCells): TextEdit[] {
  const { from, event, to, roles, guard = '', error = '', description = '' } = row;
  const cells = { From: from, Event: event, To: to, Roles: roles, Guard: guard, Error: error, Description: description };
  const last = machine.transitions.at(-1) ?? machine.start;
  const added = last === null ? null : addRowAfter(model, last, cells);
  // A heading without a table.
  return added ?? appendUnder(model.tree, machine.span.to, newTable([cells]));
}

/** The first row of a state field that has no machine yet: its start. */
export const beginMachine = (model: Model, entity: string, field: string, start: string): TextEdit[] =>
  writeIn(model, 4, `### ${entity}.${field}\n\n${newTable([{ To: start }])}`);

const newTable = (rows: readonly Readonly<Record<string, string>>[]): string =>
  tableText(
    columns,
    rows.map((row) => columns.map((column) => row[column] ?? '')),
  );

/**
 * Says that a state is final, in the description of the first row that leads there; or says it no
 * more, in all of them.
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
 * Writes the label or the colour of a state into the table `State`, which is made where there is
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

/** The row without one of several states that it begins in. */
export function leaveOut(model: Model, row: Transition, state: string): TextEdit[] {
  const rest = row.from.flatMap(({ text }) => (text === state ? [] : [text]));
  return writeCell(model, row.span, 'From', rest.join(', '));
}

/**
 * Lets a transition that leads away from `source` begin in or lead to another state; `any` is any
 * of them. Other states that it begins in stay.
 */
export function reattach(model: Model, row: Transition, source: string, end: 'source' | 'target', state: string): TextEdit[] {
  if (end === 'target') return writeCell(model, row.span, 'To', state);
  const from = row.any ? [state] : row.from.map(({ text }) => (text === source ? state : text));
  return writeCell(model, row.span, 'From', from.includes('any') ? 'any' : [...new Set(from)].join(', '));
}
