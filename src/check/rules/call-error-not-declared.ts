import { ownErrors } from '../analysis/access.ts';
import { callErrors } from '../analysis/call-errors.ts';
import { enumerate } from '../fixes.ts';
import { cellWritten } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const callErrorNotDeclared = defineRule({
  code: 'call-error-not-declared',
  severity: 'warning',
  section: 7,
  summary: 'An error that a call can raise but does not list.',
  messages: {
    missing: 'This call can raise {error} ({source}), but does not list it, so callers will not expect it. Add {error} to Errors.',
    several: 'This call can raise errors that it does not list, so callers will not expect them. Add to Errors: {errors}',
  },
  check(model, report, survey) {
    // A call without a list may answer with any error.
    for (const [call, raised] of survey.once(callErrors)) {
      if (raised === null) continue;
      const listed = call.errors.map((name) => name.text);
      const missing = [...raised.likely].filter(([error]) => !listed.includes(error) && !ownErrors.includes(error));
      const [first, second] = missing;
      if (first === undefined) continue;
      const [error, source] = first;
      const added = missing.map(([name]) => name);
      const fix = cellWritten(model, call.span, 'Errors', [...listed, ...added].join(', '), `Add ${enumerate(added)} to Errors`);
      if (second === undefined) report({ message: 'missing', at: call.name, fix, data: { error, source } });
      else {
        const errors = `${enumerate(missing.map(([name, from]) => `${name} (${from})`))}.`;
        report({ message: 'several', at: call.name, fix, data: { errors } });
      }
    }
  },
});
