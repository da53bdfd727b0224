import type { Model } from '../model/model.ts';
import { readModel } from '../model/read.ts';
import { runScenarios } from '../verify/scenarios.ts';
import type { Bounds } from './document/bounds.ts';
import { type ExploreOptions, explore } from './explore.ts';
import type { Behaviour } from './findings/behaviours.ts';
import { scenarioOf } from './steps/trace.ts';

export interface Suggestion {
  /** Scenarios for section 1, each of which passes. */
  readonly scenarios: readonly string[];
  /** How many transitions, refusals and permissions they show. */
  readonly covered: number;
  /** What the search reached but no passing scenario shows, in words. */
  readonly left: readonly string[];
  /** Whether all worlds within the bound were searched. */
  readonly complete: boolean;
}

/**
 * Suggests few scenarios that show each transition, refusal and permission at least once, by always
 * picking the best next one. They start from the examples, as all scenarios do.
 */
export async function suggestScenarios(model: Model, options: ExploreOptions): Promise<Suggestion> {
  const bounds: Partial<Bounds> = { ...options.bounds, examples: true };
  const { behaviours, complete } = await explore(model, { ...options, bounds, behaviours: true });
  const goals = new Map<string, string>();
  for (const { goal, words } of behaviours ?? []) if (!goals.has(goal)) goals.set(goal, words);
  const open = new Set(goals.keys());
  const scenarios: string[] = [];
  let waiting = passing(model, behaviours ?? []);
  while (open.size > 0 && waiting.length > 0) {
    const best = waiting.reduce((a, b) => (isBetter(b, a, open) ? b : a));
    if (gain(best, open) === 0) break;
    waiting = waiting.filter((one) => one !== best);
    scenarios.push(scenarioOf(titleOf(best), best.trace));
    for (const goal of best.covers) open.delete(goal);
  }
  return { scenarios, covered: goals.size - open.size, left: [...open].map((goal) => goals.get(goal) ?? goal), complete };
}

const gain = ({ covers }: Behaviour, open: ReadonlySet<string>): number => covers.filter((goal) => open.has(goal)).length;

/** Prefers more goals, then fewer rows, then a way that states what is true afterwards. */
function isBetter(a: Behaviour, b: Behaviour, open: ReadonlySet<string>): boolean {
  const more = gain(a, open) - gain(b, open);
  if (more !== 0) return more > 0;
  const shorter = b.trace.rows.length - a.trace.rows.length;
  return shorter > 0 || (shorter === 0 && expectsResult(a) && !expectsResult(b));
}

const expectsResult = ({ trace }: Behaviour): boolean => trace.rows.at(-1)?.expect !== '';

const titleOf = ({ words }: Behaviour): string => words.replaceAll(/[“”]/g, '');

/** The behaviours whose trace passes as a scenario of the document. */
function passing(model: Model, all: readonly Behaviour[]): readonly Behaviour[] {
  const texts = all.map((one) => scenarioOf(titleOf(one), one.trace));
  const extended = readModel(`${model.tree.text}\n\n${texts.join('\n')}`);
  const own = extended.scenarios.slice(extended.scenarios.length - all.length);
  const results = runScenarios({ ...extended, scenarios: own });
  return all.filter((_, place) => results[place]?.passed === true);
}
