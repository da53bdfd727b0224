import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Fence, readRulePage } from '../../../testing/rule-page.ts';
import type { Finding } from '../../base/finding.ts';
import type { Span } from '../../base/span.ts';
import { applyEdits } from '../../base/text-edit.ts';
import { readModel } from '../../model/read.ts';
import { checkModel } from '../check.ts';
import { rules } from './index.ts';

const folder = new URL('./', import.meta.url);
const files = readdirSync(folder);
const codes = rules.map((rule) => rule.code);

/** The findings for a fence, except those about sections that the fence leaves out. */
function findings(text: string): Finding[] {
  const model = readModel(text);
  const missing = new Set(model.sections.filter((section) => section.heading === null).map((section) => section.number));
  return checkModel(model).filter(
    (finding) => !(missing.has(finding.section) && (finding.code === 'hole' || finding.code === 'assumption')),
  );
}

/** Formats places as text with line number and offset, which makes failures easier to read. */
const shown = (text: string, spans: readonly Span[]): string[] =>
  [...spans]
    .sort((a, b) => a.from - b.from || a.to - b.to)
    .map(({ from, to }) => `${text.slice(0, from).split('\n').length}: ${text.slice(from, to)} (${from})`);

const errors = (found: readonly Finding[], code: string, fence: Fence): string[] =>
  found
    .filter((finding) => finding.severity === 'error' && finding.code !== code && !fence.also.includes(finding.code))
    .map((finding) => `${finding.code}: ${finding.message}`);

test('the registry lists every rule, in order, and every rule has a page', () => {
  const inFolder = (ending: string): string[] =>
    files
      .filter((name) => name.endsWith(ending) && !name.endsWith('.test.ts') && name !== 'index.ts')
      .map((name) => name.slice(0, -ending.length))
      .sort();
  expect(codes).toEqual(inFolder('.ts'));
  expect(codes).toEqual(inFolder('.md'));
});

describe.each(rules.map((rule) => [rule.code, rule] as const))('%s', (code, rule) => {
  const page = readRulePage(readFileSync(new URL(`${code}.md`, folder), 'utf8'));

  test('its page has the required form', () => {
    expect(page.code).toBe(code);
    expect(page.summary).toBe(rule.summary);
    expect(page.headings).toEqual(['Why', 'What to do', 'Wrong', 'Right']);
    expect(page.wrong.length).toBeGreaterThan(0);
    expect(page.right.length).toBeGreaterThan(0);
  });

  test.each(page.wrong.map((fence) => [fence.line, fence] as const))('wrong, line %i: reported at its marks', (_line, fence) => {
    const found = findings(fence.text);
    const own = found.filter((finding) => finding.code === code);
    expect(
      shown(
        fence.text,
        own.map((finding) => finding.span),
      ),
    ).toEqual(shown(fence.text, fence.marks));
    expect(errors(found, code, fence)).toEqual([]);
    for (const finding of own) {
      expect(finding.message).not.toMatch(/\{(name|guess|within|entity|message)\}/);
      // Applying a fix must reduce the findings.
      for (const fix of finding.fixes.slice(0, 1)) {
        const after = findings(applyEdits(fence.text, fix.edits)).filter((other) => other.code === code);
        expect(after.length, fix.title).toBeLessThan(own.length);
      }
    }
  });

  test.each(page.right.map((fence) => [fence.line, fence] as const))('right, line %i: passes', (_line, fence) => {
    expect(fence.marks).toEqual([]);
    const found = findings(fence.text);
    expect(found.filter((finding) => finding.code === code).map((finding) => finding.message)).toEqual([]);
    expect(errors(found, code, fence)).toEqual([]);
  });
});
