import { mayBeAllowed, mayBeSignedOut } from '../analysis/access.ts';
import { isAssumed } from '../analysis/assumed.ts';
import { granted } from '../permission-fixes.ts';
import { defineRule } from '../rule.ts';

export const signUpRefused = defineRule({
  code: 'sign-up-refused',
  severity: 'warning',
  section: 6,
  summary: 'Sign-up that section 6 refuses to everyone who is signed out.',
  messages: {
    refused:
      'People can sign up, but section 6 lets no one who is signed out create a {entity}, so every sign-up is refused. Grant “{entity}: create” to a role that people have before they sign in, such as “visitor” (`me == null`).',
  },
  check(model, report) {
    const { account, permissions, roles } = model;
    if (account === null || !account.signUp || permissions === null || isAssumed(model, account)) return;
    const entity = account.entity.text;
    const signedOut = roles.filter(mayBeSignedOut).map(({ name }) => name.text);
    if (signedOut.some((role) => mayBeAllowed(model, role, entity, 'create'))) return;
    const columns = signedOut.filter((role) => permissions.some(({ cells }) => cells.has(role)));
    const fix = columns.flatMap((role) => granted(model, role, entity, 'create'));
    report({ message: 'refused', at: account.entity, fix, data: { entity } });
  },
});
