import type { Transition } from '../../model/ast/states.ts';
import { impliedRules } from '../analysis/implied-rules.ts';
import { eventOf } from '../analysis/transitions.ts';
import { cellWritten, rowDeleted } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const shadowedError = defineRule({
  code: 'shadowed-error',
  severity: 'warning',
  section: 8,
  summary: 'An error that is never reported.',
  messages: {
    row: '{error} is never raised here: when no row of “{event}” is possible, the first one names the error, and the row above names {other}. Write the error in that row, or refuse this case with {error} in a row above that leads to “refused”.',
    rule: '{error} is never reported: “{other}” above already refuses everything that this rule refuses{values}, with {first}. Put this rule above it, or remove it.',
  },
  check(model, report) {
    for (const { transitions } of model.machines) {
      for (const transition of transitions) {
        const { error, guard, refuses } = transition;
        const event = eventOf(transition);
        if (error === null || event === null || guard === null || refuses) continue;
        const earlier = transitions.find((other) => other.order < transition.order && alwaysTriedBefore(other, transition));
        const other = earlier === undefined ? undefined : (earlier.error?.text ?? 'no error, so that it is CONFLICT');
        if (other !== undefined && other !== error.text)
          report({
            message: 'row',
            at: error,
            fix: cellWritten(model, error.span, 'Error', ''),
            data: { error: error.text, event, other },
          });
      }
    }
    // The first rule that fails determines the error, so a looser rule takes effect only if it
    // precedes the stricter one.
    const below = impliedRules(
      model,
      (loose, strict) =>
        loose.rule.error !== null &&
        strict.rule.error !== null &&
        loose.rule.error.text !== strict.rule.error.text &&
        loose.index > strict.index,
    );
    for (const { loose, strict, values } of below) {
      const [error, first] = [loose.rule.error, strict.rule.error];
      if (error === null || first === null) continue;
      report({
        message: 'rule',
        at: error,
        fix: rowDeleted(model, 'Rule', error.span, 'Delete this rule'),
        data: { error: error.text, other: strict.rule.name.text, first: first.text, values },
      });
    }
  },
});

/**
 * Whether the later row is reached only after the earlier row's guard was false, which refuses the
 * event if no later row is possible.
 */
function alwaysTriedBefore(earlier: Transition, later: Transition): boolean {
  if (earlier.guard === null || earlier.guardHole || earlier.refuses || eventOf(earlier) !== eventOf(later)) return false;
  const covers = (all: boolean, some: readonly { readonly text: string }[], of: readonly { readonly text: string }[]): boolean =>
    all || (of.length > 0 && of.every((name) => some.some((other) => other.text === name.text)));
  return covers(earlier.any, earlier.from, later.any ? [] : later.from) && covers(earlier.roles.length === 0, earlier.roles, later.roles);
}
