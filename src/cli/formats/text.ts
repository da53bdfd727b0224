import { LineIndex } from '../../base/position.ts';
import type { RowResult } from '../../verify/scenarios.ts';
import type { Document } from '../documents.ts';
import { printCoverage } from '../text/coverage.ts';
import { printFinding } from '../text/finding.ts';
import { harmless, type Paint } from '../text/paint.ts';
import { countFindings, plural, printSections } from '../text/summary.ts';
import type { CheckedDocument, Format, TestedDocument } from './format.ts';

/** Output for people. */
export const text: Format = {
  name: 'text',
  check: (checked, paint) => checked.map((one) => checkedText(one, paint)).join(''),
  test: (tested, paint) => tested.map((one) => testedText(one, paint)).join(''),
};

function checkedText({ document, model, findings, baseline, fixed }: CheckedDocument, paint: Paint): string {
  const lines = new LineIndex(document.text);
  const file = harmless(document.file);
  const fixedLines = (fixed ?? []).map(
    ({ line, code, title }) => `${paint.bold(`${file}:${line}:`)} ${paint.good('fixed:')} ${harmless(title)} ${paint.faint(`[${code}]`)}\n`,
  );
  const found = findings.map((finding) => printFinding(document.file, document.text, lines, finding, paint)).join('\n');
  const blank = found === '' ? '' : '\n';
  const stale = (baseline?.stale ?? []).map(
    ({ code, section, text: source }) =>
      `${paint.bold(`${file}:`)} a finding in the baseline no longer occurs: ${code} in section ${section}, “${harmless(source)}”. Run with --write-baseline to remove it.\n`,
  );
  const sections = model.recognised ? printSections(model.sections, paint) : '';
  const known = baseline === null || baseline.known === 0 ? '' : paint.faint(`, and ${baseline.known} in the baseline`);
  const done = fixed === null || fixed.length === 0 ? '' : paint.good(`, ${fixed.length} fixed`);
  const count = `${paint.bold(file)}: ${countFindings(findings, paint)}${done}${known}\n`;
  return `${fixedLines.join('')}${fixedLines.length > 0 ? '\n' : ''}${found}${blank}${stale.join('')}${count}${sections}\n`;
}

function testedText({ document, recognised, scenarios, coverage }: TestedDocument, paint: Paint): string {
  const file = paint.bold(harmless(document.file));
  if (!recognised) return `${file}: not a specification, so there are no scenarios. Run “ninefold check” for details.\n`;
  if (scenarios.length === 0)
    return `${file}: no scenarios. Write them in section 1: “### Scenario: …” followed by a table with the columns As, Do and Expect.\n`;
  const list = scenarios.map(({ title, passed, rows }) => {
    const mark = passed ? paint.good('✓') : paint.bad('✗');
    const failed = rows.filter((row) => !row.passed).map((row) => failedRow(document, row, paint));
    return `  ${mark} ${harmless(title)} ${paint.faint(`(${plural(rows.length, 'row')})`)}\n${failed.join('')}`;
  });
  const failing = scenarios.filter((scenario) => !scenario.passed).length;
  const count = `${plural(scenarios.length, 'scenario')}, ${failing === 0 ? paint.good('all pass') : paint.bad(`${failing} failing`)}`;
  return `${file}\n${list.join('')}  ${count}\n${coverage === null ? '' : printCoverage(document.file, coverage, paint)}\n`;
}

function failedRow(document: Document, { line, expected, actual }: RowResult, paint: Paint): string {
  const source = (document.text.split('\n')[line - 1] ?? '').trim();
  return [
    `      ${paint.faint(`${harmless(document.file)}:${line}`)} ${harmless(source)}\n`,
    `        expected: ${harmless(expected)}\n`,
    `        actual:   ${paint.bad(harmless(actual))}\n`,
  ].join('');
}
