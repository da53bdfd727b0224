// `npm run hostile [COUNT [FIRST]]`: COUNT unlikely texts (100,000 by default), and documents that
// grow in one respect. Each must be read, checked and (for a sample) run without an exception, a
// hang, or more memory and time than its size warrants. `--print NUMBER` prints one of the texts;
// `--shapes [NAME]` measures only the growing documents, or those with NAME in their name.
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Order, Report } from '../tests/hostile/child.ts';
import { tooMuch } from '../tests/hostile/growth.ts';
import { hostileDocument } from '../tests/hostile/mutate.ts';
import { shapes } from '../tests/hostile/shapes.ts';

/** Milliseconds after which a text counts as hanging. */
const patience = 60_000;

const child = fileURLToPath(new URL('../tests/hostile/child.ts', import.meta.url));
const [first, second] = process.argv.slice(2);

if (first === '--print') process.stdout.write(hostileDocument(Number(second)));
else if (first === '--shapes') process.exitCode = (await tryShapes(second ?? '')) ? 0 : 1;
else {
  const count = Number(first ?? 100_000);
  const from = Number(second ?? 0);
  if (!Number.isSafeInteger(count) || !Number.isSafeInteger(from)) {
    console.error('Give the number of documents and the first seed: npm run hostile -- 1000 0. Or use --print NUMBER or --shapes [NAME].');
    process.exitCode = 2;
  } else {
    const documents = await tryDocuments(from, from + count);
    process.exitCode = (await tryShapes('')) && documents ? 0 : 1;
  }
}

/**
 * Sends an order to a process that may hang or crash. Resolves to a description of how it ended, or
 * null if the order was completed.
 */
function ordered(order: Order, hear: (report: Report) => 'done' | 'more'): Promise<string | null> {
  return new Promise((resolve) => {
    const running: ChildProcess = fork(child, { execArgv: ['--expose-gc', '--max-old-space-size=2000', '--import', 'tsx'], silent: true });
    let ended: string | null = null;
    const hangs = (): void => {
      ended = `hangs: no answer in ${patience / 1000} s`;
      running.kill('SIGKILL');
    };
    let watch = setTimeout(hangs, patience);
    let said = '';
    running.stderr?.on('data', (data) => {
      said = `${said}${data}`.slice(-2000);
    });
    running.on('message', (report: Report) => {
      clearTimeout(watch);
      if (hear(report) === 'more') watch = setTimeout(hangs, patience);
      else running.disconnect();
    });
    running.on('exit', (code, signal) => {
      clearTimeout(watch);
      const why = /^(FATAL ERROR|\w*Error): .*$/m.exec(said)?.[0] ?? '';
      resolve(ended ?? (code === 0 ? null : `the process died with ${signal ?? `code ${code}`}: ${why}`));
    });
    running.send(order);
  });
}

async function tryDocuments(from: number, to: number): Promise<boolean> {
  const failures = new Map<string, number>();
  const heaps: number[] = [];
  const began = performance.now();
  const seconds = (): string => `${((performance.now() - began) / 1000).toFixed(0)} s`;
  const failed = (seed: number, what: string, text: string): void => {
    const cause = `${what}: ${text.split('\n').slice(0, 2).join(' ').replace(/\d+/g, '#').slice(0, 300)}`;
    const times = failures.get(cause) ?? 0;
    failures.set(cause, times + 1);
    if (times === 0) console.log(`\n${what}, document ${seed}:\n${text.split('\n').slice(0, 8).join('\n')}`);
  };
  for (let next = from; next < to; ) {
    const ended = await ordered({ from: next, to }, (report) => {
      if (report.kind === 'began') next = report.seed;
      else if (report.kind === 'failed') failed(report.seed, report.stage, report.error);
      else if (report.kind === 'slow')
        console.log(`slow: document ${report.seed}, ${report.length} characters, ${report.milliseconds.toFixed(0)} ms`);
      else if (report.kind === 'heap') {
        heaps.push(report.megabytes);
        if (heaps.length % 10 === 1)
          console.log(`${report.seed + 1 - from} documents, ${seconds()}, heap ${report.megabytes.toFixed(0)} MB`);
      }
      return report.kind === 'done' ? 'done' : 'more';
    });
    if (ended !== null) failed(next, 'process', ended);
    next = ended === null ? to : next + 1;
  }
  const early = heaps[1] ?? 0;
  const late = heaps.at(-1) ?? 0;
  const leaks = heaps.length > 3 && late > early * 1.5 + 20;
  console.log(
    `\n${to - from} documents, ${seconds()}; heap ${early.toFixed(0)} MB early, ${late.toFixed(0)} MB late; ${failures.size} causes of failure`,
  );
  for (const [cause, times] of failures) console.log(`  ${times} × ${cause}`);
  if (leaks) console.log('  the heap grows: memory of earlier documents is not released');
  return failures.size === 0 && !leaks;
}

/** Measures the cost of each shape at a quarter of its size and at full size. */
async function tryShapes(named: string): Promise<boolean> {
  let good = true;
  for (const [place, { name, size }] of shapes.entries()) {
    if (!name.includes(named)) continue;
    let line = '';
    const ended = await ordered({ shape: place }, (report) => {
      if (report.kind !== 'measured') return 'more';
      const wrong = tooMuch(report.costs);
      good &&= wrong === null;
      const figures = report.costs.map((one) => `${one.milliseconds.toFixed(0).padStart(6)} ms ${one.megabytes.toFixed(1).padStart(6)} MB`);
      line = `${figures.join('  →')}  ${wrong ?? ''}`;
      return 'done';
    });
    good &&= ended === null;
    console.log(`  ${`${name} × ${size}`.padEnd(45)}${ended ?? line}`.trimEnd());
  }
  return good;
}
