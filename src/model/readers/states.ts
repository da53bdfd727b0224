import { notNull, nullable } from '../../expression/types/type-relations.ts';
import type { Cell } from '../../syntax/tree.ts';
import { writeRow } from '../assume/writing.ts';
import type { Name } from '../ast/common.ts';
import { type Machine, type Parameter, productHeading, type Transition } from '../ast/states.ts';
import { isFilled, isHoleText, isLowerCaseWords } from '../reading/cell-forms.ts';
import type { MachineDraft, StateDraft } from '../reading/drafts.ts';
import { eventOf, isStart } from '../reading/event-cell.ts';
import { orNull, readFieldType, valueTypeOf } from '../reading/field-type.ts';
import { headingPhrase, noteMissingHeading } from '../reading/headings.ts';
import { Phrase } from '../reading/phrase.ts';
import type { Reading } from '../reading/reading.ts';
import type { Form, FormRow } from '../reading/tables.ts';
import { reservedEvents } from '../vocabulary.ts';
import { readTransition } from './transitions.ts';

const section = 4;
const machineForm = /^([A-Za-z_]\w*)\s*\.\s*([A-Za-z_]\w*)$/;

/**
 * First pass: declares machines with their states and events. Entities are known by then, types are
 * not.
 */
export function declareMachines(reading: Reading): void {
  for (const form of reading.forms.transition) {
    const draft = machineOf(reading, form);
    if (draft === null) continue;
    draft.rows.push(...form.rows);
  }
  for (const draft of reading.machines) {
    for (const row of refusals(draft, reading)) draft.refusing.add(row);
    for (const row of draft.rows) declareRow(reading, draft, row);
    if (draft.field.text === '') noteStates(reading, draft);
  }
  for (const form of reading.forms.state) {
    for (const row of form.rows) {
      const state = machineAbove(reading, form)?.states.get(Phrase.of(row.first).name().text);
      if (state === undefined) continue;
      if (saysFinal(row)) state.final = true;
      state.row ??= row.row.span;
    }
  }
  for (const machine of reading.machines) {
    // Puts the start state first.
    const start = machine.starts[0]?.text;
    const states = [...machine.states.values()].sort((a, b) => Number(b.name.text === start) - Number(a.name.text === start));
    machine.states.clear();
    for (const state of states) machine.states.set(state.name.text, state);
  }
}

/**
 * Rows whose To is `refused` and that name an error. If `refused` is itself a state (another row
 * leaves it, leads to it without an error, or describes it), it remains one.
 */
function refusals({ rows, entity, field }: MachineDraft, reading: Reading): FormRow[] {
  const leads = (row: FormRow): boolean => (row.cell('To')?.text ?? '') === 'refused';
  const found = rows.filter(
    (row) => leads(row) && row.first.text + (row.cell('Event')?.text ?? '') !== '' && (row.cell('Error')?.text ?? '') !== '',
  );
  const described = reading.forms.state.some(
    (form) =>
      form.headings.some((heading) => headingPhrase(heading).text.startsWith(entity.text)) &&
      form.rows.some((row) => Phrase.of(row.first).name().text === 'refused'),
  );
  const isState =
    field.text !== '' &&
    (described ||
      rows.some(
        (row) =>
          Phrase.of(row.first)
            .names()
            .some(({ text }) => text === 'refused') ||
          (leads(row) && (!found.includes(row) || saysFinal(row))),
      ));
  return isState ? [] : found;
}

const saysFinal = (row: FormRow): boolean => /\bfinal\b/i.test(row.cell('Description')?.text ?? '');

/**
 * The machine whose states a table `State | Label | Colour` describes; null if no heading above it
 * names one.
 */
export function machineAbove(reading: Reading, form: Form): MachineDraft | null {
  const words = form.headings.map((heading) => headingPhrase(heading).text.replace(/\s*\.\s*/, '.'));
  const named = [...reading.machines].find(({ entity, field }) => words.includes(`${entity.text}.${field.text}`));
  return named ?? [...reading.machines].find(({ entity }) => words.includes(entity.text)) ?? null;
}

