import { mayBeAllowed } from '../analysis/access.ts';
import { granted } from '../permission-fixes.ts';
import { removeItem } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const screenNeverAllowed = defineRule({
  code: 'screen-never-allowed',
  severity: 'warning',
  section: 2,
  summary: 'A screen for a role that may not read the records of the screen.',
  messages: {
    refused: '“{screen}” is for {role}, but section 6 lets {role} read no {entity}: the screen has nothing to show. Make the two agree.',
  },
  check(model, report, survey) {
    for (const { name, about, roles } of survey.screens()) {
      if (about === null) continue;
      for (const role of roles) {
        if (!mayBeAllowed(model, role.text, about.text, 'read')) {
          const out = removeItem(model, role.span, `Remove ${role.text} from this row`);
          const fix = [...out, ...granted(model, role.text, about.text, 'read')];
          report({ message: 'refused', at: role, fix, data: { screen: name.text, role: role.text, entity: about.text } });
        }
      }
    }
  },
});
