import { mayDo } from '../analysis/access.ts';
import { readersOf } from '../analysis/readers.ts';
import { enumerate } from '../fixes.ts';
import { granted } from '../permission-fixes.ts';
import { removeItem } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const buttonNobodyMayPress = defineRule({
  code: 'button-nobody-may-press',
  severity: 'warning',
  section: 2,
  summary: 'A button for an event that no user who sees it may trigger.',
  messages: {
    nobody: 'The people who see this ({roles}) may not trigger “{event}”: section 6 refuses it. Remove it, or grant it there.',
  },
  check(model, report, survey) {
    for (const placed of survey.parts()) {
      const { screen, part } = placed;
      const events = part.kind === 'buttons' ? part.events : 'bulk' in part ? part.bulk : [];
      const entity = part.kind === 'buttons' ? screen.about?.text : 'bulk' in part ? part.entity.text : undefined;
      const readers = readersOf(placed);
      if (entity === undefined || readers.length === 0) continue;
      for (const event of events) {
        if (readers.some((role) => mayDo(model, role.text, entity, event.text))) continue;
        const fix = [
          ...removeItem(model, event.span, `Remove “${event.text}”`),
          ...readers.flatMap(({ text }) => granted(model, text, entity, event.text)),
        ];
        report({ message: 'nobody', at: event, fix, data: { event: event.text, roles: enumerate(readers.map(({ text }) => text)) } });
      }
    }
  },
});
