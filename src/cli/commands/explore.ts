import { systemPlatform } from '../../base/platform.ts';
import { LineIndex } from '../../base/position.ts';
import type { Bounds } from '../../explorer/bounds.ts';
import { type Exploration, explore as exploreModel } from '../../explorer/explore.ts';
import { scenarioOf } from '../../explorer/trace.ts';
import type { Model } from '../../model/model.ts';
import { readModel } from '../../model/read.ts';
import { readArguments } from '../arguments.ts';
import type { Command } from '../command.ts';
import { described } from '../described.ts';
import { type Document, readDocuments } from '../documents.ts';
import { misused } from '../misused.ts';
import { printFinding } from '../text/finding.ts';
import { harmless, type Paint, paint } from '../text/paint.ts';
import { plural } from '../text/summary.ts';

interface Explored {
  readonly document: Document;
  /** Null: not a specification. */
  readonly found: Exploration | null;
}

export const explore: Command = {
  ...described.explore,
  async run(args, host) {
    const read = readArguments(args, {
      format: ['text', 'json'],
      start: ['people', 'examples'],
      create: ['yes', 'no'],
      records: 'many',
      seconds: [],
      states: [],
    });
    if (!read.ok) return misused(read.problem, explore, host);
    const numbers = { seconds: wholeNumber(read.options['seconds']), states: wholeNumber(read.options['states']) };
    for (const [name, number] of Object.entries(numbers))
      if (number === 'wrong') return misused(`--${name} must be a whole number from 1, not “${read.options[name]}”.`, explore, host);
    const documents = await readDocuments(read.names, host);
    if (documents === null) return 2;
    const models = documents.map((document) => ({ document, model: readModel(document.text) }));
    const records = readRecords(
      read.many['records'] ?? [],
      models.map(({ model }) => model),
    );
    if (typeof records === 'string') return misused(records, explore, host);
    const bounds: Partial<Bounds> = {
      ...records,
      examples: read.options['start'] === 'examples',
      create: read.options['create'] !== 'no',
      ...(typeof numbers.seconds === 'number' ? { seconds: numbers.seconds } : {}),
      ...(typeof numbers.states === 'number' ? { states: numbers.states } : {}),
    };
    const cancel = new AbortController();
    // The first Ctrl-C ends the search and prints what was found until then.
    void host.interrupted().then(() => cancel.abort());
    const explored: Explored[] = [];
    for (const { document, model } of models) {
      const found = model.recognised
        ? await exploreModel(model, {
            bounds,
            now: systemPlatform.now,
            signal: cancel.signal,
            pause: () => new Promise((resume) => setTimeout(resume)),
          })
        : null;
      explored.push({ document, found });
    }
    const colours = paint(host.color);
    host.write(read.options['format'] === 'json' ? json(explored) : explored.map((one) => text(one, colours)).join(''));
    return explored.every(({ found }) => found !== null && found.findings.length === 0) ? 0 : 1;
  },
};

function wholeNumber(text: string | undefined): number | 'wrong' | null {
  if (text === undefined) return null;
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 'wrong';
}

/** `3` for every entity, `Ticket=4` for one; a text says what is wrong. */
function readRecords(given: readonly string[], models: readonly Model[]): Partial<Bounds> | string {
  const perEntity = new Map<string, number>();
  let records: number | null = null;
  for (const text of given) {
    const [, name, digits = ''] = /^(?:(\w+)=)?([1-9]\d?)$/.exec(text) ?? [];
    if (digits === '') return `--records needs a number from 1 to 99, for every entity (3) or for one (Ticket=4), not “${text}”.`;
    if (name === undefined) records = Number(digits);
    else if (!models.some(({ entities }) => entities.some((entity) => entity.name.text === name)))
      return `--records ${text}: there is no entity ${name}.`;
    else perEntity.set(name, Number(digits));
  }
  return { perEntity, ...(records === null ? {} : { records }) };
}

function json(explored: readonly Explored[]): string {
  const files = explored.map(({ document, found }) => {
    const lines = new LineIndex(document.text);
    const none = { findings: [], worlds: 0, transitions: 0, depth: 0, complete: false, bound: '', limits: [] };
    const { findings, ...rest } = found ?? none;
    return {
      file: document.file,
      recognised: found !== null,
      findings: findings.map(({ code, severity, section, span, message, trace }) => {
        const end = lines.position(span.to);
        return {
          code,
          severity,
          section,
          ...lines.position(span.from),
          endLine: end.line,
          endColumn: end.column,
          message,
          fixes: [],
          trace: trace === null ? null : trace.rows,
        };
      }),
      ...rest,
    };
  });
  return `${JSON.stringify({ files }, null, 2)}\n`;
}

function text({ document, found }: Explored, colours: Paint): string {
  const file = colours.bold(harmless(document.file));
  if (found === null) return `${file}: not a specification. Run “ninefold check” for details.\n`;
  const lines = new LineIndex(document.text);
  const findings = found.findings.map((finding) => {
    const said = printFinding(document.file, document.text, lines, finding, colours);
    return finding.trace === null ? said : `${said}\n${harmlessLines(scenarioOf(titleOf(finding.code), finding.trace))}`;
  });
  const size = `${plural(found.worlds, 'world')}, ${plural(found.transitions, 'step')}, at most ${plural(found.depth, 'step')} deep`;
  const count =
    found.findings.length === 0
      ? found.complete
        ? colours.good('no findings')
        : 'nothing found so far'
      : plural(found.findings.length, 'finding');
  const limits = found.limits.map((limit) => `  - ${harmless(limit)}\n`).join('');
  const ended = found.complete ? '' : ' (not complete)';
  return `${findings.join('\n')}${findings.length > 0 ? '\n' : ''}${file}: ${count}, ${found.bound}\n  ${size}${ended}\n${colours.faint('Limits of this answer:')}\n${limits}\n`;
}

const titleOf = (code: string): string => code.replaceAll('-', ' ');

const harmlessLines = (lines: string): string => lines.split('\n').map(harmless).join('\n');
