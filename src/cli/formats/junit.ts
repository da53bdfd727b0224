import type { Finding } from '../../base/finding.ts';
import { LineIndex } from '../../base/position.ts';
import type { RowResult, ScenarioResult } from '../../verify/scenarios.ts';
import type { CheckedDocument, Format, TestedDocument } from './format.ts';

/** JUnit XML, which build servers display as tests. */
export const junit: Format = {
  name: 'junit',
  check: (checked) => suites(checked.map(checkedSuite)),
  test: (tested) => suites(tested.map(testedSuite)),
};

export interface Case {
  readonly name: string;
  readonly file: string;
  readonly line: number | null;
  /** The reasons for failing, each as one line and as the full text. */
  readonly failures: readonly { readonly message: string; readonly type: string; readonly text: string }[];
  /** Messages that are no failures. */
  readonly output: string;
  /** The test did not run. */
  readonly skipped?: boolean;
}

export interface Suite {
  readonly name: string;
  readonly cases: readonly Case[];
}

/** Errors fail, as they do in the command; warnings and hints are only reported. */
function checkedSuite({ document, findings }: CheckedDocument): Suite {
  const lines = new LineIndex(document.text);
  const cases = findings.map((finding) => findingCase(document.file, lines, finding));
  return {
    name: document.file,
    cases: cases.length > 0 ? cases : [{ name: 'no findings', file: document.file, line: null, failures: [], output: '' }],
  };
}

function findingCase(file: string, lines: LineIndex, { code, severity, span, message }: Finding): Case {
  const { line, column } = lines.position(span.from);
  const text = `${file}:${line}:${column}: ${severity}: ${message}`;
  const fails = severity === 'error';
  return {
    name: `${code} at ${line}:${column}`,
    file,
    line,
    failures: fails ? [{ message, type: code, text }] : [],
    output: fails ? '' : text,
  };
}

function testedSuite({ document, recognised, scenarios }: TestedDocument): Suite {
  const { file } = document;
  const message = 'Not a specification, so there are no scenarios.';
  if (!recognised) {
    const failures = [{ message, type: 'not-a-specification', text: `${file}: ${message}` }];
    return { name: file, cases: [{ name: 'the document', file, line: null, failures, output: '' }] };
  }
  return { name: file, cases: scenarios.map((scenario) => scenarioCase(file, scenario)) };
}

function scenarioCase(file: string, { title, rows }: ScenarioResult): Case {
  return { name: title, file, line: rows[0]?.line ?? null, failures: rows.filter((row) => !row.passed).map(rowFailure(file)), output: '' };
}

const rowFailure =
  (file: string) =>
  ({ line, expected, actual }: RowResult): Case['failures'][number] => ({
    message: `line ${line}: expected ${expected}, was ${actual}`,
    type: 'scenario',
    text: `${file}:${line}\nexpected: ${expected}\nactual:   ${actual}`,
  });

/** Returns test cases as JUnit XML. */
export function suites(all: readonly Suite[]): string {
  const failed = (cases: readonly Case[]): number => cases.filter(({ failures }) => failures.length > 0).length;
  const cases = all.flatMap((suite) => suite.cases);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<testsuites name="ninefold" tests="${cases.length}" failures="${failed(cases)}" errors="0">\n`,
    ...all.flatMap((suite) => [
      `  <testsuite name="${attribute(suite.name)}" tests="${suite.cases.length}" failures="${failed(suite.cases)}" errors="0" skipped="${suite.cases.filter(({ skipped }) => skipped === true).length}">\n`,
      ...suite.cases.map(caseText),
      '  </testsuite>\n',
    ]),
    '</testsuites>\n',
  ].join('');
}

function caseText({ name, file, line, failures, output, skipped }: Case): string {
  const place = line === null ? '' : ` line="${line}"`;
  const head = `    <testcase classname="${attribute(file)}" name="${attribute(name)}" file="${attribute(file)}"${place}`;
  // Most readers expect at most one failure per case.
  const [first] = failures;
  if (first === undefined && skipped === true) return `${head}>\n      <skipped/>\n    </testcase>\n`;
  if (first === undefined)
    return output === '' ? `${head}/>\n` : `${head}>\n      <system-out>${content(output)}</system-out>\n    </testcase>\n`;
  const text = failures.map((failure) => failure.text).join('\n\n');
  return `${head}>\n      <failure message="${attribute(first.message)}" type="${attribute(first.type)}">${content(text)}</failure>\n    </testcase>\n`;
}

const content = (text: string): string => allowed(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const attribute = (text: string): string =>
  content(text)
    .replaceAll('"', '&quot;')
    .replace(/[\t\r\n]+/g, ' ');

/** Replaces characters that XML 1.0 cannot contain, even escaped, by U+FFFD. */
const allowed = (text: string): string => Array.from(text, (char) => (isAllowed(char.codePointAt(0) ?? 0) ? char : '\ufffd')).join('');

const isAllowed = (code: number): boolean =>
  code === 0x9 ||
  code === 0xa ||
  code === 0xd ||
  (code >= 0x20 && code <= 0xd7ff) ||
  (code >= 0xe000 && code !== 0xfffe && code !== 0xffff);
