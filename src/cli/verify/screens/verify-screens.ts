import { systemPlatform } from '../../../base/platform.ts';
import type { Model } from '../../../model/model.ts';
import type { ExitCode } from '../../command.ts';
import type { Document } from '../../documents.ts';
import { type Case, suites } from '../../formats/junit.ts';
import type { Machine } from '../../machine.ts';
import { packageMissing } from '../../optional-package.ts';
import { progressLine } from '../../progress-line.ts';
import { stopSignal } from '../../stop-signal.ts';
import { harmless, type Paint, paint } from '../../text/paint.ts';
import { plural } from '../../text/summary.ts';
import { screensHtml } from '../report-html.ts';
import { findChromium } from './find-chromium.ts';
import type { ScreenRow } from './play-screens.ts';

interface Given {
  readonly document: Document;
  readonly model: Model;
  readonly base: URL;
  readonly reset: (() => Promise<string | null>) | null;
  readonly format: string | undefined;
}

/** Plays the scenarios of section 1 through the screens at an address, and reports each row. */
export async function verifyScreens({ document, model, base, reset, format }: Given, host: Machine): Promise<ExitCode> {
  const found = findChromium('The screens', 'ninefold verify --screens …');
  const missing = packageMissing('playwright-core', '--screens needs Playwright') ?? ('missing' in found ? found.missing : null);
  if (missing !== null || !('path' in found)) {
    host.writeError(`${missing}\n`);
    return 2;
  }
  const { chromium } = await import('playwright-core');
  const { playOnScreens } = await import('./play-screens.ts');
  // Chromium's sandbox does not start as root.
  const chromiumSandbox = !(process.platform === 'linux' && process.getuid?.() === 0);
  // No page can reach another host, whatever it loads or redirects to.
  const hosts = `--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE ${base.hostname}`;
  const browser = await chromium.launch({ executablePath: found.path, chromiumSandbox, args: ['--disable-gpu', '--no-first-run', hosts] });
  const progress = progressLine(host, format !== undefined && format !== 'text');
  let count = 0;
  try {
    const signal = stopSignal(host);
    const row = ({ result, words }: ScreenRow): void => {
      count++;
      progress.say(() => `${plural(count, 'row')}; ${words}: ${result}. Press Ctrl-C to stop and see what was found.`);
    };
    const rows = await playOnScreens({ model, base, browser, now: systemPlatform.now, reset, signal, row });
    progress.end();
    host.write(shown(document, base, rows, format, paint(host.color)));
    return rows.some(({ result }) => result === 'broken') ? 1 : 0;
  } finally {
    await browser.close();
  }
}

function shown(document: Document, base: URL, rows: readonly ScreenRow[], format: string | undefined, paint: Paint): string {
  const { file } = document;
  const count = (result: ScreenRow['result']): number => rows.filter((row) => row.result === result).length;
  const counts = `${plural(count('kept'), 'row')} kept, ${count('broken')} broken, ${count('not tried')} not tried`;
  if (format === 'html') return screensHtml(document, base, rows, counts);
  if (format === 'json') return `${JSON.stringify({ file, against: base.href, screens: rows }, null, 2)}\n`;
  if (format === 'junit') return suites([{ name: `${file}: screens`, cases: rows.map((row) => caseOf(file, row)) }]);
  const line = (row: ScreenRow): string => {
    const why = row.why === null ? '' : `: ${row.why}`;
    return `${paint.bold(`${harmless(file)}:${row.line}:`)} ${harmless(`${row.words}${row.result === 'broken' ? '' : why}`)}\n`;
  };
  const broken = rows.filter(({ result }) => result === 'broken');
  const untried = rows.filter(({ result }) => result === 'not tried');
  return [
    ...broken.map((row) => `${line(row)}  ${paint.severity('error', harmless(row.why ?? ''))}\n`),
    ...(untried.length === 0 ? [] : [`Not tried:\n${untried.map((row) => `  ${line(row)}`).join('')}`]),
    `Screens at ${harmless(base.href)}: ${counts}.\n`,
  ].join('');
}

const caseOf = (file: string, { scenario, line, words, result, why }: ScreenRow): Case => ({
  name: `${scenario}: ${words}`,
  file,
  line,
  failures: result === 'broken' ? [{ message: why ?? '', type: 'screens', text: why ?? '' }] : [],
  output: result === 'broken' ? '' : (why ?? ''),
  skipped: result === 'not tried',
});
