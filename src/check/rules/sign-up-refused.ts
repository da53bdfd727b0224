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
    closed:
      'People cannot sign up, so this form is not shown. Add the row “Sign up | yes” to the table Account of section 6, or remove the form.',
  },
  check(model, report, survey) {
    const { account, permissions, roles } = model;
    if (account === null) return;
    const entity = account.entity.text;
    const forms = survey.parts().flatMap(({ part, screen }) => (part.kind === 'sign-up' && !screen.assumed ? [part] : []));
    if (!account.signUp) for (const at of forms) report({ message: 'closed', at });
    if (!account.signUp || permissions === null) return;
    const [at] = isAssumed(model, account) ? forms : [account.entity];
    if (at === undefined) return;
    const signedOut = roles.filter(mayBeSignedOut).map(({ name }) => name.text);
    if (signedOut.some((role) => mayBeAllowed(model, role, entity, 'create'))) return;
    const columns = signedOut.filter((role) => permissions.some(({ cells }) => cells.has(role)));
    const fix = columns.flatMap((role) => granted(model, role, entity, 'create'));
    report({ message: 'refused', at, fix, data: { entity } });
  },
});
