import type { Name } from '../../model/ast/common.ts';
import type { Part } from '../../model/ast/screens.ts';
import { roleOf, screenOf } from '../../model/lookup.ts';
import { areExclusive } from '../analysis/access.ts';
import { readersOf } from '../analysis/readers.ts';
import { enumerate } from '../fixes.ts';
import { cellWritten } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const linkNobodyMayFollow = defineRule({
  code: 'link-nobody-may-follow',
  severity: 'warning',
  section: 2,
  summary: 'A link to a screen that no user who sees it may open.',
  messages: {
    nobody:
      'This leads to “{target}”, which only {to} may open, but only {from} see it here. No role may follow it. Change the roles of one of the two screens.',
  },
  check(model, report, survey) {
    for (const placed of survey.parts()) {
      const { part } = placed;
      const target = targetOf(part);
      const screen = target === null ? undefined : screenOf(model, target.text);
      const to = screen?.roles ?? [];
      const readers = readersOf(placed);
      if (target === null || screen === undefined || to.length === 0 || readers.length === 0) continue;
      const role = (name: Name) => roleOf(model, name.text);
      const mayFollow = readers.some((reader) =>
        to.some((other) => {
          const [a, b] = [role(reader), role(other)];
          return a === undefined || b === undefined || a === b || !areExclusive(a, b);
        }),
      );
      if (mayFollow) continue;
      const all = [...to, ...readers].map(({ text }) => text);
      const title = `Show “${screen.name.text}” to ${enumerate(all)}`;
      report({
        message: 'nobody',
        at: target,
        fix: cellWritten(model, screen.routeSpan, 'Roles', all.join(', '), title),
        data: { target: target.text, to: enumerate(to.map(({ text }) => text)), from: enumerate(readers.map(({ text }) => text)) },
      });
    }
  },
});

function targetOf(part: Part): Name | null {
  if (part.kind === 'link') return part.screen;
  if (part.kind === 'form') return part.then;
  // A screen opened after signing in is opened with other roles, so buttons with further steps do
  // not count.
  if (part.kind === 'button')
    return part.action.steps.length === 1 && part.action.steps[0]?.kind === 'open' ? part.action.steps[0].screen : null;
  return 'open' in part ? part.open : null;
}
