import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type MemoryFiles, memoryHost } from '../../../testing/process/memory-host.ts';
import { junitProblems } from '../../../testing/process/output-formats.ts';
import type { Severity } from '../../base/finding.ts';
import { LineIndex } from '../../base/position.ts';
import { applyEdits } from '../../base/text-edit.ts';
import { readModel } from '../../model/read.ts';
import { runCli } from '../run.ts';
import { paint } from '../text/paint.ts';
import { github } from './github.ts';
import { formats } from './index.ts';

const wrong = [
  '# Specification: Shop, <&"> 100%',
  '',
  '## 3. Entities',
  '',
  '### Ticket',
  '',
  '| Field | Type |',
  '|---|---|',
  '| 🎟 subject | text |',
  '| note | Custmer, "quoted" & <more> |',
  '| owner | Tiket |',
  '',
].join('\n');

const junit = junitProblems();
const model = readModel('');

async function run(args: readonly string[], files: MemoryFiles) {
  const host = memoryHost(files);
  const code = await runCli(args, host, '');
  return { code, output: host.output, errors: host.errors };
}

test('the registry has every format', () => {
  const files = readdirSync(new URL('.', import.meta.url))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => name.replace(/\.ts$/, ''));
  expect(formats.map(({ name }) => name).sort()).toEqual(files.filter((name) => name !== 'index' && name !== 'format').sort());
});

test('JSON: a fix can be applied directly', async () => {
  const { files } = JSON.parse((await run(['check', 'x.md', '--format', 'json'], { 'x.md': wrong })).output);
  const finding = files[0].findings.find(({ line }: { line: number }) => line === 11);
  const [fix] = finding.fixes;
  expect(fix).toMatchObject({ title: 'Write “Ticket”', safe: true });
  const lines = new LineIndex(wrong);
  const edits = fix.edits.map((edit: { line: number; column: number; endLine: number; endColumn: number; insert: string }) => ({
    from: lines.offset(edit),
    to: lines.offset({ line: edit.endLine, column: edit.endColumn }),
    insert: edit.insert,
  }));
  expect(applyEdits(wrong, edits)).toContain('| owner | Ticket |');
});

/**
 * Checks the requirements of SARIF 2.1.0 (OASIS, sections 3.13 to 3.59) that its schema cannot
 * express; schemas.test.ts checks the schema.
 */
test('SARIF: references between its parts are valid', async () => {
  const { code, output } = await run(['check', 'a folder/ü.md', 'b.md', '--format=sarif'], { 'a folder/ü.md': wrong, 'b.md': wrong });
  expect(code).toBe(1);
  const log = JSON.parse(output);
  expect(Object.keys(log)).toEqual(['$schema', 'version', 'runs']);
  expect(log.version).toBe('2.1.0');
  expect(log.runs).toHaveLength(1);
  const [sarif] = log.runs;
  const { driver } = sarif.tool;
  expect(driver.name).toBe('Ninefold');
  expect(driver.semanticVersion).toMatch(/^\d+\.\d+\.\d+/);
  expect(sarif.columnKind).toBe('utf16CodeUnits');
  expect(sarif.artifacts.map(({ location }: { location: { uri: string } }) => location.uri)).toEqual(['a%20folder/%C3%BC.md', 'b.md']);
  expect(new Set(driver.rules.map(({ id }: { id: string }) => id)).size).toBe(driver.rules.length);
  for (const rule of driver.rules) {
    expect(rule.id).toMatch(/^[a-z-]+$/);
    expect(rule.shortDescription.text.length).toBeGreaterThan(5);
    expect(rule.help.text).toContain(`# ${rule.id}`);
    expect(rule.help.markdown).toBe(rule.help.text);
    expect(['none', 'note', 'warning', 'error']).toContain(rule.defaultConfiguration.level);
  }
  expect(sarif.results.length).toBeGreaterThan(3);
  for (const result of sarif.results) {
    expect(driver.rules[result.ruleIndex].id).toBe(result.ruleId);
    expect(['note', 'warning', 'error']).toContain(result.level);
    expect(result.message.text.length).toBeGreaterThan(5);
    expect(result.locations).toHaveLength(1);
    const { artifactLocation, region } = result.locations[0].physicalLocation;
    expect(sarif.artifacts[artifactLocation.index].location.uri).toBe(artifactLocation.uri);
    for (const place of [region, ...replaced(result)]) {
      expect(place.startLine).toBeGreaterThanOrEqual(1);
      expect(place.startColumn).toBeGreaterThanOrEqual(1);
      expect(place.endLine).toBeGreaterThanOrEqual(place.startLine);
      if (place.endLine === place.startLine) expect(place.endColumn).toBeGreaterThanOrEqual(place.startColumn);
    }
    for (const fix of result.fixes ?? []) {
      expect(fix.description.text).not.toBe('');
      for (const change of fix.artifactChanges) expect(change.replacements.length).toBeGreaterThan(0);
    }
    expect(Object.values(result.partialFingerprints)).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
  }
  // No two findings in one document share a fingerprint.
  const own = sarif.results.filter(
    (result: { locations: { physicalLocation: { artifactLocation: { index: number } } }[] }) =>
      result.locations[0]?.physicalLocation.artifactLocation.index === 0,
  );
  expect(new Set(own.map((result: { partialFingerprints: unknown }) => JSON.stringify(result.partialFingerprints))).size).toBe(own.length);
});

