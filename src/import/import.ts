import { checkModel } from '../check/check.ts';
import { readModel } from '../model/read.ts';
import { toSentenceCase } from '../model/reading/cell-forms.ts';
import { type Draft, type ImportLoss, NotReadable } from './draft.ts';
import type { Importer } from './importer.ts';
import { importers } from './importers/index.ts';
import { settle } from './settle.ts';
import { writeDraft } from './write.ts';

/** What is larger is no text that a person wrote. */
export const mostCharacters = 5_000_000;

export interface Imported {
  /** The name of the format that it was read as. */
  readonly format: string;
  /** A document that checks without an error. */
  readonly text: string;
  readonly losses: readonly ImportLoss[];
}

/**
 * A file of another format as a document. `format` names the importer; null: the file's name or its
 * text tells. Throws NotReadable with what is wrong and what to do.
 */
export async function importText(text: string, fileName: string, format: string | null = null): Promise<Imported> {
  if (text.length > mostCharacters) throw new NotReadable(`The file is too large: at most ${mostCharacters} characters are read.`);
  const importer = format === null ? importerFor(text, fileName) : importers.find(({ name }) => name === format);
  if (importer === undefined)
    throw new NotReadable(`This file is in none of the formats that are read: ${importers.map(({ name }) => name).join(', ')}.`);
  const draft = await importer.read(text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n'), titleOf(fileName));
  withoutWrongActions(draft);
  const settled = settle(writeDraft(draft));
  return { format: importer.name, text: settled.text, losses: [...draft.losses, ...settled.losses] };
}

/** Calls whose action was guessed wrongly stay, without it. */
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

/** By the ending of its name; where several formats share one (`.json`), by its text. */
function importerFor(text: string, fileName: string): Importer | undefined {
  const ending = /\.([^./\\]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  const named = importers.filter(({ endings }) => endings.includes(ending));
  if (named.length === 1) return named[0];
  return (named.length === 0 ? importers : named).find((importer) => importer.recognises(text));
}

/** `data/order-lines.csv`: `Order lines`. */
const titleOf = (fileName: string): string => toSentenceCase((fileName.split(/[/\\]/).at(-1) ?? '').replace(/\.[^.]*$/, '')) || 'Imported';
