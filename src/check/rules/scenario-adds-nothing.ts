import type { Scenario, ScenarioRow } from '../../model/ast/people.ts';
import { blockDeleted, cellWritten } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';
import { firstLine } from '../section-at.ts';

export const scenarioAddsNothing = defineRule({
  code: 'scenario-adds-nothing',
  severity: 'hint',
  section: 1,
  summary: 'A scenario, or an expectation, that tests nothing new.',
  messages: {
    same: 'This scenario has the same rows as “{other}”: it passes whenever that one does. Remove it, or test another case.',
    idle: '“{expectation}” reads no data of the product, so its result never changes. Write the expected result, such as `t.status == "open"`.',
  },
  check(model, report) {
    const seen = new Map<string, string>();
    for (const scenario of model.scenarios) {
      const { title, rows, span } = scenario;
      for (const { expect } of rows) {
        if (expect.kind !== 'holds' || expect.expression.node === null || expect.expression.problems.length > 0) continue;
        const { reads, source } = expect.expression;
        const { self, row, old, fields, entities, bound, me } = reads;
        if (!me && [self, row, old, fields, entities, bound].every((names) => names.length === 0))
          report({
            message: 'idle',
            at: expect.expression,
            fix: cellWritten(model, expect.expression.span, 'Expect', ''),
            data: { expectation: source },
          });
      }
      if (rows.length === 0) continue;
      const key = wordsOf(scenario);
      const other = seen.get(key);
      const fix = { title: 'Delete this scenario', edits: [blockDeleted(model, span)] };
      if (other !== undefined) report({ message: 'same', at: firstLine(model.tree.text, span), fix, data: { other } });
      else seen.set(key, title);
    }
  },
});

const wordsOf = ({ rows }: Scenario): string =>
  rows.map((row) => [actorOf(row), row.do.source.trim(), expectationOf(row)].join('\t')).join('\n');

const actorOf = ({ as }: ScenarioRow): string => (as.kind === 'nobody' ? 'nobody' : as.kind === 'unknown' ? as.text : as.name.text);

function expectationOf({ expect }: ScenarioRow): string {
  switch (expect.kind) {
    case 'nothing':
      return '';
    case 'holds':
      return expect.expression.source.trim();
    case 'refused':
      return `refused ${expect.error.text}`;
    case 'sent':
      return `sent ${expect.service.text} ${expect.request ?? ''}`;
    case 'sees':
    case 'does-not-see':
      return `${expect.kind} ${expect.screen.text}`;
    case 'told':
    case 'not-told':
      return `${expect.kind} ${expect.person.text} ${expect.message.text}`;
    case 'unknown':
      return expect.text;
  }
}
