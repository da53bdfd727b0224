import { systemPlatform } from '../../base/platform.ts';
import { suggestScenarios } from '../../explorer/suggest.ts';
import { readModel } from '../../model/read.ts';
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
import { progressLine } from '../progress-line.ts';
import { stopSignal } from '../stop-signal.ts';
import { harmless, harmlessLines, paint } from '../text/paint.ts';
import { plural } from '../text/summary.ts';
import { watchFiles } from '../watch.ts';
import { wholeNumber } from '../whole-number.ts';

export const test: Command = {
  ...described.test,
  async run(args, host) {
    const read = readArguments(args, {
      format: formats.flatMap((format) => (format.test === undefined ? [] : [format.name])),
      coverage: 'flag',
      watch: 'flag',
      suggest: 'flag',
      seconds: [],
    });
    if (!read.ok) return misused(read.problem, test, host);
    if (read.options['suggest'] !== undefined) return suggest(read.names, read.options['seconds'], host);
    const format = read.options['format'] ?? 'text';
    const coverage = read.options['coverage'] !== undefined;
    if (coverage && format === 'junit') return misused('--coverage needs --format text or json: JUnit cannot express it.', test, host);
    if (read.options['watch'] === undefined) return testFiles(read.names, { format, coverage }, host);
    if (format !== 'text') return misused(`--watch prints text only and cannot be combined with --format ${format}.`, test, host);
    return watchFiles(read.names, host, () => testFiles(read.names, { format, coverage }, host));
  },
};

/** Prints scenarios for section 1 to the output, and what they do not cover to the error output. */
async function suggest(names: readonly string[], given: string | undefined, host: Machine): Promise<ExitCode> {
  const seconds = wholeNumber(given);
  if (seconds === 'wrong') return misused(`--seconds must be a whole number from 1, not “${given}”.`, test, host);
  const documents = await readDocuments(names, host);
  if (documents === null) return 2;
  const signal = stopSignal(host);
  const progress = progressLine(host, false);
  for (const { file, text } of documents) {
    const model = readModel(text);
    if (!model.recognised) {
      host.writeError(`${harmless(file)}: not a specification. Run “ninefold check” for details.\n`);
      return 2;
    }
    const bounds = seconds === null ? {} : { seconds };
    const { scenarios, covered, left, complete } = await suggestScenarios(model, {
      bounds,
      now: systemPlatform.now,
      signal,
      pause: progress.searching,
    });
    progress.end();
    host.write(scenarios.map((scenario) => `${harmlessLines(scenario)}\n`).join(''));
    const total = covered + left.length;
    const found = `${plural(scenarios.length, 'scenario')} for ${covered} of ${total} transitions, refusals and permissions.`;
    const partly = complete ? '' : ' The search did not cover all worlds: a larger --seconds may find more.';
    const without = left.length === 0 ? '' : ` Without a scenario: ${left.join('; ')}.`;
    host.writeError(`${harmless(file)}: ${found}${partly}${harmless(without)}\n`);
  }
  return 0;
}

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
    const scenarios = runScenarios(model, coverage ? covered.observe : null);
    return { document, recognised: model.recognised, scenarios, coverage: coverage ? covered.items() : null };
  });
  host.write(formats.find(({ name }) => name === format)?.test?.(tested, paint(host.color)) ?? '');
  return tested.every(({ recognised, scenarios }) => recognised && scenarios.every(({ passed }) => passed)) ? 0 : 1;
}
