import type { DraftScenario, ImportLoss } from '../draft.ts';

export interface Feature {
  readonly title: string;
  /** The lines below the title. */
  readonly description: readonly string[];
  readonly scenarios: readonly { readonly title: string; readonly steps: readonly string[] }[];
  readonly losses: readonly ImportLoss[];
}

/** Parses an English feature; returns null if the text contains none. */
export function readFeature(text: string): Feature | null {
  const losses: ImportLoss[] = [];
  const description: string[] = [];
  const scenarios: { title: string; steps: string[] }[] = [];
  const background: string[] = [];
  let title: string | null = null;
  let steps: string[] | null = null;
  let quote: string | null = null;
  text.split('\n').forEach((line, index) => {
    const words = line.trim();
    const where = `line ${index + 1}`;
    const reportLoss = (message: string): void => void losses.push({ where, message });
    if (quote !== null) {
      if (words.startsWith(quote)) quote = null;
      else append(steps, words);
      return;
    }
    if (words === '' || words.startsWith('#')) return;
    const [, keyword = '', rest = ''] =
      /^(Feature|Rule|Background|Scenario Outline|Scenario Template|Scenario|Example|Examples|Scenarios)\s*:\s*(.*)$/.exec(words) ?? [];
    if (keyword === 'Feature') title = rest;
    else if (keyword === 'Rule') {
      reportLoss(`The rule “${rest}” was not carried over: its scenarios were.`);
      steps = null;
    } else if (keyword === 'Background') {
      steps = background;
    } else if (keyword === 'Examples' || keyword === 'Scenarios') {
      append(steps, `Examples${rest === '' ? '' : ` ${rest}`}:`);
    } else if (keyword !== '') {
      scenarios.push({ title: rest, steps: (steps = [...background]) });
      if (keyword !== 'Scenario' && keyword !== 'Example') reportLoss(`The outline “${rest}” is one scenario: its examples are prose.`);
    } else if (words.startsWith('@')) reportLoss(`The tags ${words} were not carried over.`);
    else if (/^("""|```)/.test(words)) quote = words.slice(0, 3);
    else if (words.startsWith('|')) append(steps, words);
    else if (steps === null) (title === null ? [] : description).push(words);
    else steps.push(words.replace(/^\*\s+/, 'And '));
  });
  return title === null ? null : { title, description, scenarios, losses };
}

/** Appends a line of a table or a doc string to the step above it. */
function append(steps: string[] | null, words: string): void {
  if (steps === null) return;
  steps.push(`${steps.pop() ?? ''} ${words}`.trim());
}

/**
 * Converts steps in the notation's own words, as `ninefold export gherkin` writes them, to rows:
 * `When Ana does create Ticket`, `Then refused FORBIDDEN`. Returns null if any step has another
 * form.
 */
export function rowsOf(steps: readonly string[]): DraftScenario['rows'] | null {
  const rows: { as: string; does: string; expect: string }[] = [];
  for (const step of steps) {
    const [, as, does] = /^When (.+?) does (.*)$/.exec(step) ?? [];
    const [, expected] = /^Then (.*)$/.exec(step) ?? [];
    const last = rows.at(-1);
    if (as !== undefined && does !== undefined) rows.push({ as, does: does === 'nothing' ? '' : does, expect: '' });
    else if (expected === undefined || last === undefined || last.expect !== '') return null;
    else last.expect = /^(refused|sees|does not see|told|not told|sent) /.test(expected) ? expected : `\`${expected}\``;
  }
  return rows.length === 0 ? null : rows;
}
