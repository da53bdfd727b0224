import type { Model } from '../../model/model.ts';
import { definesCalls } from '../analysis/assumed.ts';
import type { ModelFacts } from '../analysis/survey.ts';
import { firstNamed } from '../analysis/transitions.ts';
import { buttonAdded } from '../part-fixes.ts';
import { defineRule } from '../rule.ts';
import { triggeredBy } from './event-without-permission.ts';

export const eventWithoutTrigger = defineRule({
  code: 'event-without-trigger',
  severity: 'warning',
  section: 4,
  summary: 'An event that no screen and no call triggers.',
  messages: {
    nothing:
      'No button, board, call or effect triggers “{event}”, so it never happens to a {entity}. Put it on a screen with “buttons: {event}”, or add a call.',
  },
  check(model, report, survey) {
    // While screens or calls are undefined, the product has buttons and calls for every event.
    if (survey.screens().length === 0 || !definesCalls(model) || model.screens.some(({ assumed }) => assumed)) return;
    const triggered = triggeredEvents(model, survey);
    for (const machine of model.machines) {
      for (const name of firstNamed(machine)) {
        const event = name.text;
        if (triggered.events.has(event) || triggered.boards.has(`${machine.entity}.${machine.field}`)) continue;
        report({
          message: 'nothing',
          at: name,
          fix: buttonAdded(model, survey, machine.entity, event),
          data: { event, entity: machine.entity },
        });
      }
    }
  },
});

/**
 * Events triggered by name, and the fields of boards, on which dragging a card triggers any event
 * leading to the column's state.
 */
function triggeredEvents(model: Model, survey: ModelFacts): { readonly events: ReadonlySet<string>; readonly boards: ReadonlySet<string> } {
  const events = new Set<string>();
  const boards = new Set<string>();
  for (const { part } of survey.allParts()) {
    if (part.kind === 'buttons') for (const event of part.events) events.add(event.text);
    if ('bulk' in part) for (const event of part.bulk) events.add(event.text);
    if (part.kind === 'board') boards.add(`${part.entity.text}.${part.by.name.text}`);
  }
  for (const { action, section } of model.actions) {
    // A scenario only shows what is possible; it triggers nothing in the running product.
    if (section === 1) continue;
    for (const event of action.steps.flatMap(triggeredBy)) events.add(event);
  }
  return { events, boards };
}
