import { own } from '../../base/own.ts';
import { LineIndex } from '../../base/position.ts';
import type { Loss } from '../../export/exporter.ts';
import { exporters } from '../../export/exporters/index.ts';
import { readModel } from '../../model/read.ts';
import { readArguments } from '../arguments.ts';
import type { Command } from '../command.ts';
import { described } from '../described.ts';
import { readDocuments } from '../documents.ts';
import { misused } from '../misused.ts';

const options = [...new Set(exporters.flatMap((exporter) => exporter.options ?? []))];

export const exportCommand: Command = {
  ...described.export,
  async run(args, host) {
    const read = readArguments(args, { out: [], ...Object.fromEntries(options.map((option) => [option, []])) });
    if (!read.ok) return misused(read.problem, exportCommand, host);
    const [form, ...files] = read.names;
    const exporter = exporters.find((one) => one.name === form);
    if (exporter === undefined) {
      const forms = exporters.map(({ name, summary }) => `  ${name}  ${summary}`).join('\n');
      return misused(`${form === undefined ? 'Name a format' : `There is no format “${form}”`}:\n${forms}`, exportCommand, host);
    }
    const stranger = options.find((option) => own(read.options, option) !== undefined && !exporter.options?.includes(option));
    if (stranger !== undefined) return misused(`The format “${exporter.name}” has no option --${stranger}.`, exportCommand, host);
    const documents = await readDocuments(files, host);
    if (documents === null) return 2;
    const [document, ...more] = documents;
    if (document === undefined || more.length > 0)
      return misused('Name exactly one document: the files of two would overwrite each other.', exportCommand, host);

    const model = readModel(document.text);
    const exported = exporter.export(model, read.options);
    const { out } = read.options;
    for (const { path, text } of exported.files) {
      // A single file may go on to another program.
      if (out === undefined && exported.files.length === 1) {
        host.write(text);
        continue;
      }
      const target = out === undefined ? path : `${out.replace(/\/$/, '')}/${path}`;
      const why = await host.writeFile(target, new TextEncoder().encode(text));
      if (why !== null) {
        host.writeError(`${target}: cannot write this file (${why}).\n`);
        return 2;
      }
      host.writeError(`${target}: written.\n`);
    }
    const lines = new LineIndex(document.text);
    const tell = (kind: string, { span, message }: Loss): void => {
      const { line, column } = lines.position(span.from);
      host.writeError(`${document.file}:${line}:${column}: ${kind}: ${message}\n`);
    };
    for (const loss of exported.losses) tell(loss.kind ?? 'left out', loss);
    for (const reason of exported.refused ?? []) tell(reason.kind ?? 'cannot be expressed', reason);
    return exported.refused === undefined ? 0 : 1;
  },
};
