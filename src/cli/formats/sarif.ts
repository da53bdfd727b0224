import { createHash } from 'node:crypto';
import type { Finding, Severity } from '../../base/finding.ts';
import { LineIndex } from '../../base/position.ts';
import type { Span } from '../../base/span.ts';
import { version } from '../../base/version.ts';
import { rules } from '../../check/rules/index.ts';
import { fingerprints } from '../baseline.ts';
import { rulePage } from '../rule-page.ts';
import type { CheckedDocument, Format } from './format.ts';

const levels: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', hint: 'note' };

/** SARIF 2.1.0 (OASIS), for code scanning in GitHub, GitLab, Azure DevOps and editors. */
export const sarif: Format = {
  name: 'sarif',
  check(checked) {
    const codes = [...new Set(checked.flatMap(({ findings }) => findings.map(({ code }) => code)))].sort();
    const run = {
      tool: {
        driver: {
          name: 'Ninefold',
          semanticVersion: version,
          rules: codes.map(ruleOf),
        },
      },
      columnKind: 'utf16CodeUnits',
      artifacts: checked.map(({ document }) => ({ location: { uri: uriOf(document.file) }, sourceLanguage: 'markdown' })),
      results: checked.flatMap((one, index) => resultsOf(one, index, codes)),
    };
    return `${JSON.stringify({ $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] }, null, 2)}\n`;
  },
};

function ruleOf(code: string): unknown {
  const rule = rules.find((one) => one.code === code);
  if (rule === undefined) return { id: code };
  const page = rulePage(code);
  return {
    id: code,
    shortDescription: { text: rule.summary },
    help: { text: page, markdown: page },
    defaultConfiguration: { level: levels[rule.severity] },
    properties: { tags: [rule.section === 0 ? 'all sections' : `section ${rule.section}`] },
  };
}

function resultsOf({ document, findings }: CheckedDocument, index: number, codes: readonly string[]): unknown[] {
  const lines = new LineIndex(document.text);
  const artifactLocation = { uri: uriOf(document.file), index };
  const prints = fingerprints(document.text, findings);
  return findings.map((finding, position) => ({
    ruleId: finding.code,
    ruleIndex: codes.indexOf(finding.code),
    level: levels[finding.severity],
    message: { text: finding.message },
    locations: [{ physicalLocation: { artifactLocation, region: regionOf(lines, finding.span) } }],
    partialFingerprints: { 'ninefoldFinding/v1': hash(prints[position] ?? '') },
    ...fixesOf(finding, lines, artifactLocation),
  }));
}

function fixesOf({ fixes }: Finding, lines: LineIndex, artifactLocation: unknown): { readonly fixes?: unknown } {
  // SARIF does not allow fixes that change nothing.
  const real = fixes.filter(({ edits }) => edits.length > 0);
  if (real.length === 0) return {};
  return {
    fixes: real.map(({ title, edits }) => ({
      description: { text: title },
      artifactChanges: [
        {
          artifactLocation,
          replacements: edits.map(({ from, to, insert }) => ({
            deletedRegion: regionOf(lines, { from, to }),
            insertedContent: { text: insert },
          })),
        },
      ],
    })),
  };
}

function regionOf(lines: LineIndex, { from, to }: Span): unknown {
  const start = lines.position(from);
  const end = lines.position(to);
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}

/** Returns a relative reference with `/`, or a file URI. */
function uriOf(file: string): string {
  const path = file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
  if (/^[A-Za-z]%3A\//.test(path)) return `file:///${path.replace('%3A', ':')}`;
  return path.startsWith('/') ? `file://${path}` : path;
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
