import type { Actor, ScenarioRow } from '../../model/ast/people.ts';
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

function expectation(model: Model, { expect, span }: ScenarioRow): string | null {
  switch (expect.kind) {
    case 'nothing':
      return null;
    case 'holds':
      return expect.expression.source;
    case 'refused':
      return `refused ${expect.error.text}`;
    case 'sees':
      return `sees ${expect.screen.text}`;
    case 'does-not-see':
      return `does not see ${expect.screen.text}`;
    case 'told':
      return `told ${expect.person.text} ${expect.message.text}`;
    case 'not-told':
      return `not told ${expect.person.text} ${expect.message.text}`;
    case 'sent':
      return `sent ${expect.service.text}${expect.request === null ? '' : ` "${expect.request}"`}`;
    case 'unknown':
      return expect.text === '' ? model.text.slice(span.from, span.to) : expect.text;
  }
}
