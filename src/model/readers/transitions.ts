import type { Expression } from '../../expression/expression.ts';
import type { Type } from '../../expression/types/type.ts';
import type { FieldType } from '../ast/entities.ts';
import { type Parameter, rhythms, type Transition, type Trigger } from '../ast/states.ts';
import { isFilled, isHoleText } from '../reading/cell-forms.ts';
import { readChoices } from '../reading/choices.ts';
import { isComputed } from '../reading/default-fields.ts';
import type { MachineDraft } from '../reading/drafts.ts';
import { eventOf, isChanged, isNearlyTime, isRecurrence, isStart, isTime, laterTime, unmarkedTime } from '../reading/event-cell.ts';
import { misspeltForm } from '../reading/near-words.ts';
import { Phrase } from '../reading/phrase.ts';
import type { Place, Reading } from '../reading/reading.ts';
import { rolesOf } from '../reading/role-cell.ts';
import type { FormRow } from '../reading/tables.ts';

const section = 4;

/** Reads one row of a table of transitions. */
export function readTransition(reading: Reading, draft: MachineDraft, row: FormRow): Omit<Transition, 'order'> {
  const entity = draft.entity.text;
  const stateless = draft.field.text === '';
  const starts = isStart(row, draft);
  const trigger: Trigger = starts ? { kind: 'create', span: row.row.span } : readTrigger(reading, draft, row);
  const title = titleOf(entity, trigger);
  const bound = new Map<string, Type>(
    trigger.kind === 'event' ? trigger.parameters.map((parameter) => [parameter.name.text, parameter.type]) : [],
  );
  const place: Place = { self: selfOf(reading, draft), bound };
  const from =
    stateless || starts ? [] : (reading.cell(row.first, section, `from where ${title} leads`, 'It is never taken.')?.names() ?? []);
  const any = (stateless && !starts) || from.some((name) => name.text.toLowerCase() === 'any');
  const refuses = draft.refusing.has(row);
  const leads = !stateless && !refuses && !staysPut(reading, row, trigger);
  const to = leads
    ? (reading.cell(row.cell('To'), section, `where ${title} leads`, 'The record stays in its state.')?.name() ?? null)
    : null;
  const guardCell = row.cell('Guard');
  const guard = readGuard(reading, row, place, title);
  const error = reading.cell(row.cell('Error'), section, `what a false guard of ${title} raises`, 'It raises CONFLICT.')?.name() ?? null;
  const effect = reading.cell(row.cell('Effect'), section, `what ${title} does`, 'It only changes the state.');
  const roles = rolesOf(reading, row.cell('Roles'), section, `who may trigger ${title}`, 'Section 6 alone decides.');
  if (error !== null) reading.refer('error', error, section);
  return {
    span: row.row.span,
    from: any ? [] : reading.referAll('state', from, section, entity),
    any,
    trigger,
    to: to === null ? null : (reading.referAll('state', [to], section, entity)[0] ?? null),
    refuses,
    roles,
    guard,
    guardHole: guard === null && guardCell !== null && guardCell.text !== '',
    error,
    effect:
      effect === null ? null : reading.action(reading.steps(effect, section), place, section, `the effect of ${title}`, 'effect').action,
    description: reading.words(row.cell('Description'), section, `the description of ${title}`),
  };
}

/** The entity of the record that the rows under a heading refer to; null for the product's own. */
const selfOf = (reading: Reading, { entity, field }: MachineDraft): string | null =>
  field.text === '' && !reading.entities.has(entity.text) ? null : entity.text;

/**
 * Whether the row is a change event, which leaves the record in its state. Reports a To cell in
 * such a row.
 */
function staysPut(reading: Reading, row: FormRow, { kind }: Trigger): boolean {
  const to = row.cell('To');
  if (kind !== 'changed') return false;
  if (to !== null && to.text !== '') {
    const message = 'What happens at a change leaves the record in its state: leave To empty, and trigger an event in the Effect.';
    reading.notes.misread(section, to.span, 'unknown-value', message, ['']);
  }
  return true;
}

