import type { Model } from '../../model/model.ts';
import { isPascalCase, toPascalCase } from '../../model/reading/cell-forms.ts';
import type { Block, Bullet } from '../../syntax/tree.ts';
import { fieldOf, required, unique, withBack, withEntities } from './convert-entities.ts';
import { fieldRow, filledTable } from './convert-lines.ts';

/** What nested lists of section 3 say; null where a line cannot be written as a field. */
export interface NestedEntities {
  readonly markdown: string | null;
}

const columns = ['Field', 'Type', 'Required', 'Unique', 'Default', 'Description'];

/** Without emphasis and code marks, and with `:` for an arrow. */
const plain = ({ text }: Bullet): string =>
  text
    .replaceAll(/[*`]/g, '')
    .replace(/\s*(?:->|→)\s*/, ': ')
    .trim();

/** `Member`, `Order line:` or `Vote – what a member says`. */
const head = /^([A-Za-z][A-Za-z0-9]*(?: [A-Za-z][A-Za-z0-9]*){0,3})\s*(?:(?::|–|—|\s-\s)\s*(.*))?$/;

/**
 * Rewrites a list of entities, each with a nested list of its fields, as headings and tables.
 * `end`: the document's line end. Null: the list is something else.
 */
export function convertNested(model: Model, block: Block, end: string): NestedEntities | null {
  if (block.kind !== 'bullets' || block.items.some(({ children }) => children.length === 0)) return null;
  const items = block.items.map((item) => {
    const [, words = '', description = ''] = head.exec(plain(item)) ?? [];
    return { name: toPascalCase(words), description, fields: item.children };
  });
  const names = items.map(({ name }) => name);
  const isDeclared = (name: string): boolean => model.entities.some((entity) => entity.name.text === name);
  if (new Set(names).size < names.length || !names.every((name) => isPascalCase(name) && !isDeclared(name))) return null;
  const known = withEntities(model, names);
  const tables = items.map(({ name, description, fields }) => {
    const rows = fields.map((field) => rowOf(known, name, field));
    return { name, description, rows };
  });
  const read = tables.flatMap(({ rows }) => rows).filter((row) => row !== null);
  const all = tables.reduce((sum, { rows }) => sum + rows.length, 0);
  const hasTypes = items.some(({ fields }) => fields.some((field) => fieldRow(known, plain(field)) !== null));
  if (!hasTypes || read.length * 2 < all) return null;
  if (read.length < all) return { markdown: null };
  const fieldsOf = (of: string) =>
    (tables.find(({ name }) => name === of)?.rows ?? []).map((row) => row && { name: row[0] ?? '', type: row[1] ?? '' });
  const markdown = tables
    .map(({ name, description, rows }) => {
      const typed = rows.flatMap((row) => {
        const [field = '', type = '', ...rest] = row ?? [];
        return row === null ? [] : [[field, withBack(type, name, fieldsOf), ...rest]];
      });
      const words = description === '' ? [] : ['', description];
      return [`### ${name}`, ...words, '', filledTable(columns, typed, end)].join(end);
    })
    .join(`${end}${end}`);
  return { markdown };
}

type Row = readonly string[];

/** A field by its line, or by its name alone. */
function rowOf(model: Model, owner: string, bullet: Bullet): Row | null {
  if (bullet.children.length > 0) return null;
  const said = fieldRow(model, plain(bullet));
  if (said !== null) return said;
  const guess = fieldOf(model, owner, plain(bullet));
  return guess === null
    ? null
    : [guess.name, guess.type, ...[required, unique].map((trait) => (guess.traits.some((one) => trait.test(one)) ? 'yes' : '')), '', ''];
}
