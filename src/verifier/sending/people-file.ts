import { LineIndex } from '../../base/position.ts';
import { applyEdits } from '../../base/text-edit.ts';
import type { Entity, Example } from '../../model/ast/entities.ts';
import type { Model } from '../../model/model.ts';
import { readModel } from '../../model/read.ts';
import { allTables } from '../../syntax/all-tables.ts';
import { appendToSection } from '../../syntax/edit-section.ts';
import { tableText } from '../../syntax/edit-table.ts';
import { columnOf } from '../../syntax/find-row.ts';

/** A person who already has an account at the implementation. */
export interface GivenPerson {
  /** The account, as an example for the document's product. */
  readonly example: Example;
  /** The token of an existing session; null: the person signs in with the values of the account. */
  readonly token: string | null;
}

export type PeopleFile =
  | { readonly ok: true; readonly people: readonly GivenPerson[] }
  /** `line` counts from 1. */
  | { readonly ok: false; readonly line: number; readonly problem: string };

/**
 * Reads a Markdown table of accounts: `Person`, a name; `Token`, if they have one; and columns
 * named as the fields of the account's entity.
 */
export function readPeople(text: string, model: Model): PeopleFile {
  const lines = new LineIndex(text);
  const wrong = (offset: number, problem: string): PeopleFile => ({ ok: false, line: lines.position(offset).line, problem });
  const entity = model.entities.find(({ name }) => name.text === model.account?.entity.text);
  if (entity === undefined) return wrong(0, 'The document has no accounts, so people can’t be listed.');
  const placed = allTables(text).find(({ table }) => columnOf(table, 'Person') !== -1);
  if (placed === undefined) return wrong(0, 'There is no table with a column “Person”.');
  const { table } = placed;
  const header = table.header.cells.map((cell) => cell.text);
  const tokenAt = columnOf(table, 'Token');
  const personAt = columnOf(table, 'Person');
  const strange = table.header.cells.find(
    (cell, index) => index !== tokenAt && index !== personAt && !entity.byName.has(cell.text) && cell.text !== '',
  );
  if (strange !== undefined) return wrong(strange.span.from, `${entity.name.text} has no field “${strange.text}”.`);
  const columns = header.flatMap((_name, index) => (index === tokenAt || index === personAt ? [] : [index]));
  // Read as further examples of the entity, so that cells mean the same as in section 3.
  const markdown = `### ${entity.name.text}\n\n${tableText(
    ['Example', ...columns.map((index) => header[index] ?? '')],
    table.rows.map(({ cells }) => [personAt, ...columns].map((index) => cells[index]?.text ?? '')),
  )}`;
  const edits = appendToSection(model.tree, 3, 'Entities', markdown);
  const read = readModel(applyEdits(model.text, edits)).entities.find(({ name }) => name.text === entity.name.text);
  const people: GivenPerson[] = [];
  for (const { cells, span } of table.rows) {
    const name = cells[personAt]?.text ?? '';
    if (entity.examples.some((example) => example.name.text === name))
      return wrong(span.from, `“${name}” is an example of the document. Give the person another name.`);
    const example = read?.examples.find((one) => one.name.text === name);
    if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) || example === undefined)
      return wrong(span.from, `“${name}” is not a valid name: use a single word, such as “Mia”.`);
    const unread = example.values.find(({ content }) => content.kind === 'unknown');
    if (unread !== undefined) return wrong(span.from, `The ${unread.field.text} of ${name} cannot be read.`);
    const token = tokenAt === -1 ? '' : (cells[tokenAt]?.code?.text ?? cells[tokenAt]?.text ?? '');
    people.push(token === '' ? { example, token: null } : { example: withPassword(example, entity), token });
  }
  return { ok: true, people };
}

/**
 * Adds missing passwords: a person with a token never sends one, but a required one needs a value.
 */
function withPassword(example: Example, entity: Entity): Example {
  const missing = entity.fields.filter(
    ({ name, type }) => type.kind === 'password' && example.values.every(({ field }) => field.text !== name.text),
  );
  const values = missing.map(({ name }) => ({
    field: name,
    span: example.span,
    content: { kind: 'value', value: 'known-by-token-only' } as const,
  }));
  return { ...example, values: [...example.values, ...values] };
}
