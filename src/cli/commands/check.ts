import type { Finding } from '../../base/finding.ts';
import { own } from '../../base/own.ts';
import { checkModel } from '../../check/check.ts';
import { readModel } from '../../model/read.ts';
import { type Applied, applyFixes } from '../apply-fixes.ts';
import { readArguments } from '../arguments.ts';
import { type Baseline, compare, entriesOf, printBaseline, readBaseline } from '../baseline.ts';
import type { Command, ExitCode } from '../command.ts';
import { described } from '../described.ts';
import { type Document, readDocuments, writeDocument } from '../documents.ts';
import type { CheckedDocument } from '../formats/format.ts';
import { formats } from '../formats/index.ts';
import type { Machine } from '../machine.ts';
import { misused } from '../misused.ts';
import { paint } from '../text/paint.ts';
import { plural } from '../text/summary.ts';
import { watchFiles } from '../watch.ts';

export const check: Command = {
  ...described.check,
  async run(args, host) {
    const read = readArguments(args, {
      format: formats.map(({ name }) => name),
      fix: 'flag',
      baseline: [],
      'write-baseline': 'flag',
      'max-warnings': [],
      watch: 'flag',
    });
    if (!read.ok) return misused(read.problem, check, host);
    const problem = badCombination(read.options);
    if (problem !== null) return misused(problem, check, host);
    if (read.options['watch'] === undefined) return checkFiles(read.names, read.options, host);
    return watchFiles(read.names, host, () => checkFiles(read.names, read.options, host));
  },
};

type Options = Readonly<Record<string, string>>;

function badCombination(options: Options): string | null {
  const given = (name: string): boolean => own(options, name) !== undefined;
  if (given('write-baseline') && !given('baseline')) return '--write-baseline needs --baseline FILE, the file to write.';
  if (given('watch') && given('fix')) return '--watch and --fix cannot be combined: the document would change while you edit it.';
  if (given('watch') && given('write-baseline'))
    return '--watch and --write-baseline cannot be combined: every new finding would go straight into the baseline.';
  if (given('watch') && (options['format'] ?? 'text') !== 'text')
    return `--watch prints text only and cannot be combined with --format ${options['format']}.`;
  if (given('write-baseline') && given('max-warnings'))
    return '--write-baseline and --max-warnings cannot be combined: findings in the baseline are no longer counted.';
  if (given('max-warnings') && !/^\d{1,9}$/.test(options['max-warnings'] ?? ''))
    return `--max-warnings must be a whole number, not “${options['max-warnings']}”.`;
  return null;
}

async function checkFiles(names: readonly string[], options: Options, host: Machine): Promise<ExitCode> {
  const documents = await readDocuments(names, host);
  if (documents === null) return 2;
  const path = options['baseline'];
  const writes = options['write-baseline'] !== undefined;
  const baseline = path === undefined ? null : await openBaseline(path, writes, host);
  if (baseline === 'unreadable') return 2;
  const fixed = options['fix'] === undefined ? documents.map((document) => ({ document, applied: null })) : await fixAll(documents, host);
  if (fixed === null) return 2;
  const found = fixed.map(({ document, applied }) => {
    const model = readModel(document.text);
    return { document, model, findings: checkModel(model), fixed: applied };
  });
  let entries = baseline;
  if (path !== undefined && baseline !== null && writes) {
    entries = {
      ...baseline,
      ...Object.fromEntries(found.map(({ document, findings }) => [document.file, entriesOf(document.text, findings)])),
    };
    const why = await host.writeFile(path, new TextEncoder().encode(printBaseline(entries)));
    if (why !== null) {
      host.writeError(`${path}: cannot write the baseline (${why}).\n`);
      return 2;
    }
  }
  const checked = found.map(({ document, model, findings, fixed }): CheckedDocument => {
    if (entries === null) return { document, model, findings, baseline: null, fixed };
    const { fresh, known, stale } = compare(document.text, findings, own(entries, document.file) ?? []);
    return { document, model, findings: fresh, baseline: { known, stale }, fixed };
  });
  host.write(formats.find(({ name }) => name === (options['format'] ?? 'text'))?.check(checked, paint(host.color)) ?? '');
  return verdict(
    checked.flatMap(({ findings }) => findings),
    options['max-warnings'],
    host,
  );
}

/** Reads the baseline. With `writes`, the file need not exist yet. */
async function openBaseline(path: string, writes: boolean, host: Machine): Promise<Baseline | 'unreadable'> {
  const content = await host.readFile(path);
  if (content.kind === 'missing' && writes) return {};
  if (content.kind !== 'file') {
    const why = content.kind === 'missing' ? 'no such file. --write-baseline creates it' : 'cannot be read';
    host.writeError(`${path}: the baseline: ${why}.\n`);
    return 'unreadable';
  }
  const baseline = readBaseline(new TextDecoder().decode(content.bytes));
  if (typeof baseline !== 'string') return baseline;
  // A file that is no baseline may contain something else of value, so it is not overwritten.
  host.writeError(`${path}: ${baseline}. The file was not changed.\n`);
  return 'unreadable';
}

/** Returns null if a document cannot be written. */
async function fixAll(
  documents: readonly Document[],
  host: Machine,
): Promise<{ readonly document: Document; readonly applied: readonly Applied[] }[] | null> {
  const fixed = [];
  for (const document of documents) {
    const { text, applied } = applyFixes(document.text);
    if (text !== document.text && !(await writeDocument(document, text, host))) return null;
    fixed.push({ document: { ...document, text }, applied });
  }
  return fixed;
}

function verdict(findings: readonly Finding[], most: string | undefined, host: Machine): ExitCode {
  const warnings = findings.filter(({ severity }) => severity === 'warning').length;
  const tooMany = most !== undefined && warnings > Number(most);
  if (tooMany) host.writeError(`${plural(warnings, 'warning')}; --max-warnings allows ${most}.\n`);
  return tooMany || findings.some(({ severity }) => severity === 'error') ? 1 : 0;
}
