import type { Severity } from '../../base/finding.ts';
import { LineIndex } from '../../base/position.ts';
import type { Format } from './format.ts';

const commands: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', hint: 'notice' };

/** Workflow commands of GitHub Actions, which appear at the lines of a pull request. */
export const github: Format = {
  name: 'github',
  check: (checked) =>
    checked
      .flatMap(({ document, findings }) => {
        const lines = new LineIndex(document.text);
        return findings.map(({ severity, code, span, message }) => {
          const start = lines.position(span.from);
          const end = lines.position(span.to);
          const places = { file: document.file, line: start.line, endLine: end.line };
          // GitHub accepts columns only within one line.
          const columns = start.line === end.line ? { col: start.column, endColumn: Math.max(end.column, start.column) } : {};
          const properties = Object.entries({ ...places, ...columns, title: code }).map(([key, value]) => `${key}=${property(`${value}`)}`);
          return `::${commands[severity]} ${properties.join(',')}::${data(message)}\n`;
        });
      })
      .join(''),
};

const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
