import type { Type } from '../../expression/types/type.ts';
import type { FieldType } from '../ast/entities.ts';
import type { Parameter, Transition, Trigger } from '../ast/states.ts';
import { isHoleText } from '../reading/cell-forms.ts';
import { readChoices } from '../reading/choices.ts';
import type { MachineDraft } from '../reading/drafts.ts';
import { eventOf, isNearlyTime, isTime } from '../reading/event-cell.ts';
import { slipAtStart } from '../reading/near-words.ts';
import { Phrase } from '../reading/phrase.ts';
import type { Place, Reading } from '../reading/reading.ts';
import type { FormRow } from '../reading/tables.ts';

const section = 4;

/** One row of a table of transitions that is not its start. */
export function readTransition(reading: Reading, draft: MachineDraft, row: FormRow): Omit<Transition, 'order'> {
  const entity = draft.entity.text;
  const trigger = readTrigger(reading, draft, row);
  const title = titleOf(entity, trigger);
  const bound = new Map<string, Type>(
    trigger.kind === 'event' ? trigger.parameters.map((parameter) => [parameter.name.text, parameter.type]) : [],
  );
  const place: Place = { self: entity, bound };
  const from = reading.cell(row.first, section, `from where ${title} leads`, 'It is never taken.')?.names() ?? [];
  const any = from.some((name) => name.text.toLowerCase() === 'any');
  const to = reading.cell(row.cell('To'), section, `where ${title} leads`, 'The record stays in its state.')?.name() ?? null;
  const guardCell = row.cell('Guard');
  const guard = readGuard(reading, row, place, title);
  const error = reading.cell(row.cell('Error'), section, `what a false guard of ${title} raises`, 'It raises CONFLICT.')?.name() ?? null;
  const effect = reading.cell(row.cell('Effect'), section, `what ${title} does`, 'It only changes the state.');
  const roles = reading.cell(row.cell('Roles'), section, `who may trigger ${title}`, 'Section 6 alone decides.')?.names() ?? [];
  if (error !== null) reading.refer('error', error, section);
  return {
    span: row.row.span,
    from: any ? [] : reading.referAll('state', from, section, entity),
    any,
    trigger,
    to: to === null ? null : (reading.referAll('state', [to], section, entity)[0] ?? null),
    roles: reading.referAll('role', roles, section),
    guard,
    guardHole: guard === null && guardCell !== null && guardCell.text !== '',
    error,
    effect: effect === null ? null : reading.action(effect.source(), place, section, `the effect of ${title}`, 'effect').action,
    description: reading.words(row.cell('Description'), section, `the description of ${title}`),
  };
}

function readGuard(reading: Reading, row: FormRow, place: Place, title: string): Transition['guard'] {
  const phrase = reading.cell(row.cell('Guard'), section, `the guard of ${title}`, 'It is not enforced.');
  if (phrase === null) return null;
  if (phrase.code === null) {
    const message = `A guard is an expression in backticks. “${phrase.text}” is words, which nothing can enforce.`;
    reading.notes.misread(section, phrase.span, 'unknown-value', message, [`\`${phrase.text}\``]);
    return null;
  }
  return reading.expression(phrase.source(), place, section, `the guard of ${title}`, { kind: 'boolean' });
}

function titleOf(entity: string, trigger: Trigger): string {
  switch (trigger.kind) {
    case 'event':
    case 'delete':
      return `${entity}.${trigger.name.text}`;
    case 'after':
      return `the timer of ${entity}`;
    case 'at':
      return `the timer of ${entity}`;
    case 'unknown':
      return `this transition of ${entity}`;
  }
}

