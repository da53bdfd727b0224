import { own } from '../../base/own.ts';
import { LineIndex } from '../../base/position.ts';
import { curl } from '../../verifier/answers/curl.ts';
import type { Finding } from '../../verifier/answers/finding.ts';
import type { Document } from '../documents.ts';
import { plural } from '../text/summary.ts';
import { counted, notSpecified, scenarioLines, type Verified } from './report.ts';
import type { ScreenRow } from './screens/play-screens.ts';

const style = `
:root { color-scheme: light dark; --text: #1c2024; --faint: #60646c; --bg: #fff; --line: #e0e1e6; --code: #f4f4f6;
  --kept: #18794e; --kept-bg: #e9f9ee; --broken: #cd2b31; --broken-bg: #ffefef; --not-tried: #946800; --not-tried-bg: #fffbe0; }
@media (prefers-color-scheme: dark) { :root { --text: #edeef0; --faint: #b0b4ba; --bg: #111113; --line: #2e3135; --code: #212225;
  --kept: #3dd68c; --kept-bg: #132d21; --broken: #ff9592; --broken-bg: #3b1219; --not-tried: #f5e147; --not-tried-bg: #2d2305; } }
body { margin: 0; background: var(--bg); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 1120px; margin: 0 auto; padding: 32px 16px 64px; }
h1 { margin: 0 0 8px; font-size: 24px; } h2 { margin: 40px 0 8px; font-size: 18px; }
p { margin: 0 0 8px; } .faint { color: var(--faint); }
ol.text { margin: 0; padding: 0; list-style: none; border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
ol.text > li { display: grid; grid-template-columns: 48px 88px minmax(0, 1fr); font: 13px/1.6 ui-monospace, monospace; }
ol.text > li > * { padding: 0 8px; } .number { color: var(--faint); text-align: end; }
.mark { font-weight: 600; } .source { white-space: pre-wrap; overflow-wrap: anywhere; min-height: 1.6em; }
.kept { background: var(--kept-bg); } .kept .mark { color: var(--kept); }
.broken { background: var(--broken-bg); } .broken .mark { color: var(--broken); }
.not-tried { background: var(--not-tried-bg); } .not-tried .mark { color: var(--not-tried); }
li .findings { grid-column: 3; padding: 8px; font: 14px/1.5 system-ui, sans-serif; }
pre { margin: 4px 0 12px; padding: 8px 12px; border-radius: 6px; background: var(--code); overflow-x: auto; font: 12px/1.6 ui-monospace, monospace; }
@media (max-width: 600px) { ol.text > li { grid-template-columns: 36px minmax(0, 1fr); } .mark { grid-column: 2; grid-row: 2; } .source { grid-column: 2; } .mark:empty { display: none; } li .findings { grid-column: 1 / -1; } }
`;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (char) => own(entities, char) ?? char);

/** The result for a line of the document. */
interface Mark {
  readonly result: string;
  /** HTML. */
  readonly details: string;
}

/**
 * Returns one page without scripts: the document with each row marked, and the requests that prove
 * a fault.
 */
export function verifiedHtml(verified: Verified): string {
  const { document, base, seed, run, rows } = verified;
  const lines = new LineIndex(document.text);
  const marks = rows.map((row): [number, Mark] => {
    const details = row.findings.map((finding) => shownFinding(finding, verified)).join('');
    return [lines.position(row.span.from).line, { result: row.result, details }];
  });
  const summary = `${plural(run.exchanges.length, 'request')}, seed ${seed}.${run.complete ? '' : ' The search ended at its bounds.'}`;
  const open = notSpecified(verified).map(({ line, about }) => `Line ${line}: ${about}`);
  return page(document, base, counted(rows), summary, new Map(marks), [
    ['Why something was not tried', run.notTried],
    ['Not specified', open],
  ]);
}

/** Returns the same page for scenarios that were played through the screens. */
export function screensHtml(document: Document, base: URL, rows: readonly ScreenRow[], counts: string): string {
  const marks = rows.map(({ line, result, why }): [number, Mark] => [
    line,
    { result, details: why === null ? '' : `<p>${escaped(why)}</p>` },
  ]);
  return page(document, base, counts, 'Scenarios through the screens.', new Map(marks), []);
}

function page(
  { file, text }: Document,
  base: URL,
  counts: string,
  summary: string,
  marks: ReadonlyMap<number, Mark>,
  lists: readonly (readonly [title: string, items: readonly string[]])[],
): string {
  const list = (title: string, items: readonly string[]): string =>
    items.length === 0 ? '' : `<h2>${title}</h2>\n<ul>\n${items.map((item) => `<li>${escaped(item)}</li>\n`).join('')}</ul>\n`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(file)} at ${escaped(base.host)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(file)}</h1>
<p>${escaped(base.href)}: ${escaped(counts)}.</p>
<p class="faint">${escaped(summary)}</p>
<h2>The document</h2>
<ol class="text">
${text
  .split(/\r\n|\r|\n/)
  .map((line, index) => shownLine(line, index + 1, marks.get(index + 1)))
  .join('\n')}
</ol>
${lists.map(([title, items]) => list(title, items)).join('')}</main>
</body>
</html>
`;
}

function shownLine(line: string, number: number, { result, details }: Mark = { result: '', details: '' }): string {
  const kind = result === '' ? '' : ` class="${result.replace(' ', '-')}"`;
  return `<li${kind}><span class="number">${number}</span><span class="mark">${result}</span><span class="source">${escaped(line)}</span>${
    details === '' ? '' : `<div class="findings">${details}</div>`
  }</li>`;
}

function shownFinding(finding: Finding, verified: Verified): string {
  const { exchange, sequence, confirmed, more } = finding;
  const again = `${more === 0 ? '' : ` (and ${plural(more, 'more answer')} like it)`}${confirmed ? '' : ' (seen once, not when tried again)'}`;
  const words = `${exchange.attempt.words}: ${exchange.fault?.words ?? ''}${again}`;
  const scenario = scenarioLines(finding, verified);
  const code = (lines: readonly string[]): string => (lines.length === 0 ? '' : `<pre>${escaped(lines.join('\n'))}</pre>`);
  return `<p>${escaped(words)}</p>${code(sequence.map((one) => curl(one, verified)))}${code(scenario)}`;
}
