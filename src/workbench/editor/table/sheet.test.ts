import { history, undo } from '@codemirror/commands';
import { EditorState, type TransactionSpec } from '@codemirror/state';
import type { Command, EditorView } from '@codemirror/view';
import { describe, expect, test } from 'vitest';
import { markdown } from '../markdown.ts';
import { columnLeft, columnRight, deleteColumn, moveColumnLeft, moveColumnRight } from './columns.ts';
import { gridAt } from './copy.ts';
import { cellWords, parseTabbed, tabbed } from './grid.ts';
import { tableKeys } from './keys.ts';
import { pasteInto, tableOf } from './paste.ts';
import { deleteRows, rowAbove, rowBelow, rowDown, rowUp } from './rows.ts';
import { placeAt } from './table-place.ts';

const table = `Before

| Field | Type |
|-------|------|
| name | text |
| size | \`a \\| b\` |

After`;

/** A minimal editor view without a page. `@` marks the cursor. */
function sheet(marked: string) {
  const at = marked.indexOf('@');
  let state = EditorState.create({ doc: marked.replace('@', ''), selection: { anchor: at }, extensions: [history(), markdown] });
  const view = {
    get state() {
      return state;
    },
    dispatch: (...specs: TransactionSpec[]) => {
      state = state.update(...specs).state;
    },
  };
  return {
    get state() {
      return state;
    },
    run: (command: Command) => command(view as unknown as EditorView),
    press: (key: string) => tableKeys.find((binding) => binding.key === key)?.run?.(view as unknown as EditorView),
    dispatch: view.dispatch,
    undo: () => undo(view as unknown as EditorView),
    /** The text, with `@` at the cursor. */
    text: () => {
      const { head } = state.selection.main;
      return `${state.sliceDoc(0, head)}@${state.sliceDoc(head)}`;
    },
  };
}

const lines = (text: string, from: number, to: number): string[] => text.split('\n').slice(from, to);

function did(marked: string, command: Command): ReturnType<typeof sheet> {
  const made = sheet(marked);
  expect(made.run(command)).toBe(true);
  return made;
}

describe('rows', () => {
  const inName = table.replace('| name', '| na@me');

  test('are added below and above, and one undo removes each', () => {
    const under = did(inName, rowBelow);
    expect(lines(under.text(), 4, 7)).toEqual(['| name | text |', '| @ |  |', '| size | `a \\| b` |']);
    under.undo();
    expect(under.state.sliceDoc()).toBe(table);
    expect(lines(did(inName, rowAbove).text(), 3, 6)).toEqual(['|-------|------|', '| @ |  |', '| name | text |']);
  });

  test('are added as the first row from the header', () => {
    expect(lines(did(table.replace('Field', 'Fi@eld'), rowAbove).text(), 2, 5)).toEqual([
      '| Field | Type |',
      '|-------|------|',
      '| @ |  |',
    ]);
  });

  test('move, but never above the header or out of the table', () => {
    const made = did(inName, rowDown);
    expect(lines(made.state.sliceDoc(), 4, 6)).toEqual(['| size | `a \\| b` |', '| name | text |']);
    expect(made.run(rowDown)).toBe(true);
    expect(lines(made.state.sliceDoc(), 5, 7)).toEqual(['| name | text |', '']);
    made.run(rowUp);
    expect(made.state.sliceDoc()).toBe(table);
    expect(made.run(rowUp)).toBe(true);
    expect(made.state.sliceDoc()).toBe(table);
    expect(sheet(`Be@fore`).run(rowUp)).toBe(false);
  });

  test('are deleted, except the header', () => {
    const made = did(inName, deleteRows);
    expect(lines(made.text(), 3, 6)).toEqual(['|-------|------|', '| @size | `a \\| b` |', '']);
    made.run(deleteRows);
    expect(lines(made.text(), 3, 5)).toEqual(['|@-------|------|', '']);
    expect(made.run(deleteRows)).toBe(false);
  });
});

