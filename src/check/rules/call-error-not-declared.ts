import { ownErrors } from '../analysis/access.ts';
import { callErrors } from '../analysis/call-errors.ts';
import { cellWritten } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const callErrorNotDeclared = defineRule({
  code: 'call-error-not-declared',
  severity: 'warning',
  section: 7,
  summary: 'An error that a call can raise but does not list.',
  messages: {
    missing: 'This call can raise {error} ({source}), but does not list it, so callers will not expect it. Add {error} to Errors.',
  },
  check(model, report, survey) {
    // A call without a list may answer with any error.
    for (const [call, raised] of survey.once(callErrors)) {
      if (raised === null) continue;
      const listed = new Set(call.errors.map((name) => name.text));
      for (const [error, source] of raised.likely) {
        if (!listed.has(error) && !ownErrors.includes(error)) {
          const fix = cellWritten(model, call.span, 'Errors', [...listed, error].join(', '), `Add ${error} to Errors`);
          report({ message: 'missing', at: call.name, fix, data: { error, source } });
        }
      }
    }
  },
});
