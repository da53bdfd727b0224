import { isAssumed } from '../analysis/assumed.ts';
import { enumerate } from '../fixes.ts';
import { defineRule } from '../rule.ts';

export const signInWithoutForm = defineRule({
  code: 'sign-in-without-form',
  severity: 'hint',
  section: 2,
  summary: 'Accounts, and no screen to sign in on.',
  messages: {
    none: 'People sign in with {fields}, but no screen has the part “sign-in form”. Put one on a screen that a visitor may open.',
  },
  check(model, report, survey) {
    if (model.account === null || isAssumed(model, model.account) || survey.screens().length === 0) return;
    if (survey.allParts().some(({ part }) => part.kind === 'sign-in')) return;
    report({ message: 'none', at: model.account.entity, data: { fields: enumerate(model.account.signInWith.map(({ text }) => text)) } });
  },
});
