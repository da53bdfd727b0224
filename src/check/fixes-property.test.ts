import fc from 'fast-check';
import { expect, test } from 'vitest';
import booking from '../../specs/booking.md?raw';
import inventory from '../../specs/inventory.md?raw';
import school from '../../specs/school.md?raw';
import unidentified from '../../specs/unidentified.txt?raw';
import conduit from '../../testing/documents/conduit.md?raw';
import helpdesk from '../../testing/documents/helpdesk.md?raw';
import { rounds } from '../../testing/rounds.ts';
import { readRulePage } from '../../testing/rule-page.ts';
import type { Finding } from '../base/finding.ts';
import { applyEdits } from '../base/text-edit.ts';
import { readModel } from '../model/read.ts';
import { checkModel } from './check.ts';
import { rules } from './rules/index.ts';

const documents = { booking, conduit, helpdesk, inventory, school, unidentified };

/** A single typing mistake: in a word, in a cell, or a missing line. */
type Slip = { readonly kind: 'drop' | 'double' | 'swap' | 'case' | 'line' | 'cell' | 'repeat'; readonly at: number };

const slips: fc.Arbitrary<Slip> = fc.record({
  kind: fc.constantFrom('drop', 'double', 'swap', 'case', 'line', 'cell', 'repeat'),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
});

function slipped(text: string, { kind, at }: Slip): string {
  if (kind === 'line') {
    const lines = text.split('\n');
    const index = Math.floor(at * (lines.length - 1));
    return lines.toSpliced(index, 1).join('\n');
  }
  const pattern = kind === 'cell' ? /(?<=\|)[^|\n]+(?=\|)/g : /[A-Za-z]{3,}/g;
  const found = [...text.matchAll(pattern)];
  const match = found[Math.floor(at * (found.length - 1))];
  if (match === undefined) return text;
  const [word] = match;
  const middle = 1 + Math.floor((at * 7919) % (word.length - 1));
  const written = {
    drop: word.slice(0, middle) + word.slice(middle + 1),
    double: word.slice(0, middle) + word.slice(middle - 1),
    swap: word.slice(0, middle - 1) + word.charAt(middle) + word.charAt(middle - 1) + word.slice(middle + 1),
    case: word === word.toLowerCase() ? word.toUpperCase() : word.toLowerCase(),
    cell: ' ',
    repeat: `${word} ${word}`,
  }[kind];
  return text.slice(0, match.index) + written + text.slice(match.index + word.length);
}

const errorsOf = (findings: readonly Finding[]): number => findings.filter(({ severity }) => severity === 'error').length;
const same = (findings: readonly Finding[], { code, message }: Finding): number =>
  findings.filter((other) => other.code === code && other.message === message).length;

/**
 * Problems with the fixes of a document's findings: each fix must remove its finding and introduce
 * no error.
 */
function wrongFixes(text: string, most: number, before = checkModel(readModel(text))): string[] {
  const wrong: string[] = [];
  for (const finding of before.filter(({ fixes }) => fixes.length > 0).slice(0, most)) {
    for (const { title, edits } of finding.fixes) {
      const after = checkModel(readModel(applyEdits(text, edits)));
      const said = `${finding.code}: ${finding.message} (${title}), at “${text.slice(finding.span.from, finding.span.to)}”`;
      if (same(after, finding) >= same(before, finding)) wrong.push(`${said}: the finding stays`);
      const fresh = after.filter((one) => one.severity === 'error' && same(before, one) < same(after, one)).map(({ message }) => message);
      if (errorsOf(after) > errorsOf(before)) wrong.push(`${said}: new errors: ${fresh.join(' / ')}`);
    }
  }
  return wrong;
}

test('after one typing mistake, each quick fix removes its finding and introduces no error', () => {
  fc.assert(
    fc.property(fc.constantFrom(...(Object.keys(documents) as (keyof typeof documents)[])), slips, (name, slip) => {
      expect(wrongFixes(slipped(documents[name], slip), 4)).toEqual([]);
    }),
    { numRuns: rounds(24) },
  );
}, 240_000);

const pages = import.meta.glob<string>('./rules/*.md', { query: '?raw', import: 'default', eager: true });

test('each quick fix on the rule pages removes its finding and introduces no error; 80 % of the rules have one', () => {
  const fixed = new Set<string>();
  const wrong = Object.values(pages)
    .flatMap((page) => readRulePage(page).wrong)
    .flatMap(({ text }) => {
      const findings = checkModel(readModel(text));
      for (const { code, fixes } of findings) if (fixes.length > 0) fixed.add(code);
      return wrongFixes(text, 3, findings);
    });
  expect(wrong).toEqual([]);
  expect(rules.filter(({ code }) => fixed.has(code)).length / rules.length).toBeGreaterThanOrEqual(0.8);
}, 240_000);
