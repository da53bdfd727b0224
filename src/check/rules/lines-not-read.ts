import type { TextEdit } from '../../base/text-edit.ts';
import type { Model } from '../../model/model.ts';
import { lineEndOf, tableText } from '../../syntax/edit-table.ts';
import type { Block, Heading } from '../../syntax/tree.ts';
import { convertEntities } from '../analysis/convert-entities.ts';
import {
  type ConvertedLines,
  callsInHeadings,
  convertLines,
  linesOf,
  type RoutedHeading,
  screensInHeadings,
} from '../analysis/convert-lines.ts';
import { convertNested } from '../analysis/convert-nested.ts';
import { convertPermissions } from '../analysis/convert-permissions.ts';
import { replaced } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const linesNotRead = defineRule({
  code: 'lines-not-read',
  severity: 'warning',
  section: 0,
  summary: 'Lines that look like the rows of a table of their section, but are read as prose.',
  messages: {
    screens:
      'This heading is read as prose. Screens are the rows of a table with the columns “Screen” and “Route”; what one shows is listed under a heading with its name alone.',
    calls: 'This heading is read as prose. Calls are the rows of a table with the columns “Call”, “Takes”, “Does” and “Returns”.',
    scenario:
      'This scenario is read as prose and is not tested. A scenario is a heading “### Scenario: …” with a table that begins with “As”, and has the columns Do and Expect.',
    words:
      'This list is read as prose, and so is all of its section, which has no table. {rows} of a table whose first column is “{first}”{under}.',
    detail: 'This is read as prose and has no effect. {rows} of a table whose first column is “{first}”{under}.',
  },
  check(model, report) {
    for (const { number, blocks } of model.tree.sections) {
      if (number === 1)
        for (const block of blocks) if (isGherkin(model, block)) report({ message: 'scenario', at: firstLine(model, block) });
      let isReported = model.misreads.some(({ section }) => section === number);
      if (number === 2 && model.screens.every(({ assumed }) => assumed)) {
        const screens = screensInHeadings(blocks);
        isReported ||= screens.length > 0;
        for (const { heading } of screens.slice(0, 1))
          report({
            message: 'screens',
            at: heading.content,
            fix: { title: 'Write the table of screens', edits: screensWritten(model, screens) },
          });
      }
      const inWords = unread[number];
      const list = blocks.find((block) => isList(model, block));
      const reportWords = (): void => {
        if (isReported || inWords === undefined || list === undefined || model.sections[number - 1]?.state === 'shown') return;
        const written = number === 6 ? convertPermissions(model, linesOf(model, list), lineEndOf(model.tree.text)) : null;
        const fix = written === null ? [] : replaced(list.span, written, 'Write the tables');
        report({ message: 'words', at: firstLine(model, list), fix, data: inWords });
      };
      // Section 3 may have entities with a table and others without one.
      if (number !== 3 && model.sections[number - 1]?.state !== 'described') {
        reportWords();
        continue;
      }
      const calls = number === 7 ? callsInHeadings(blocks) : [];
      isReported ||= calls.length > 0;
      for (const { heading } of calls.slice(0, 1))
        report({ message: 'calls', at: heading.content, fix: { title: 'Write the table of calls', edits: callsWritten(model, calls) } });
      let heading: Heading | null = null;
      for (const [index, block] of blocks.entries()) {
        if (block.kind === 'heading') heading = block;
        const entities = number === 3 ? convertEntities(model, block, lineEndOf(model.tree.text)) : null;
        // A table that follows would belong to the last of them.
        const isLast =
          entities !== null && blocks.slice(index + 1).find(({ kind }) => kind === 'table' || kind === 'heading')?.kind !== 'table';
        const nested = number === 3 ? convertNested(model, block, lineEndOf(model.tree.text)) : null;
        const converted: ConvertedLines | null =
          nested !== null
            ? { first: 'Field', ...nested }
            : entities === null
              ? convertLines(model, number, block, heading)
              : { first: 'Field', markdown: isLast ? entities : null };
        if (converted === null) continue;
        isReported = true;
        const { first, markdown } = converted;
        report({
          message: 'detail',
          at: firstLine(model, block),
          fix: markdown === null ? [] : replaced(block.span, markdown, 'Rewrite the lines as a table'),
          data: {
            rows: rows[first],
            first,
            under: under[first] ?? '',
          },
        });
      }
      reportWords();
    }
  },
});

