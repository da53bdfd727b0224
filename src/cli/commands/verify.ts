import { nearest } from '../../base/nearest.ts';
import { systemPlatform } from '../../base/platform.ts';
import type { Model } from '../../model/model.ts';
import { readModel } from '../../model/read.ts';
import { defaultTokenHeader } from '../../serve/calls/token-header.ts';
import { learnAdapter } from '../../verifier/adapter/learn-adapter.ts';
import { adapterText } from '../../verifier/adapter/write-adapter.ts';
import { httpImplementation } from '../../verifier/answers/over-http.ts';
import { type Row, type RowResult, rowResults, rowsOf } from '../../verifier/rows.ts';
import { verify as verifyModel } from '../../verifier/run.ts';
import { markerOf, newSeed } from '../../verifier/seed.ts';
import type { VerifyParts } from '../../verifier/verify-parts.ts';
import { readArguments } from '../arguments.ts';
import type { Command } from '../command.ts';
import { described } from '../described.ts';
import { readDocuments } from '../documents.ts';
import { suites } from '../formats/junit.ts';
import { misused } from '../misused.ts';
import { progressLine } from '../progress-line.ts';
import { stopSignal } from '../stop-signal.ts';
import { harmless, type Paint, paint } from '../text/paint.ts';
import { plural } from '../text/summary.ts';
import { hooksOf, readExtras, secretsIn } from '../verify/extras.ts';
import { relayService } from '../verify/relay.ts';
import { type Verified, verifiedJson, verifiedSuite, verifiedText } from '../verify/report.ts';
import { verifiedHtml } from '../verify/report-html.ts';
import { verifyScreens } from '../verify/screens/verify-screens.ts';
import { watchService } from '../verify/watching.ts';

const usualBudget = 2000;
/** Requests per round while an adapter is learned. */
const learningBudget = 300;

export const verify: Command = {
  ...described.verify,
  async run(args, host) {
    const read = readArguments(args, {
      against: [],
      format: ['text', 'json', 'junit', 'html'],
      adapter: [],
      people: [],
      reset: [],
      clock: [],
      learn: 'flag',
      screens: 'flag',
      proxy: [],
      relay: [],
      section: [],
      only: [],
      budget: [],
      seed: [],
      secret: 'many',
      'allow-host': 'many',
    });
    if (!read.ok) return misused(read.problem, verify, host);
    const { options } = read;
    const { format } = options;
    const base = addressIn(options['against'], read.many['allow-host'] ?? []);
    if (typeof base === 'string') return misused(base, verify, host);
    const budget = options['budget'] ?? String(usualBudget);
    if (!/^[1-9]\d{0,6}$/.test(budget)) return misused(`--budget must be a whole number from 1, not “${budget}”.`, verify, host);
    const seed = options['seed'] ?? newSeed(systemPlatform);
    if (!/^[a-z0-9]{1,12}$/.test(seed))
      return misused(`--seed must be 1 to 12 lower-case letters and digits, not “${seed}”.`, verify, host);
    if (read.names.length !== 1) return misused('Name one document.', verify, host);
    const [document] = (await readDocuments(read.names, host)) ?? [];
    if (document === undefined) return 2;
    const model = readModel(document.text);
    if (!model.recognised) return misused(`${document.file} is not a specification.`, verify, host);
    const listening = listeningIn(options);
    if (typeof listening === 'string') return misused(listening, verify, host);
    if (options['screens'] !== undefined && listening === null) {
      const problem = besides(
        options,
        ['adapter', 'people', 'learn', 'only', 'section', 'budget', 'seed', 'clock'],
        '--screens plays scenarios',
      );
      if (problem !== null) return misused(problem, verify, host);
      const hooks = hooksOf(options, base);
      if (typeof hooks === 'string') return misused(hooks, verify, host);
      return verifyScreens({ document, model, base, reset: hooks.reset, format }, host);
    }
    const only = chosenRows(model, options['section'], options['only']);
    if (typeof only === 'string') return misused(only, verify, host);
    const secretOf = secretsIn(model, read.many['secret'] ?? [], host);
    if (typeof secretOf === 'string') return misused(secretOf, verify, host);
    const extras = await readExtras(options, model, base, host);
    if (extras === null) return 2;
    const token = extras.adapter.token ?? model.account?.token ?? defaultTokenHeader;
    const { reset, setClock, people, adapter } = extras;
    if (listening !== null) {
      const { kind, port } = listening;
      return kind === 'relay' ? relayService({ base, token, port }, host) : watchService({ model, base, token, port }, host);
    }
    const progress = progressLine(host, options['learn'] !== undefined || (format !== undefined && format !== 'text'));
    let broken = 0;
    const parts: Omit<VerifyParts, 'adapter' | 'budget' | 'marker'> = {
      model,
      people,
      secretOf,
      platform: systemPlatform,
      implementation: httpImplementation({ base, token, ...(reset && { reset }), ...(setClock && { setClock }) }),
      signal: stopSignal(host),
      ...(only === null ? {} : { only }),
      progress: ({ length }) =>
        progress.say(() => `${plural(length, 'request')}, ${broken} broken. Press Ctrl-C to stop and see what was found.`),
      found: ({ exchange }) => {
        broken++;
        if (!host.interactive || (format ?? 'text') !== 'text') return;
        progress.end();
        host.writeError(`${harmless(`${exchange.attempt.words}: ${exchange.fault?.words ?? ''}`)}\n`);
      },
    };
    if (options['learn'] !== undefined) {
      const found = await learnAdapter({ ...parts, adapter, marker: markerOf(seed), budget: Number(options['budget'] ?? learningBudget) });
      progress.end();
      host.write(adapterText(found, `${model.name}: what is named differently at ${base.host}`));
      return 0;
    }
    const run = await verifyModel({ ...parts, adapter, marker: markerOf(seed), budget: Number(budget) });
    progress.end();
    const chosen = (row: RowResult): boolean => only === null || only.some(({ span }) => span.from === row.span.from);
    const verified: Verified = { document, model, base, token, seed, run, rows: rowResults(model, run).filter(chosen) };
    host.write(shown(verified, format, paint(host.color)));
    return verified.rows.every(({ findings }) => findings.length === 0) ? 0 : 1;
  },
};

