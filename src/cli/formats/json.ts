import { LineIndex } from '../../base/position.ts';
import type { TextEdit } from '../../base/text-edit.ts';
import type { CheckedDocument, Format, TestedDocument } from './format.ts';

/** The public shapes: see docs/formats.md. */
export const json: Format = {
  name: 'json',
  check: (checked) => print({ files: checked.map(checkedJson) }),
  test: (tested) => print({ files: tested.map(testedJson) }),
};

const print = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

function checkedJson({ document, model, findings, baseline, fixed }: CheckedDocument): unknown {
  const lines = new LineIndex(document.text);
  return {
    file: document.file,
    sections: model.sections.map(({ number, state }) => ({ number, state })),
    findings: findings.map(({ code, severity, section, span, message, fixes }) => ({
      code,
      severity,
      section,
      ...lines.position(span.from),
      ...endOf(lines, span.to),
      message,
      fixes: fixes.map(({ title, edits, safe }) => ({ title, safe: safe === true, edits: editsJson(lines, edits) })),
    })),
    ...(fixed === null ? {} : { fixed }),
    ...(baseline === null ? {} : { known: baseline.known, stale: baseline.stale }),
  };
}

function endOf(lines: LineIndex, offset: number): { readonly endLine: number; readonly endColumn: number } {
  const { line, column } = lines.position(offset);
  return { endLine: line, endColumn: column };
}

/** Returns edits in the form that a caller can apply. */
export const editsJson = (lines: LineIndex, edits: readonly TextEdit[]): unknown[] =>
  edits.map(({ from, to, insert }) => ({ ...lines.position(from), ...endOf(lines, to), insert }));

function testedJson({ document, scenarios, coverage }: TestedDocument): unknown {
  return {
    file: document.file,
    scenarios: scenarios.map(({ title, passed, rows }) => ({
      title,
      passed,
      rows: rows.map(({ line, passed, expected, actual }) => ({ line, passed, expected, actual })),
    })),
    ...(coverage === null ? {} : { coverage }),
  };
}
