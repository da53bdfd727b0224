import { expect, test } from 'vitest';
import { type MemoryHost, memoryHost } from '../../testing/process/memory-host.ts';
import { jsonProblems } from '../../testing/process/output-formats.ts';
import philosophers from '../../tests/samples/explorer/philosophers.md?raw';
import { explorerCodes } from '../explorer/findings/finding.ts';
import { runCli } from './run.ts';

const files = { 'table.md': philosophers, 'prose.md': 'Call me Ishmael.\n' };

async function run(...args: readonly string[]): Promise<MemoryHost & { readonly code: number }> {
  const host = memoryHost(files);
  const code = await runCli(['explore', ...args], host, '1.2.3');
  return Object.assign(host, { code });
}

test('a finding shows its position, its bound, and the trace as a scenario to paste', async () => {
  const { code, output } = await run('table.md', '--start', 'examples', '--create', 'no');
  expect(code).toBe(1);
  expect(output).toMatch(/^table\.md:\d+:\d+: warning: A Philosopher can get stuck in “holding”: .* \[stuck-record\]\n/);
  // Any of the three may take the first fork.
  const one = '(Kant|Hegel|Marx)';
  expect(output).toMatch(
    new RegExp(
      [
        '### Scenario: stuck record',
        '',
        '\\| As \\| Do \\| Expect \\|',
        '\\|---\\|---\\|---\\|',
        `\\| nobody \\| \`take left ${one}\` \\|  \\|`,
        `\\| nobody \\| \`take left (?!\\1)${one}\` \\|  \\|`,
        `\\| nobody \\| \`take left (?!\\1|\\2)${one}\` \\| \`${one}.status == "holding"\` \\|`,
        '',
      ].join('\n'),
    ),
  );
  expect(output).toContain('table.md: 1 finding, no new records, starting from the examples\n  6 worlds, 11 steps');
  expect(output).toMatch(/The engine ran \d+ operations\./);
});

test('as JSON: counts, and the rows of the trace', async () => {
  const { code, output } = await run('table.md', '--start', 'examples', '--create', 'no', '--format', 'json');
  expect(code).toBe(1);
  const [file] = JSON.parse(output).files;
  expect(file).toMatchObject({ file: 'table.md', recognised: true, worlds: 6, transitions: 11, depth: 3, complete: true });
  expect(file.runs).toBeGreaterThan(0);
  expect(file.findings).toHaveLength(1);
  expect(file.findings[0].trace).toHaveLength(3);
  expect(file.findings[0].trace.at(-1)).toMatchObject({
    as: 'nobody',
    expect: expect.stringMatching(/^`(Kant|Hegel|Marx)\.status == "holding"`$/),
  });
});

test('bounds: a search that ends early is reported as such', async () => {
  const { output } = await run('table.md', '--start', 'examples', '--create', 'no', '--states', '2');
  expect(output).toContain('nothing found so far');
  expect(output).toContain('The search did not cover all worlds within the bound');
});

test('entities without records are listed as unchecked', async () => {
  const { code, output } = await run('table.md');
  expect(code).toBe(0);
  expect(output).toContain('No record of Philosopher ever exists, so it is not judged');
});

test('a file that is no specification is reported', async () => {
  const { code, output } = await run('prose.md');
  expect([code, output]).toEqual([1, 'prose.md: not a specification. Run “ninefold check” for details.\n']);
});

test.each([
  [['table.md', '--records', 'Philosofer=4'], /there is no entity Philosofer\. Did you mean Philosopher\?/],
  [['table.md', '--records', 'many'], /--records needs a number from 1 to 99/],
  [['table.md', '--seconds', '0'], /--seconds must be a whole number from 1, not “0”/],
  [[], /Name the document to read/],
])('misused: %j', async (args, said) => {
  const { code, errors } = await run(...args);
  expect(code).toBe(2);
  expect(errors).toMatch(said);
});

test.each(Object.entries(explorerCodes))('explain %s prints its page', async (code, summary) => {
  const host = memoryHost({});
  expect(await runCli(['explain', code], host, '')).toBe(0);
  expect(host.output).toContain(`# ${code}\n\n${summary}\n`);
});

test('--who: a table for each entity, and the shortest traces as JSON', async () => {
  const { output } = await run('table.md', '--start', 'examples', '--create', 'no', '--who');
  expect(output).toMatch(/Who can ever do what \(no new records[^)]*\):\n\n/);
  expect(output).toMatch(/\nPhilosopher +visitor\n/);
  expect(output).toMatch(/\ntake left +in thinking\n/);
  const json = JSON.parse((await run('table.md', '--start', 'examples', '--create', 'no', '--who', '--format', 'json')).output);
  const stop = json.files[0].who.find(({ operation }: { operation: string }) => operation === 'stop');
  expect(stop).toMatchObject({ role: 'visitor', can: 'sometimes' });
  expect(stop.trace.at(-1).do).toMatch(/^`stop /);
});

test('--ever: yes with the shortest trace, no with the bound; the exit code is 0 only for no', async () => {
  const closed = ['--start', 'examples', '--create', 'no'];
  const yes = await run('table.md', ...closed, '--ever', 'Philosopher: status == "eating"');
  expect(yes.code).toBe(1);
  expect(yes.output).toContain('Can “Philosopher: status == "eating"” ever be true? Yes:\n\n### Scenario: yes, it can\n');
  expect(yes.output).toMatch(/\| `\w+\.status == "eating"` \|\n/);
  const both = 'Philosopher.filter(p, p.status == "eating").size() > 1';
  const no = await run('table.md', ...closed, '--ever', both);
  expect(no.code).toBe(0);
  expect(no.output).toContain('ever be true? No (no new records, starting from the examples).');
  const json = JSON.parse((await run('table.md', ...closed, '--format', 'json', '--ever', both)).output);
  expect(json.files[0]).toMatchObject({ file: 'table.md', can: false, trace: null, complete: true });
  expect(jsonProblems()('ever', JSON.stringify(json))).toEqual([]);
  const unknown = await run('table.md', ...closed, '--states', '2', '--ever', both);
  expect(unknown.code).toBe(1);
  expect(unknown.output).toContain('No steps that lead there were found, but the search did not finish');
});

test.each([
  ['Philosopher: size', 'not a field of Philosopher'],
  ['Cook: true', 'There is no entity Cook.'],
  ['me != null', 'it is about records, not about a person'],
  ['1 +', ''],
])('--ever %s says what is wrong with the question', async (question, words) => {
  const { code, errors, output } = await run('table.md', '--ever', question);
  expect({ code, output }).toEqual({ code: 2, output: '' });
  expect(errors).toContain(`--ever “${question}”: `);
  expect(errors).toContain(words);
});