function machineOf(reading: Reading, form: Form): MachineDraft | null {
  for (const heading of form.headings) {
    const phrase = headingPhrase(heading);
    const match = machineForm.exec(phrase.text);
    const names = match ? splitName(phrase) : (soleState(reading, phrase) ?? withoutState(reading, phrase));
    if (names === null) continue;
    const [entity, field] = names;
    const same = reading.machines.find(entity.text, field.text);
    if (same !== undefined) return same;
    const draft: MachineDraft = { entity, field, heading, rows: [], refusing: new Set(), states: new Map(), starts: [], events: new Map() };
    reading.machines.add(draft);
    return draft;
  }
  noteMissingHeading(reading, form, section, 'ENTITY.field');
  return null;
}

function splitName(phrase: Phrase): [Name, Name] {
  const dot = phrase.text.indexOf('.');
  return [phrase.slice(0, dot).name(), phrase.slice(dot + 1).name()];
}

/**
 * The state field meant by a heading that names only the entity; null unless the entity has exactly
 * one.
 */
function soleState(reading: Reading, phrase: Phrase): [Name, Name] | null {
  const entity = reading.entities.get(phrase.text);
  const states = entity?.fields.filter((field) => field.typeCell?.text.trim() === 'state') ?? [];
  const [only] = states;
  return only !== undefined && states.length === 1 ? [phrase.name(), { text: only.name.text, span: phrase.span }] : null;
}

/**
 * Reads `### Membership`, whose entity has no state field, or `### Product`; null: another heading.
 */
function withoutState(reading: Reading, phrase: Phrase): [Name, Name] | null {
  const entity = reading.entities.get(phrase.text);
  const none: Name = { text: '', span: phrase.span };
  if (entity === undefined) return phrase.text === productHeading ? [phrase.name(), none] : null;
  return entity.fields.some((field) => field.typeCell?.text.trim() === 'state') ? null : [phrase.name(), none];
}

function declareRow(reading: Reading, draft: MachineDraft, row: FormRow): void {
  if (draft.field.text === '') {
    declareWithoutState(reading, draft, row);
    return;
  }
  const from = isHoleText(row.first.text) || isStart(row, draft) ? [] : Phrase.of(row.first).names();
  if (row.first.text !== '' && isStart(row, draft))
    reading.notes.misread(section, row.first.span, 'near-miss', 'The row of the start has an empty From.', [''], 'certain');
  const toCell = row.cell('To');
  const to = !isFilled(toCell) || draft.refusing.has(row) ? null : Phrase.of(toCell).name();
  const final = saysFinal(row);
  for (const name of from) if (!isAny(name)) mention(reading, draft, name);
  if (to !== null) {
    const state = mention(reading, draft, to);
    if (final) state.final = true;
  }
  if (isStart(row, draft) && to !== null) draft.starts.push(to);
  const event = isStart(row, draft) ? null : eventOf(row);
  if (event !== null) declareEvent(reading, draft, event.name);
}

function declareWithoutState(reading: Reading, draft: MachineDraft, row: FormRow): void {
  const event = eventOf(row);
  if (event !== null) declareEvent(reading, draft, event.name);
}

/** Reports states under the heading of an entity without a field for them. */
function noteStates(reading: Reading, draft: MachineDraft): void {
  const cells = draft.rows.flatMap((row) => [row.first, draft.refusing.has(row) ? null : row.cell('To')]);
  const states = cells.filter((cell) => cell !== null && cell.text !== '' && !isAnyWord(cell.text)).map((cell) => Phrase.of(cell as Cell));
  const [first] = states;
  if (first === undefined) return;
  const entity = reading.entities.get(draft.entity.text);
  if (entity === undefined) {
    reading.notes.misread(section, first.span, 'unknown-value', 'The product as a whole has no states: From and To stay empty.', ['']);
    return;
  }
  const names = states.flatMap((phrase) => phrase.names().map(({ text }) => text));
  const field = entity.fields.find(({ typeCell }) => {
    const values = typeCell === null ? null : /^enum\s/i.test(typeCell.text) ? Phrase.of(typeCell).slice(5).names() : null;
    return values?.some(({ text }) => names.includes(text)) === true;
  });
  const name = entity.fields.some((one) => one.name.text === 'state') ? 'status' : 'state';
  const message =
    field === undefined
      ? `${entity.name.text} has no field for these states, so they mean nothing. Add a field of the type state to its table in section 3.`
      : `${entity.name.text} has no field of the type state, so these states mean nothing. “${field.name.text}” has the same values: make its type state.`;
  const form = reading.forms.field.find(({ rows }) => rows.some((row) => entity.fields.some((one) => one.row === row)));
  const fix =
    field?.typeCell != null
      ? [{ title: `Make “${field.name.text}” a state`, insert: 'state', span: field.typeCell.span }]
      : form === undefined
        ? []
        : writeRow(reading, form, form.rows.length, { Field: name, Type: 'state' }).map(({ from, to, insert }) => ({
            title: `Add the field “${name}”`,
            insert,
            span: { from, to },
          }));
  reading.notes.misreads.push({ section, span: draft.entity.span, code: 'unknown-value', message, suggestions: fix });
}

