import type { Model } from '../../model/model.ts';
import type { Block } from '../../syntax/tree.ts';
import { listed } from '../asking/answer-words.ts';
import { guessField } from '../asking/types.ts';
import { filledTable } from './convert-lines.ts';

/** A longer line is prose. */
const longest = 400;

/** `**Member**: name, email`, `Member (name, email)` or `Member: name, email` */
const entityLine = /^(\*\*|__|`)?([A-Z][A-Za-z0-9]*)(?:(\*\*|__|`)?\s*(?::|–|—|\s-\s)\s*(?:\*\*|__)?|(?:\*\*|__|`)?\s*(?=\())(.+)$/;
const inBrackets = /^\((.*)\)\.?$/;
export const required = /^(?:required|mandatory|not null)$/i;
const remark = /^(?:Note|Notes|Warning|Important|Example|Examples|Tip|Hint|Caution|Attention|Remark|See|Todo|Fields)$/;
export const unique = /^unique$/i;

interface Line {
  readonly name: string;
  readonly items: readonly string[];
  /** Whether its form alone says that this is no sentence. */
  readonly isMarked: boolean;
}

function lineOf(text: string): Line | null {
  if (text.length > longest) return null;
  const [, mark, name = '', , said = ''] = entityLine.exec(text.trim()) ?? [];
  const bracketed = inBrackets.exec(said)?.[1];
  const items = listed(bracketed ?? said.replace(/\.$/, ''));
  return name === '' ? null : { name, items, isMarked: mark !== undefined || bracketed !== undefined };
}

interface FieldRow {
  readonly name: string;
  readonly type: string;
  readonly traits: readonly string[];
}

/**
 * Rewrites lines of section 3, each of which names an entity and its fields, as headings and
 * tables; null: the lines say something else. `end`: the document's line end.
 */
export function convertEntities(model: Model, block: Block, end: string): string | null {
  const lines = textsOf(model, block).map(lineOf);
  if (lines.length === 0 || !lines.every((line) => line !== null)) return null;
  const names = lines.map(({ name }) => name);
  const isDeclared = (name: string): boolean => model.entities.some((entity) => entity.name.text === name);
  if (new Set(names).size < names.length || names.some(isDeclared)) return null;
  // A sentence may begin like a line: “Note: name, email and phone are private”.
  const isUsed = (name: string): boolean => model.references.some(({ kind, text }) => kind === 'entity' && text === name);
  if (!lines.some(({ name, isMarked }) => isUsed(name) || (isMarked && !remark.test(name)))) return null;
  if (lines.some(({ items }) => items.length === 0)) return null;
  const known = withEntities(model, names);
  const tables = lines.map(({ name, items }) => ({ name, fields: items.map((item) => fieldOf(known, name, item)) }));
  const fieldsOf = (of: string) => tables.find(({ name }) => name === of)?.fields ?? [];
  if (!tables.every(({ fields }) => fields.every((field) => field !== null))) return null;
  return tables
    .map(({ name, fields }) => {
      const rows = fields.flatMap((field) =>
        field === null
          ? []
          : [
              [
                field.name,
                withBack(field.type, name, fieldsOf),
                ...[required, unique].map((trait) => (field.traits.some((one) => trait.test(one)) ? 'yes' : '')),
              ],
            ],
      );
      return [`### ${name}`, '', filledTable(['Field', 'Type', 'Required', 'Unique'], rows, end)].join(end);
    })
    .join(`${end}${end}`);
}

function textsOf(model: Model, block: Block): readonly string[] {
  if (block.kind === 'bullets') return block.items.some(({ children }) => children.length > 0) ? [] : block.items.map(({ text }) => text);
  return block.kind === 'paragraph' ? model.tree.text.slice(block.span.from, block.span.to).split(/\r?\n/) : [];
}

/**
 * The type of the other side of a relation: `list of Loan by book` where a loan has one `book` of
 * the owner.
 */
export function withBack(
  type: string,
  owner: string,
  fieldsOf: (entity: string) => readonly (Pick<FieldRow, 'name' | 'type'> | null)[],
): string {
  const back = fieldsOf(/^list of (\w+)$/.exec(type)?.[1] ?? '').filter((field) => field?.type === owner);
  return back.length === 1 ? `${type} by ${back[0]?.name}` : type;
}

/** The model with entities that have no fields yet, whose names are known. */
export const withEntities = (model: Model, names: readonly string[]): Model => ({
  ...model,
  entities: [...model.entities, ...names.map(emptyEntity)],
});

/** Enough of an entity to guess the types of relations to it. */
const emptyEntity = (name: string): Model['entities'][number] => ({
  name: { text: name, span: { from: 0, to: 0 } },
  span: { from: 0, to: 0 },
  description: '',
  label: null,
  fields: [],
  byName: new Map(),
  examples: [],
  former: [],
});

/** `email (required, unique)`, `since: date` or `book`; null: it is no field. */
export function fieldOf(model: Model, owner: string, item: string): FieldRow | null {
  const plain = item.replaceAll(/[*`]/g, '').trim();
  const [, words = plain, said = ''] = /^([^()]*)\(([^()]*)\)$/.exec(plain) ?? [];
  const inside = listed(said);
  const traits = inside.filter((one) => required.test(one) || unique.test(one) || /^optional$/i.test(one));
  const rest = inside.filter((one) => !traits.includes(one)).join(', ');
  const entity = model.entities.find(({ name }) => name.text === owner);
  if (entity === undefined || (words.split(':')[0] ?? '').trim().split(/\s+/).length > 3) return null;
  const guess = guessField(rest === '' ? words.trim() : `${words.trim()} (${rest})`, model, entity);
  return typeof guess === 'string' ? null : { name: guess.name, type: guess.type, traits };
}
