import { didYouMean } from '../../base/nearest.ts';
import { own } from '../../base/own.ts';
import { LineIndex } from '../../base/position.ts';
import { exporters } from '../../export/exporters/index.ts';
import { readModel } from '../../model/read.ts';
import { readArguments } from '../arguments.ts';
import type { Command } from '../command.ts';
import { described } from '../described.ts';
import { readDocuments } from '../documents.ts';
import { misused } from '../misused.ts';

function unknownFormat(form: string): string {
  const guess = didYouMean(
    form,
    exporters.map(({ name }) => name),
  );
  return `There is no format “${form}”${guess === '' ? '' : `.${guess} The formats are`}`;
}

const options = [...new Set(exporters.flatMap((exporter) => exporter.options ?? []))];

export const exportCommand: Command = {
  ...described.export,
  async run(args, host) {
    const read = readArguments(args, {
      out: [],
      format: ['text', 'json'],
      ...Object.fromEntries(options.map((option) => [option, []])),
    });
    if (!read.ok) return misused(read.problem, exportCommand, host);
    const [form, ...files] = read.names;
    const exporter = exporters.find((one) => one.name === form);
    if (exporter === undefined) {
      const forms = exporters.map(({ name, summary }) => `  ${name.padEnd(11)}  ${summary}`).join('\n');
      return misused(`${form === undefined ? 'Name a format' : unknownFormat(form)}:\n${forms}`, exportCommand, host);
    }
    const stranger = options.find((option) => own(read.options, option) !== undefined && !exporter.options?.includes(option));
    if (stranger !== undefined) return misused(`The format “${exporter.name}” has no option --${stranger}.`, exportCommand, host);
    const documents = await readDocuments(files, host);
    if (documents === null) return 2;
    const [document, ...more] = documents;
    if (document === undefined || more.length > 0)
      return misused('Name exactly one document: the files of two would overwrite each other.', exportCommand, host);

    const { text, losses } = exporter.export(readModel(document.text), read.options);
    const lines = new LineIndex(document.text);
    const reports = losses.map(({ span, kind = 'left out', message }) => ({ ...lines.position(span.from), kind, message }));
    const inWords = reports.map(({ line, kind, message }) => `${document.file}:${line}: ${kind}: ${message}`);
    const whole = text === null ? null : exporter.withLosses(text, inWords);
    const { out, format } = read.options;
    if (whole !== null && out !== undefined) {
      const target = `${out.replace(/\/$/, '')}/${exporter.file}`;
      const why = await host.writeFile(target, new TextEncoder().encode(whole));
      if (why !== null) {
        host.writeError(`${target}: cannot write this file (${why}).\n`);
        return 2;
      }
      host.writeError(`${target}: written.\n`);
    }
    if (format === 'json') {
      host.write(
        `${JSON.stringify({ file: document.file, format: exporter.name, path: exporter.file, text: whole, losses: reports }, null, 2)}\n`,
      );
    } else {
      // Standard output gets only the file, because it may be piped to another program.
      if (whole !== null && out === undefined) host.write(whole);
      for (const { line, column, kind, message } of reports) host.writeError(`${document.file}:${line}:${column}: ${kind}: ${message}\n`);
    }
    return whole === null ? 1 : 0;
  },
};
