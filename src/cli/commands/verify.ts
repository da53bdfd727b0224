import { nearest } from '../../base/nearest.ts';
import { systemPlatform } from '../../base/platform.ts';
import { LineIndex } from '../../base/position.ts';
import type { Model } from '../../model/model.ts';
import { readModel } from '../../model/read.ts';
import { usualToken } from '../../serve/http/token.ts';
import type { Finding, Run } from '../../verifier/finding.ts';
import { type Row, type RowResult, rowResults, rowsOf } from '../../verifier/rows.ts';
import { verify as verifyModel } from '../../verifier/run.ts';
import type { Exchange } from '../../verifier/side-by-side.ts';
import { readArguments } from '../arguments.ts';
import type { Command } from '../command.ts';
import { described } from '../described.ts';
import { type Document, readDocuments } from '../documents.ts';
import { type Case, type Suite, suites } from '../formats/junit.ts';
import { addressOf, headersOf, httpImplementation } from '../http-implementation.ts';
import { misused } from '../misused.ts';
import { progressLine } from '../progress-line.ts';
import { stopSignal } from '../stop-signal.ts';
import { harmless, type Paint, paint } from '../text/paint.ts';
import { plural } from '../text/summary.ts';

/** What is to be verified, and where. */
interface Verified {
  readonly document: Document;
  readonly model: Model;
  readonly base: URL;
  readonly run: Run;
  readonly rows: readonly RowResult[];
}

const usualBudget = 2000;

export const verify: Command = {
  ...described.verify,
  async run(args, host) {
    const read = readArguments(args, {
      against: [],
      format: ['text', 'json', 'junit'],
      section: [],
      only: [],
      budget: [],
      seed: [],
      'allow-host': 'many',
    });
    if (!read.ok) return misused(read.problem, verify, host);
    const { options } = read;
    const base = addressIn(options['against'], read.many['allow-host'] ?? []);
    if (typeof base === 'string') return misused(base, verify, host);
    const budget = options['budget'] ?? String(usualBudget);
    if (!/^[1-9]\d{0,6}$/.test(budget)) return misused(`--budget must be a whole number from 1, not “${budget}”.`, verify, host);
    const seed = options['seed'] ?? newSeed();
    if (!/^[a-z0-9]{1,12}$/.test(seed))
      return misused(`--seed must be 1 to 12 lower-case letters and digits, not “${seed}”.`, verify, host);
    if (read.names.length !== 1) return misused('Name one document.', verify, host);
    const [document] = (await readDocuments(read.names, host)) ?? [];
    if (document === undefined) return 2;
    const model = readModel(document.text);
    if (!model.recognised) return misused(`${document.file} is not a specification.`, verify, host);
    const only = chosenRows(model, options['section'], options['only']);
    if (typeof only === 'string') return misused(only, verify, host);
    const progress = progressLine(host, options['format'] !== undefined && options['format'] !== 'text');
    const token = model.account?.token ?? usualToken;
    const run = await verifyModel({
      model,
      platform: systemPlatform,
      implementation: httpImplementation({ base, token }),
      marker: `v${seed}x`,
      budget: Number(budget),
      signal: stopSignal(host),
      ...(only === null ? {} : { only }),
      progress: (done) => progress.say(() => `${plural(done, 'request')}. Press Ctrl-C to stop and see what was found.`),
    });
    progress.end();
    const chosen = (row: RowResult): boolean => only === null || only.some(({ span }) => span.from === row.span.from);
    const verified = { document, model, base, run, rows: rowResults(model, run).filter(chosen) };
    const { format } = options;
    host.write(
      format === 'json' ? json(verified, seed) : format === 'junit' ? suites([suiteOf(verified)]) : text(verified, seed, paint(host.color)),
    );
    return verified.rows.every(({ findings }) => findings.length === 0) ? 0 : 1;
  },
};

/** The rows that `--section` and `--only` name; null: all. A text says what is wrong. */
function chosenRows(model: Model, section: string | undefined, only: string | undefined): readonly Row[] | null | string {
  if (section !== undefined && !/^[4-8]$/.test(section))
    return `--section must be a section whose rows can be verified, 4 to 8, not “${section}”.`;
  if (section === undefined && only === undefined) return null;
  const wanted = only?.toLowerCase() ?? '';
  const all = rowsOf(model).filter((row) => section === undefined || row.section === Number(section));
  const found = all.filter(({ title }) => title.toLowerCase().includes(wanted));
  if (found.length > 0) return found;
  if (only === undefined) return `Section ${section} has no rows.`;
  const near = nearest(
    only,
    all.map(({ title }) => title),
    1,
  );
  return `No row is called “${only}”.${near.map((title) => ` Did you mean “${title}”?`).join('')}`;
}

