import { describe, expect, test } from 'vitest';
import { type MemoryFiles, type MemoryHost, memoryHost } from '../../testing/process/memory-host.ts';
import { runCli } from './run.ts';

const entity = (rows: string): string =>
  `# Specification: Shop\n\n## 3. Entities\n\n### Customer\n\n| Field | Type |\n|---|---|\n| name | text |\n\n### Ticket\n\n| Field | Type |\n|---|---|\n${rows}\n`;
const slip = entity('| customer | Custmer |\n| title | strng |\n');

async function run(args: readonly string[], files: MemoryFiles = {}): Promise<MemoryHost & { readonly code: number }> {
  const host = memoryHost(files);
  const code = await runCli(args, host, '');
  return Object.assign(host, { code });
}

describe('options that exclude each other exit with 2', () => {
  test.each<[readonly string[], RegExp]>([
    [['--write-baseline'], /needs --baseline FILE/],
    [['--watch', '--fix'], /--watch and --fix cannot be combined/],
    [['--watch', '--baseline', 'b', '--write-baseline'], /--watch and --write-baseline/],
    [['--watch', '--format', 'json'], /--watch prints text only/],
    [['--baseline', 'b', '--write-baseline', '--max-warnings', '3'], /no longer counted/],
    [['--max-warnings', 'many'], /whole number, not “many”/],
    [['--max-warnings', '-1'], /whole number/],
    [['--fix=yes'], /--fix takes no value/],
    [['--baseline'], /--baseline needs a value\./],
    [['--baseline', 'nowhere.json'], /nowhere\.json: the baseline: no such file\. --write-baseline creates it/],
    [['--baseline', 'x.md'], /x\.md: not valid JSON\. The file was not changed/],
    [['--baseline', 'x.md', '--write-baseline'], /The file was not changed/],
    [['--baseline', 'other.json'], /not a baseline/],
    [['--baseline', 'newer.json'], /version 2; this release reads version 1/],
  ])('%j', async (args, said) => {
    const files = { 'x.md': slip, 'other.json': '{"a": 1}', 'newer.json': '{"version": 2, "files": {}}' };
    const { code, errors, output, written } = await run(['check', 'x.md', ...args], files);
    expect(errors).toMatch(said);
    expect(output).toBe('');
    expect(written.size).toBe(0);
    expect(code).toBe(2);
  });

  test('a format that cannot express scenarios', async () => {
    const { code, errors } = await run(['test', 'x.md', '--format', 'sarif'], { 'x.md': slip });
    expect(errors).toContain('--format must be text, json or junit, not “sarif”');
    expect(code).toBe(2);
    expect((await run(['test', 'x.md', '--format', 'json', '--watch'], { 'x.md': slip })).errors).toContain('--watch prints text only');
  });
});

