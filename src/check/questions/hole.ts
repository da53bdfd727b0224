import type { Hole } from '../../model/ast/common.ts';
import type { Model } from '../../model/model.ts';
import { setCell } from '../../syntax/edit-table.ts';
import type { Cell, Row, Table } from '../../syntax/tree.ts';
import { assumedAt } from '../analysis/assumed.ts';
import { accepted, type Choice, type Question, type QuestionKind, rejected } from '../asking/question.ts';

/** Asks about cells that mark missing information. */
export const hole: QuestionKind = {
  name: 'hole',
  ask({ model, offered }) {
    const seen = new Map<string, number>();
    return model.holes.flatMap((one): Question[] => {
      // Another question asks for the states.
      if (one.kind === 'section' || one.about.startsWith('the states of ')) return [];
      const choices = [...assumedChoices(model, one, offered), ...cellChoices(model, one)];
      if (choices.length === 0) return [];
      const id = `hole ${one.section} ${one.about}`;
      const count = seen.get(id) ?? 0;
      seen.set(id, count + 1);
      return [
        {
          id: count === 0 ? id : `${id} (${count + 1})`,
          section: one.section,
          span: one.span,
          question: `What is ${one.about}?`,
          why: sentence(one.consequence),
          dependents: usesOf(model, one),
          choices,
        },
      ];
    });
  },
};

const assumedChoices = (model: Model, { section, span }: Hole, offered: ReadonlySet<unknown>): Choice[] =>
  assumedAt(model, section, span).flatMap(({ write }) =>
    write === null || offered.has(write.edits) ? [] : [{ label: write.title, edits: write.edits }],
  );

function cellChoices(model: Model, { span }: Hole): Choice[] {
  const place = cellAt(model, span.from);
  if (place === null) return [];
  const { table, row, column } = place;
  const header = table.header.cells[column]?.text ?? '';
  return [
    {
      label: 'Use this',
      blank: { name: 'words', prompt: `The cell under “${header}”`, example: 'not known yet' },
      write(answer) {
        const words = answer.trim();
        if (words === '' || /^(\?|TBD|TODO|not shown)$/i.test(words)) return rejected('Enter the text for this cell.');
        return accepted(setCell(model.tree.text, table, row, column, words));
      },
    },
  ];
}

function cellAt(
  model: Model,
  offset: number,
): { readonly table: Table; readonly row: Row; readonly cell: Cell; readonly column: number } | null {
  for (const { blocks } of model.tree.sections) {
    for (const table of blocks) {
      if (table.kind !== 'table' || offset < table.span.from || offset > table.span.to) continue;
      for (const row of table.rows) {
        const column = row.cells.findIndex(({ span }) => span.from <= offset && offset <= span.to);
        const cell = row.cells[column];
        if (cell !== undefined && column < table.header.cells.length) return { table, row, cell, column };
      }
    }
  }
  return null;
}

/** How often the document uses the constant that the row declares. */
function usesOf(model: Model, { kind, about }: Hole): number {
  const name = /\b([A-Z][A-Z0-9_]+)$/.exec(about)?.[1];
  if (kind !== 'constant' || name === undefined) return 1;
  return 1 + model.expressions.filter(({ expression }) => expression.reads.constants.includes(name)).length;
}

const sentence = (text: string): string => {
  const words = text.trim();
  return words.charAt(0).toUpperCase() + words.slice(1) + (/[.!?]$/.test(words) ? '' : '.');
};
