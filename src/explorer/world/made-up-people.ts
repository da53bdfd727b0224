import { nobody } from '../../engine/world/world.ts';
import type { Entity, Field } from '../../model/ast/entities.ts';
import type { Role } from '../../model/ast/roles.ts';
import type { Model } from '../../model/model.ts';
import { isOfRecord } from '../../model/organisations.ts';
import { readModel } from '../../model/read.ts';
import { tableText } from '../../syntax/edit-table.ts';
import { fieldsRead, nodesOf } from '../document/readers.ts';
import { peoplePerRole, productOfExamples } from './start.ts';

/** A person for a role that no example has, as a row of the examples of the account entity. */
export interface MadeUpPerson {
  readonly name: string;
  readonly role: string;
  readonly entity: string;
  /** By field. */
  readonly cells: ReadonlyMap<string, string>;
}

/** More combinations of values than this are not tried to find a person with a role. */
const mostKinds = 64;

type Cells = MadeUpPerson['cells'];

/**
 * Two people for each role that no example has, as far as they can be made up: people who sign up
 * need no example, and may do a lot.
 */
export function madeUpPeople(model: Model): readonly MadeUpPerson[] {
  const people = model.entities.find(({ name }) => name.text === model.account?.entity.text);
  const missing = people === undefined ? [] : rolesWithoutExample(model);
  if (people === undefined || missing.length === 0) return [];
  const kinds = kindsOf(model, people, missing);
  const roles = rolesHeld(
    withPeople(
      model,
      kinds.map((kind, place) => ({ name: `kind${place}`, cells: kind(`kind${place}`, place) })),
    ),
  );
  const taken = new Set([...model.entities.flatMap(({ examples }) => examples), ...model.roles].map(({ name }) => name.text));
  return missing.flatMap(({ name: { text: role } }) => {
    const fitting = kinds.flatMap((kind, place) => {
      const held = roles.get(`kind${place}`) ?? [];
      return held.includes(role) ? [{ kind, count: held.length }] : [];
    });
    const [best] = fitting.sort((a, b) => a.count - b.count);
    if (best === undefined) return [];
    return namesFor(role, taken).map((name, place) => ({ name, role, entity: people.name.text, cells: best.kind(name, place) }));
  });
}

function rolesWithoutExample(model: Model): readonly Role[] {
  const held = new Set([...rolesHeld(model).values()].flat());
  return model.roles.filter((role) => !isOfRecord(role) && role.is !== null && !held.has(role.name.text));
}

/** The cells of a person with this name, who is the first (0) or a later one of their kind. */
type Kind = (name: string, place: number) => Cells;

/** People with each combination of the values that decide about the roles; empty: too many. */
function kindsOf(model: Model, people: Entity, roles: readonly Role[]): readonly Kind[] {
  const read = new Set(roles.flatMap(({ is }) => (is === null ? [] : [...fieldsRead(model, nodesOf(model, is))])));
  const decisive = people.fields.filter(({ name }) => read.has(`${people.name.text}.${name.text}`));
  const combinations = combinedCells(decisive.map((field) => ({ field, cells: cellsOf(model, field) })));
  const others = people.fields.filter((field) => isNeeded(field) && !decisive.includes(field));
  if (combinations.length > mostKinds || others.some((field) => cellFor(field, 1) === null)) return [];
  return combinations.map((cells) => (name, place) => filled(others, cells, name, place));
}

/** The document with the people at its end, so that all else keeps its place. */
export const withPeople = (model: Model, people: readonly Row[]): Model =>
  people.length === 0
    ? model
    : readModel(`${model.tree.text}\n\n## 3. Entities and their fields\n\n### ${model.account?.entity.text}\n\n${examplesTable(people)}\n`);

type Row = Pick<MadeUpPerson, 'name' | 'cells'>;

/** Those of the people whom the text names. */
export const peopleIn = (people: readonly MadeUpPerson[], text: string): readonly MadeUpPerson[] => {
  const words = new Set(text.split(/[^\p{L}\p{N}_]+/u));
  return people.filter(({ name }) => words.has(name));
};

/** The people as a table of examples, in Markdown. */
export function examplesTable(rows: readonly Row[]): string {
  const fields = [...new Set(rows.flatMap(({ cells }) => [...cells.keys()]))];
  return tableText(
    ['Example', ...fields],
    rows.map(({ name, cells }) => [name, ...fields.map((field) => cells.get(field) ?? '')]),
  );
}

/** The roles of each example person, by name, and of a signed-out person, by an empty name. */
function rolesHeld(model: Model): ReadonlyMap<string, readonly string[]> {
  const { product, accounts } = productOfExamples(model);
  const rolesOf = (account: string | null): readonly string[] => [
    ...product.world(account === null ? nobody : product.as(account)).access.roles(),
  ];
  return new Map([['', rolesOf(null)], ...[...accounts].map(([name, id]): [string, readonly string[]] => [name, rolesOf(id)])]);
}

const isNeeded = ({ required, default: preset, settable }: Field): boolean => required && preset === null && settable;

/** The cells that may make a difference to roles; empty: the field is left out. */
function cellsOf(model: Model, field: Field): readonly string[] {
  const { type } = field;
  if (type.kind === 'enum') return type.values.map(({ text }) => text);
  if (type.kind === 'boolean') return ['no', 'yes'];
  if (type.kind === 'state')
    return model.machines.flatMap(({ entity, field: of, states }) =>
      entity === model.account?.entity.text && of === field.name.text ? states.map(({ name }) => name) : [],
    );
  return isNeeded(field) ? [cellFor(field, 1) ?? ''] : [''];
}

const combinedCells = (fields: readonly { readonly field: Field; readonly cells: readonly string[] }[]): readonly Cells[] =>
  fields.reduce<readonly Cells[]>(
    (found, { field, cells }) =>
      found.length > mostKinds ? found : found.flatMap((one) => cells.map((cell) => new Map([...one, [field.name.text, cell]]))),
    [new Map()],
  );

/** Each needed value, which differs from person to person where it must. */
const filled = (fields: readonly Field[], given: Cells, name: string, place: number): Cells =>
  new Map([
    ...fields.map((field): [string, string] => [field.name.text, cellFor(field, place + 1, name) ?? '']),
    ...[...given].filter(([, cell]) => cell !== ''),
  ]);

/** A cell with a value of the field's type; null if none can be made up. */
function cellFor({ type }: Field, number: number, name = 'person'): string | null {
  switch (type.kind) {
    case 'text':
    case 'markdown':
    case 'slug':
      return name;
    case 'email':
      return `${name}@example.com`;
    case 'password':
      return 'correct-horse-battery';
    case 'url':
      return `https://example.com/${name}`;
    case 'phone':
      return `+49 30 123456${number}`;
    case 'enum':
      return type.values[0]?.text ?? null;
    case 'boolean':
      return 'no';
    case 'integer':
    case 'decimal':
    case 'percent':
    case 'money':
      return String(number);
    case 'date':
      return `2000-01-0${number}`;
    default:
      return null;
  }
}

/** Names that nothing has: `driver1` and `driver2`. */
function namesFor(role: string, taken: Set<string>): readonly string[] {
  const base = role.replaceAll(/[^\p{L}\p{N}_]/gu, '').replace(/^(?!\p{L})/u, 'person');
  const names: string[] = [];
  for (let number = 1; names.length < peoplePerRole; number++) {
    const name = `${base}${number}`;
    if (taken.has(name)) continue;
    taken.add(name);
    names.push(name);
  }
  return names;
}
