import { currentPasswordName } from '../../model/own-words.ts';
import { changesSignIn } from '../analysis/sign-in-changes.ts';
import { boundBy } from '../analysis/writes.ts';
import { defineRule } from '../rule.ts';

export const signInUnconfirmed = defineRule({
  code: 'sign-in-unconfirmed',
  severity: 'warning',
  section: 7,
  summary: 'A call that changes sign-in data without asking for the current password.',
  messages: {
    unconfirmed:
      'Anyone with a session can change “{field}” by {call} and take over the account: the call doesn’t require the current password. Let it take “currentPassword”.',
  },
  check(model, report, survey) {
    for (const call of survey.calls()) {
      const field = changesSignIn(model, call);
      const bound = boundBy(call.takes);
      if (field === null || bound.some(({ name }) => name === currentPasswordName)) continue;
      // The password is added beside a name of the body. A call that takes its values from the
      // route or query has no body to put it in.
      const beside = bound.find(({ name }) => name === field) ?? bound.at(-1);
      if (beside === undefined) continue;
      const after = beside.span.to + (beside.optional && model.tree.text[beside.span.to] === '?' ? 1 : 0);
      const insert = { from: after, to: after, insert: `, ${currentPasswordName}?` };
      report({
        message: 'unconfirmed',
        at: beside,
        data: { field, call: call.name.text },
        fix: { title: 'Ask for the current password', edits: [insert] },
      });
    }
  },
});
