import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type MemoryFiles, type MemoryHost, memoryHost } from '../../testing/process/memory-host.ts';
import { exporters } from '../export/exporters/index.ts';
import { spreadsheet } from '../import/import.ts';
import { importers } from '../import/importers/index.ts';
import { commands } from './commands/index.ts';
import { described } from './described.ts';
import { runCli } from './run.ts';

const good = '# Specification: Shop\n\n## 9. Business constants and limits\n\n| Constant | Value |\n|---|---|\n| CURRENCY | EUR |\n';
const wrong =
  '# Specification: Shop\n\n## 3. Entities and their fields\n\n### Ticket\n\n| Field | Type |\n|---|---|\n| customer | Custmer |\n';

async function run(args: readonly string[], files: MemoryFiles = {}): Promise<MemoryHost & { readonly code: number }> {
  const host = memoryHost(files);
  const code = await runCli(args, host, '1.2.3');
  return Object.assign(host, { code });
}

test('the registry has every command', () => {
  const files = readdirSync(new URL('./commands/', import.meta.url)).map((name) => name.replace(/\.ts$/, ''));
  expect(commands.map((command) => command.name).sort()).toEqual(files.filter((name) => name !== 'index').sort());
  for (const { name, usage } of commands) expect(usage.split(' ')[0]).toBe(name);
});

/** Options that are accepted to say that they were removed. */
const removed = ['threads'];

test.each(commands.map(({ name }) => name))('the help of “%s” describes its options and no others', async (name) => {
  const args = name === 'data' ? ['data', 'export'] : [name];
  const { errors } = await run([...args, '--qqqqqqqq'], { 'good.md': good });
  const accepted = /Available options: (.*)\./.exec(errors)?.[1]?.split(', ') ?? [];
  const { output } = await run(['help', name]);
  const listed = [...output.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, option = '']) => option);
  const known = accepted.filter((option) => !removed.includes(option.slice(2)));
  if (name === 'data') expect(listed).toEqual(expect.arrayContaining(known));
  else if (name === 'fmt') expect(listed).toEqual(['--check']);
  else expect([...listed].sort()).toEqual([...known].sort());
});

test('the help is at most 100 columns wide, and a long option has a line of its own', async () => {
  for (const { name } of commands)
    for (const line of (await run(['help', name])).output.split('\n')) expect(line.length, line).toBeLessThanOrEqual(100);
  expect((await run(['help', 'import'])).output).toMatch(/^ {2}--from openapi\S+xlsx\n {22}The file’s format/m);
});

test('“export” without a format names every format', async () => {
  const { errors } = await run(['export']);
  for (const { name, summary } of exporters) expect(errors).toContain(`  ${name.padEnd(11)}  ${summary}`);
});

test('the help of “import” names every format', async () => {
  expect((await run(['help', 'import'])).output).toContain(`--from ${[...importers.map(({ name }) => name), spreadsheet].join('|')}\n`);
});

test.each([
  ['a.xlsx', 'PK', 'csv', 'The file is a spreadsheet, not csv'],
  ['a.csv', 'a,b\n1,2\n', 'xlsx', 'The file is not an .xlsx'],
])('“import” refuses %s, whose content is “%s”, as %s', async (file, content, from, reason) => {
  const { code, errors } = await run(['import', file, '--from', from], { [file]: content });
  expect(code).toBe(1);
  expect(errors).toContain(`${file}: ${reason}`);
});

test('the usage of “data” names every action', async () => {
  const { errors } = await run(['data', 'nothing', 'good.md'], { 'good.md': good });
  const actions = [...errors.matchAll(/^ {2}ninefold data (\w+) /gm)].map(([, name]) => name);
  expect(described.data.usage).toContain(`data ${actions.join('|')} FILE`);
});

