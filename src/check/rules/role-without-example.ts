import { examplePeople, hasRole } from '../analysis/people.ts';
import { defineRule } from '../rule.ts';

export const roleWithoutExample = defineRule({
  code: 'role-without-example',
  severity: 'hint',
  section: 6,
  summary: 'A role that no example account has.',
  messages: {
    nobody:
      'No example of {entity} has the role {role}: readers cannot try the product as {role}, and no scenario can act as one. Add an example in section 3.',
  },
  check(model, report, survey) {
    const people = examplePeople(model, survey);
    const entity = model.account?.entity.text;
    if (people.length === 0 || entity === undefined) return;
    for (const role of model.roles) {
      // Signed-out people need no example.
      if (hasRole(model, survey, role, null) !== 'no') continue;
      if (people.every((person) => hasRole(model, survey, role, person) === 'no'))
        report({ message: 'nobody', at: role.name, data: { entity, role: role.name.text } });
    }
  },
});
