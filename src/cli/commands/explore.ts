import { didYouMean } from '../../base/nearest.ts';
import { systemPlatform } from '../../base/platform.ts';
import { LineIndex } from '../../base/position.ts';
import type { Bounds } from '../../explorer/document/bounds.ts';
import { readQuestion } from '../../explorer/document/question.ts';
import { type Answer, canEver, type Exploration, type ExploreOptions, explore as exploreModel } from '../../explorer/explore.ts';
import type { Verdict } from '../../explorer/findings/invariants.ts';
import type { Model } from '../../model/model.ts';
import { readModel } from '../../model/read.ts';
import { readArguments } from '../arguments.ts';
import type { Command } from '../command.ts';
import { described } from '../described.ts';
import { readDocuments } from '../documents.ts';
import { misused } from '../misused.ts';
import { progressLine } from '../progress-line.ts';
import { stopSignal } from '../stop-signal.ts';
import { answerText, type Explored, explorationText, peopleJson } from '../text/exploration.ts';
import { paint } from '../text/paint.ts';
import { wholeNumber } from '../whole-number.ts';

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
      ever: [],
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
    const progress = progressLine(host, read.options['format'] === 'json');
    const options: ExploreOptions = { bounds, now: systemPlatform.now, signal, pause: progress.searching };
    const colours = paint(host.color);
    const asJson = read.options['format'] === 'json';
    const question = read.options['ever'];
    if (question !== undefined) {
      const answers: Answered[] = [];
      for (const { document, model } of models) {
        const parsed = readQuestion(model, question);
        if (typeof parsed === 'string') return misused(`--ever “${question}”: ${parsed}`, explore, host);
        answers.push({ file: document.file, answer: await canEver(model, parsed, options) });
      }
      progress.end();
      host.write(asJson ? answersJson(answers) : answers.map(({ file, answer }) => answerText(file, question, answer, colours)).join(''));
      return answers.every(({ answer }) => answer.can === false) ? 0 : 1;
    }
    const explored: Explored[] = [];
    for (const { document, model } of models) {
      const found = model.recognised ? await exploreModel(model, { ...options, who: read.options['who'] === 'yes' }) : null;
      explored.push({ document, found });
    }
    progress.end();
    host.write(asJson ? json(explored) : explored.map((one) => explorationText(one, colours)).join(''));
    return explored.every(({ found }) => found !== null && found.findings.length === 0) ? 0 : 1;
  },
};

interface Answered {
  readonly file: string;
  readonly answer: Answer;
}

function answersJson(answers: readonly Answered[]): string {
  const files = answers.map(({ file, answer: { trace, people, ...rest } }) => ({
    file,
    ...rest,
    people: peopleJson(people),
    trace: trace?.rows ?? null,
  }));
  return `${JSON.stringify({ files }, null, 2)}\n`;
}

/**
 * Parses record limits: `3` applies to every entity, `Ticket=4` to one. Returns a string that
 * describes the problem if one is invalid.
 */
function readRecords(given: readonly string[], models: readonly Model[]): Partial<Bounds> | string {
  const perEntity = new Map<string, number>();
  const entityNames = models.flatMap(({ entities }) => entities.map((entity) => entity.name.text));
  let records: number | null = null;
  for (const text of given) {
    const [, name, digits = ''] = /^(?:(\w+)=)?([1-9]\d?)$/.exec(text) ?? [];
    if (digits === '') return `--records needs a number from 1 to 99, for every entity (3) or for one (Ticket=4), not “${text}”.`;
    if (name === undefined) records = Number(digits);
    else if (!entityNames.includes(name)) return `--records ${text}: there is no entity ${name}.${didYouMean(name, entityNames)}`;
    else perEntity.set(name, Number(digits));
  }
  return { perEntity, ...(records === null ? {} : { records }) };
}

const none: Exploration = {
  findings: [],
  worlds: 0,
  transitions: 0,
  runs: 0,
  depth: 0,
  stopped: false,
  complete: false,
  bound: '',
  limits: [],
  people: [],
  invariants: [],
  who: null,
  behaviours: null,
  settled: false,
  reached: { states: [], rows: [] },
};

const verdictJson = ({ name, holds, trace }: Verdict) => ({ name, holds, trace: trace?.rows ?? null });

function json(explored: readonly Explored[]): string {
  const files = explored.map(({ document, found }) => {
    const lines = new LineIndex(document.text);

    const { findings, who, behaviours: _, settled: __, reached: ___, invariants, people, ...rest } = found ?? none;
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
      people: peopleJson(people),
      invariants: invariants.map(verdictJson),
      ...(who === null ? {} : { who: who.map((one) => ({ ...one, trace: one.trace?.rows ?? null })) }),
    };
  });
  return `${JSON.stringify({ files }, null, 2)}\n`;
}
