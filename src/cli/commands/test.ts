import { readModel } from '../../model/read.ts';
import { createMemoryStore } from '../../store/memory/memory-store.ts';
import { runScenarios } from '../../verify/scenarios.ts';
import { readArguments } from '../arguments.ts';
import type { Command, ExitCode } from '../command.ts';
import { readDocuments } from '../documents.ts';
import type { TestedDocument } from '../formats/format.ts';
import { formats } from '../formats/index.ts';
import type { Host } from '../host.ts';
import { misused } from '../misused.ts';
import { paint } from '../text/paint.ts';
import { watchFiles } from '../watch.ts';

export const test: Command = {
  name: 'test',
  usage: 'test FILE… [--format text|json|junit] [--watch]',
  summary: 'Runs the scenarios of a document, each in a fresh product.',
  async run(args, host) {
    const read = readArguments(args, {
      format: formats.flatMap((format) => (format.test === undefined ? [] : [format.name])),
      watch: 'flag',
    });
    if (!read.ok) return misused(read.problem, test, host);
    const format = read.options['format'] ?? 'text';
    if (read.options['watch'] === undefined) return testFiles(read.names, format, host);
    if (format !== 'text') return misused(`--watch is for people: it prints text, not --format ${format}.`, test, host);
    return watchFiles(read.names, host, () => testFiles(read.names, format, host));
  },
};

async function testFiles(names: readonly string[], format: string, host: Host): Promise<ExitCode> {
  const documents = await readDocuments(names, host);
  if (documents === null) return 2;
  const tested = documents.map((document): TestedDocument => {
    const model = readModel(document.text);
    return { document, recognised: model.recognised, scenarios: runScenarios(model, createMemoryStore) };
  });
  host.write(formats.find(({ name }) => name === format)?.test?.(tested, paint(host.color)) ?? '');
  return tested.every(({ recognised, scenarios }) => recognised && scenarios.every(({ passed }) => passed)) ? 0 : 1;
}
