import { LineIndex } from '../../base/position.ts';
import { scenarioOf } from '../../explorer/steps/trace.ts';
import type { Model } from '../../model/model.ts';
import type { TokenHeader } from '../../serve/calls/token-header.ts';
import { curl } from '../../verifier/answers/curl.ts';
import type { Finding, Run } from '../../verifier/answers/finding.ts';
import { scenarioOfFinding } from '../../verifier/answers/finding-scenario.ts';
import type { RowResult } from '../../verifier/rows.ts';
import type { Document } from '../documents.ts';
import type { Case, Suite } from '../formats/junit.ts';
import { harmless, type Paint } from '../text/paint.ts';
import { plural } from '../text/summary.ts';

/** What was verified, where, and the result. */
export interface Verified {
  readonly document: Document;
  readonly model: Model;
  readonly base: URL;
  readonly token: TokenHeader;
  /** Part of every text that the run has written. */
  readonly seed: string;
  readonly run: Run;
  readonly rows: readonly RowResult[];
}

/** `30 rows kept, 1 broken, 4 not tried`. */
export function counted(rows: readonly RowResult[]): string {
  const count = (result: RowResult['result']): number => rows.filter((row) => row.result === result).length;
  return `${plural(count('kept'), 'row')} kept, ${count('broken')} broken, ${count('not tried')} not tried`;
}

/** Returns what the document leaves open in the verified sections; nothing is compared there. */
export function notSpecified({
  document,
  model,
}: Verified): readonly { readonly section: number; readonly line: number; readonly about: string }[] {
  const lines = new LineIndex(document.text);
  const open = [
    ...model.holes.map(({ section, span, about }) => ({ section, span, about })),
    ...model.assumptions.map(({ section, span, text }) => ({ section, span, about: text })),
  ];
  return open
    .filter(({ section }) => section >= 4 && section <= 8)
    .map(({ section, span, about }) => ({ section, line: lines.position(span.from).line, about }));
}

export function verifiedText(verified: Verified, paint: Paint): string {
  const { document, base, seed, run, rows } = verified;
  const lines = new LineIndex(document.text);
  const place = ({ span, title }: RowResult): string =>
    `${paint.bold(`${harmless(document.file)}:${lines.position(span.from).line}:`)} ${harmless(title)}`;
  const broken = rows.filter(({ result }) => result === 'broken');
  const untried = rows.filter(({ result }) => result === 'not tried');
  const open = notSpecified(verified);
  return [
    ...broken.map((row) => `${place(row)}\n${row.findings.map((finding) => shown(finding, verified, paint)).join('')}\n`),
    ...(untried.length === 0 ? [] : [`Not tried:\n${untried.map((row) => `  ${place(row)}\n`).join('')}`]),
    ...(run.notTried.length === 0 ? [] : [`Why something was not tried:\n${run.notTried.map((why) => `  ${harmless(why)}.\n`).join('')}`]),
    ...(open.length === 0
      ? []
      : [`Not specified:\n${open.map(({ line, about }) => `  ${harmless(`${document.file}:${line}: ${about}`)}\n`).join('')}`]),
    `${plural(run.exchanges.length, 'request')} to ${harmless(base.href)} (seed ${seed}): ${counted(rows)}.\n`,
    ...(run.complete ? [] : ['The search ended at its bounds; a larger --budget may find more.\n']),
  ].join('');
}

function shown(finding: Finding, verified: Verified, paint: Paint): string {
  const { exchange, sequence, confirmed, more } = finding;
  const again = more === 0 ? '' : paint.faint(` (and ${plural(more, 'more answer')} like it)`);
  const doubt = confirmed ? '' : paint.faint(' (seen once, not when tried again)');
  const words = `  ${paint.severity('error', harmless(exchange.attempt.words))}: ${harmless(exchange.fault?.words ?? '')}${again}${doubt}\n`;
  const lines = [...sequence.map((one) => curl(one, verified)), ...scenarioLines(finding, verified)];
  return words + lines.map((line) => `    ${harmless(line)}\n`).join('');
}

/** Returns the requests as a scenario for section 1; empty if scenarios cannot express them. */
export function scenarioLines(finding: Finding, { model }: Pick<Verified, 'model'>): readonly string[] {
  const trace = scenarioOfFinding(model, finding);
  return trace === null ? [] : scenarioOf(finding.exchange.attempt.words, trace).trimEnd().split('\n');
}

/** Returns a test case for each row; rows that were not tried are skipped tests. */
export function verifiedSuite(verified: Verified): Suite {
  const { document, rows } = verified;
  const lines = new LineIndex(document.text);
  const failure = ({ exchange, sequence }: Finding): Case['failures'][number] => {
    const message = `${exchange.attempt.words}: ${exchange.fault?.words ?? ''}`;
    return { message, type: 'verify', text: [message, ...sequence.map((one) => curl(one, verified))].join('\n') };
  };
  return {
    name: document.file,
    cases: rows.map(({ section, span, title, result, findings }) => ({
      name: `${section}: ${title}`,
      file: document.file,
      line: lines.position(span.from).line,
      failures: findings.map(failure),
      output: '',
      skipped: result === 'not tried',
    })),
  };
}

const shownJson = (finding: Finding, verified: Verified) => ({
  request: finding.exchange.attempt.words,
  difference: finding.exchange.fault?.words ?? '',
  confirmed: finding.confirmed,
  more: finding.more,
  requests: finding.sequence.map((one) => curl(one, verified)),
  scenario: scenarioOfFinding(verified.model, finding)?.rows ?? null,
});

export function verifiedJson(verified: Verified): string {
  const { document, base, seed, run, rows } = verified;
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
        findings: findings.map((finding) => shownJson(finding, verified)),
      })),
      notTried: run.notTried,
      notSpecified: notSpecified(verified),
    },
    null,
    2,
  )}\n`;
}
