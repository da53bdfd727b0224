import { applyEdits, type TextEdit } from '../../base/text-edit.ts';
import { addRows, combineSteps, writeIn } from '../../check/asking/write.ts';
import { scenarioOf, type Trace } from '../../explorer/steps/trace.ts';
import { examplesTable, type MadeUpPerson, madeUpPeople, peopleIn } from '../../explorer/world/made-up-people.ts';
import type { Scenario } from '../../model/ast/people.ts';
import type { Model } from '../../model/model.ts';
import { readModel } from '../../model/read.ts';
import { rowAt } from '../../syntax/find-row.ts';

/** Returns a title that no scenario in the document has: `stuck record`, `stuck record 2`. */
export function unusedTitle(model: Model, wanted: string): string {
  const taken = new Set(model.scenarios.map(({ title }) => title));
  for (let number = 1; ; number++) {
    const title = number === 1 ? wanted : `${wanted} ${number}`;
    if (!taken.has(title)) return title;
  }
}

/**
 * Returns the edits that write the steps into section 1 as a scenario, and people who act in them
 * but are not in the document into its examples.
 */
export function scenarioEdits(model: Model, title: string, trace: Trace): TextEdit[] {
  const scenario = scenarioOf(unusedTitle(model, title), trace);
  const people = peopleIn(madeUpPeople(model), scenario);
  return combineSteps(
    model,
    (before) => exampleEdits(before, people),
    (before) => writeIn(before, 1, scenario),
  );
}

/** Adds rows to the last table of the account entity's examples, or a table below its fields. */
function exampleEdits(model: Model, people: readonly MadeUpPerson[]): TextEdit[] {
  const account = model.entities.find(({ name }) => name.text === people[0]?.entity);
  const example = account?.examples.at(-1);
  if (example !== undefined)
    return addRows(
      model,
      example.span,
      people.map(({ name, cells }) => ({ Example: name, ...Object.fromEntries(cells) })),
    );
  const field = account?.fields.findLast(({ builtIn }) => !builtIn);
  const table = field === undefined ? undefined : rowAt(model.tree, field.span)?.table;
  return table === undefined ? [] : [{ from: table.span.to, to: table.span.to, insert: `\n\n${examplesTable(people)}` }];
}

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