describe('--fix', () => {
  test('applies safe fixes, reports them, and leaves the rest', async () => {
    const host = await run(['check', 'x.md', '--fix'], { 'x.md': slip });
    expect(host.text('x.md')).toContain('| customer | Customer |');
    expect(host.output).toContain('x.md:15: fixed: Write “Customer” [undefined-entity]');
    expect(host.output).toMatch(/x\.md: .*fixed/);
    const again = await run(['check', 'x.md', '--fix'], { 'x.md': host.text('x.md') });
    expect(again.written.size).toBe(0);
    expect(again.output).not.toContain('fixed');
  });

  test('reports fixes as JSON', async () => {
    const { output } = await run(['check', 'x.md', '--fix', '--format', 'json'], { 'x.md': slip });
    expect(JSON.parse(output).files[0].fixed).toContainEqual({ code: 'undefined-entity', line: 15, title: 'Write “Customer”' });
  });

  test('writes no assumption, and no name that could mean something else', async () => {
    const host = await run(['check', 'x.md', '--fix'], { 'x.md': entity('| customer | Cstmr |\n| price | money |\n') });
    expect(host.written.size).toBe(0);
  });

  test('writes what other habits can only mean, in other columns, rows and sections too', async () => {
    const document = `# Specification: Club

## 2. Screens

| Screen | Route | Who |
|---|---|---|
| Books | / | member, visitor |

### Books

- list of Book: title
- form to create Loan: due with {"book": first} for member

## 3. Entities

### Member

| Field | Type | Notes |
|---|---|---|
| email | email | required, unique |
| password | password | required |

#### Examples of Member

| Member | email |
|---|---|
| Ana | ana@example.com |

### Book

| Field | Type | Notes | Default |
|---|---|---|---|
| title | text | required | |
| pages | integer | min 1 | 100 |

### Loan

| Field | Type | Default |
|---|---|---|
| book | Book | |
| member | Member | me |
| due | date | today + days(14) |
| status | state | |

## 4. States

### Loan.status

| From | Event | To | Who | Guard | Note |
|---|---|---|---|---|---|
| (start) | | out | | | |
| out | bring back | returned | member | \`due >= today\` else TOO_LATE | final |

## 6. Roles

| Role | Is |
|---|---|
| member | \`me != null\` |
| visitor | \`me == null\` |

| Account | |
|---|---|
| Entity | Member |
| Sign in with | email, password |

| Entity | visitor | member |
|---|---|---|
| Member | | read own |
| Book | read | all |
| Loan | | create, read own, update own |

## 8. Errors

| Code | Status | Message |
|---|---|---|
| TOO_LATE | 409 | It is too late. |
`;
    const host = await run(['check', 'x.md', '--fix'], { 'x.md': document });
    const text = host.text('x.md');
    for (const row of [
      '| Screen | Route | Roles |',
      '- form to create Loan: due for member\n  - with {"book": first}',
      '| email | email |  | yes | yes |',
      '| Example | email |',
      '| pages | integer |  | 100 | |',
      '| member | Member | `me` |',
      '| due | date | `today + days(14)` |',
      '| From | Event | To | Roles | Guard | Note | Error |',
      '|  | | out | | | | |',
      '| out | bring back | returned | member | `due >= today` | final | TOO_LATE |',
      '| pages min 1 | Book.pages | `pages >= 1` |',
      '| Member: read | no | `self == me` |',
      '| Loan: read, update | no | `member == me` |',
      '| Loan: bring back | no | yes |',
      '| Error | Status | Message |',
    ])
      expect(text).toContain(row);
  });

  test('leaves a column of sentences as it is, whatever its header is', async () => {
    const sentences = entity('| name | text |\n').replace(
      '## 3.',
      '## 2. Screens\n\n| Screen | Route | Who |\n|---|---|---|\n| Home | / | Those who have a key. |\n\n## 3.',
    );
    const host = await run(['check', 'x.md', '--fix'], { 'x.md': sentences });
    expect(host.written.size).toBe(0);
  });

  test('corrects a mistyped keyword, but not one with a meaning of its own', async () => {
    const host = await run(['check', 'x.md', '--fix'], { 'x.md': entity('| a | strnig |\n| b | date range |\n| c | int |\n') });
    expect(host.text('x.md')).toContain('| a | text |\n| b | date range |\n| c | integer |\n');
  });

  test('keeps a byte order mark, and does not touch files that are not UTF-8', async () => {
    const marked = await run(['check', 'x.md', '--fix'], { 'x.md': `\ufeff${slip}` });
    expect([...(marked.written.get('x.md') ?? [])].slice(0, 3)).toEqual([0xef, 0xbb, 0xbf]);
    const utf16 = new Uint8Array(new Uint16Array([0xfeff, ...Array.from({ length: slip.length }, (_, at) => slip.charCodeAt(at))]).buffer);
    const other = await run(['check', 'x.md', '--fix'], { 'x.md': utf16 });
    expect(other.errors).toContain('x.md: this file is not UTF-8');
    expect(other.written.size).toBe(0);
    expect(other.code).toBe(2);
  });
});