const isAnyWord = (text: string): boolean => text.trim().toLowerCase() === 'any';

const isAny = (name: Name): boolean => name.text.toLowerCase() === 'any';

function mention(reading: Reading, draft: MachineDraft, name: Name): StateDraft {
  const known = draft.states.get(name.text);
  if (known !== undefined) return known;
  const state: StateDraft = { name, final: false, row: null };
  draft.states.set(name.text, state);
  const entity = draft.entity.text;
  // Two machines of one entity may share a state name.
  if (!reading.names.has('state', name.text, entity)) reading.notes.declare('state', name, section, entity);
  reading.names.add('state', name.text, entity);
  if (!isLowerCaseWords(name.text)) {
    const better = name.text.toLowerCase();
    reading.notes.misread(
      section,
      name.span,
      'bad-name',
      'A state is named by lower-case words, such as “open” or “in progress”.',
      isLowerCaseWords(better) ? [better] : [],
    );
  }
  return state;
}

function declareEvent(reading: Reading, draft: MachineDraft, name: Name): void {
  const entity = draft.entity.text;
  if (draft.events.has(name.text)) return;
  draft.events.set(name.text, { name, parameters: [] });
  if (!reading.names.has('event', name.text, entity)) reading.notes.declare('event', name, section, entity);
  reading.names.add('event', name.text, entity);
  const better = name.text.toLowerCase();
  if (reservedEvents.includes(better)) {
    reading.notes.misread(
      section,
      name.span,
      'bad-name',
      `No event is called just “${name.text}”: the word is an action’s own. Say more, such as “${better} it”.`,
    );
  } else if (!isLowerCaseWords(name.text)) {
    reading.notes.misread(
      section,
      name.span,
      'bad-name',
      'An event is named by lower-case words, such as “close” or “check in”.',
      isLowerCaseWords(better) ? [better] : [],
    );
  }
}

/**
 * First pass, once fields have types: the parameters of events. The first row that lists parameters
 * determines them.
 */
export function typeEvents(reading: Reading, currency: string | null): void {
  for (const draft of reading.machines) {
    for (const row of draft.rows) {
      const event = eventOf(row);
      const known = event === null ? undefined : draft.events.get(event.name.text);
      if (event === null || known === undefined || event.parameters === null || known.parameters.length > 0) continue;
      known.parameters = event.parameters.split().flatMap((part) => readParameter(reading, draft, part, currency) ?? []);
    }
    for (const [name, event] of draft.events) {
      // The word keeps its meaning in actions: the name is reported once, and its other uses are
      // not.
      if (reservedEvents.includes(name)) {
        reading.declarations.unusableEvents.add(name);
        continue;
      }
      const parameters = new Map(event.parameters.map((parameter) => [parameter.name.text, parameter.type]));
      reading.declarations.addEvent(name, { entity: draft.entity.text, parameters });
    }
  }
}

