import { applyEdits, type TextEdit } from '../../base/text-edit.ts';
import { writeIn } from '../../check/asking/write.ts';
import { scenarioOf, type Trace } from '../../explorer/trace.ts';
import type { Scenario } from '../../model/ast/people.ts';
import type { Model } from '../../model/model.ts';
import { readModel } from '../../model/read.ts';

/** Returns a title that no scenario in the document has: `stuck record`, `stuck record 2`. */
export function unusedTitle(model: Model, wanted: string): string {
  const taken = new Set(model.scenarios.map(({ title }) => title));
  for (let number = 1; ; number++) {
    const title = number === 1 ? wanted : `${wanted} ${number}`;
    if (!taken.has(title)) return title;
  }
}

/** Returns the edits that write the steps into section 1 as a scenario. */
export const scenarioEdits = (model: Model, title: string, trace: Trace): TextEdit[] =>
  writeIn(model, 1, scenarioOf(unusedTitle(model, title), trace));

/**
 * Returns the steps as a scenario to play, without changing the document. Null if they cannot be
 * read back.
 */
export function scenarioToPlay(model: Model, title: string, trace: Trace): { readonly model: Model; readonly scenario: Scenario } | null {
  const wanted = unusedTitle(model, title);
  const played = readModel(applyEdits(model.tree.text, scenarioEdits(model, title, trace)));
  const scenario = played.scenarios.find((one) => one.title === wanted);
  return scenario === undefined ? null : { model: played, scenario };
}
