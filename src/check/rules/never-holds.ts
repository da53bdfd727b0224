import { defineRule } from '../rule.ts';

export const neverHolds = defineRule({
  code: 'never-holds',
  severity: 'error',
  section: 0,
  summary: 'A condition that can never be true.',
  messages: {
    both: '“{first}” and “{second}” cannot both be true{values}, so this is never true. Correct one of the two.',
    alone: '“{first}” can never be true{values}. Correct it, or remove it.',
  },
  check(_model, report, survey) {
    for (const { expression, judgement, first, second, values } of survey.judgements()) {
      if (judgement.holds !== 'never') continue;
      const at = { from: expression.at(judgement.node.from), to: expression.at(judgement.node.to) };
      if (second === null) report({ message: 'alone', at, data: { first, values } });
      else report({ message: 'both', at, data: { first, second, values } });
    }
  },
});
