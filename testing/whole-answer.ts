import { explore } from '../src/explorer/explore.ts';
import { readModel } from '../src/model/read.ts';

/** The answer of an exploration, apart from how many worlds it took. */
export interface WholeAnswer {
  readonly said: unknown;
  readonly worlds: number;
}

/**
 * What an exploration finds with up to `records` records of each entity, leaving out worlds or not.
 * `asks`: also what can happen, and who can do what. Null if there are more than `states` worlds.
 */
export async function wholeAnswer(
  text: string,
  reduced: boolean,
  { asks = true, records = 2, states = 30_000 }: { readonly asks?: boolean; readonly records?: number; readonly states?: number } = {},
): Promise<WholeAnswer | null> {
  const answer = await explore(readModel(text), {
    bounds: { records, reduced, states },
    now: () => 0,
    behaviours: asks,
    who: asks,
  });
  const { findings, behaviours, who, reached, invariants, worlds, settled, complete } = answer;
  if (!settled || !complete) return null;
  const names = (behaviours ?? []).map(({ name }) => name).sort();
  const abilities = (who ?? []).map(({ trace: _, ...rest }) => JSON.stringify(rest)).sort();
  const rows = reached.rows.map(({ row, by }) => `${row} ${[...by].sort().join()}`).sort();
  const inStates = reached.states.map((state) => JSON.stringify(state)).sort();
  const found = findings.map(({ code, span, message }) => [code, span.from, message]);
  return {
    said: { found, names, abilities, rows, states: inStates, verdicts: invariants.map(({ name, holds }) => [name, holds]) },
    worlds,
  };
}