function readTrigger(reading: Reading, draft: MachineDraft, row: FormRow): Trigger {
  const cell = row.cell('Event');
  const entity = draft.entity.text;
  const consequence = 'The transition is never taken.';
  const phrase = reading.requiredCell(cell, row.row.span, section, `the event of a transition of ${entity}`, consequence);
  if (phrase === null) return { kind: 'unknown', text: cell?.text ?? '', span: cell?.span ?? row.row.span };
  const time = isTime(phrase);
  if (time) {
    const rest = phrase.slice(time[0].length);
    if (isHoleText(rest.text)) {
      reading.notes.hole(section, rest.span, 'cell', `when the timer of ${entity} fires`, 'It never fires.');
      return { kind: 'unknown', text: phrase.text, span: phrase.span };
    }
    const place: Place = { self: entity };
    if (time[1] === 'after') {
      const duration = reading.expression(rest.source(), place, section, `the timer of ${entity}`, { kind: 'duration' });
      return { kind: 'after', duration, span: phrase.span };
    }
    return {
      kind: 'at',
      moment: reading.expression(rest.source(), place, section, `the timer of ${entity}`, { kind: 'datetime', nullable: true }),
      span: phrase.span,
    };
  }
  const words = phrase.plain();
  if (/^delete$/i.test(words.text)) return { kind: 'delete', name: words.name() };
  if (/^after\s+\d/.test(words.text)) {
    const message = `A timer’s duration is an expression in backticks: “after \`${suggestion(words.text)}\`”.`;
    reading.notes.misread(section, phrase.span, 'unknown-value', message, [`after \`${suggestion(words.text)}\``]);
    return { kind: 'unknown', text: phrase.text, span: phrase.span };
  }
  const event = eventOf(row);
  noteSlip(reading, phrase);
  if (event === null) return { kind: 'unknown', text: Phrase.of(row.first).text, span: phrase.span };
  reading.refer('event', event.name, section, entity);
  const parameters = draft.events.get(event.name.text)?.parameters ?? [];
  return { kind: 'event', name: event.name, parameters: withChoices(reading, entity, parameters, event.parameters) };
}

/** What may be chosen for a parameter is read in the row that lists it. */
function withChoices(reading: Reading, entity: string, parameters: readonly Parameter[], listed: Phrase | null): readonly Parameter[] {
  if (listed === null) return parameters;
  const parts = listed.split();
  return parameters.map((parameter) => {
    const part = parts.find((one) => one.at(0) === parameter.name.span.from);
    const colon = part?.text.indexOf(':') ?? -1;
    if (part === undefined || colon < 0) return parameter;
    const written = part.slice(colon + 1);
    const of = parameter.type.kind === 'list' ? parameter.type.of : parameter.type;
    const entityName = { text: of.kind === 'record' ? of.entity : '', span: written.span };
    const type: FieldType = of.kind === 'record' ? { kind: 'members', entity: entityName } : { kind: 'text' };
    return { ...parameter, choices: readChoices(reading, written, type, entity, section, `${entity}.${parameter.name.text}`) };
  });
}

/** `after 3 days` in the notation's words. */
function suggestion(text: string): string {
  const match = /^after\s+(\d+)\s*(day|hour|minute|week)s?/i.exec(text);
  if (match === null) return 'days(1)';
  const unit = match[2]?.toLowerCase();
  return unit === 'week' ? `days(${Number(match[1]) * 7})` : `${unit}s(${match[1]})`;
}

/** `aftr `days(3)``, `delte`: they would be events of that name. */
function noteSlip(reading: Reading, phrase: Phrase): void {
  const near = slipAtStart(phrase.text, ['after', 'delete']);
  if (near === null) return;
  const rest = phrase.text.slice(near.length);
  if (near.form === 'after' ? !isNearlyTime(phrase) : rest !== '') return;
  const read = near.form === 'after' ? 'is no event and no time, so this row is never taken' : 'is read as an event of that name';
  const message = `“${phrase.text}” ${read}. Did you mean “${near.form}${rest}”?`;
  reading.notes.misread(section, phrase.slice(0, near.length).span, 'near-miss', message, [near.form]);
}
