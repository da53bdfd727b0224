import { defineRule } from '../rule.ts';
import { firstLine } from '../section-at.ts';

export const scenarioWithoutExpectation = defineRule({
  code: 'scenario-without-expectation',
  severity: 'hint',
  section: 1,
  summary: 'A scenario that expects nothing.',
  messages: {
    nothing: 'The scenario “{title}” only tests that nothing is refused. Write the expected result under Expect.',
  },
  check(model, report) {
    for (const { title, rows, span } of model.scenarios) {
      if (rows.length > 0 && rows.every(({ expect }) => expect.kind === 'nothing'))
        report({ message: 'nothing', at: firstLine(model.tree.text, span), data: { title } });
    }
  },
});
