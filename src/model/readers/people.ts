import { nearest, together } from '../../base/nearest.ts';
import { Bindings } from '../../expression/bindings.ts';
import type { Type } from '../../expression/type.ts';
import type { Name } from '../facts/common.ts';
import type { Actor, Expectation, Person, Scenario, ScenarioRow } from '../facts/people.ts';
import { headingPhrase } from '../reading/headings.ts';
import { slipAtStart } from '../reading/near-words.ts';
import { Phrase } from '../reading/phrase.ts';
import type { Reading } from '../reading/reading.ts';
import type { FormRow } from '../reading/tables.ts';
import { isHoleText } from '../reading/words.ts';

const section = 1;

export function readPeople(reading: Reading): Person[] {
  const people: Person[] = [];
  for (const form of reading.forms.person) {
    for (const row of form.rows) {
      const phrase = reading.requiredCell(row.first, row.row.span, section, 'who a person is', 'The row is not used.');
      if (phrase === null) continue;
      const name = phrase.name();
      reading.notes.declare('person', name, section);
      if (reading.names.has('role', name.text)) reading.refer('role', name, section);
      people.push({
        name,
        wants: reading.words(row.cell('Wants to'), section, `what ${name.text} wants`),
        soThat: reading.words(row.cell('So that'), section, `why ${name.text} wants it`),
        span: row.row.span,
      });
    }
  }
  return people;
}

/** Scenarios: tables under one heading add up. */
export function readScenarios(reading: Reading): Scenario[] {
  const scenarios = new Map<number, { title: string; from: number; to: number; rows: ScenarioRow[]; bound: Map<string, Type> }>();
  for (const form of reading.forms.scenario) {
    const [heading] = form.headings;
    const from = heading?.span.from ?? form.table.span.from;
    let scenario = scenarios.get(from);
    if (scenario === undefined) {
      const words = heading === undefined ? 'untitled' : headingPhrase(heading).text.replace(/^scenario\s*:\s*/i, '');
      const bound = new Map<string, Type>();
      scenarios.set(from, (scenario = { title: words, from, to: from, rows: [], bound }));
    }
    scenario.to = form.table.span.to;
    for (const row of form.rows) scenario.rows.push(readRow(reading, row, scenario.title, scenario.bound));
  }
  return [...scenarios.values()].map(({ title, from, to, rows }) => ({ title, span: { from, to }, rows }));
}

function readRow(reading: Reading, row: FormRow, title: string, bound: Map<string, Type>): ScenarioRow {
  const as = readActor(reading, row, title);
  const known = new Bindings(reading.exampleTypes, bound);
  const place = `the scenario “${title}”`;
  const written = reading.requiredCell(row.cell('Do'), row.row.span, section, `what is done in ${place}`, 'The step is skipped.');
  if (written !== null && written.code === null) {
    const message = `What is done is an action in backticks, such as \`create Ticket with {…}\`. “${written.text}” is read as one.`;
    reading.notes.misread(section, written.span, 'unknown-value', message, [`\`${written.text}\``]);
  }
  const source = written?.source() ?? { source: '', span: row.row.span, at: () => row.row.span.from };
  const invalid = /^`?refused\s+INVALID`?$/i.test(row.cell('Expect')?.text ?? '');
  const done = written === null ? null : reading.action(source, { bound: known, token: true }, section, place, 'scenario', invalid);
  for (const [name, type] of done?.bound ?? []) bound.set(name, type);
  return {
    span: row.row.span,
    as,
    do: done?.action ?? { ...source, steps: [{ kind: 'broken', span: source.span }], problems: [] },
    expect: readExpectation(reading, row, place, known),
  };
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
  if (phrase.code === null) {
    const near = slipAtStart(phrase.text, ['refused', 'sees', 'does not see']);
    const better = near === null ? [] : [near.form + phrase.text.slice(near.length)];
    const message = `Expected is an expression in backticks, “refused ERROR”, “sees SCREEN” or “does not see SCREEN”. “${phrase.text}” is none of these.${better.map((words) => ` Did you mean “${words}”?`).join('')}`;
    reading.notes.misread(section, phrase.span, near === null ? 'unknown-value' : 'near-miss', message, better);
    return { kind: 'unknown', text: phrase.text, span: phrase.span };
  }
  return {
    kind: 'holds',
    expression: reading.expression(Phrase.of(cell).source(), { bound, token: true }, section, place, { kind: 'boolean' }),
  };
}
