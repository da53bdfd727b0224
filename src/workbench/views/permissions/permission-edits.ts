import type { TextEdit } from '../../../base/text-edit.ts';
import { permissionTable } from '../../../check/asking/permissions.ts';
import { combineSteps, writeCell, writeIn } from '../../../check/asking/write.ts';
import type { Permission } from '../../../model/ast/roles.ts';
import type { Model } from '../../../model/model.ts';
import { addRowAfter, cellOf } from '../row-edits.ts';
import { type MatrixLine, matrixOf, verdictWords } from './matrix.ts';

/** The new content of a cell in section 6. A condition is CEL without backticks. */
export type Grant = { readonly kind: 'yes' | 'no' | 'empty' } | { readonly kind: 'when'; readonly condition: string };

export const grantWords = (grant: Grant): string => {
  if (grant.kind === 'when') return `\`${grant.condition.trim()}\``;
  return grant.kind === 'empty' ? '' : grant.kind;
};

/** Returns why a condition cannot be written into a cell, or null. */
export function conditionMistake(condition: string): string | null {
  if (condition.trim() === '') return 'Enter a condition, such as owner == me.';
  return condition.includes('`') ? 'Leave out the backticks: they are added for you.' : null;
}

/** Changes one cell of one row and nothing else. */
export const changeCell = (model: Model, row: Permission, role: string, grant: Grant): TextEdit[] =>
  writeCell(model, row.span, role, grantWords(grant));

/** Changes the error that the row raises when it refuses; empty: FORBIDDEN. */
export const changeRefusalError = (model: Model, row: Permission, error: string): TextEdit[] => writeCell(model, row.span, 'Else', error);

/** Changes one operation of a row; the row's other operations stay unchanged. */
export function changeOperation(model: Model, row: Permission, operation: string, role: string, grant: Grant): TextEdit[] {
  if (row.operations.length < 2) return changeCell(model, row, role, grant);
  return combineSteps(
    model,
    (current) => splitRow(current, row, operation),
    (current) => {
      const fresh = current.permissions?.filter((one) => one.entity.text === row.entity.text && speaksOnlyOf(one, operation)).at(-1);
      return fresh === undefined ? [] : changeCell(current, fresh, role, grant);
    },
  );
}

const speaksOnlyOf = ({ operations }: Permission, operation: string): boolean =>
  operations.length === 1 && operations[0]?.text === operation;

/** `Ticket.priority: update`. */
export const titleOf = (line: Pick<MatrixLine, 'entity' | 'field' | 'operation'>): string =>
  `${line.entity}${line.field === null ? '' : `.${line.field}`}: ${line.operation}`;

/**
 * Adds a row for a permission that has none yet, with the given cell for `role` and empty cells for
 * all others.
 */
export function addPermission(model: Model, line: MatrixLine, role: string, grant: Grant): TextEdit[] {
  const rows = model.permissions;
  if (rows === null) {
    // The first table states the assumptions explicitly, except for the changed cell.
    return combineSteps(
      model,
      (current) =>
        writeIn(
          current,
          6,
          permissionTable(current, current.roles, () => 'yes'),
        ),
      (current) => {
        const row = current.permissions?.find(
          (one) => one.entity.text === line.entity && one.operations.some(({ text }) => text === line.operation),
        );
        return row === undefined ? [] : changeOperation(current, row, line.operation, role, grant);
      },
    );
  }
  const near = rows.filter((row) => row.entity.text === line.entity).at(-1) ?? rows.at(-1);
  const cells = Object.fromEntries(model.roles.map(({ name }) => [name.text, name.text === role ? grantWords(grant) : 'no']));
  return near === undefined ? [] : (addRowAfter(model, near, { Permission: titleOf(line), ...cells }) ?? []);
}

/**
 * Adds a row about one field that repeats the entity's row, so that nothing changes until one of
 * its cells is edited.
 */
export function addFieldRow(model: Model, line: MatrixLine, field: string): TextEdit[] {
  const title = titleOf({ ...line, field });
  const row = line.cells[0]?.sources[0]?.row;
  if (row === undefined) return [];
  const cells = Object.fromEntries(model.roles.map(({ name }) => [name.text, cellOf(model, row, name.text)]));
  return addRowAfter(model, row, { Permission: title, ...cells }) ?? [];
}

/** A cell to grant: a line and a role. */
export interface LineGrant {
  readonly id: string;
  readonly role: string;
}

/**
 * Changes cells of several lines and roles in one step. Rows that contain other operations are
 * split.
 */
export function grantAll(model: Model, cells: readonly LineGrant[], grant: Grant): TextEdit[] {
  const steps = cells.map(({ id, role }) => (current: Model): readonly TextEdit[] => {
    const line = matrixOf(current)
      .flatMap(({ lines }) => lines)
      .find((one) => one.id === id);
    const cell = line?.cells.find((one) => one.role === role);
    if (line === undefined || cell === undefined) return [];
    const rows = cell.sources.filter(({ verdict }) => verdictWords(verdict) !== grantWords(grant));
    if (cell.sources.length === 0) return addPermission(current, line, role, grant);
    return rows.length === 0
      ? []
      : combineSteps(
          current,
          ...rows.map(
            ({ row }) =>
              (now: Model) =>
                changeIn(now, row, line.operation, role, grant),
          ),
        );
  });
  return combineSteps(model, ...steps);
}

/** Edits may have moved the row, so look it up by its title. */
function changeIn(model: Model, { title }: Permission, operation: string, role: string, grant: Grant): TextEdit[] {
  const row = model.permissions?.find((one) => one.title === title);
  return row === undefined ? [] : changeOperation(model, row, operation, role, grant);
}

/**
 * Moves an operation out of a row that names several into a row of its own, with the same cells.
 */
function splitRow(model: Model, row: Permission, operation: string): TextEdit[] {
  const rest = row.operations.filter(({ text }) => text !== operation).map(({ text }) => text);
  if (rest.length === 0 || rest.length === row.operations.length) return [];
  const target = row.title.slice(0, row.title.indexOf(':'));
  const cells = Object.fromEntries(model.roles.map(({ name }) => [name.text, cellOf(model, row, name.text)]));
  const added = addRowAfter(model, row, { Permission: `${target}: ${operation}`, ...cells }) ?? [];
  return [...writeCell(model, row.span, 'Permission', `${target}: ${rest.join(', ')}`), ...added];
}
