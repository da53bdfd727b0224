import { readModel } from '../../model/read.ts';
import { createMemoryStore } from '../../store/memory/memory-store.ts';
import { Coverage } from '../../verify/coverage.ts';
import { runScenarios } from '../../verify/scenarios.ts';
import { readArguments } from '../arguments.ts';
import type { Command, ExitCode } from '../command.ts';
import { described } from '../described.ts';
import { readDocuments } from '../documents.ts';
import type { TestedDocument } from '../formats/format.ts';
import { formats } from '../formats/index.ts';
import type { Machine } from '../machine.ts';
import { misused } from '../misused.ts';
import { paint } from '../text/paint.ts';
import { watchFiles } from '../watch.ts';

export const test: Command = {
  ...described.test,
  async run(args, host) {
    const read = readArguments(args, {
      format: formats.flatMap((format) => (format.test === undefined ? [] : [format.name])),
      coverage: 'flag',
      watch: 'flag',
    });
    if (!read.ok) return misused(read.problem, test, host);
    const format = read.options['format'] ?? 'text';
    const coverage = read.options['coverage'] !== undefined;
    if (coverage && format === 'junit') return misused('--coverage needs --format text or json: JUnit cannot express it.', test, host);
    if (read.options['watch'] === undefined) return testFiles(read.names, { format, coverage }, host);
    if (format !== 'text') return misused(`--watch prints text only and cannot be combined with --format ${format}.`, test, host);
    return watchFiles(read.names, host, () => testFiles(read.names, { format, coverage }, host));
  },
};

async function testFiles(
  names: readonly string[],
  { format, coverage }: { readonly format: string; readonly coverage: boolean },
  host: Machine,
): Promise<ExitCode> {
  const documents = await readDocuments(names, host);
  if (documents === null) return 2;
  const tested = documents.map((document): TestedDocument => {
    const model = readModel(document.text);
    const covered = new Coverage(model);
    const scenarios = runScenarios(model, createMemoryStore, coverage ? covered.observe : null);
    return { document, recognised: model.recognised, scenarios, coverage: coverage ? covered.items() : null };
  });
  host.write(formats.find(({ name }) => name === format)?.test?.(tested, paint(host.color)) ?? '');
  return tested.every(({ recognised, scenarios }) => recognised && scenarios.every(({ passed }) => passed)) ? 0 : 1;
}
