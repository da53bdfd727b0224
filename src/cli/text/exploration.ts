import { LineIndex } from '../../base/position.ts';
import type { Answer, Exploration } from '../../explorer/explore.ts';
import type { Ability } from '../../explorer/findings/who.ts';
import { scenarioOf } from '../../explorer/steps/trace.ts';
import { examplesTable, type MadeUpPerson, peopleIn } from '../../explorer/world/made-up-people.ts';
import type { Document } from '../documents.ts';
import { printFinding } from './finding.ts';
import { harmless, harmlessLines, type Paint } from './paint.ts';
import { plural } from './summary.ts';

export interface Explored {
  readonly document: Document;
  /** Null: the text is not a specification. */
  readonly found: Exploration | null;
}

/** Returns the output of the command for one document. */
export function explorationText({ document, found }: Explored, colours: Paint): string {
  const file = colours.bold(harmless(document.file));
  if (found === null) return `${file}: not a specification. Run “ninefold check” for details.\n`;
  const lines = new LineIndex(document.text);
  const findings = found.findings.map((finding) => {
    const printed = printFinding(document.file, document.text, lines, finding, colours);
    return finding.trace === null ? printed : `${printed}\n${harmlessLines(scenarioOf(titleOf(finding.code), finding.trace))}`;
  });
  const count =
    found.findings.length === 0
      ? found.complete
        ? colours.good('no findings')
        : 'nothing found so far'
      : plural(found.findings.length, 'finding');
  const printed = findings.join('\n');
  return `${printed}${findings.length > 0 ? '\n' : ''}${peopleWords(found.people, printed)}${file}: ${count}, ${found.bound}\n  ${sizeWords(found)}\n${rowsChecked(found)}${found.who === null ? '' : `\n${harmlessLines(whoTables(found.who, found.bound))}`}${limitLines(found.limits, colours)}\n`;
}

const sizeWords = ({
  worlds,
  transitions,
  runs,
  depth,
  stopped,
  complete,
}: Pick<Exploration, 'worlds' | 'transitions' | 'runs' | 'depth' | 'stopped' | 'complete'>): string =>
  `${plural(worlds, 'world')}, ${plural(transitions, 'step')}, at most ${plural(depth, 'step')} deep${complete ? '' : stopped ? ' (not complete: give it more --seconds or --states)' : ' (not complete)'}. The engine ran ${plural(runs, 'operation')}.`;

const limitLines = (limits: readonly string[], colours: Paint): string =>
  `${colours.faint('Limits of this answer:')}\n${limits.map((limit) => `  - ${harmless(limit)}\n`).join('')}`;

/** Lists the results for the rows of section 5 that only the explorer can check. */
function rowsChecked({ invariants, bound }: Exploration): string {
  if (invariants.length === 0) return '';
  const words = (holds: boolean | null): string => (holds === null ? 'not known' : holds ? 'holds' : 'can be broken');
  return `Rules of section 5 about everything that can happen (${bound}):\n${invariants.map(({ name, holds }) => `  ${harmless(name)}: ${words(holds)}\n`).join('')}`;
}

/** Returns the examples to add for made-up people whom the printed scenarios name. */
export function peopleWords(people: readonly MadeUpPerson[], printed: string): string {
  const named = peopleIn(people, printed);
  if (named.length === 0) return '';
  const [{ entity = '' } = {}] = named;
  return `To run these steps as scenarios, add to the examples of ${harmless(entity)}:\n\n${harmlessLines(examplesTable(named))}\n\n`;
}

export const peopleJson = (people: readonly MadeUpPerson[]) =>
  people.map(({ name, role, entity, cells }) => ({ name, role, entity, cells: Object.fromEntries(cells) }));

/** Returns the output of `--ever`. */
export function answerText(file: string, question: string, { can, trace, bound, limits, people, ...size }: Answer, colours: Paint): string {
  const words = `${colours.bold(harmless(file))}: Can “${harmless(question)}” ever be true?`;
  if (trace !== null) {
    const scenario = harmlessLines(scenarioOf('yes, it can', trace));
    return `${words} Yes:\n\n${scenario}\n${peopleWords(people, scenario)}`;
  }
  const answer = can === false ? `No (${bound}).` : `No steps that lead there were found, but the search did not finish (${bound}).`;
  return `${words} ${answer}\n  ${sizeWords(size)}\n${limitLines(limits, colours)}\n`;
}

/** Returns a table for each entity, with a row for each operation and a column for each role. */
function whoTables(who: readonly Ability[], bound: string): string {
  const entities = [...new Set(who.map(({ entity }) => entity))];
  const roles = [...new Set(who.map(({ role }) => role))];
  const tables = entities.map((entity) => {
    const rows = new Map<string, string[]>();
    for (const one of who.filter((ability) => ability.entity === entity)) {
      const name = one.field === null ? one.operation : `${one.operation} ${one.field}`;
      rows.set(name, [...(rows.get(name) ?? []), canWords(one)]);
    }
    const lines = [[entity, ...roles], ...[...rows].map(([name, cells]) => [name, ...cells])];
    const widths = [entity, ...roles].map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
    return lines
      .map((line) =>
        line
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd(),
      )
      .join('\n');
  });
  return `Who can ever do what (${bound}):\n\n${tables.join('\n\n')}\n\n`;
}

const canWords = ({ can, states }: Ability): string => (states.length > 0 ? `in ${states.join(', ')}` : can);

const titleOf = (code: string): string => code.replaceAll('-', ' ');
