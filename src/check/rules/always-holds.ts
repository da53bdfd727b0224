import { defineRule } from '../rule.ts';

export const alwaysHolds = defineRule({
  code: 'always-holds',
  severity: 'warning',
  section: 0,
  summary: 'A condition that holds whatever the record says.',
  messages: {
    both: 'One of “{first}” and “{second}” always holds{values}, so this condition decides nothing. Correct one of the two, or take them out.',
    alone: '“{first}” always holds{values}, so this condition decides nothing. Correct it, or take it out.',
  },
  check(_model, report, survey) {
    for (const { expression, judgement, first, second, values } of survey.judgements()) {
      if (judgement.holds !== 'always') continue;
      const at = { from: expression.at(judgement.node.from), to: expression.at(judgement.node.to) };
      if (second === null) report({ message: 'alone', at, data: { first, values } });
      else report({ message: 'both', at, data: { first, second, values } });
    }
  },
});