describe('--baseline', () => {
  const write = async (text: string): Promise<string> => {
    const host = await run(['check', 'x.md', '--baseline', 'base.json', '--write-baseline'], { 'x.md': text });
    expect(host.code).toBe(0);
    return host.text('base.json');
  };

  test('counts known findings without showing them, also if the line moved or its table was realigned', async () => {
    const base = await write(slip);
    const moved = slip.replace('## 3.', 'Some words.\n\n## 3.').replace('| customer | Custmer |', '| customer   |  Custmer   |');
    const { code, output } = await run(['check', 'x.md', '--baseline', 'base.json'], { 'x.md': moved, 'base.json': base });
    expect(output).not.toContain('undefined-entity');
    expect(output).toMatch(/x\.md: no findings, and \d+ in the baseline/);
    expect(code).toBe(0);
  });

  test('shows new findings, even a second one identical to a known one', async () => {
    const base = await write(slip);
    const more = slip.replace('| customer | Custmer |\n', '| customer | Custmer |\n| buyer | Custmer |\n');
    const { code, output } = await run(['check', 'x.md', '--baseline', 'base.json', '--format', 'json'], {
      'x.md': more,
      'base.json': base,
    });
    const [file] = JSON.parse(output).files;
    expect(file.findings.filter(({ severity }: { severity: string }) => severity === 'error')).toMatchObject([
      { code: 'undefined-entity', line: 16 },
    ]);
    expect(file.known).toBeGreaterThan(0);
    expect(file.stale).toEqual([]);
    expect(code).toBe(1);
  });

  test('reports entries that no longer occur', async () => {
    const base = await write(slip);
    const mended = slip.replace('Custmer', 'Customer');
    const { output } = await run(['check', 'x.md', '--baseline', 'base.json'], { 'x.md': mended, 'base.json': base });
    expect(output).toContain('a finding in the baseline no longer occurs: undefined-entity in section 3, “|customer|Custmer|”');
  });

  test('keeps entries of other files', async () => {
    const base = await write(slip);
    const host = await run(['check', 'y.md', '--baseline', 'base.json', '--write-baseline'], { 'y.md': slip, 'base.json': base });
    expect(Object.keys(JSON.parse(host.text('base.json')).files)).toEqual(['x.md', 'y.md']);
  });
});

test('--max-warnings', async () => {
  const files = { 'x.md': '# Specification: Shop\n' };
  expect((await run(['check', 'x.md', '--max-warnings', '9'], files)).code).toBe(0);
  const { code, errors } = await run(['check', 'x.md', '--max-warnings', '8'], files);
  expect(errors).toBe('9 warnings; --max-warnings allows 8.\n');
  expect(code).toBe(1);
});

describe('--watch', () => {
  test('checks again after a change, until Ctrl-C; the exit code is that of the last run', async () => {
    for (const command of ['check', 'test']) {
      const host = memoryHost({ 'x.md': slip });
      const done = runCli([command, 'x.md', '--watch'], host, '');
      await host.watched();
      const before = host.output;
      host.change('x.md', entity('| customer | Customer |\n'));
      await new Promise((resume) => setTimeout(resume, 5));
      expect(host.output.length).toBeGreaterThan(before.length);
      // The screen is not cleared if the output is not a terminal.
      expect(host.output).not.toContain('\u001b');
      host.interrupt();
      expect(await done).toBe(0);
    }
  });

  test('clears the screen of a terminal', async () => {
    const host = memoryHost({ 'x.md': slip }, false, []);
    const done = runCli(['check', 'x.md', '--watch'], host, '');
    await host.watched();
    host.change('x.md', slip);
    await new Promise((resume) => setTimeout(resume, 5));
    host.interrupt();
    expect(await done).toBe(1);
    expect(host.output).toContain('\u001b[2J');
  });
});
