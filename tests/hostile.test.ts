import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LineIndex } from '../src/base/position.ts';
import { checkModel } from '../src/check/check.ts';
import { runCli } from '../src/cli/run.ts';
import { readModel } from '../src/model/read.ts';
import { withFewExamples } from '../testing/few-examples.ts';
import { memoryHost } from '../testing/process/memory-host.ts';
import { rounds } from '../testing/rounds.ts';

const spec = (name: string): string => withFewExamples(name, readFileSync(new URL(`../specs/${name}`, import.meta.url), 'utf8'));

/**
 * Texts and bytes that programs stumble over; after the big list of naughty strings (minimaxir), by
 * kind.
 */
const naughty: readonly string[] = [
  '',
  ' ',
  '\t',
  '\0',
  '\u0007\u001b[31m',
  '\ufeff',
  '\ud800',
  '\udc00x',
  'undefined',
  'null',
  'NaN',
  'constructor',
  '__proto__',
  'hasOwnProperty',
  'toString',
  '0x10',
  '1e1000',
  '-0',
  '9223372036854775808',
  '1/0',
  '`',
  '``',
  '` `',
  '`(((((((((`',
  '`a.b.c.d.e == "`',
  '`x.matches("(a+)+$")`',
  '`__proto__.constructor`',
  '`[1,2,3][99]`',
  '`1 / 0`',
  '\\|',
  '\\',
  '\\\\|',
  '<script>alert(1)</script>',
  '<!-- ninefold ignore -->',
  '<!-- ninefold ignore hole: x',
  "'; DROP TABLE tickets; --",
  '$(rm -rf /)',
  '{{7*7}}',
  '%s%n',
  '田中さんにあげて下さい',
  'ﷺ',
  '👩‍👩‍👧‍👦',
  'Z̮̞̠͙͔ͅḀ̗̞͈̻̗Ḷ͙͎̯̹̞͓G̻O̭̗̮',
  '\u202etest\u202e',
  '\u2028',
  'enum',
  'enum ,,,',
  'list of list of list of text',
  'Ticket.',
  '.status',
  'a'.repeat(10_000),
  'create create create',
  'refused',
  'any',
  'yes',
];

/** Reads and checks; every finding must have a place inside the text and a message. */
function survives(text: string): void {
  const model = readModel(text);
  const lines = new LineIndex(text);
  for (const finding of checkModel(model)) {
    expect(finding.message).not.toBe('');
    expect(finding.span.from).toBeGreaterThanOrEqual(0);
    expect(finding.span.to).toBeGreaterThanOrEqual(finding.span.from);
    expect(finding.span.to).toBeLessThanOrEqual(text.length);
    expect(lines.position(finding.span.from).line).toBeGreaterThan(0);
  }
}

describe('what is no specification gets one clear answer', () => {
  const bytes = Uint8Array.from({ length: 4096 }, (_, index) => (index * 7919) % 256);
  const novel = 'It was the best of times, it was the worst of times, it was the age of wisdom.\n\n'.repeat(500);
  test.each<[string, string | Uint8Array]>([
    ['an empty file', ''],
    ['blanks', '  \n\n\t\n'],
    ['a novel', novel],
    ['a binary', bytes],
    ['a megabyte of zeros', new Uint8Array(1_000_000)],
    ['five megabytes of text', novel.repeat(125)],
    ['five megabytes on one line', 'x'.repeat(5_000_000)],
    ['HTML', '<!doctype html><html><body><h1>1. Not it</h1></body></html>'],
    ['JSON', '{"title": "# Specification: no"}'],
  ])('%s', async (_name, content) => {
    const host = memoryHost({ file: content });
    expect(await runCli(['check', 'file', '--format', 'json'], host, '')).toBe(1);
    const [file] = JSON.parse(host.output).files;
    expect(file.findings).toHaveLength(1);
    expect(file.findings[0]).toMatchObject({ code: 'not-a-specification', severity: 'error', section: 0 });
    const words = memoryHost({ file: content });
    expect(await runCli(['check', 'file'], words, '')).toBe(1);
    expect(words.output.length).toBeLessThan(2000);
    expect(await runCli(['test', 'file'], memoryHost({ file: content }), '')).toBe(1);
  });
});

describe('a document that is cut off anywhere is read', () => {
  test.each(['helpdesk.md', 'conduit.md', 'unidentified.txt'])('%s', (name) => {
    const text = spec(name);
    for (let end = 0; end < text.length; end += Math.ceil(797 / rounds(1))) survives(text.slice(0, end));
  });
});

describe('naughty strings', () => {
  const text = spec('helpdesk.md');
  const lines = text.split('\n');

  test('in the place of every cell', () => {
    let turn = 0;
    // Each row gets strings of the list in turn, one row at a time for each of the sections.
    for (let from = 0; from < 12; from++) {
      const broken = lines.map((line, index) => {
        if (!line.startsWith('|') || /^\|[-|]+\|$/.test(line) || index % 12 !== from) return line;
        return `| ${line
          .split('|')
          .slice(1, -1)
          .map(() => naughty[turn++ % naughty.length])
          .join(' | ')} |`;
      });
      survives(broken.join('\n'));
    }
  });

  test('in the place of a bullet or a heading', () => {
    for (const [index, string] of naughty.entries()) {
      const broken = lines.map((line, at) => {
        if (/^\s*- /.test(line) && at % naughty.length === index) return line.replace(/- .*/, `- ${string}`);
        return /^### /.test(line) && at % 7 === index % 7 ? `### ${string}` : line;
      });
      survives(broken.join('\n'));
    }
  });
});

test('a table of 10,000 rows, nesting of 1,000 and an expression of 10,000 terms', () => {
  const rows = Array.from({ length: 10_000 }, (_, index) => `| C_${index} | ${index} |`).join('\n');
  survives(`# Specification: Big\n\n## 9. Constants\n\n| Constant | Value |\n|---|---|\n${rows}\n`);
  const nested = Array.from({ length: 1000 }, (_, index) => `${'  '.repeat(Math.min(index, 1000))}- columns`).join('\n');
  survives(`# Specification: Deep\n\n## 2. Screens\n\n| Screen | Route |\n|---|---|\n| Home | / |\n\n### Home\n\n${nested}\n`);
  survives(`# Specification: Deep\n\n## 2. Screens\n\n${'> '.repeat(1000)}- deep\n\n${'['.repeat(1000)}\n`);
  const entity =
    '## 3. Entities\n\n### Ticket\n\n| Field | Type |\n|---|---|\n| size | integer |\n\n## 5. Rules\n\n| Rule | On | Must hold |\n|---|---|---|\n';
  survives(`${entity}| long | Ticket | \`${Array.from({ length: 10_000 }, (_, index) => `size > ${index}`).join(' && ')}\` |\n`);
  survives(`${entity}| deep | Ticket | \`${'('.repeat(10_000)}size > 1${')'.repeat(10_000)}\` |\n`);
});
