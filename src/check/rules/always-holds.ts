import { defineRule } from '../rule.ts';

export const alwaysHolds = defineRule({
  code: 'always-holds',
  severity: 'warning',
  section: 0,
  summary: 'A condition that is true for every record.',
  messages: {
    both: 'One of “{first}” and “{second}” is always true{values}, so this condition decides nothing. Correct one of the two, or remove them.',
    alone: '“{first}” is always true{values}, so this condition decides nothing. Correct it, or remove it.',
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
