import { nearest, together } from '../../base/nearest.ts';
import { requestForm } from '../../expression/action.ts';
import type { Type } from '../../expression/types/type.ts';
import { Bindings } from '../../expression/values/bindings.ts';
import type { Name } from '../ast/common.ts';
import type { Actor, Expectation, Person, Scenario, ScenarioRow } from '../ast/people.ts';
import { isHoleText } from '../reading/cell-forms.ts';
import { bindingsKey } from '../reading/environment-key.ts';
import { headingPhrase } from '../reading/headings.ts';
import { misspeltForm } from '../reading/near-words.ts';
import { Phrase } from '../reading/phrase.ts';
import type { Reading } from '../reading/reading.ts';
import type { FormRow } from '../reading/tables.ts';

const section = 1;

export function readPeople(reading: Reading): Person[] {
  const people: Person[] = [];
  for (const form of reading.forms.person) {
    for (const row of form.rows) {
      const person = reading.unitOf(row, '', () => readPerson(reading, row));
      if (person !== null) people.push(person);
    }
  }
  return people;
}

function readPerson(reading: Reading, row: FormRow): Person | null {
  const phrase = reading.requiredCell(row.first, row.row.span, section, 'who a person is', 'The row is not used.');
  if (phrase === null) return null;
  const name = phrase.name();
  reading.notes.declare('person', name, section);
  if (reading.names.has('role', name.text)) reading.refer('role', name, section);
  return {
    name,
    wants: reading.words(row.cell('Wants to'), section, `what ${name.text} wants`),
    soThat: reading.words(row.cell('So that'), section, `why ${name.text} wants it`),
    span: row.row.span,
  };
}

interface ScenarioDraft {
  readonly title: string;
  readonly from: number;
  to: number;
  readonly rows: ScenarioRow[];
  /** The names bound by the rows read so far, and a key for them. */
  readonly bound: Map<string, Type>;
  boundKey: string;
}

/** Reads the scenarios. Several tables under one heading form one scenario. */
export function readScenarios(reading: Reading): Scenario[] {
  const scenarios = new Map<number, ScenarioDraft>();
  for (const form of reading.forms.scenario) {
    const [heading] = form.headings;
    const from = heading?.span.from ?? form.table.span.from;
    let scenario = scenarios.get(from);
    if (scenario === undefined) {
      const words = heading === undefined ? 'untitled' : headingPhrase(heading).text.replace(/^scenario\s*:\s*/i, '');
      scenarios.set(from, (scenario = { title: words, from, to: from, rows: [], bound: new Map(), boundKey: '' }));
    }
    scenario.to = form.table.span.to;
    for (const row of form.rows) addRow(reading, row, scenario);
  }
  return [...scenarios.values()].map(({ title, from, to, rows }) => ({ title, span: { from, to }, rows }));
}

function addRow(reading: Reading, row: FormRow, scenario: ScenarioDraft): void {
  const { title, bound, boundKey } = scenario;
  // NOTATION: an empty As cell repeats the person of the row above.
  const above = row.first.text === '' ? (scenario.rows.at(-1)?.as ?? null) : null;
  const read = reading.unitOf(row, `${title}\0${boundKey}\0${above === null}`, () => readRow(reading, row, title, bound, above));
  // A remembered row may hold a person whose place in the text has changed since.
  scenario.rows.push(above === null ? read.row : { ...read.row, as: above });
  if (read.binds.size === 0) return;
  for (const [name, type] of read.binds) bound.set(name, type);
  scenario.boundKey = reading.shortKey(`${boundKey}\0${bindingsKey(read.binds)}`);
}

function readRow(
  reading: Reading,
  row: FormRow,
  title: string,
  bound: ReadonlyMap<string, Type>,
  above: Actor | null,
): { readonly row: ScenarioRow; readonly binds: ReadonlyMap<string, Type> } {
  const as = above ?? readActor(reading, row, title);
  const known = new Bindings(reading.exampleTypes, bound);
  const place = `the scenario “${title}”`;
  // NOTATION: an empty Do cell does nothing, but its expectation is still checked.
  const cell = row.cell('Do');
  const nothing = cell?.text === '';
  const written = nothing ? null : reading.requiredCell(cell, row.row.span, section, `what is done in ${place}`, 'The step is skipped.');
  if (written !== null && written.code === null) {
    const message = `What is done is an action in backticks, such as \`create Ticket with {…}\`. “${written.text}” is read as one.`;
    reading.notes.misread(section, written.span, 'unknown-value', message, [`\`${written.text}\``]);
  }
  const source = written?.source() ?? { source: '', span: row.row.span, at: () => row.row.span.from };
  const invalid = /^`?refused\s+INVALID`?$/i.test(row.cell('Expect')?.text ?? '');
  const done = written === null ? null : reading.action(source, { bound: known, token: true }, section, place, 'scenario', invalid);
  const binds = done?.bound ?? new Map<string, Type>();
  const expect = readExpectation(reading, row, place, new Bindings(known, binds));
  const action = done?.action ?? { ...source, steps: nothing ? [] : [{ kind: 'broken', span: source.span, names: [] }], problems: [] };
  return { row: { span: row.row.span, as, do: action, expect }, binds };
}