/** Reads `assignee` (a field) or `reason: text`; a `?` after the name makes it optional. */
function readParameter(reading: Reading, draft: MachineDraft, part: Phrase, currency: string | null): Parameter | null {
  if (part.empty) return null;
  const colon = part.text.indexOf(':');
  const head = colon < 0 ? part : part.slice(0, colon);
  const optional = head.text.endsWith('?');
  const name = (optional ? head.slice(0, head.text.length - 1) : head).name();
  const entity = draft.entity.text;
  if (colon < 0) {
    reading.refer('field', name, section, entity);
    const type = reading.declarations.fields(entity).get(name.text) ?? { kind: 'any' };
    return { name, field: name.text, type: optional ? nullable(type) : notNull(type), written: null, choices: null, required: !optional };
  }
  const written = part.slice(colon + 1);
  const read = readFieldType(reading, written, section, null);
  if (read.kind === 'rows')
    reading.notes.misread(section, written.span, 'unknown-value', `“${name.text}” cannot be a list of {…}: only a computed field is one.`);
  const fieldType = read.kind === 'rows' ? ({ kind: 'unknown', text: '' } as const) : read;
  const type = valueTypeOf(reading, fieldType, entity, name.text, currency);
  const limit = 'maxLength' in fieldType ? { maxLength: fieldType.maxLength } : {};
  return { name, field: null, type: orNull(type, !optional), written: written.text, choices: null, ...limit, required: !optional };
}

const titleOf = ({ entity, field }: MachineDraft): string => (field.text === '' ? entity.text : `${entity.text}.${field.text}`);

/** Second pass: reads guards, errors and effects. */
export function readMachines(reading: Reading): Machine[] {
  return [...reading.machines].map((draft) => {
    const isProduct = draft.field.text === '' && !reading.entities.has(draft.entity.text);
    const known = !isProduct && reading.refer('entity', draft.entity, section);
    if (known && draft.field.text !== '') reading.refer('field', draft.field, section, draft.entity.text);
    const rows = draft.rows.filter((row) => !isStart(row, draft));
    const starts = draft.rows.filter((row) => isStart(row, draft));
    if (draft.field.text !== '') for (const row of starts) noteStart(reading, draft, row);
    // Appended last, to keep the table's order for all other rows.
    const [first] = starts;
    if (first !== undefined && [first.cell('Guard'), first.cell('Effect')].some((cell) => (cell?.text ?? '') !== '')) rows.push(first);
    const { content } = draft.heading;
    return {
      entity: draft.entity.text,
      field: draft.field.text,
      span: { from: draft.heading.span.from, to: draft.rows.at(-1)?.row.span.to ?? draft.heading.span.to },
      heading: { from: content.from, to: content.to },
      states: [...draft.states.values()].map((state) => ({
        name: state.name.text,
        span: state.name.span,
        final: state.final,
        row: state.row,
      })),
      start: draft.starts[0] ?? null,
      starts: draft.starts,
      transitions: sharingChoices(
        rows.map((row, order) => {
          const read = reading.unitOf(row, titleOf(draft), () => readTransition(reading, draft, row));
          return { ...read, order };
        }),
      ),
    };
  });
}

/** Applies the choices in the row that lists an event's parameters to all rows of that event. */
function sharingChoices(transitions: readonly Transition[]): Transition[] {
  const listed = new Map<string, readonly Parameter[]>();
  for (const { trigger } of transitions)
    if (trigger.kind === 'event' && trigger.parameters.some(({ choices }) => choices !== null) && !listed.has(trigger.name.text))
      listed.set(trigger.name.text, trigger.parameters);
  return transitions.map((transition) => {
    const { trigger } = transition;
    const parameters = trigger.kind === 'event' ? listed.get(trigger.name.text) : undefined;
    return trigger.kind === 'event' && parameters !== undefined ? { ...transition, trigger: { ...trigger, parameters } } : transition;
  });
}

function noteStart(reading: Reading, draft: MachineDraft, row: FormRow): void {
  const title = titleOf(draft);
  const to = reading.requiredCell(
    row.cell('To'),
    row.row.span,
    section,
    `the state in which ${title} begins`,
    'The first state of the table is taken.',
  );
  if (to !== null) reading.refer('state', to.name(), section, draft.entity.text);
  const event = row.cell('Event');
  if (event !== null && event.text !== '' && !isHoleText(event.text)) {
    const message =
      'A row with an empty From is the start and has no event: creating a record puts it there. Empty this cell, or name under From the states that the event leaves, or “any”.';
    reading.notes.misread(section, event.span, 'unknown-value', message, [''], /^creat/i.test(event.text) ? 'certain' : 'guess');
  }
  const roles = row.cell('Roles');
  if (roles !== null && roles.text !== '' && !isHoleText(roles.text)) {
    const message = `Section 6 (“${draft.entity.text}: create”) says who may create a record, not the row of the start.`;
    reading.notes.misread(section, roles.span, 'unknown-value', message, ['']);
  }
}
