import type { Actor, Expectation, Scenario, ScenarioRow } from '../../model/ast/people.ts';
import type { Model } from '../../model/model.ts';
import { expectedWords, type RowResult, runScenarios } from '../../verify/scenarios.ts';
import { code, type TraceRow } from '../steps/trace.ts';
import { type ExplorerFinding, finding } from './finding.ts';

/** Findings for scenarios that the rest of the document contradicts, each at its first such row. */
export function contradictedScenarios(model: Model): readonly ExplorerFinding[] {
  const results = runScenarios(model);
  return model.scenarios.flatMap((scenario, number) => {
    const rows = results[number]?.rows ?? [];
    const place = rows.findIndex(({ passed }) => !passed);
    const result = rows[place];
    const row = scenario.rows[place];
    if (result === undefined || row === undefined) return [];
    // `check` reports unreadable rows, and rows that follow them are not worth judging.
    if (!scenario.rows.slice(0, place + 1).every(isReadable)) return [];
    const message = `The scenario “${scenario.title}” contradicts the rest of the document. This row expects: ${result.expected}. What happens instead: ${result.actual}.`;
    return [finding('scenario-contradicted', 1, row.span, message, { rows: rowsUntil(scenario, place, result) })];
  });
}

const isReadable = ({ as, do: action, expect }: ScenarioRow): boolean =>
  as.kind !== 'unknown' && expect.kind !== 'unknown' && action.problems.length === 0;

/** The rows so far; the last shows what happens instead of what it expects. */
const rowsUntil = ({ rows }: Scenario, place: number, { error }: RowResult): readonly TraceRow[] =>
  rows.slice(0, place + 1).map((row, index) => ({
    as: actorWords(row.as),
    do: row.do.source.trim() === '' ? '' : code(row.do.source),
    expect: index < place ? expectWords(row.expect) : error === undefined ? '' : `refused ${error}`,
  }));

const actorWords = (actor: Actor): string => ('name' in actor ? actor.name.text : actor.kind === 'unknown' ? actor.text : 'nobody');

/** The expectation as written in the cell of a row. */
function expectWords(expect: Expectation): string {
  if (expect.kind === 'nothing') return '';
  return expect.kind === 'holds' ? code(expect.expression.source) : expectedWords(expect);
}