describe('columns', () => {
  const inName = table.replace('| name', '| na@me');

  test('are added on each side', () => {
    const right = did(inName, columnRight);
    expect(lines(right.text(), 2, 6)).toEqual([
      '| Field | @ | Type |',
      '|-------|---|------|',
      '| name |  | text |',
      '| size |  | `a \\| b` |',
    ]);
    right.undo();
    expect(right.state.sliceDoc()).toBe(table);
    expect(lines(did(inName, columnLeft).text(), 2, 4)).toEqual(['| @ | Field | Type |', '|---|-------|------|']);
    expect(lines(did(table.replace('text |', 'te@xt |'), columnRight).state.sliceDoc(), 2, 4)).toEqual([
      '| Field | Type |  |',
      '|-------|------|---|',
    ]);
  });

  test('are moved and deleted', () => {
    const made = did(inName, moveColumnRight);
    expect(lines(made.text(), 2, 6)).toEqual(['| Type | Field |', '|------|-------|', '| text | @name |', '| `a \\| b` | size |']);
    made.run(moveColumnRight);
    made.run(moveColumnLeft);
    expect(made.state.sliceDoc()).toBe(table);
    made.run(deleteColumn);
    expect(lines(made.state.sliceDoc(), 2, 5)).toEqual(['| Type |', '|------|', '| text |']);
    made.run(deleteColumn);
    expect(lines(made.state.sliceDoc(), 2, 5)).toEqual(['| Type |', '|------|', '| text |']);
  });

  test('without outer pipes work too', () => {
    const made = did('a | b\n---|---\n1 | 2@', columnRight);
    expect(made.state.sliceDoc()).toBe('a | b|  \n---|---|---\n1 | 2|  ');
    expect(did('a | b\n---|---\n1 | 2@', deleteColumn).state.sliceDoc()).toBe('a \n---\n1 ');
  });
});

describe('keys', () => {
  test('Enter goes down, and from the last row to a new one', () => {
    const made = sheet(table.replace('| name', '| na@me'));
    made.press('Enter');
    expect(made.state.sliceDoc(made.state.selection.main.from, made.state.selection.main.to)).toBe('size');
    made.press('Enter');
    expect(lines(made.text(), 5, 8)).toEqual(['| size | `a \\| b` |', '| @ |  |', '']);
    made.press('Enter');
    expect(lines(made.text(), 5, 8)).toEqual(['| size | `a \\| b` |', '@', '']);
  });

  test('a new row in a quote is quoted', () => {
    const made = sheet('> | a | b |\n> |---|---|\n> | 1 | @2 |');
    made.press('Tab');
    expect(made.text()).toBe('> | a | b |\n> |---|---|\n> | 1 | 2 |\n> | @ |  |');
  });

  test('outside tables, every key keeps its usual meaning', () => {
    for (const { run } of tableKeys) expect(run && sheet(`Pr@ose\n\n${table}`).run(run)).toBe(false);
  });
});

describe('exchange with spreadsheets', () => {
  const paste = (marked: string, grid: readonly (readonly string[])[]): string => {
    const made = sheet(marked);
    const place = placeAt(made.state, made.state.selection.main.from);
    if (place === null) throw new Error('no table there');
    made.dispatch(pasteInto(made.state, place, grid));
    return made.state.sliceDoc();
  };

  test('cells are filled to the right and down, and the table grows', () => {
    expect(
      lines(
        paste(table.replace('text |', 't@ext |'), [
          ['a|b', 'c'],
          ['', 'd'],
          ['e\nf', ''],
        ]),
        2,
        7,
      ),
    ).toEqual(['| Field | Type |  |', '|-------|------| --- |', '| name | a\\|b | c |', '| size |  | d |', '|  | e f |  |']);
  });

  test('below the header, the next row is the first of the body', () => {
    expect(
      lines(
        paste(table.replace('Type |', 'Ty@pe |'), [
          ['Kind', 'More'],
          ['number', 'x'],
        ]),
        2,
        5,
      ),
    ).toEqual(['| Field | Kind | More |', '|-------|------| --- |', '| name | number | x |']);
  });

  test('tabs and quotes', () => {
    expect(parseTabbed('a\tb\r\nc\t\r\n')).toEqual([
      ['a', 'b'],
      ['c', ''],
    ]);
    expect(parseTabbed('"two\nlines"\t"say ""hi"""\t"open"')).toEqual([['two\nlines', 'say "hi"', '"open"']]);
    expect(parseTabbed('')).toEqual([['']]);
    const grid = [
      ['"open"', 'a\tb'],
      ['', 'x'],
    ];
    expect(parseTabbed(tabbed(grid))).toEqual([
      ['"open"', 'a\tb'],
      ['', 'x'],
    ]);
  });

  test('a table is copied with its original, unescaped text', () => {
    const made = sheet(table.replace('| name', '| na@me'));
    expect(gridAt(made.state, made.state.selection.main.head)).toEqual([
      ['Field', 'Type'],
      ['name', 'text'],
      ['size', '`a | b`'],
    ]);
    expect(cellWords('a | b \\| c')).toBe('a \\| b \\| c');
  });

  test('a grid on its own becomes a table', () => {
    expect(tableOf([['Field', 'Type'], ['name']])).toBe('| Field | Type |\n|---|---|\n| name |  |');
  });
});
