import { anyRoleMay } from '../../../check/analysis/access.ts';
import { combineSteps } from '../../../check/asking/write.ts';
import { missingRow } from '../../../check/permission-fixes.ts';
import { type Machine, type Rhythm, rhythms } from '../../../model/ast/states.ts';
import { entityOf } from '../../../model/lookup.ts';
import type { Model } from '../../../model/model.ts';
import { capital, isLowerCaseWords, toSentenceCase } from '../../../model/reading/cell-forms.ts';
import { isSecret } from '../../../model/types/traits.ts';
import { type Condition, constantsOf, joinConditions, lengthOf, mustWords, type Place } from '../conditions/condition.ts';
import type { PendingEdits, Tile } from '../gallery.tsx';
import { refusalOf } from '../refusal.ts';
import { addTransition } from './machine-edits.ts';

export type TransitionForm = 'event' | 'after' | 'at' | 'every' | 'refuse' | 'delete';

export interface NewTransition {
  readonly form: TransitionForm;
  readonly from: string;
  /** The event's name for actions of people, with parameters if typed: `assign(assignee)`. */
  readonly event: string;
  /** The fields that the event asks for. */
  readonly asks: readonly string[];
  /** Empty: the state does not change. */
  readonly to: string;
  /** The target is a final state. */
  readonly isFinal: boolean;
  readonly roles: readonly string[];
  /**
   * A duration as people write it (`3 days`), or a constant. For `at`, empty means exactly then.
   */
  readonly length: string;
  readonly side: 'before' | 'after';
  /** For `at`: the field with the time. */
  readonly field: string;
  /** `08:00`; for `every` and for dates. */
  readonly clock: string;
  readonly rhythm: Rhythm;
  readonly guard: readonly Condition[];
  /** The message if the guard fails; null: derived from the guard. */
  readonly message: string | null;
}

const shown: readonly (Omit<Tile, 'key'> & { readonly form: TransitionForm })[] = [
  { form: 'event', sign: '→', name: 'People do it', says: '“finish” makes it ready' },
  { form: 'after', sign: '◷', name: 'After a time', says: 'closed 3 days later' },
  { form: 'at', sign: '31', name: 'At its own time', says: 'late 2 days after “due”' },
  { form: 'every', sign: '↻', name: 'On some days', says: 'every Monday at 08:00' },
  { form: 'refuse', sign: '⊘', name: 'Is refused', says: 'no “cancel” once sent' },
  { form: 'delete', sign: '✕', name: 'Is deleted', says: 'people delete it' },
];

/** Returns the fields that can trigger something at their time. */
export const momentsOf = (model: Model, machine: Machine): readonly string[] =>
  (entityOf(model, machine.entity)?.fields ?? [])
    .filter(({ valueType }) => valueType.kind === 'date' || valueType.kind === 'datetime')
    .map(({ name }) => name.text);

/** Returns the durations that section 9 names. */
export const lengthsOf = (model: Model): readonly string[] => constantsOf(model, 'duration');

/** Returns the fields that an event can ask for. */
export const asksFor = (model: Model, machine: Machine): readonly string[] =>
  (entityOf(model, machine.entity)?.fields ?? [])
    .filter((field) => field.settable && !isSecret(field) && !['list', 'members'].includes(field.type.kind))
    .map(({ name }) => name.text);

export const transitionTiles = (model: Model, machine: Machine): readonly Tile[] =>
  shown.map(({ form, ...tile }) => ({
    ...tile,
    key: form,
    why:
      form !== 'every' && entityOf(model, machine.entity) === undefined
        ? 'Only calendar events fit here.'
        : form === 'after' && machine.field === ''
          ? 'It has no state to stay in.'
          : form === 'at' && momentsOf(model, machine).length === 0
            ? `${machine.entity} has no date or time.`
            : form === 'refuse' && machine.states.some(({ name }) => name === 'refused')
              ? 'A state is called “refused”.'
              : null,
  }));

export const isTimer = (form: TransitionForm): boolean => form === 'after' || form === 'at' || form === 'every';

/** True if a new row of this form has a target state. */
export const hasTarget = ({ field }: Machine, form: TransitionForm): boolean => field !== '' && form !== 'delete' && form !== 'refuse';

export const startTransition = (model: Model, machine: Machine, from: string, to: string): NewTransition => ({
  form: entityOf(model, machine.entity) === undefined ? 'every' : 'event',
  // Without states, every From cell is empty.
  from: machine.field === '' ? '' : from,
  event: '',
  asks: [],
  to,
  isFinal: false,
  roles: [],
  length: '3 days',
  side: 'after',
  field: momentsOf(model, machine)[0] ?? '',
  clock: '08:00',
  rhythm: 'day',
  guard: [],
  message: null,
});

/** Returns the context of a guard; null if the machine has no entity. */
export function placeOf(model: Model, machine: Machine, form: TransitionForm): Place | null {
  const entity = entityOf(model, machine.entity);
  return entity === undefined ? null : { model, entity, acting: !isTimer(form), without: machine.field };
}

/** True if the target could be marked as final, because no transition leaves it. */
export const mayBeFinal = (machine: Machine, { to, form }: NewTransition): boolean => {
  const state = machine.states.find(({ name }) => name === to.trim());
  const isLeft = machine.transitions.some(({ any, from }) => any || from.some(({ text }) => text === to.trim()));
  return hasTarget(machine, form) && to.trim() !== '' && !isLeft && state?.final !== true;
};

