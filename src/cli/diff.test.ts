import { expect, test } from 'vitest';
import { orders } from '../../testing/orders.ts';
import { type MemoryHost, memoryHost } from '../../testing/process/memory-host.ts';
import { jsonProblems } from '../../testing/process/output-formats.ts';
import { readModel } from '../model/read.ts';
import { runScenarios } from '../verify/scenarios.ts';
import { runCli } from './run.ts';

const review = 'open | review | checked | clerk | | | | ';
const older = orders({ rows: [review, 'checked | close | closed | boss | `made != me` | WRONG | | final'] });
const newer = orders({
  rows: [review, 'checked | close | closed | boss | | | | final', 'checked | reopen | open | | | | | '],
  cells: { close: 'no | no' },
});

async function run(...args: readonly string[]): Promise<MemoryHost & { readonly code: number }> {
  const host = memoryHost({ 'older.md': older, 'newer.md': newer, 'prose.md': 'Call me Ishmael.\n' });
  const code = await runCli(['diff', ...args], host, '1.2.3');
  return Object.assign(host, { code });
}

test('lists what became possible and impossible, each with steps that replay in its document', async () => {
  const { code, output } = await run('older.md', 'newer.md', '--records', '1', '--format', 'json');
  expect(jsonProblems()('diff', output)).toEqual([]);
  expect(code).toBe(1);
  const { added, removed, complete } = JSON.parse(output) as Record<'added' | 'removed', { words: string; trace: Row[] }[]> & {
    complete: boolean;
  };
  expect(complete).toBe(true);
  const words = (list: readonly { words: string }[]): readonly string[] => list.map((one) => one.words).sort();
  expect(words(added)).toEqual([
    'boss can reopen an Order in “checked”',
    'clerk can reopen an Order in “checked”',
    '“reopen” of an Order is refused with CONFLICT',
    '“reopen” takes an Order from “checked” to “open”',
  ]);
  expect(words(removed)).toContain('“close” takes an Order from “checked” to “closed”');
  expect(words(removed)).toContain('“close” of an Order is refused with WRONG');
  replay(newer, added);
  replay(older, removed);
});

interface Row {
  readonly as: string;
  readonly do: string;
  readonly expect: string;
}

function replay(text: string, list: readonly { readonly trace: readonly Row[] }[]): void {
  const scenarios = list.map(
    ({ trace }, place) =>
      `### Scenario: ${place}\n\n| As | Do | Expect |\n|---|---|---|\n${trace.map((row) => `| ${row.as} | ${row.do} | ${row.expect} |`).join('\n')}\n`,
  );
  const results = runScenarios(readModel(`${text}\n${scenarios.join('\n')}`));
  expect(results.map(({ passed }) => passed)).toEqual(list.map(() => true));
}

test('prints text, and compares a document with itself', async () => {
  const { output } = await run('older.md', 'newer.md', '--records', '1');
  expect(output).toContain('Became possible (steps for the newer document)\n\n');
  expect(output).toContain('### Scenario: boss can reopen an Order in checked\n');
  expect(output).toMatch(/\nBecame possible: 4\. Became impossible: \d+ \(up to 1 record per entity, 2 people per role\)\.\n$/);
  const same = await run('older.md', 'older.md', '--records', '1');
  expect([same.code, same.output]).toEqual([0, 'No difference (up to 1 record per entity, 2 people per role).\n']);
});

test('wrong usage', async () => {
  expect((await run('older.md')).errors).toContain('Name the older and the newer document');
  const { code, output } = await run('older.md', 'prose.md');
  expect([code, output]).toEqual([2, 'prose.md: not a specification. Run “ninefold check” for details.\n']);
});