describe('wrong usage exits with 2 and says what to do', () => {
  test.each<[string, readonly string[], RegExp]>([
    ['no command', [], /^ {2}check +Checks a document/m],
    ['an unknown command', ['chek'], /Did you mean check\?/],
    ['a command that nothing is like', ['xyzzy'], /no command “xyzzy”/],
    ['no file', ['check'], /Name the document to read/],
    ['a file that is not there', ['check', 'nowhere.md'], /nowhere\.md: no such file\. Looked in \/work\./],
    ['a folder', ['check', 'specs'], /specs: this is a folder\. Name the documents in it/],
    ['a file that may not be read', ['check', 'secret.md'], /secret\.md: permission denied/],
    ['an unknown option', ['check', '--fromat', 'json', 'good.md'], /Did you mean --format\?/],
    ['an unknown format', ['export', 'openap', 'good.md'], /no format “openap”\. Did you mean openapi\? The formats are:\n {2}openapi /],
    ['a short option', ['check', '-f', 'good.md'], /Unknown option -f/],
    ['an option without a value', ['check', 'good.md', '--format'], /--format needs a value: text, json, sarif, junit or github/],
    ['a wrong value', ['check', 'good.md', '--format', 'xml'], /--format must be text, json, sarif, junit or github, not “xml”/],
    ['an option that is not one of the prototype’s', ['check', '--constructor', 'x'], /Unknown option --constructor/],
    ['no code', ['explain'], /Name one rule/],
    ['an unknown code', ['explain', 'holes'], /Did you mean hole\?/],
    ['a test of nothing', ['test'], /Name the document to read/],
    ['a port that is none', ['serve', 'good.md', '--port', 'abc'], /--port must be a whole number from 0 to 65535, not “abc”/],
    ['data in two places', ['serve', 'good.md', '--memory', '--data', 'x'], /Choose one of --data/],
    [
      'a database that is none',
      ['serve', 'good.md', '--database', 'mysql://a:secret@b/c'],
      /^The address of the database begins with postgres:/,
    ],
    ['a password that is not encoded', ['serve', 'good.md', '--database', 'postgres://a:50%@b/c'], /^A % in the database URL .* as %25\./],
    ['the same for data', ['data', 'export', 'good.md', '--database', 'postgres://a:50%@b/c'], /^A % in the database URL .* as %25\./],
    ['a site that is none', ['serve', 'good.md', '--memory', '--cors', 'example'], /--cors must be an origin .* not “example”\.\n/],
    [
      'a host with a port',
      ['serve', 'good.md', '--memory', '--allow-host', 'a.example:80'],
      /--allow-host must be a host name without a port/,
    ],
    ['a quota that is none', ['serve', 'good.md', '--memory', '--streams', '20'], /--streams must be three whole numbers .* not “20”\./],
    ['a page in place of a site', ['serve', 'good.md', '--memory', '--cors', 'https://a.example/x'], /Did you mean https:\/\/a\.example\?/],
  ])('%s', async (_name, args, said) => {
    const result = await run(args, { 'good.md': good, specs: { kind: 'folder' }, 'secret.md': { kind: 'denied' } });
    expect(result.errors).toMatch(said);
    expect(result.output).toBe('');
    expect(result.code).toBe(2);
  });
});

