import { currentPasswordName } from '../../model/own-words.ts';
import { readNames } from '../analysis/call-names.ts';
import { changesSignIn } from '../analysis/sign-in-changes.ts';
import { boundBy, writesOf } from '../analysis/writes.ts';
import { removeItem } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const unusedTake = defineRule({
  code: 'unused-take',
  severity: 'warning',
  section: 7,
  summary: 'A value that a call takes but does not use.',
  messages: {
    unused:
      '“{name}” is taken but not used: it is no field of the records that this call writes, and neither Does nor Returns reads it. Use it, or do not take it.',
  },
  check(model, report, survey) {
    for (const call of survey.calls()) {
      const read = readNames(call);
      if (read === null) continue;
      const bound = boundBy(call.takes);
      const names = bound.map((one) => one.name);
      const { writes, known } = call.does === null ? { writes: [], known: true } : writesOf(model, call.does, names);
      if (!known) continue;
      for (const { name, span } of bound) {
        if (name === currentPasswordName && changesSignIn(model, call)) continue;
        if (!read.has(name) && !writes.some(({ given }) => given === null || given.has(name)))
          report({ message: 'unused', at: span, fix: removeItem(model, span, `Remove ${name}`), data: { name } });
      }
    }
  },
});
