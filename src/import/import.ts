import { checkModel } from '../check/check.ts';
import { readModel } from '../model/read.ts';
import { toSentenceCase } from '../model/reading/cell-forms.ts';
import { addTable, type TableRow } from './csv/add-table.ts';
import { type Draft, emptyDraft, type ImportLoss, NotReadable } from './draft.ts';
import type { Importer } from './importer.ts';
import { importers } from './importers/index.ts';
import { Names } from './names.ts';
import { removeInvalid } from './remove-invalid.ts';
import { readSheets } from './spreadsheet/read-sheets.ts';
import { writeDraft } from './write.ts';

/** A larger file was not written by a person. */
export const mostCharacters = 5_000_000;

export interface Imported {
  /** The name of the format that the file was read as. */
  readonly format: string;
  /** A document that checks without errors. */
  readonly text: string;
  readonly losses: readonly ImportLoss[];
}

/**
 * Converts a file of another format to a document. `format` names the importer; if null, the file
 * name or the content decides. Throws NotReadable with the problem and a remedy.
 */
export async function importText(text: string, fileName: string, format: string | null = null): Promise<Imported> {
  if (text.length > mostCharacters) throw new NotReadable(`The file is too large: at most ${mostCharacters} characters are read.`);
  if (text.includes('\0')) throw new NotReadable('Not a text file: it is damaged or in an unsupported format.');
  const importer = format === null ? importerFor(text, fileName) : importers.find(({ name }) => name === format);
  if (importer === undefined)
    throw new NotReadable(`This file is in none of the formats that are read: ${importers.map(({ name }) => name).join(', ')}.`);
  const draft = await importer.read(text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n'), titleOf(fileName));
  return asDocument(importer.name, draft);
}

/** Converts an .xlsx file to a document with an entity for each sheet. Throws NotReadable. */
export function importSpreadsheet(bytes: Uint8Array, fileName: string): Imported {
  const title = titleOf(fileName);
  const sheets = readSheets(bytes);
  if (sheets.length === 0) throw new NotReadable('The spreadsheet is empty.');
  const draft = emptyDraft(title);
  const names = new Names();
  for (const { name, rows } of sheets) {
    const head = headOf(rows);
    const below = rows.slice(head).map(({ number, cells }) => ({ number, cells: cells.map(oneSpace) }));
    if (below.length < 2) draft.losses.push({ where: `sheet “${name}”`, message: 'It has no rows below its head: it was left out.' });
    else addTable(draft, names, sheets.length === 1 ? title : name, below, `sheet “${name}”, row`);
    if (head > 0) draft.losses.push({ where: `sheet “${name}”`, message: 'The lines above the head of its table were left out.' });
  }
  if (draft.entities.length === 0) throw new NotReadable('No sheet has rows below its head.');
  return asDocument(spreadsheet, draft);
}

/** The format name of `importSpreadsheet`. */
export const spreadsheet = 'xlsx';

/**
 * Returns the index of the header row. A title above the table has only one cell, so the header is
 * the first row with more, if there is one.
 */
const headOf = (rows: readonly TableRow[]): number =>
  Math.max(
    0,
    rows.findIndex(({ cells }) => cells.filter((cell) => cell !== '').length > 1),
  );

const oneSpace = (cell: string): string => cell.replaceAll(/\r\n?/g, '\n').trim();

function asDocument(format: string, draft: Draft): Imported {
  withoutWrongActions(draft);
  const valid = removeInvalid(writeDraft(draft));
  return { format, text: valid.text, losses: [...draft.losses, ...valid.losses] };
}

/** Removes wrongly guessed actions; the calls stay. */
function withoutWrongActions(draft: Draft): void {
  const text = writeDraft(draft);
  const wrong = checkModel(readModel(text)).filter(({ severity, section }) => severity === 'error' && section === 7);
  for (const { span, message } of wrong) {
    const from = text.lastIndexOf('\n', span.from - 1) + 1;
    const index = draft.calls.findIndex(({ call }) => text.startsWith(`| \`${call}\` |`, from));
    const call = draft.calls[index];
    if (call === undefined || call.does === '') continue;
    draft.calls[index] = { ...call, does: '', returns: call.returns.replace(/ .*$/s, '') };
    draft.losses.push({ where: call.call, message: `What the call does is not shown: “${call.does}” was a guess. ${message}` });
  }
}

/**
 * Selects the importer by the file extension, or by the content if several formats share the
 * extension (`.json`).
 */
function importerFor(text: string, fileName: string): Importer | undefined {
  const ending = /\.([^./\\]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  const named = importers.filter(({ endings }) => endings.includes(ending));
  if (named.length === 1) return named[0];
  return (named.length === 0 ? importers : named).find((importer) => importer.recognises(text));
}

/** `data/order-lines.csv` → `Order lines`. */
const titleOf = (fileName: string): string => toSentenceCase((fileName.split(/[/\\]/).at(-1) ?? '').replace(/\.[^.]*$/, '')) || 'Imported';