/** `Given … When … Then …`, each at the start of a line or of an entry. */
function isGherkin({ tree: { text } }: Model, { kind, span }: Block): boolean {
  if (kind === 'table' || kind === 'heading') return false;
  const starts = [...text.slice(span.from, span.to).matchAll(/^[ \t]*(?:[*+-][ \t]+)?(When|Then)\b/gim)];
  return new Set(starts.map(([, word = '']) => word.toLowerCase())).size === 2;
}

/** A list of two entries or more, or a diagram: what is listed is hardly a remark. */
function isList({ tree: { text } }: Model, block: Block): boolean {
  if (block.kind === 'bullets') return block.items.length > 1;
  if (block.kind !== 'other') return false;
  return block.name === 'OrderedList' || (block.name === 'FencedCode' && /^[`~]{3,}\s*mermaid\b/i.test(text.slice(block.span.from)));
}

/** Edits that write a table before the first heading, and take the routes out of all headings. */
function screensWritten({ tree: { text } }: Model, screens: readonly RoutedHeading[]): TextEdit[] {
  const end = lineEndOf(text);
  const table = tableText(
    ['Screen', 'Route'],
    screens.map(({ name, route }) => [name, route]),
    end,
  );
  const from = screens[0]?.heading.span.from ?? 0;
  return [
    { from, to: from, insert: `${table}${end}${end}` },
    ...screens.map(({ heading, name }) => ({ ...heading.content, insert: name })),
  ];
}

/** Edits that write a table before the first heading. What each call does is still to be said. */
function callsWritten({ tree: { text } }: Model, calls: ReturnType<typeof callsInHeadings>): TextEdit[] {
  const end = lineEndOf(text);
  const table = tableText(
    ['Call', 'Takes', 'Does', 'Returns'],
    calls.map(({ call }) => [`\`${call}\``, '', '?', '?']),
    end,
  );
  const from = calls[0]?.heading.span.from ?? 0;
  return [{ from, to: from, insert: `${table}${end}${end}` }];
}

const under: Partial<Record<ConvertedLines['first'], string>> = {
  Field: ', under a heading with the name of the entity',
  From: ', under a heading with the entity and its field (### Order.status)',
};

const rows: Readonly<Record<ConvertedLines['first'], string>> = {
  Screen: 'Screens are the rows',
  Field: 'Fields are the rows',
  From: 'Transitions are the rows',
  Call: 'Calls are the rows',
  Error: 'Errors are the rows',
  Constant: 'Constants are the rows',
};

/** What the sections are read from. */
const unread: Readonly<Record<number, { readonly rows: string; readonly first: string; readonly under: string }>> = {
  2: { rows: rows.Screen, first: 'Screen', under: '' },
  3: { rows: rows.Field, first: 'Field', under: under.Field ?? '' },
  4: { rows: rows.From, first: 'From', under: under.From ?? '' },
  5: { rows: 'Rules are the rows', first: 'Rule', under: '' },
  6: { rows: 'Permissions are the rows', first: 'Permission', under: ', below one whose first column is “Role”' },
  7: { rows: rows.Call, first: 'Call', under: '' },
  8: { rows: rows.Error, first: 'Error', under: '' },
  9: { rows: rows.Constant, first: 'Constant', under: '' },
};

function firstLine(model: Model, { span: { from, to } }: Block): { readonly from: number; readonly to: number } {
  const [line = ''] = model.tree.text.slice(from, to).split(/\r?\n/, 1);
  return { from, to: from + line.length };
}
