import { unknownNames } from '../analysis/unknown-names.ts';
import { didYouMean, replaceName } from '../fixes.ts';
import { defineRule } from '../rule.ts';

export const undefinedExample = defineRule({
  code: 'undefined-example',
  severity: 'error',
  section: 3,
  summary: 'An example record that section 3 does not list.',
  messages: {
    nobody: 'There is no example “{name}”. A step of someone who is signed out is by “nobody”.',
    unknown:
      'There is no example “{name}”. {guess} Examples are the rows of the Example tables in section 3; a scenario can also use the names that its earlier steps bound with “as”.',
  },
  check(model, report, survey) {
    for (const { name, span, suggestions, fix } of unknownNames(model, survey, 'example', null)) {
      const isSignedOut = /^(?:visitor|guest|anonymous|anonymous user|public|signed out|not signed in)$/i.test(name);
      if (isSignedOut) report({ message: 'nobody', at: span, fix: replaceName(name, span, ['nobody']), data: { name } });
      else report({ message: 'unknown', at: span, fix, data: { name, guess: didYouMean(suggestions) } });
    }
  },
});
