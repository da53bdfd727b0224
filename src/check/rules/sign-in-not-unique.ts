import { isAssumed } from '../analysis/assumed.ts';
import { cellWritten } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const signInNotUnique = defineRule({
  code: 'sign-in-not-unique',
  severity: 'warning',
  section: 6,
  summary: 'Sign-in with a field that two people may share.',
  messages: {
    shared:
      'People sign in with “{field}”, but two {entity} records may have the same one, and then the product cannot tell who signs in. Write yes under Unique in section 3, or a rule “unique {field}”.',
  },
  check(model, report, survey) {
    const { account } = model;
    const entity = account === null ? undefined : survey.entity(account.entity.text);
    if (account === null || entity === undefined || isAssumed(model, account)) return;
    const fields = account.signInWith.flatMap(({ text }) => entity.byName.get(text) ?? []).filter(({ type }) => type.kind !== 'password');
    const unique = (name: string): boolean =>
      entity.byName.get(name)?.unique === true ||
      model.rules.some(
        ({ entity: on, must }) =>
          on.text === entity.name.text &&
          must.kind === 'unique' &&
          must.where === null &&
          must.fields.length === 1 &&
          must.fields[0]?.text === name,
      );
    const [first] = account.signInWith.filter(({ text }) => fields.some(({ name }) => name.text === text));
    if (first !== undefined && !fields.some(({ name }) => unique(name.text)))
      report({
        message: 'shared',
        at: first,
        fix: cellWritten(model, entity.byName.get(first.text)?.span ?? first.span, 'Unique', 'yes'),
        data: { field: first.text, entity: entity.name.text },
      });
  },
});
