import { nearest } from '../../base/nearest.ts';
import { didYouMean, replaceBy } from '../fixes.ts';
import { unreadComments } from '../ignore.ts';
import { defineRule } from '../rule.ts';

export const uselessIgnore = defineRule({
  code: 'useless-ignore',
  severity: 'hint',
  section: 0,
  summary: 'A comment that silences nothing.',
  messages: {
    unknown: 'There is no rule “{code}”. {guess} A finding ends with the code of its rule.',
    none: 'This comment names no rule. Write the code of the rule and a reason: <!-- ninefold ignore CODE: reason -->.',
    unread:
      'This comment is not read, so it silences nothing. Write the word “ignore” after “ninefold”, then the code of the rule and a reason: <!-- ninefold ignore CODE: reason -->.',
    nothing: 'This comment silences nothing: the rule that it names reports nothing in this row, part or section. Remove it.',
  },
  last: true,
  check(model, report, survey) {
    for (const span of unreadComments(model.tree)) report({ message: 'unread', at: span });
    for (const ignore of survey.ignores) {
      if (ignore.codes.length === 0) report({ message: 'none', at: ignore });
      const unknown = ignore.codes.filter((code) => !survey.codes.includes(code.text));
      for (const { text, span } of unknown) {
        const suggestions = nearest(text, survey.codes);
        report({ message: 'unknown', at: span, fix: replaceBy(span, suggestions), data: { code: text, guess: didYouMean(suggestions) } });
      }
      if (ignore.codes.length > unknown.length && !survey.useful.has(ignore)) report({ message: 'nothing', at: ignore });
    }
  },
});
