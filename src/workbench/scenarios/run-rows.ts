import type { Model } from '../../model/model.ts';
import { runScenarios } from '../../verify/scenarios.ts';
import type { RowOutcome } from './messages.ts';

/** Runs a scenario, by its zero-based index, in a fresh product. */
export function rowsOfScenario(model: Model, index: number): RowOutcome[] {
  const scenario = model.scenarios[index];
  if (scenario === undefined) return [];
  const [result] = runScenarios({ ...model, scenarios: [scenario] });
  return scenario.rows.map(({ span }, row) => {
    const outcome = result?.rows[row];
    if (outcome === undefined) return { span, passed: false, words: 'This row could not be played.' };
    return { span, passed: outcome.passed, words: outcome.passed ? '' : `Expected ${outcome.expected}, but: ${outcome.actual}` };
  });
}