/** Each row is a test case; rows that were not tried are skipped. */
function suiteOf({ document, model, base, rows }: Verified): Suite {
  const lines = new LineIndex(document.text);
  const failure = ({ exchange, sequence }: Finding): Case['failures'][number] => {
    const message = `${exchange.attempt.words}: ${exchange.fault?.words ?? ''}`;
    return { message, type: 'verify', text: [message, ...sequence.map((one) => curl(one, model, base))].join('\n') };
  };
  return {
    name: document.file,
    cases: rows.map(({ section, span, title, result, findings }) => ({
      name: `${section}: ${title}`,
      file: document.file,
      line: lines.position(span.from).line,
      failures: findings.map(failure),
      said: '',
      skipped: result === 'not tried',
    })),
  };
}

const newSeed = (): string => [...systemPlatform.randomBytes(3)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The address, or what is wrong with it. */
function addressIn(given: string | undefined, allowed: readonly string[]): URL | string {
  if (given === undefined) return 'Say what to verify: --against http://127.0.0.1:3000.';
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) return `--against needs an http or https address, not “${given}”.`;
  const isHere = url.hostname === 'localhost' || url.hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(url.hostname);
  if (isHere || allowed.includes(url.hostname)) return url;
  return `The requests write data. To send them to ${url.hostname}, add --allow-host ${url.hostname}.`;
}

function text({ document, model, base, run, rows }: Verified, seed: string, paint: Paint): string {
  const lines = new LineIndex(document.text);
  const place = ({ span, title }: RowResult): string =>
    `${paint.bold(`${harmless(document.file)}:${lines.position(span.from).line}:`)} ${harmless(title)}`;
  const broken = rows.filter(({ result }) => result === 'broken');
  const untried = rows.filter(({ result }) => result === 'not tried');
  const count = (result: RowResult['result']): number => rows.filter((row) => row.result === result).length;
  return [
    ...broken.map((row) => `${place(row)}\n${row.findings.map((finding) => shown(finding, model, base, paint)).join('')}\n`),
    ...(untried.length === 0 ? [] : [`Not tried:\n${untried.map((row) => `  ${place(row)}\n`).join('')}`]),
    ...(run.notTried.length === 0 ? [] : [`Why something was not tried:\n${run.notTried.map((why) => `  ${harmless(why)}.\n`).join('')}`]),
    `${plural(run.exchanges.length, 'request')} to ${harmless(base.href)} (seed ${seed}): ${plural(count('kept'), 'row')} kept, ${count('broken')} broken, ${untried.length} not tried.\n`,
    ...(run.complete ? [] : ['The search ended at its bounds; a larger --budget may find more.\n']),
  ].join('');
}

function shown({ exchange, sequence, confirmed, more }: Finding, model: Model, base: URL, paint: Paint): string {
  const again = more === 0 ? '' : paint.faint(` (and ${plural(more, 'more answer')} like it)`);
  const doubt = confirmed ? '' : paint.faint(' (seen once, not when tried again)');
  const words = `  ${paint.severity('error', harmless(exchange.attempt.words))}: ${harmless(exchange.fault?.words ?? '')}${again}${doubt}\n`;
  return words + sequence.map((one) => `    ${harmless(curl(one, model, base))}\n`).join('');
}

/** The request as it was sent. */
function curl({ sent }: Exchange, model: Model, base: URL): string {
  const headers = headersOf(sent, model.account?.token ?? usualToken);
  const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const body = sent.body === null ? [] : ['-d', quoted(sent.body.length > 400 ? `${sent.body.slice(0, 400)}…` : sent.body)];
  const said = Object.entries(headers).flatMap(([name, value]) => ['-H', quoted(`${name}: ${value}`)]);
  return ['curl', ...(sent.method === 'GET' ? [] : ['-X', sent.method]), quoted(addressOf(base, sent)), ...said, ...body].join(' ');
}

function json({ document, model, base, run, rows }: Verified, seed: string): string {
  const lines = new LineIndex(document.text);
  return `${JSON.stringify(
    {
      file: document.file,
      against: base.href,
      seed,
      requests: run.exchanges.length,
      complete: run.complete,
      rows: rows.map(({ section, span, title, result, findings }) => ({
        section,
        line: lines.position(span.from).line,
        title,
        result,
        findings: findings.map(({ exchange, sequence, confirmed, more }) => ({
          request: exchange.attempt.words,
          difference: exchange.fault?.words ?? '',
          confirmed,
          more,
          requests: sequence.map((one) => curl(one, model, base)),
        })),
      })),
      notTried: run.notTried,
    },
    null,
    2,
  )}\n`;
}
