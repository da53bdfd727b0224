import { systemPlatform } from '../../base/platform.ts';
import { LineIndex } from '../../base/position.ts';
import type { Bounds } from '../../explorer/bounds.ts';
import { type Exploration, explore as exploreModel } from '../../explorer/explore.ts';
import { scenarioOf } from '../../explorer/trace.ts';
import type { Ability } from '../../explorer/who.ts';
import type { Model } from '../../model/model.ts';
import { readModel } from '../../model/read.ts';
import { readArguments } from '../arguments.ts';
import type { Command } from '../command.ts';
import { described } from '../described.ts';
import { type Document, readDocuments } from '../documents.ts';
import { misused } from '../misused.ts';
import { pause, stopSignal } from '../stop-signal.ts';
import { printFinding } from '../text/finding.ts';
import { harmless, harmlessLines, type Paint, paint } from '../text/paint.ts';
import { plural } from '../text/summary.ts';
import { wholeNumber } from '../whole-number.ts';

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
      who: 'flag',
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
    const signal = stopSignal(host);
    // On a terminal a line on the error output says how far the search is.
    const progress = host.interactive && read.options['format'] !== 'json' ? (line: string) => host.writeError(line) : null;
    const explored: Explored[] = [];
    for (const { document, model } of models) {
      const found = model.recognised
        ? await exploreModel(model, {
            bounds,
            now: systemPlatform.now,
            signal,
            who: read.options['who'] === 'yes',
            pause: pauseWith(progress),
          })
        : null;
      explored.push({ document, found });
    }
    progress?.(noLine);
    const colours = paint(host.color);
    host.write(read.options['format'] === 'json' ? json(explored) : explored.map((one) => text(one, colours)).join(''));
    return explored.every(({ found }) => found !== null && found.findings.length === 0) ? 0 : 1;
  },
};

/** Puts the cursor back and clears the line. */
const noLine = '\r\u001b[K';
const betweenLines = 200;

/** Lets a Ctrl-C arrive, and tells how far the search is a few times a second. */
function pauseWith(progress: ((line: string) => void) | null): (worlds: number, depth: number) => Promise<void> {
  let last = systemPlatform.now();
  return (worlds, depth) => {
    const now = systemPlatform.now();
    if (progress !== null && now - last >= betweenLines) {
      last = now;
      progress(`${noLine}${plural(worlds, 'world')}, ${plural(depth, 'step')} deep. Press Ctrl-C to stop and see what was found.`);
    }
    return pause();
  };
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
    const { findings, who, happenings: _, settled: __, ...rest } = found ?? { ...none, who: null, happenings: null, settled: false };
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
      ...(who === null ? {} : { who: who.map((one) => ({ ...one, way: one.way?.rows ?? null })) }),
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
  return `${findings.join('\n')}${findings.length > 0 ? '\n' : ''}${file}: ${count}, ${found.bound}\n  ${size}${ended}\n${found.who === null ? '' : `\n${harmlessLines(whoTables(found.who, found.bound))}`}${colours.faint('Limits of this answer:')}\n${limits}\n`;
}

/** A table for each entity: a row for each operation, a column for each role. */
function whoTables(who: readonly Ability[], bound: string): string {
  const entities = [...new Set(who.map(({ entity }) => entity))];
  const roles = [...new Set(who.map(({ role }) => role))];
  const tables = entities.map((entity) => {
    const rows = new Map<string, string[]>();
    for (const one of who.filter((ability) => ability.entity === entity)) {
      const name = one.field === null ? one.operation : `${one.operation} ${one.field}`;
      rows.set(name, [...(rows.get(name) ?? []), canWords(one)]);
    }
    const lines = [[entity, ...roles], ...[...rows].map(([name, cells]) => [name, ...cells])];
    const widths = [entity, ...roles].map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
    return lines
      .map((line) =>
        line
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd(),
      )
      .join('\n');
  });
  return `Who can ever do what (${bound}):\n\n${tables.join('\n\n')}\n\n`;
}

const canWords = ({ can, states }: Ability): string => (states.length > 0 ? `in ${states.join(', ')}` : can);

const titleOf = (code: string): string => code.replaceAll('-', ' ');