describe('export', () => {
  test('one file goes to standard output, and its losses to standard error', async () => {
    const { code, output, errors } = await run(['export', 'openapi', 'shop.md'], {
      'shop.md': `${good}\n## 6. Roles\n\n| Role | Is |\n|---|---|\n| clerk | \`me != null\` |\n\n| Permission | clerk |\n|---|---|\n| Item: read | yes |\n\n## 3. Entities\n\n### Item\n\n| Field | Type |\n|---|---|\n| name | text |\n`,
    });
    expect(JSON.parse(output)).toMatchObject({ openapi: '3.1.1', info: { title: 'Shop' } });
    expect(errors).toMatch(/^shop\.md:\d+:\d+: left out: Who may do “Item: read” is not exported/m);
    expect(code).toBe(0);
  });

  test('the losses are also in the file, and programs can read them as a list', async () => {
    const text = `${good}\n## 9. Constants\n\n| Constant | Value |\n|---|---|\n| LIMIT | 3 |\n`;
    const line = text.split('\n').findIndex((one) => one.startsWith('| LIMIT')) + 1;
    const { output } = await run(['export', 'sql', 'shop.md'], { 'shop.md': text });
    expect(output).toContain(`\n-- shop.md:${line}: left out: The constant LIMIT is not exported.\n`);
    const { code, output: json, errors } = await run(['export', 'sql', 'shop.md', '--format', 'json'], { 'shop.md': text });
    expect(JSON.parse(json)).toEqual({
      file: 'shop.md',
      format: 'sql',
      path: 'schema.sql',
      text: output,
      losses: expect.arrayContaining([{ line, column: 1, kind: 'left out', message: 'The constant LIMIT is not exported.' }]),
    });
    expect([code, errors]).toEqual([0, '']);
  });

  test('into a folder', async () => {
    const { code, text } = await run(['export', 'openapi', 'good.md', '--out', 'api'], { 'good.md': good });
    expect(JSON.parse(text('api/openapi.json'))).toMatchObject({ paths: {} });
    expect(code).toBe(0);
  });

  describe('citus', () => {
    const projects = `${good}
## 3. Entities

### Project

| Field | Type |
|---|---|
| name | text |

### Task

| Field | Type | Required |
|---|---|---|
| project | Project on delete cascade | yes |

## 6. Roles

| Role | Is |
|---|---|
| anybody | \`true\` |

| Permission | anybody |
|---|---|
| Task: create, read | yes |
`;

    test('prints SQL if the tables can be distributed', async () => {
      const { code, output, errors } = await run(['export', 'citus', 'p.md', '--by', 'Project'], { 'p.md': projects });
      expect(output).toContain(`SELECT create_distributed_table('"Task"', 'project', colocate_with => '"Project"');`);
      expect([code, errors]).toEqual([0, '']);
    });

    test('prints only the reason if they cannot', async () => {
      const { code, output, errors } = await run(['export', 'citus', 'p.md'], {
        'p.md': projects.replace('Task: create, read', 'Task: create, read, update'),
      });
      expect(output).toBe('');
      expect(errors).toMatch(
        /^p\.md:1:1: cannot be divided: no entity has .*\np\.md:\d+:1: cannot be divided: Task\.project may change: the row “Task: create, read, update” /,
      );
      expect(code).toBe(1);
    });

    test('rejects an option of another format', async () => {
      const { code, errors } = await run(['export', 'openapi', 'p.md', '--by', 'Project'], { 'p.md': projects });
      expect(errors).toContain('The format “openapi” has no option --by.');
      expect(code).toBe(2);
    });
  });

  test('rejects an unknown format', async () => {
    const { code, errors } = await run(['export', 'cobol', 'good.md'], { 'good.md': good });
    expect(errors).toMatch(/There is no format “cobol”:\n {2}openapi /);
    expect(code).toBe(2);
  });
});

describe('check', () => {
  test('prints only the state of the sections for a document without mistakes', async () => {
    const { code, output, errors } = await run(['check', 'good.md'], { 'good.md': good });
    expect(errors).toBe('');
    expect(output).toContain('9. Business constants and limits');
    expect(output).toMatch(/9\..*shown\n/);
    expect(output).toContain('good.md: 8 holes\n');
    expect(code).toBe(0);
  });

  test('shows the line of a mistake with its position underlined', async () => {
    const { code, output } = await run(['check', 'wrong.md'], { 'wrong.md': wrong });
    expect(output).toContain('wrong.md:9:14: error: ');
    expect(output).toContain('[undefined-entity]');
    expect(output).toContain('    9 | | customer | Custmer |\n      |              ^^^^^^^\n');
    expect(code).toBe(1);
  });

  test('prints the public shape as JSON', async () => {
    const { code, output } = await run(['check', '--format=json', 'wrong.md', 'good.md'], { 'wrong.md': wrong, 'good.md': good });
    const { files } = JSON.parse(output);
    expect(files.map((file: { file: string }) => file.file)).toEqual(['wrong.md', 'good.md']);
    expect(Object.keys(files[0])).toEqual(['file', 'sections', 'findings']);
    expect(files[0].sections).toHaveLength(9);
    expect(files[0].sections[2]).toEqual({ number: 3, state: 'shown' });
    expect(files[0].findings.find((finding: { severity: string }) => finding.severity === 'error')).toEqual({
      code: 'undefined-entity',
      severity: 'error',
      section: 3,
      line: 9,
      column: 14,
      endLine: 9,
      endColumn: 21,
      message: expect.stringContaining('Custmer'),
      fixes: [],
    });
    expect(code).toBe(1);
  });

  test('reports text that is no specification', async () => {
    for (const [text, said] of [
      ['', /The text is empty/],
      ['Call me Ishmael.\n', /not a specification/],
      ['PK\u0003\u0004\0\0\0', /file is not text/],
    ] as const) {
      const { code, output } = await run(['check', 'x'], { x: text });
      expect(output).toMatch(said);
      expect(code).toBe(1);
    }
  });

  test('reads UTF-16 and byte order marks', async () => {
    const utf16 = new Uint8Array(new Uint16Array([0xfeff, ...[...good].map((char) => char.charCodeAt(0))]).buffer);
    expect((await run(['check', 'x'], { x: utf16 })).code).toBe(0);
    const marked = await run(['check', 'x', '--format', 'json'], { x: `\ufeff${wrong}` });
    expect(marked.output).toContain('"column": 14');
  });

  test('uses colours only where they are allowed', async () => {
    const host = memoryHost({ x: wrong }, true);
    await runCli(['check', 'x'], host, '');
    expect(host.output).toContain('\u001b[31m');
    expect((await run(['check', 'x'], { x: wrong })).output).not.toContain('\u001b');
  });

  test('lets no document control the terminal', async () => {
    const { output } = await run(['check', 'x'], { x: wrong.replace('Custmer', 'Cust\u001b[2Jmer\u202e') });
    expect(output).not.toContain('\u001b');
    expect(output).not.toContain('\u202e');
  });
});

