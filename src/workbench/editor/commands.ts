import { redo, undo } from '@codemirror/commands';
import { foldAll, foldCode, unfoldAll, unfoldCode } from '@codemirror/language';
import { nextDiagnostic, previousDiagnostic } from '@codemirror/lint';
import { openSearchPanel, selectNextOccurrence } from '@codemirror/search';
import type { Command } from '@codemirror/view';
import type { LanguageCommand } from './language/extension.ts';
import { columnLeft, columnRight, deleteColumn, moveColumnLeft, moveColumnRight } from './table/columns.ts';
import { deleteRows, rowAbove, rowBelow, rowDown, rowUp } from './table/rows.ts';

/** Editor commands that need no knowledge of the notation, by name; each also has a key. */
export const plainCommands = {
  undo,
  redo,
  find: openSearchPanel,
  'select next': selectNextOccurrence,
  'next finding': nextDiagnostic,
  'previous finding': previousDiagnostic,
  fold: foldCode,
  unfold: unfoldCode,
  'fold all': foldAll,
  'unfold all': unfoldAll,
  'row below': rowBelow,
  'row above': rowAbove,
  'row up': rowUp,
  'row down': rowDown,
  'delete rows': deleteRows,
  'column left': columnLeft,
  'column right': columnRight,
  'move column left': moveColumnLeft,
  'move column right': moveColumnRight,
  'delete column': deleteColumn,
} satisfies Readonly<Record<string, Command>>;

export type EditorCommand = keyof typeof plainCommands | LanguageCommand;