/** Returns the message if the guard fails. */
export const messageOf = ({ guard, message, form, from, event }: NewTransition): string =>
  message !== null
    ? message.trim()
    : guard.length > 0
      ? `${capital(mustWords(guard))}.`
      : form === 'refuse'
        ? `“${toSentenceCase(event.trim() || 'This')}” is not possible${from === 'any' || from === '' ? '' : ` while it is ${from}`}.`
        : '';

/** The invalid input, and why. */
export type InputMistake = { readonly input: 'event' | 'to' | 'length' | 'clock' | 'guard'; readonly wrong: string };

const clockOf = (clock: string): string | null => (/^([01]?\d|2[0-3]):[0-5]\d$/.test(clock.trim()) ? clock.trim().padStart(5, '0') : null);

/** Returns the Event cell, or the problem. */
function eventCell(model: Model, machine: Machine, row: NewTransition): string | InputMistake {
  const { form, event, asks, length, side, field, rhythm } = row;
  const clock = clockOf(row.clock);
  const amount = lengthsOf(model).includes(length.trim()) ? length.trim() : lengthOf(length);
  const noLength: InputMistake = { input: 'length', wrong: 'Enter a length of time, such as “3 days” or “45 minutes”.' };
  const noClock: InputMistake = { input: 'clock', wrong: 'Enter a time, such as 08:00.' };
  switch (form) {
    case 'delete':
      return 'delete';
    case 'after':
      return amount === null ? noLength : `after \`${amount}\``;
    case 'at': {
      const isDate = entityOf(model, machine.entity)?.byName.get(field)?.valueType.kind === 'date';
      if (isDate && clock === null) return noClock;
      if (length.trim() !== '' && amount === null) return noLength;
      const moment = isDate ? `datetime(${field}, time("${clock}"))` : field;
      return `at \`${moment}${amount === null ? '' : ` ${side === 'after' ? '+' : '-'} ${amount}`}\``;
    }
    case 'every':
      return clock === null ? noClock : `every ${rhythm} at \`time("${clock}")\``;
    default: {
      const wrong = eventMistake(event);
      if (wrong !== null) return { input: 'event', wrong };
      const isKnown = machine.transitions.some(({ trigger }) => trigger.kind === 'event' && trigger.name.text === event.trim());
      return asks.length === 0 || isKnown || event.includes('(') ? event.trim() : `${event.trim()}(${asks.join(', ')})`;
    }
  }
}

/** Returns the problem with the text of an event, or null. */
function eventMistake(words: string): string | null {
  const event = words.trim();
  if (event === '') return 'Enter an event.';
  const name = /^([^(]*)(?:\(.*\))?$/s.exec(event)?.[1]?.trim() ?? event;
  if (/^(?:after|at|every)\b/i.test(event)) return 'For what happens by itself, choose a time above.';
  if (name === 'delete') return 'Choose “Is deleted” above.';
  return isLowerCaseWords(name) ? null : 'Use lower-case words, such as “close” or “check in”.';
}

/**
 * Returns the edits for a row at the end of the machine's table, for the error of its guard, and
 * for the row in section 6 that a new event needs for the named roles.
 */
export function writeTransition(
  model: Model,
  machine: Machine,
  row: NewTransition,
): PendingEdits & { readonly input?: InputMistake['input'] } {
  const { form, from, roles, guard } = row;
  const event = eventCell(model, machine, row);
  if (typeof event !== 'string') return event;
  const to = form === 'refuse' ? 'refused' : hasTarget(machine, form) ? row.to.trim() : '';
  if (to !== '' && !isLowerCaseWords(to)) return { input: 'to', wrong: 'Use lower-case words, such as “in progress”.' };
  const place = placeOf(model, machine, form);
  const condition = place === null || guard.length === 0 ? { expression: '' } : joinConditions(place, guard);
  if (condition.wrong !== undefined) return { input: 'guard', wrong: condition.wrong };
  const name = event.replace(/\s*\(.*$/s, '');
  const message = isTimer(form) ? '' : messageOf(row);
  const refusal = message === '' ? null : refusalOf(model, message, `${machine.entity} ${name} refused`, null);
  const isEvent = form === 'event' || form === 'refuse';
  const needsGrant = (current: Model): boolean =>
    isEvent &&
    roles.length > 0 &&
    current.permissions !== null &&
    current.permissions.length > 0 &&
    !anyRoleMay(current, machine.entity, name);
  const edits = combineSteps(
    model,
    (current) =>
      addTransition(current, machine, {
        from,
        event,
        to,
        roles: isTimer(form) ? '' : roles.join(', '),
        guard: condition.expression === '' ? '' : `\`${condition.expression}\``,
        error: refusal?.name ?? '',
        description: row.isFinal && mayBeFinal(machine, row) ? 'final' : '',
      }),
    (current) => refusal?.row(current) ?? [],
    (current) => (needsGrant(current) ? (missingRow(current, machine.entity, name, name)[0]?.edits ?? []) : []),
  );
  return { edits };
}

export const rhythmItems = rhythms.map((value) => ({
  value,
  label: value === 'weekday' ? 'weekday (Monday to Friday)' : value.endsWith('day') && value !== 'day' ? capital(value) : value,
}));
