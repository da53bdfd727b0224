import { setCell } from '../../syntax/edit-table.ts';
import type { Row, Table } from '../../syntax/tree.ts';
import { cellFor } from '../analysis/access.ts';
import { defineRule } from '../rule.ts';

export const emptyPermissionCell = defineRule({
  code: 'empty-permission-cell',
  severity: 'hint',
  section: 6,
  summary: 'An empty cell in the permissions table.',
  messages: {
    silent:
      'This cell is empty, and no role that {role} includes fills it: {role} is refused, as if the cell said “no”. Write no, yes or a condition, so that readers need not guess.',
  },
  check(model, report) {
    const rows = new Map<number, { readonly table: Table; readonly row: Row }>();
    for (const { blocks } of model.tree.sections)
      for (const table of blocks) if (table.kind === 'table') for (const row of table.rows) rows.set(row.span.from, { table, row });
    for (const row of model.permissions ?? []) {
      const silent = model.roles.filter(({ name }) => cellFor(model, row, name.text) === null);
      if (silent.length === 0) continue;
      const place = rows.get(row.span.from);
      if (place === undefined) continue;
      for (const { name } of silent) {
        const column = place.table.header.cells.findIndex((cell) => cell.text.trim() === name.text);
        const cell = place.row.cells[column];
        if (column < 1 || cell === undefined || cell.text !== '') continue;
        report({
          message: 'silent',
          at: cell,
          fix: { title: 'Write “no”', edits: setCell(model.tree.text, place.table, place.row, column, 'no') },
          data: { role: name.text },
        });
      }
    }
  },
});