describe('test', () => {
  const scenario = (expected: string): string =>
    `# Specification: Shop\n\n## 1. Purpose\n\n### Scenario: a ticket\n\n| As | Do | Expect |\n|---|---|---|\n| nobody | \`create Ticket as t with {"subject": "x"}\` | \`t.subject == ${expected}\` |\n\n## 3. Entities\n\n### Ticket\n\n| Field | Type |\n|---|---|\n| subject | text |\n`;

  test('passes', async () => {
    const { code, output } = await run(['test', 'x.md'], { 'x.md': scenario('"x"') });
    expect(output).toContain('✓ a ticket (1 row)');
    expect(code).toBe(0);
  });

  test('reports which row fails, what it expected and what happened', async () => {
    const { code, output } = await run(['test', 'x.md'], { 'x.md': scenario('"y"') });
    expect(output).toContain('✗ a ticket');
    expect(output).toMatch(/x\.md:9 .*create Ticket[\s\S]*expected: t\.subject == "y"\n\s*actual:\s+t\.subject is/);
    expect(code).toBe(1);
  });

  test('prints the public shape as JSON', async () => {
    const { code, output } = await run(['test', 'x.md', '--format', 'json'], { 'x.md': scenario('"y"') });
    expect(JSON.parse(output)).toEqual({
      files: [
        {
          file: 'x.md',
          scenarios: [
            {
              title: 'a ticket',
              passed: false,
              rows: [{ line: 9, passed: false, expected: 't.subject == "y"', actual: expect.stringContaining('x') }],
            },
          ],
        },
      ],
    });
    expect(code).toBe(1);
  });

  test('--coverage lists what no scenario touches', async () => {
    const files = { 'x.md': scenario('"x"') };
    const { code, output } = await run(['test', 'x.md', '--coverage'], files);
    expect(output).toMatch(/Covered by scenarios:\n {4}section 3 {2}\d+ of \d+ fields?\n/);
    expect(code).toBe(0);
    const { files: tested } = JSON.parse((await run(['test', 'x.md', '--coverage', '--format', 'json'], files)).output);
    expect(tested[0].coverage).toContainEqual(expect.objectContaining({ section: 3, kind: 'field', touched: true, refused: null }));
    expect((await run(['test', 'x.md', '--coverage', '--format', 'junit'], files)).errors).toContain('--coverage needs --format');
  });

  test('passes a document without scenarios, but not a text that is no specification', async () => {
    expect((await run(['test', 'x'], { x: good })).code).toBe(0);
    const novel = await run(['test', 'x'], { x: 'Call me Ishmael.' });
    expect(novel.output).toContain('not a specification');
    expect(novel.code).toBe(1);
  });
});

