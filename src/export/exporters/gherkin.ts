import type { Actor, ScenarioRow } from '../../model/ast/people.ts';
import { expectationText } from '../../model/expectation-text.ts';
import type { Model } from '../../model/model.ts';
import { asComments, type Exported, type Exporter, oneLine } from '../exporter.ts';
import { lossesOf } from '../losses.ts';

/**
 * Exports the scenarios of section 1 as a Gherkin feature with a step for each cell: When steps
 * contain who does what, Then steps the expectations, both in the notation's own words.
 */
export const gherkin: Exporter = {
  name: 'gherkin',
  summary: 'The scenarios as a Gherkin feature.',
  file: 'scenarios.feature',
  withLosses: asComments('#'),
  export(model): Exported {
    const people = model.people.flatMap(({ name, wants, soThat }) => [
      '',
      `  As a ${oneLine(name.text)}`,
      ...(wants === '' ? [] : [`  I want to ${oneLine(wants)}`]),
      ...(soThat === '' ? [] : [`  So that ${oneLine(soThat)}`]),
    ]);
    const scenarios = model.scenarios.flatMap(({ title, rows }) => [
      '',
      `  Scenario: ${oneLine(title)}`,
      ...rows.flatMap((row) => steps(model, row)),
    ]);
    const lines = [`Feature: ${oneLine(model.name)}`, ...people, ...scenarios];
    return {
      text: `${lines.join('\n')}\n`,
      losses: lossesOf(model, [
        ...(['screens', 'entities', 'examples', 'transitions', 'rules', 'invariants', 'roles', 'account', 'permissions'] as const),
        ...(['calls', 'views', 'services', 'errors', 'messages', 'constants'] as const),
      ]),
    };
  },
};

function steps(model: Model, row: ScenarioRow): string[] {
  const expected = expectation(model, row);
  return [
    `    When ${actor(row.as)} does ${oneLine(row.do.source) || 'nothing'}`,
    ...(expected === null ? [] : [`    Then ${oneLine(expected)}`]),
  ];
}

const actor = (as: Actor): string => (as.kind === 'nobody' ? 'nobody' : as.kind === 'unknown' ? as.text : as.name.text);

/** Null if the row expects nothing. What cannot be read is copied from the document. */
function expectation(model: Model, { expect, span }: ScenarioRow): string | null {
  if (expect.kind === 'nothing') return null;
  return expectationText(expect) || model.text.slice(span.from, span.to);
}
