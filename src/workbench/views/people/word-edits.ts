import type { TextEdit } from '../../../base/text-edit.ts';
import { missingIn, readByUsers } from '../../../check/analysis/read-by-users.ts';
import { writeCell, writeIn } from '../../../check/asking/write.ts';
import type { Word } from '../../../model/ast/labels.ts';
import type { Model } from '../../../model/model.ts';
import { tableText } from '../../../syntax/edit-table.ts';
import { addRowAfter, cellOf } from '../row-edits.ts';

/** The combined `Word` tables: every name and text that users read, in each additional language. */
export interface Vocabulary {
  /** `missing` is the number of names and texts without a translation. */
  readonly languages: readonly { readonly tag: string; readonly missing: number }[];
  readonly lines: readonly WordLine[];
}

export interface WordLine {
  /** As in the first cell of a row: `Ticket.status.open`, `"Nothing to do."`. */
  readonly word: string;
  /** The row that translates it; null: none yet. */
  readonly row: Word | null;
  /** By language, as written; empty: none. */
  readonly captions: ReadonlyMap<string, string>;
}

export function vocabularyOf(model: Model): Vocabulary {
  const all = readByUsers(model);
  const rows = new Map(model.words.map((row) => [row.quoted ? `"${row.name}"` : row.name, row]));
  const tags = model.languages.slice(1);
  return {
    languages: tags.map((tag) => ({ tag, missing: missingIn(model, tag, all).length })),
    lines: all.map(({ word, others }): WordLine => {
      const row = [word, ...others].flatMap((one) => rows.get(one) ?? [])[0] ?? null;
      return { word, row, captions: new Map(tags.map((tag) => [tag, row === null ? '' : cellOf(model, row, tag)])) };
    }),
  };
}

/** Writes a translation into its row, a new row, or a new table. */
export function setWord(model: Model, { word, row }: WordLine, language: string, words: string): TextEdit[] {
  if (row !== null) return writeCell(model, row.span, language, words);
  const last = model.words.at(-1);
  const added = last === undefined ? null : addRowAfter(model, last, { Word: word, [language]: words });
  const tags = model.languages.slice(1);
  return added ?? writeIn(model, 1, tableText(['Word', ...tags], [[word, ...tags.map((tag) => (tag === language ? words : ''))]]));
}
