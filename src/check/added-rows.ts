import type { Fix } from '../base/finding.ts';
import type { TextEdit } from '../base/text-edit.ts';
import type { Suggestion } from '../model/ast/common.ts';
import type { Model } from '../model/model.ts';
import { toPath } from '../model/reading/cell-forms.ts';
import { tableText } from '../syntax/edit-table.ts';
import { suggestedType } from './asking/types.ts';
import { addRows, writeIn } from './asking/write.ts';
import { rowAdded, rowWritten } from './row-fixes.ts';

/**
 * A fix that declares an error in section 8, where other rows already use it. None if the name is
 * invalid.
 */
export function errorAdded(
  model: Model,
  name: string,
  message = `Not possible: ${name.toLowerCase().replaceAll('_', ' ')}.`,
  shown = 'toast',
): readonly Fix[] {
  if (!/^[A-Z][A-Z0-9_]+$/.test(name)) return [];
  const header = ['Error', 'Status', 'Message', 'Shown'];
  const cells = { Error: name, Status: '422', Message: message, Shown: shown };
  const beside = model.errors.at(-1)?.span;
  return rowWritten(model, 8, beside, cells, (row) => tableText(header, [row]), `Add ${name} to section 8`);
}

export function constantAdded(model: Model, name: string): readonly Fix[] {
  if (!/^[A-Z][A-Z0-9_]+$/.test(name)) return [];
  const header = ['Constant', 'Value', 'Unit', 'Description'];
  const cells = { Constant: name, Value: '?', Unit: '', Description: '' };
  const beside = model.constants.at(-1)?.span;
  return rowWritten(model, 9, beside, cells, (row) => tableText(header, [row]), `Add ${name} to section 9, to be decided`);
}

/** Adds rows to the table of section 5, or writes the table. */
export function rulesAdded(model: Model, rules: NonNullable<Suggestion['rules']>): readonly TextEdit[] {
  const rows = rules.map(({ name, on, mustHold }) => ({ Rule: name, On: on, 'Must hold': mustHold }));
  const beside = model.rules.at(-1)?.span;
  if (rows.length === 0) return [];
  if (beside !== undefined) return addRows(model, beside, rows);
  return writeIn(
    model,
    5,
    tableText(
      Object.keys(rows[0] ?? {}),
      rows.map((row) => Object.values(row)),
    ),
  );
}

export const roleAdded = (model: Model, name: string): readonly Fix[] =>
  /^[a-z][a-z0-9 -]*$/.test(name)
    ? rowAdded(
        model,
        model.roles.at(-1)?.span,
        { Role: name, Is: name === 'visitor' ? '`me == null`' : '?' },
        `Add the role ${name} to section 6`,
      ).map((fix) => ({ ...fix, safe: name === 'visitor' }))
    : [];

export const fieldAdded = (model: Model, entity: string | null, name: string): readonly Fix[] => {
  const fields = model.entities.find((one) => one.name.text === entity)?.fields;
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return /^[a-z]\w*$/.test(name)
    ? rowAdded(model, fields?.at(-1)?.span, { Field: name, Type: suggestedType(words) }, `Add the field ${name} to ${entity}`)
    : [];
};

export const screenAdded = (model: Model, name: string): readonly Fix[] =>
  rowAdded(
    model,
    model.screens.findLast(({ assumed }) => !assumed)?.span,
    { Screen: name, Route: `/${toPath(name)}` },
    `Add the screen ${name}`,
  );
