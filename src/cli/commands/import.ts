import { NotReadable } from '../../import/draft.ts';
import { type Imported, importSpreadsheet, importText, spreadsheet } from '../../import/import.ts';
import { importers } from '../../import/importers/index.ts';
import { scenariosInto } from '../../import/scenarios-into.ts';
import { isSpreadsheet } from '../../import/spreadsheet/read-sheets.ts';
import { readArguments } from '../arguments.ts';
import type { Command } from '../command.ts';
import { described } from '../described.ts';
import { type Document, readDocuments, writeDocument } from '../documents.ts';
import { misused } from '../misused.ts';
import { harmless } from '../text/paint.ts';

const formats = [...importers.map(({ name }) => name), spreadsheet];

/**
 * Imports a spreadsheet or a text file. Throws NotReadable if the file does not have the named
 * format.
 */
async function importFile({ file, bytes, text }: Document, from: string | null): Promise<Imported> {
  const isSheet = isSpreadsheet(bytes);
  if (isSheet && from !== null && from !== spreadsheet)
    throw new NotReadable(`The file is a spreadsheet, not ${from}: leave out --from, or save one sheet as CSV.`);
  if (!isSheet && from === spreadsheet)
    throw new NotReadable('The file is not an .xlsx spreadsheet: leave out --from, or name its format.');
  return isSheet ? importSpreadsheet(bytes, file) : await importText(text, file, from);
}

export const importCommand: Command = {
  ...described.import,
  async run(args, host) {
    const read = readArguments(args, { from: formats, out: [], into: [], format: ['text', 'json'] });
    if (!read.ok) return misused(read.problem, importCommand, host);
    const { from = null, out, into, format } = read.options;
    if (read.names.length !== 1) {
      const all = [...importers, { name: spreadsheet, summary: 'The sheets of an .xlsx, as tables of CSV.' }];
      const forms = all.map(({ name, summary }) => `  ${name.padEnd(8)}  ${summary}`).join('\n');
      return misused(`Name one file to import:\n${forms}`, importCommand, host);
    }
    if (into !== undefined && out !== undefined)
      return misused('--into changes a document, --out writes a new one: choose one.', importCommand, host);
    const [file] = (await readDocuments(read.names, host)) ?? [];
    if (file === undefined) return 2;
    const [document] = into === undefined ? [] : ((await readDocuments([into], host)) ?? []);
    if (into !== undefined && document === undefined) return 2;
    try {
      const imported =
        document === undefined ? await importFile(file, from) : { format: 'gherkin', ...scenariosInto(document.text, file.text) };
      if (document !== undefined && !(await writeDocument(document, imported.text, host))) return 2;
      if (out !== undefined) {
        const exists = (await host.readFile(out)).kind !== 'missing';
        const why = exists ? 'it exists already' : await host.writeFile(out, new TextEncoder().encode(imported.text));
        if (why !== null) {
          host.writeError(`${harmless(out)}: cannot write this file (${why}).\n`);
          return 2;
        }
        host.writeError(`${harmless(out)}: written.\n`);
      }
      if (format === 'json')
        host.write(
          `${JSON.stringify({ file: file.file, format: imported.format, text: imported.text, losses: imported.losses }, null, 2)}\n`,
        );
      else {
        if (out === undefined && into === undefined) host.write(imported.text);
        for (const { where, message } of imported.losses)
          host.writeError(`${harmless(file.file)}: ${harmless(where)}: ${harmless(message)}\n`);
      }
      return 0;
    } catch (error) {
      if (!(error instanceof NotReadable)) throw error;
      host.writeError(`${harmless(file.file)}: ${harmless(error.message)}\n`);
      return 1;
    }
  },
};