describe('who', () => {
  const helpdesk = { 'helpdesk.md': readFileSync(new URL('../../testing/documents/helpdesk.md', import.meta.url), 'utf8') };

  test('says what each role may do, why, and what would have to change', async () => {
    const { code, output } = await run(['who', 'helpdesk.md', 'resolve', 'Ticket', 'customer'], helpdesk);
    expect(output).toMatch(
      /customer: may not\n {4}section 6: no helpdesk\.md:\d+\n {4}section 4: only for agent, manager helpdesk\.md:\d+\n/,
    );
    expect(output).toContain('To allow it: Add the row “Ticket: resolve” with “yes” for customer.');
    expect(code).toBe(0);
  });

  test('says for each example record why a person may not', async () => {
    const { output } = await run(['who', 'helpdesk.md', 'resolve', 'Ticket', 'Ana', '--format', 'json'], helpdesk);
    const { person, roles } = JSON.parse(output);
    expect(person).toMatchObject({ name: 'Ana', roles: ['customer'] });
    expect(person.records[0]).toMatchObject({ may: false, why: { words: expect.stringContaining('FORBIDDEN'), line: expect.any(Number) } });
    expect(roles[0].change.edits[0]).toMatchObject({ insert: expect.stringContaining('Ticket: resolve') });
  });

  test.each<[readonly string[], RegExp]>([
    [['resolve'], /Name the document, the operation and the entity/],
    [['resolve', 'Tickt'], /There is no entity Tickt\. Did you mean Ticket\?/],
    [['update', 'Ticket.priorty'], /no field priorty\. Did you mean priority\?/],
    [['resolv', 'Ticket'], /no operation or event “resolv” on Ticket\. Did you mean resolve\?/],
    [['resolve', 'Ticket', 'Anna'], /no person “Anna”\. Available: /],
  ])('%j is misused', async (args, said) => {
    const { code, errors } = await run(['who', 'helpdesk.md', ...args], helpdesk);
    expect(errors).toMatch(said);
    expect(code).toBe(2);
  });
});

test('explain prints the page of a rule', async () => {
  const { code, output } = await run(['explain', 'unreachable-state']);
  expect(output).toMatch(/^# unreachable-state\n/);
  expect(code).toBe(0);
});

test('help and version', async () => {
  expect((await run(['--version'])).output).toBe('1.2.3\n');
  for (const args of [['help'], ['--help'], ['-h']]) expect((await run(args)).output).toMatch(/^ {2}test +Runs a document’s scenarios/m);
  for (const args of [
    ['help', 'check'],
    ['check', '--help'],
  ])
    expect((await run(args)).output).toContain('Usage: ninefold check FILE… [options]\n\n  --format text|json');
  expect((await run(['help', 'nothing'])).code).toBe(2);
});

describe('import', () => {
  const csv = 'name,price\nTea,1.50\nCup,3.00\n';

  test('the document goes to standard output, and what was not carried over to standard error', async () => {
    const { code, output, errors } = await run(['import', 'a.sql'], {
      'a.sql': 'create table cups (id int primary key, size text);\ncreate view v as select 1;',
    });
    expect(output).toMatch(/^# Specification: A\n[\s\S]*### Cup\n/);
    expect(errors).toContain('a.sql: line 2: The statement “create view v as select 1” was not carried over.\n');
    expect(code).toBe(0);
  });

  test('writes a new file, which must not exist yet; programs read a list', async () => {
    const written = await run(['import', 'goods.csv', '--out', 'goods.md'], { 'goods.csv': csv });
    expect(written.text('goods.md')).toContain('### Good\n');
    const again = await run(['import', 'goods.csv', '--out', 'goods.md'], { 'goods.csv': csv, 'goods.md': 'mine' });
    expect([again.code, again.errors]).toEqual([2, 'goods.md: cannot write this file (it exists already).\n']);
    const { output } = await run(['import', 'goods.csv', '--format', 'json'], { 'goods.csv': csv });
    expect(JSON.parse(output)).toEqual({ file: 'goods.csv', format: 'csv', text: expect.stringContaining('### Good'), losses: [] });
  });

  test('scenarios into a document', async () => {
    const feature =
      'Feature: x\n  Scenario: new one\n    When nobody does wait days(1)\n    Then true\n  Scenario: words\n    When I wait\n';
    const { code, text, errors } = await run(['import', 'x.feature', '--into', 'good.md'], { 'x.feature': feature, 'good.md': good });
    expect(text('good.md')).toContain('### Scenario: new one\n\n| As | Do | Expect |\n|---|---|---|\n| nobody | `wait days(1)` | `true` |');
    expect(errors).toBe('x.feature: Scenario: words: Its steps are prose: its steps are not in the notation’s words.\n');
    expect(code).toBe(0);
  });

  test('input that cannot be read is rejected with the reason', async () => {
    const broken = await run(['import', 'x.csv'], { 'x.csv': 'a\n' });
    expect([broken.code, broken.errors, broken.output]).toEqual([1, 'x.csv: The file has no rows below its head.\n', '']);
    expect((await run(['import'], {})).errors).toContain('Name one file to import:\n  openapi ');
  });
});