interface Replacement {
  readonly deletedRegion: {
    readonly startLine: number;
    readonly startColumn: number;
    readonly endLine: number;
    readonly endColumn: number;
  };
}

const replaced = (result: { fixes?: { artifactChanges: { replacements: Replacement[] }[] }[] }): Replacement['deletedRegion'][] =>
  (result.fixes ?? []).flatMap((fix) =>
    fix.artifactChanges.flatMap(({ replacements }) => replacements.map(({ deletedRegion }) => deletedRegion)),
  );

test('SARIF: without findings there are no rules and no results', async () => {
  const empty = '<!-- ninefold ignore hole: a test -->\n';
  const log = JSON.parse((await run(['check', 'x.md', '--format', 'sarif'], { 'x.md': `${empty}# Specification: X\n` })).output);
  for (const result of log.runs[0].results) expect(result.ruleId).not.toBe('hole');
});

test('JUnit: errors fail, other findings are reported, and nothing breaks the XML', async () => {
  const { output } = await run(['check', 'x.md', 'good.md', '--format', 'junit'], {
    'x.md': wrong.replace('Tiket', 'Ti\u0001ket'),
    'good.md': 'Call me.',
  });
  expect(output.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="ninefold" ')).toBe(true);
  expect(output).toContain('<failure message=');
  expect(output).toContain('<system-out>x.md:');
  expect(output).not.toContain('\u0001');
  expect(junit(output)).toEqual([]);
  const counts = /tests="(\d+)" failures="(\d+)"/.exec(output);
  expect(Number(counts?.[1])).toBe(output.match(/<testcase /g)?.length);
  expect(Number(counts?.[2])).toBe(output.match(/<failure /g)?.length);
});

test('JUnit: each scenario is a test', async () => {
  const scenarios = (expected: string): string =>
    `# Specification: Shop\n\n## 1. Purpose\n\n### Scenario: a <ticket>\n\n| As | Do | Expect |\n|---|---|---|\n| nobody | \`create Ticket as t with {"subject": "x"}\` | \`t.subject == ${expected}\` |\n\n## 3. Entities\n\n### Ticket\n\n| Field | Type |\n|---|---|\n| subject | text |\n`;
  const failing = await run(['test', 'x.md', '--format', 'junit'], { 'x.md': scenarios('"y"') });
  expect(failing.code).toBe(1);
  expect(failing.output).toContain('tests="1" failures="1"');
  expect(failing.output).toContain('name="a &lt;ticket&gt;" file="x.md" line="9"');
  expect(junit(failing.output)).toEqual([]);
  const passing = await run(['test', 'x.md', '--format', 'junit'], { 'x.md': scenarios('"x"') });
  expect(passing.code).toBe(0);
  expect(passing.output).toContain('tests="1" failures="0"');
  expect((await run(['test', 'x.md', '--format', 'junit'], { 'x.md': 'Call me.' })).output).toContain('failures="1"');
});

/**
 * Parses a workflow command as GitHub's runner does: the properties end at the next `::`, and `%XX`
 * is decoded last.
 */
function annotation(line: string) {
  const end = line.indexOf('::', 2);
  const [, command, properties = ''] = /^::([a-z]+) (.*)$/s.exec(line.slice(0, end)) ?? [];
  const plain = (text: string): string => text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
  const values = properties.split(',').map((pair): [string, string] => {
    const at = pair.indexOf('=');
    return [
      pair.slice(0, at),
      plain(
        pair
          .slice(at + 1)
          .replaceAll('%3A', ':')
          .replaceAll('%2C', ','),
      ),
    ];
  });
  return { command, ...Object.fromEntries(values), message: plain(line.slice(end + 2)) };
}

test('GitHub: one line per finding, whatever the file name and the message contain', () => {
  const words = fc.string({ unit: fc.constantFrom(...'%:,\r\n=;:% ab', '::', '%25', '%0A', '%3A', '🎫'), minLength: 1 });
  fc.assert(
    fc.property(words, words, fc.constantFrom<Severity>('error', 'warning', 'hint'), (file, message, severity) => {
      const document = { file, text: 'one\ntwo\n', bytes: new Uint8Array() };
      const finding = { code: 'hole', severity, section: 1, span: { from: 4, to: 6 }, message, fixes: [] };
      const output = github.check([{ document, model, findings: [finding], baseline: null, fixed: null }], paint(false));
      expect(output.match(/[\r\n]/g)).toEqual(['\n']);
      expect(annotation(output.slice(0, -1))).toEqual({
        command: severity === 'hint' ? 'notice' : severity,
        file,
        line: '2',
        endLine: '2',
        col: '1',
        endColumn: '3',
        title: 'hole',
        message,
      });
    }),
  );
});

test('GitHub: a whole document', async () => {
  const { output } = await run(['check', 'a,b:c.md', '--format', 'github'], { 'a,b:c.md': wrong });
  const lines = output.trimEnd().split('\n').map(annotation);
  for (const line of lines) expect(line).toMatchObject({ file: 'a,b:c.md', title: expect.stringMatching(/^[a-z-]+$/) });
  expect(lines.map(({ command }) => command)).toContain('error');
});