/** `` `EXPRESSION` else ERROR `` */
const withError = /^`([^`]+)`[\s,;]*(?:(?:else|otherwise|error|raises|or|→|->|=>|:)[\s:]*)+`?([A-Z][A-Z0-9_]*)`?$/i;

/** Reports a guard that names the error of its refusal, and returns the guard; null: no error. */
function noteError({ notes }: Reading, row: FormRow, phrase: Phrase): Phrase | null {
  const [whole, guard = '', error = ''] = withError.exec(phrase.text) ?? [];
  if (whole !== undefined && error === error.toUpperCase() && !isFilled(row.cell('Error'))) {
    const message = `What a false guard raises is in the column Error. Write \`${guard}\` here and ${error} there.`;
    notes.misreadRow(section, phrase.span, 'unknown-value', message, `\`${guard}\``, { Error: error });
    return phrase.slice(0, guard.length + 2);
  }
  if (!/`[^`]*`.*\belse\b.*`/i.test(phrase.text)) return null;
  const message =
    'A row has one guard and, in the column Error, one error. For each further condition, write a row above with the To “refused”, the opposite of the condition as its Guard, and its Error. For a new record, write rules in section 5.';
  notes.misread(section, phrase.span, 'unknown-value', message);
  return phrase.slice(0, 0);
}