function shown(verified: Verified, format: string | undefined, paint: Paint): string {
  switch (format) {
    case 'json':
      return verifiedJson(verified);
    case 'junit':
      return suites([verifiedSuite(verified)]);
    case 'html':
      return verifiedHtml(verified);
    default:
      return verifiedText(verified, paint);
  }
}

/**
 * Returns how to wait for requests of others; null to send requests itself. A string describes the
 * problem.
 */
function listeningIn(
  options: Readonly<Record<string, string>>,
): { readonly kind: 'proxy' | 'relay'; readonly port: number } | null | string {
  const kind = (['proxy', 'relay'] as const).find((name) => name in options);
  if (kind === undefined) return null;
  const port = options[kind] ?? '';
  if (!(/^\d{1,5}$/.test(port) && Number(port) < 65_536)) return `--${kind} must be a port from 0 to 65535, not “${port}”.`;
  const apart = ['adapter', 'people', 'reset', 'clock', 'learn', 'screens', 'only', 'section', 'format', 'budget'];
  return besides(options, kind === 'proxy' ? [...apart, 'relay'] : apart, `--${kind} sends nothing itself`) ?? { kind, port: Number(port) };
}

/** Returns a message about the first option that conflicts with another one; null if none does. */
function besides(options: Readonly<Record<string, string>>, apart: readonly string[], does: string): string | null {
  const other = apart.find((name) => name in options);
  return other === undefined ? null : `${does}, so --${other} can’t be combined with it.`;
}

/**
 * Returns the rows that `--section` and `--only` select; null for all. A string describes the
 * problem.
 */
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

/** Returns the parsed address, or a string that describes the problem. */
function addressIn(given: string | undefined, allowed: readonly string[]): URL | string {
  if (given === undefined) return 'Say what to verify: --against http://127.0.0.1:3000.';
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) return `--against needs an http or https address, not “${given}”.`;
  const isHere = url.hostname === 'localhost' || url.hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(url.hostname);
  if (isHere || allowed.includes(url.hostname)) return url;
  return `The requests write data. To send them to ${url.hostname}, add --allow-host ${url.hostname}.`;
}
