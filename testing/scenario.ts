import { readModel } from '../src/model/read.ts';
import { runScenarios } from '../src/verify/scenarios.ts';

/**
 * Runs rows of a scenario (`As | Do | Expect`, one per line, without the outer bars) in the
 * document's product. Returns the rows that failed; tests expect an empty list.
 */
export function failedRows(document: string, rows: string): readonly string[] {
  const table = rows
    .trim()
    .split('\n')
    .map((row) => `| ${row.trim()} |`)
    .join('\n');
  const people = `## 1. What the product does and for whom\n\n### Scenario: here\n\n| As | Do | Expect |\n|---|---|---|\n${table}\n`;
  const model = readModel(`# Specification: Test\n\n${people}\n${document}`);
  const broken = model.scenarios.flatMap((scenario) => scenario.rows.flatMap((row) => [...row.do.problems]));
  if (broken.length > 0) throw new Error(`the scenario cannot be read: ${broken.map((problem) => problem.message).join('; ')}`);
  return runScenarios(model).flatMap((result) =>
    result.rows.filter((row) => !row.passed).map((row) => `line ${row.line}: expected ${row.expected}, but ${row.actual}`),
  );
}