function readGuard(reading: Reading, row: FormRow, place: Place, title: string): Transition['guard'] {
  const written = reading.cell(row.cell('Guard'), section, `the guard of ${title}`, 'It is not enforced.');
  const phrase = written === null ? null : written.code === null ? (noteError(reading, row, written) ?? written) : written;
  if (phrase === null || phrase.empty) return null;
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
    case 'every':
      return `the calendar event of ${entity}`;
    case 'changed':
      return `what happens when ${entity} changes`;
    case 'create':
      return `the start of ${entity}`;
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
      if (duration.node?.type.kind === 'datetime') {
        const meant = `at${phrase.text.slice('after'.length)}`;
        reading.notes.misread(section, phrase.span, 'near-miss', `“after” is followed by a duration. A moment follows “at”: “${meant}”.`, [
          meant,
        ]);
      }
      return { kind: 'after', duration, span: phrase.span };
    }
    return {
      kind: 'at',
      moment: reading.expression(rest.source(), place, section, `the timer of ${entity}`, { kind: 'datetime', nullable: true }),
      span: phrase.span,
    };
  }
  if (isRecurrence(phrase)) return readEvery(reading, draft, phrase);
  const words = phrase.plain();
  if (isChanged(words)) return readChanged(reading, entity, words);
  if (draft.field.text === '' && !reading.entities.has(entity)) {
    const message = `Under “### ${entity}” are calendar events only, such as “every weekday at \`time("08:00")\`”. An event needs an entity.`;
    reading.notes.misread(section, phrase.span, 'unknown-value', message);
    return { kind: 'unknown', text: phrase.text, span: phrase.span };
  }
  if (/^delete$/i.test(words.text)) return { kind: 'delete', name: words.name() };
  const moment = momentMeant(reading, entity, words.text);
  if (moment !== null) {
    const message = `When a timer fires is an expression in backticks: “${moment}”.`;
    reading.notes.misread(section, phrase.span, 'unknown-value', message, [moment], 'certain');
    return { kind: 'unknown', text: phrase.text, span: phrase.span };
  }
  const unmarked = unmarkedTime(words);
  const later = laterTime(words)?.[1];
  if (unmarked !== null || later !== undefined) {
    const better =
      unmarked === null ? `after \`${timeMeant(later ?? '')}\`` : `${unmarked[1]} \`${timeMeant(words.text.slice(unmarked[0].length))}\``;
    const hasNoLength = /`\d+\s*(?:month|year)s?`$|`months\(/i.test(better);
    const message = hasNoLength
      ? 'A timer fires after a fixed length of time, which a month and a year have not. Say it in days: “after `days(60)`”.'
      : `When a timer fires is an expression in backticks: “${better}”.`;
    reading.notes.misread(section, phrase.span, 'unknown-value', message, hasNoLength ? [] : [better], 'certain');
    return { kind: 'unknown', text: phrase.text, span: phrase.span };
  }
  const event = eventOf(row);
  noteSlip(reading, phrase);
  if (event === null) return { kind: 'unknown', text: Phrase.of(row.first).text, span: phrase.span };
  reading.refer('event', event.name, section, entity);
  if (event.parameters !== null && !words.text.includes('(')) noteParameters(reading, words, event.parameters);
  const parameters = draft.events.get(event.name.text)?.parameters ?? [];
  return { kind: 'event', name: event.name, parameters: withChoices(reading, entity, parameters, event.parameters) };
}

/** Reports parameters that have a column of their own. */
function noteParameters({ notes }: Reading, event: Phrase, parameters: Phrase): void {
  const written = `${event.text}(${parameters.text})`;
  const message = `Parameters follow the name of their event. Write “${written}” here.`;
  notes.misread(section, event.span, 'near-miss', message, [written]);
}

function readChanged(reading: Reading, entity: string, words: Phrase): Trigger {
  const open = words.text.indexOf('(');
  const close = words.text.lastIndexOf(')');
  const names = words.slice(open + 1, close > open ? close : words.text.length).names();
  const fields = reading.referAll('field', names, section, entity).filter(({ text, span }) => {
    const field = reading.entities.get(entity)?.fields.find(({ name }) => name.text === text);
    if (field === undefined || !(isComputed(field) || field.type.kind === 'inverse')) return true;
    const message = `“${text}” is not kept with the record: name the fields that it is computed from.`;
    reading.notes.misread(section, span, 'unknown-value', message);
    return false;
  });
  if (names.length === 0) reading.notes.misread(section, words.span, 'unknown-value', 'Say which fields: “changed(rate, monthly)”.');
  return { kind: 'changed', fields, span: words.span };
}

const everyForm = new RegExp(
  `^every\\s+(${rhythms.join('|')})(?:\\s+on\\s+(\`[^\`]*\`|[A-Z][A-Z0-9_]*|\\d+))?(?:\\s+at\\s+(\`[^\`]*\`|[A-Z][A-Z0-9_]*))?$`,
);

function readEvery(reading: Reading, draft: MachineDraft, phrase: Phrase): Trigger {
  const match = everyForm.exec(phrase.text);
  const rhythm = rhythms.find((one) => one === match?.[1]);
  if (match === null || rhythm === undefined || (match[2] !== undefined && rhythm !== 'month')) {
    const message =
      'A calendar event is “every day”, “every weekday” (Monday to Friday), “every monday” … “every sunday” or “every month on `15`”, each with “at `time("08:00")`” if it is not midnight.';
    reading.notes.misread(section, phrase.span, 'unknown-value', message);
    return { kind: 'unknown', text: phrase.text, span: phrase.span };
  }
  const place: Place = { self: selfOf(reading, draft) };
  const part = (written: string | undefined, word: string, type: Type): Expression | null => {
    if (written === undefined) return null;
    const from = phrase.text.indexOf(written, phrase.text.search(new RegExp(`\\s${word}\\s`)));
    return reading.expression(
      phrase.slice(from, from + written.length).source(),
      place,
      section,
      `the calendar event of ${draft.entity.text}`,
      type,
    );
  };
  const on = part(match[2], 'on', { kind: 'integer', nullable: true });
  return {
    kind: 'every',
    rhythm,
    on,
    at: part(match[3], 'at', { kind: 'time', nullable: true }),
    text: phrase.text.replace(/`/g, ''),
    span: phrase.span,
  };
}

/** Reads the choices of each parameter from the row that lists it. */
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

/** A valid expression for a duration in words: `3 days` becomes `days(3)`. */
/** `at `starts`` for “after starts”, where the field is a date or a moment; null: another event. */
function momentMeant({ declarations }: Reading, entity: string, text: string): string | null {
  const [, field = ''] = /^(?:after|at|on|when)\s+(?:the\s+)?(\w+)(?:\s+(?:has passed|passes|is over|comes))?$/i.exec(text) ?? [];
  const kind = declarations.fields(entity).get(field)?.kind;
  if (kind === 'date') return `at \`datetime(${field}, time("00:00"))\``;
  return kind === 'datetime' ? `at \`${field}\`` : null;
}

function timeMeant(text: string): string {
  const [, count = '', unit = ''] = /^(\d+)\s*(day|hour|minute|week)s?\b/i.exec(text) ?? [];
  if (unit === '') return text;
  return unit.toLowerCase() === 'week' ? `days(${Number(count) * 7})` : `${unit.toLowerCase()}s(${count})`;
}

/**
 * Reports typos such as `aftr `days(3)`` and `delte`, which would otherwise become events with that
 * name.
 */
function noteSlip(reading: Reading, phrase: Phrase): void {
  const near = misspeltForm(phrase.text, ['after', 'delete']);
  if (near === null) return;
  const rest = phrase.text.slice(near.length);
  if (near.form === 'after' ? !isNearlyTime(phrase) : rest !== '') return;
  const read = near.form === 'after' ? 'is neither an event nor a time, so this row is never taken' : 'is read as an event of that name';
  const message = `“${phrase.text}” ${read}. Did you mean “${near.form}${rest}”?`;
  reading.notes.misread(section, phrase.slice(0, near.length).span, 'near-miss', message, [near.form]);
}
