import type { Model } from '../model/model.ts';
import { readModel } from '../model/read.ts';
import { runScenarios } from '../verify/scenarios.ts';
import type { ExplorerFinding } from './findings/finding.ts';
import { scenarioOf, type Trace } from './steps/trace.ts';

const beside = 'The search starts without the example records. With them, these steps turn out differently.';

/**
 * Replays the steps of findings as scenarios, and adds a note to those that turn out differently: a
 * scenario starts with all examples, which a guard or a rule may count or look for.
 */
export function withReplayNotes(model: Model, findings: readonly ExplorerFinding[]): readonly ExplorerFinding[] {
  const traces = findings.flatMap((one): (readonly [ExplorerFinding, Trace])[] =>
    one.trace === null || one.code === 'scenario-contradicted' ? [] : [[one, one.trace]],
  );
  if (traces.length === 0) return findings;
  const scenarios = traces.map(([, trace], place) => scenarioOf(`trace ${place}`, trace));
  const whole = readModel(`${model.tree.text}\n${scenarios.join('\n')}`);
  const results = runScenarios({ ...whole, scenarios: whole.scenarios.slice(-traces.length) });
  const differing = new Set(traces.filter((_, place) => results[place]?.passed !== true).map(([one]) => one));
  return findings.map((one) => (differing.has(one) ? { ...one, message: `${one.message} ${beside}` } : one));
}
