import type { Fix } from '../../base/finding.ts';
import type { Span } from '../../base/span.ts';
import type { Model } from '../../model/model.ts';
import type { Table } from '../../syntax/tree.ts';
import { convertTable } from '../analysis/convert-table.ts';
import { misread } from '../analysis/misread.ts';
import { replaced } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const tableNotRead = defineRule({
  code: 'table-not-read',
  severity: 'warning',
  section: 0,
  summary: 'A table that looks like one of its section, but is read as prose.',
  messages: { detail: '{message}' },
  check(model, report) {
    for (const { at, section, message } of misread(model, 'table-not-read')) {
      const table = tableAt(model, at);
      const written = table === null ? null : convertTable(model, section, table);
      report({
        message: 'detail',
        at,
        section,
        fix: table === null || written === null ? [] : replaced(table.span, written, 'Rewrite the table in the required form').map(certain),
        data: { message },
      });
    }
  },
});

/** The table has no effect as it is, and each of its rows was understood. */
const certain = (fix: Fix): Fix => ({ ...fix, safe: true });

function tableAt(model: Model, at: Span): Table | null {
  const blocks = model.tree.sections.flatMap((section) => section.blocks);
  return blocks.find((block): block is Table => block.kind === 'table' && block.span.from <= at.from && at.to <= block.span.to) ?? null;
}
