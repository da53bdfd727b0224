import type { Name } from '../model/facts/common.ts';
import type { Machine, Transition } from '../model/facts/states.ts';

/** The event of a row, or null for a timer and for what could not be read. */
export const eventOf = ({ trigger }: Transition): string | null =>
  trigger.kind === 'event' || trigger.kind === 'delete' ? trigger.name.text : null;

/** Is the later row tried when the guard of the earlier one does not hold: same event, a common From, a role in common? */
export function sameTry(earlier: Transition, later: Transition): boolean {
  if (eventOf(earlier) === null || eventOf(earlier) !== eventOf(later)) return false;
  const common = (a: readonly { readonly text: string }[], b: readonly { readonly text: string }[]): boolean =>
    a.length === 0 || b.length === 0 || a.some((one) => b.some((other) => one.text === other.text));
  return (earlier.any || later.any || common(earlier.from, later.from)) && common(earlier.roles, later.roles);
}

/** The events of a machine, each at the first row that names it. */
export function firstNamed({ transitions }: Machine): readonly Name[] {
  const found = new Map<string, Name>();
  for (const { trigger } of transitions)
    if (trigger.kind === 'event' && !found.has(trigger.name.text)) found.set(trigger.name.text, trigger.name);
  return [...found.values()];
}
