import { systemPlatform } from '../../base/platform.ts';
import { compareExplorations, type Difference } from '../../explorer/compare.ts';
import { type Exploration, explore } from '../../explorer/explore.ts';
import type { Behaviour } from '../../explorer/findings/behaviours.ts';
import { scenarioOf } from '../../explorer/steps/trace.ts';
import { readModel } from '../../model/read.ts';
import { readArguments } from '../arguments.ts';
import type { Command } from '../command.ts';
import { described } from '../described.ts';
import { type Document, readDocuments } from '../documents.ts';
import { misused } from '../misused.ts';
import { progressLine } from '../progress-line.ts';
import { stopSignal } from '../stop-signal.ts';
import { peopleJson, peopleWords } from '../text/exploration.ts';
import { harmless, harmlessLines, type Paint, paint } from '../text/paint.ts';
import { wholeNumber } from '../whole-number.ts';

export const diff: Command = {
  ...described.diff,
  async run(args, host) {
    const read = readArguments(args, { format: ['text', 'json'], records: [], seconds: [] });
    if (!read.ok) return misused(read.problem, diff, host);
    const numbers = { records: wholeNumber(read.options['records']), seconds: wholeNumber(read.options['seconds']) };
    for (const [name, number] of Object.entries(numbers))
      if (number === 'wrong') return misused(`--${name} must be a whole number from 1, not “${read.options[name]}”.`, diff, host);
    if (read.names.length !== 2) return misused('Name the older and the newer document: diff old.md new.md.', diff, host);
    const documents: Document[] = [];
    // Read one at a time, because the same file may be named twice.
    for (const name of read.names) {
      const [document] = (await readDocuments([name], host)) ?? [];
      if (document === undefined) return 2;
      documents.push(document);
    }
    const signal = stopSignal(host);
    const progress = progressLine(host, read.options['format'] === 'json');
    const found: Exploration[] = [];
    for (const { file, text } of documents) {
      const model = readModel(text);
      if (!model.recognised) {
        host.write(`${harmless(file)}: not a specification. Run “ninefold check” for details.\n`);
        return 2;
      }
      const bounds = {
        records: typeof numbers.records === 'number' ? numbers.records : 2,
        ...(typeof numbers.seconds === 'number' ? { seconds: numbers.seconds } : {}),
      };
      found.push(await explore(model, { bounds, now: systemPlatform.now, signal, pause: progress.searching, behaviours: true }));
    }
    progress.end();
    const [before, after] = found as [Exploration, Exploration];
    const comparison = compareExplorations(before, after);
    host.write(read.options['format'] === 'json' ? json(comparison) : text(comparison, paint(host.color)));
    return comparison.added.length + comparison.removed.length === 0 ? 0 : 1;
  },
};

function json({ added, removed, bound, complete, people }: Difference): string {
  const plain = ({ kind, words, trace }: Behaviour) => ({ kind, words, trace: trace.rows });
  return `${JSON.stringify({ added: added.map(plain), removed: removed.map(plain), bound, complete, people: peopleJson(people) }, null, 2)}\n`;
}

function text({ added, removed, bound, same, complete, people }: Difference, colours: Paint): string {
  const part = (title: string, list: readonly Behaviour[]): string =>
    list.length === 0
      ? ''
      : `${colours.bold(title)}\n\n${list.map(({ words, trace }) => `${harmless(words)}\n\n${harmlessLines(scenarioOf(words.replaceAll(/[“”]/g, ''), trace))}\n`).join('')}`;
  const notes = [
    ...(same ? [] : ['The two documents were searched with different numbers of records: pass a smaller one with --records.']),
    ...(complete
      ? []
      : ['The search did not cover all worlds: what it did not reach may still be possible. Use a larger --seconds or fewer --records.']),
  ];
  const count =
    added.length + removed.length === 0 ? 'No difference' : `Became possible: ${added.length}. Became impossible: ${removed.length}`;
  const printed = `${part('Became possible (steps for the newer document)', added)}${part('Became impossible (steps for the older document)', removed)}`;
  return `${printed}${peopleWords(people, printed)}${count} (${bound}).\n${notes.map((note) => `${note}\n`).join('')}`;
}
