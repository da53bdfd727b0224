import { isAssumed } from '../analysis/assumed.ts';
import { defineRule } from '../rule.ts';

export const signInWithoutForm = defineRule({
  code: 'sign-in-without-form',
  severity: 'hint',
  section: 2,
  summary: 'Accounts without a screen for signing in.',
  messages: {
    none: 'Each {entity} has an account, but no screen has the part “sign-in form”. Put one on a screen that a visitor may open.',
  },
  check(model, report, survey) {
    if (model.account === null || isAssumed(model, model.account) || survey.screens().length === 0) return;
    if (survey.allParts().some(({ part }) => part.kind === 'sign-in')) return;
    report({
      message: 'none',
      at: model.account.entity,
      data: { entity: model.account.entity.text },
    });
  },
});