function readActor(reading: Reading, row: FormRow, title: string): Actor {
  const phrase = reading.requiredCell(row.first, row.row.span, section, `who acts in the scenario “${title}”`, 'The step is skipped.');
  if (phrase === null) return { kind: 'unknown', text: row.first.text, span: row.first.span };
  const name = phrase.name();
  if (name.text === 'nobody') return { kind: 'nobody', span: name.span };
  if (reading.names.has('example', name.text)) {
    reading.refer('example', name, section);
    return { kind: 'example', name };
  }
  if (reading.names.has('role', name.text)) {
    reading.refer('role', name, section);
    return { kind: 'role', name };
  }
  const near = nearest(name.text, together(['nobody'], reading.names.all('role'), reading.names.all('example')));
  reading.notes.references.push({
    kind: 'example',
    text: name.text,
    span: name.span,
    section,
    within: null,
    found: false,
    suggestions: near,
  });
  return { kind: 'unknown', text: name.text, span: name.span };
}

function readExpectation(reading: Reading, row: FormRow, place: string, bound: ReadonlyMap<string, Type>): Expectation {
  const cell = row.cell('Expect');
  if (cell === null || cell.text === '') return { kind: 'nothing' };
  const phrase = reading.cell(cell, section, `what is expected in ${place}`, 'Nothing is compared.');
  if (phrase === null) return { kind: 'unknown', text: cell.text, span: cell.span };
  const words = phrase.plain();
  const match = /^(refused|sees|does\s+not\s+see)\s+/i.exec(words.text);
  if (match) {
    const name: Name = words.slice(match[0].length).name();
    const verb = (match[1] ?? '').toLowerCase();
    if (isHoleText(name.text)) {
      reading.notes.hole(section, name.span, 'cell', `what is expected in ${place}`, 'Nothing is compared.');
      return { kind: 'unknown', text: cell.text, span: cell.span };
    }
    reading.refer(verb === 'refused' ? 'error' : 'screen', name, section);
    if (verb === 'refused') return { kind: 'refused', error: name };
    return { kind: verb === 'sees' ? 'sees' : 'does-not-see', screen: name };
  }
  const sent = /^sent\s+(\w+)\s*(.*)$/i.exec(words.text);
  if (sent !== null && !reading.names.has('example', 'sent')) {
    const from = words.text.indexOf(sent[1] ?? '', 5);
    const service = words.slice(from, from + (sent[1] ?? '').length).name();
    reading.refer('service', service, section);
    const request = (sent[2] ?? '').replace(/^["“]|["”]$/g, '');
    if (request === '' || requestForm.test(request)) return { kind: 'sent', service, request: request === '' ? null : request };
    const message = `“${request}” is not a request: write a method and a path, such as sent ${service.text} "POST /charges".`;
    reading.notes.misread(section, phrase.span, 'unknown-value', message);
    return { kind: 'unknown', text: phrase.text, span: phrase.span };
  }
  const telling = /^(not\s+)?told\s+(\S+)\s+(?=\S)/i.exec(words.text);
  if (telling) {
    const name = telling[2] ?? '';
    const from = telling[0].lastIndexOf(name);
    const person = words.slice(from, from + name.length).name();
    const message = words.slice(telling[0].length).name();
    reading.refer('example', person, section);
    reading.refer('message', message, section);
    return { kind: telling[1] === undefined ? 'told' : 'not-told', person, message };
  }
  if (phrase.code === null) {
    if (/^(?:ok|okay|works?|works fine|allowed|success|succeeds|done|passes|fine|yes)[.!]?$/i.test(phrase.text)) {
      const message = `“${phrase.text}” is not an expectation. Leave the cell empty to expect only that the step succeeds.`;
      reading.notes.misread(section, phrase.span, 'near-miss', message, ['']);
      return { kind: 'nothing' };
    }
    const near = misspeltForm(phrase.text, ['refused', 'sees', 'does not see', 'told', 'not told']);
    const better = near === null ? [] : [near.form + phrase.text.slice(near.length)];
    const message = `Expected is an expression in backticks, “refused ERROR”, “sees SCREEN”, “does not see SCREEN”, “told PERSON MESSAGE” or “not told PERSON MESSAGE”. “${phrase.text}” is none of these.${better.map((words) => ` Did you mean “${words}”?`).join('')}`;
    reading.notes.misread(section, phrase.span, near === null ? 'unknown-value' : 'near-miss', message, better);
    return { kind: 'unknown', text: phrase.text, span: phrase.span };
  }
  return {
    kind: 'holds',
    expression: reading.expression(Phrase.of(cell).source(), { bound, token: true }, section, place, { kind: 'boolean' }),
  };
}
