import { nearest, together } from '../../base/nearest.ts';
import { anyType, type Type } from '../../expression/types/type.ts';
import { nullable } from '../../expression/types/type-relations.ts';
import { withArticle } from '../../expression/types/type-words.ts';
import type { FieldType, RowColumn } from '../ast/entities.ts';
import { isPlainKind, type PlainKind, plainKinds, plainTypes, typeSynonyms } from '../types/index.ts';
import { onDeleteWords } from '../vocabulary.ts';
import { capital, isIdentifier, isLowerCaseWords, isPascalCase } from './cell-forms.ts';
import { splitWhere } from './choices.ts';
import { misspeltForm } from './near-words.ts';
import { Phrase } from './phrase.ts';
import type { Reading } from './reading.ts';
import { typeFromElsewhere } from './type-elsewhere.ts';

/**
 * Reads the type in a Type cell or a parameter. An invalid one is reported and becomes `unknown`.
 * `entity`: the owner of the field; null: not a field.
 */
export function readFieldType(reading: Reading, written: Phrase, section: number, entity: string | null): FieldType {
  const phrase = splitWhere(written.plain()).type;
  const text = phrase.text;
  const unknown: FieldType = { kind: 'unknown', text };
  if (isPlainKind(text)) return { kind: text };
  if (noteElsewhere(reading, phrase, section)) return unknown;
  const enumeration = /^enum\b\s*:?/i.exec(text);
  if (enumeration) return readEnum(reading, phrase, enumeration[0].length, section) ?? unknown;
  const list = /^list\s+of\b/i.exec(text);
  if (list) return readList(reading, phrase, phrase.slice(list[0].length), section) ?? unknown;
  const onDelete = /\s+on\s+delete\b/i.exec(text);
  const money = /^money\s+in\s+/i.exec(text);
  if (money !== null) return readMoney(reading, phrase, phrase.slice(money[0].length), section, entity);
  const priced = /^money\s*\(?\s*([A-Z]{3})\s*\)?$/.exec(text)?.[1];
  if (priced !== undefined) {
    const message = `“${text}” is read as money: all money has one currency, the constant CURRENCY of section 9. Write “money”, and ${priced} there.`;
    reading.notes.misread(section, phrase.span, 'near-miss', message, ['money']);
    return { kind: 'money' };
  }
  const source = entity === null ? null : noteSource(reading, phrase, section);
  if (source !== null) return { kind: source };
  const trait = entity === null ? null : (noteFormula(reading, phrase, section) ?? noteTrait(reading, phrase, section));
  if (trait !== null) return readFieldType(reading, trait, section, entity);
  const name = onDelete === null ? phrase : phrase.slice(0, onDelete.index);
  const rest = onDelete === null ? null : phrase.slice(onDelete.index + onDelete[0].length);
  if (reading.entities.has(name.text)) {
    reading.refer('entity', name.name(), section);
    return { kind: 'relation', entity: name.name(), onDelete: rest === null ? 'restrict' : readOnDelete(reading, rest, section) };
  }
  if (onDelete !== null && !isPascalCase(name.text)) {
    reading.notes.misread(
      section,
      phrase.span,
      'unknown-value',
      'Only a relation can say what happens “on delete”: write an entity’s name before it.',
    );
  }
  if (isPlainKind(name.text)) return { kind: name.text };
  const limited = /^([^\s()]+)\s*\(([^()]*)\)$/.exec(name.text);
  if (limited !== null) return readLimited(reading, name, limited[1] ?? '', limited[2] ?? '', section) ?? unknown;
  if (isPascalCase(name.text) && !isPlainKind(name.text.toLowerCase())) {
    reading.refer('entity', name.name(), section);
    return unknown;
  }
  const meant = noteUnknown(reading, name, section);
  return meant === null ? unknown : { kind: meant };
}

/** Reports a formula, and a type that is written as in another language or tool. */
function noteElsewhere({ entities, forms, notes }: Reading, { text, span }: Phrase, section: number): boolean {
  if (/^=[^=]/.test(text)) {
    const message = `“${text}” is a formula. Write the type of its value here, and the formula in the column “Computed”.`;
    notes.misread(section, span, 'unknown-value', message);
    return true;
  }
  const type = typeFromElsewhere(text, entities) ?? (/^roles?$/i.test(text) ? enumOfRoles(forms) : null);
  if (type !== null) notes.misread(section, span, 'near-miss', `“${text}” is not a type. Write “${type}”.`, [type]);
  return type !== null;
}

/** The type that `role` means: an enum of those that section 6 declares. */
function enumOfRoles({ role }: Reading['forms']): string | null {
  const names = role.flatMap(({ rows }) => rows.map(({ first }) => Phrase.of(first).name().text));
  const given = names.filter((name) => isLowerCaseWords(name) && name !== 'visitor');
  return given.length === 0 ? null : `enum ${given.join(', ')}`;
}

/** Reports `integer = price * 2` and returns the type in it; null: it has no formula. */
function noteFormula({ notes }: Reading, phrase: Phrase, section: number): Phrase | null {
  const sign = phrase.text.search(/=(?!=)/);
  const type = phrase.slice(0, Math.max(sign, 0));
  const formula = phrase.text
    .slice(sign + 1)
    .replaceAll('`', '')
    .trim();
  if (sign < 1 || type.empty || formula === '') return null;
  const message = `“${phrase.text}” is more than a type. Write “${type.text}” here and the formula in the column “Computed”.`;
  notes.misreadRow(section, phrase.span, 'unknown-value', message, type.text, { Computed: `\`${formula}\`` });
  return type;
}

/** Reports `text, required` and returns the type in it; null: it says nothing like that. */
function noteTrait({ entities, notes }: Reading, phrase: Phrase, section: number): Phrase | null {
  const match = /^(\S+?)[,;]?\s+\(?(required|mandatory|not null|unique)\)?$/i.exec(phrase.text);
  if (match === null) return null;
  const [, type = '', trait = ''] = match;
  if (!isPlainKind(type) && !entities.has(type)) return null;
  const column = /^unique$/i.test(trait) ? 'Unique' : 'Required';
  const message = `“${phrase.text}” is more than a type. Write “${type}” here and “yes” in the column “${column}”.`;
  notes.misreadRow(section, phrase.span, 'unknown-value', message, type, { [column]: 'yes' });
  return phrase.slice(0, type.length);
}

/** Reports `slug of title` and returns `slug`; null: it says nothing like that. */
function noteSource({ notes }: Reading, phrase: Phrase, section: number): PlainKind | null {
  const source = /^slug\s+(?:of|from)\s+(?:the\s+)?([A-Za-z]\w*)$/i.exec(phrase.text)?.[1];
  if (source === undefined) return null;
  const made = `\`slugify(${source})\``;
  const message = `“${phrase.text}” is more than a type. Write “slug” here and ${made} in the column “Default”.`;
  notes.misreadRow(section, phrase.span, 'unknown-value', message, 'slug', { Default: made });
  return 'slug';
}

/** Reads `money in currency`: an amount in the record's own currency. */
function readMoney(reading: Reading, whole: Phrase, named: Phrase, section: number, entity: string | null): FieldType {
  if (entity === null) {
    const message = `Only a field has the currency of its record: write “money”, not “${whole.text}”.`;
    reading.notes.misread(section, whole.span, 'unknown-value', message, ['money']);
    return { kind: 'money' };
  }
  const field = named.name();
  return reading.refer('field', field, section, entity) ? { kind: 'money', in: field } : { kind: 'money' };
}

/** Reads `text(200)`: a type with the maximum length of its values. */
function readLimited(reading: Reading, phrase: Phrase, word: string, most: string, section: number): FieldType | null {
  const kind = isPlainKind(word) ? word : noteUnknown(reading, phrase.slice(0, word.length), section);
  if (kind === null) return null;
  const maxLength = /^[1-9][0-9]{0,8}$/.test(most.trim()) ? Number(most) : null;
  if (plainTypes[kind].limited && maxLength !== null) return { kind, maxLength };
  const able = plainKinds.filter((one) => plainTypes[one].limited);
  const message = plainTypes[kind].limited
    ? `The brackets give the maximum length in characters, a whole number from 1: “${kind}(200)”, not “${phrase.text}”.`
    : `${capital(withArticle(kind))} has no maximum length: only ${able.join(', ')} have one. A rule of section 5 can say how large a value may be.`;
  reading.notes.misread(section, phrase.span, 'unknown-value', message, plainTypes[kind].limited ? [] : [kind]);
  return { kind };
}

/**
 * Reports an unknown type. Returns the type it must mean, if there is only one candidate, so that
 * the rest of the field can still be checked.
 */
function noteUnknown(reading: Reading, phrase: Phrase, section: number): PlainKind | null {
  const { text, span } = phrase;
  const form = misspeltForm(text, ['list of', 'enum']);
  if (form !== null) {
    const better = form.form + text.slice(form.length);
    reading.notes.misread(section, span, 'near-miss', `“${text}” is not a type. Did you mean “${better}”?`, [better]);
    return null;
  }
  const deletion = /^(\S+)\s+on\s+(\S+)\s+(restrict|cascade|clear)$/i.exec(text);
  if (deletion !== null && misspeltForm(deletion[2] ?? '', ['delete']) !== null) {
    const better = `${deletion[1]} on delete ${deletion[3]}`;
    reading.notes.misread(section, span, 'near-miss', `“${text}” is not a type. Did you mean “${better}”?`, [better]);
    return null;
  }
  const meant = isPlainKind(text.toLowerCase()) ? text.toLowerCase() : typeSynonyms.get(text.toLowerCase());
  const candidates = together<string>(plainKinds, typeSynonyms.keys(), reading.entities.keys());
  const near = [...new Set(meant === undefined ? nearest(text, candidates).map((name) => typeSynonyms.get(name) ?? name) : [meant])];
  const [only, ...others] = near;
  // “date range” begins like a type but means something else.
  const isMore = only !== undefined && text.toLowerCase().startsWith(only) && text.length > only.length + 2;
  const read = only !== undefined && others.length === 0 && isPlainKind(only) && !isMore ? only : null;
  const guess = only === undefined ? '' : ` Did you mean “${only}”?`;
  const message =
    read === null
      ? `“${text}” is not a type.${guess} Types are ${plainKinds.join(', ')}, enum a, b, an entity’s name, and list of any of these.`
      : `“${text}” is not a type. It is read as ${read}.`;
  reading.notes.misread(section, span, near.length > 0 ? 'near-miss' : 'unknown-value', message, near);
  return read;
}

function readEnum(reading: Reading, phrase: Phrase, from: number, section: number): FieldType | null {
  const values = phrase.slice(from).names();
  if (values.length > 0) return { kind: 'enum', values };
  reading.notes.misread(section, phrase.span, 'unknown-value', 'An enum lists its values: “enum low, normal, high”.');
  return null;
}

function readList(reading: Reading, whole: Phrase, rest: Phrase, section: number): FieldType | null {
  const by = rest.find(/\s+by\s+/gi);
  const onDelete = rest.find(/\s+on\s+delete\b.*$/gi);
  if (onDelete) {
    const message = '“on delete” belongs to the relation, not to a list: a list of records forgets a record that is deleted.';
    reading.notes.misread(section, rest.slice(onDelete.index).span, 'unknown-value', message);
    rest = rest.slice(0, onDelete.index);
  }
  if (rest.text.startsWith('{')) return readRows(reading, rest, section);
  const element = by === null ? rest : rest.slice(0, by.index);
  if (by !== null || reading.entities.has(element.text) || (isPascalCase(element.text) && !isPlainKind(element.text.toLowerCase()))) {
    const entity = element.name();
    const known = reading.refer('entity', entity, section);
    if (!known) return null;
    if (by === null) return { kind: 'members', entity };
    const field = rest.slice(by.index + by[0].length).name();
    reading.refer('field', field, section, entity.text);
    return { kind: 'inverse', entity, by: field };
  }
  if (/^list\b/i.test(element.text) || element.empty) {
    reading.notes.misread(
      section,
      whole.span,
      'unknown-value',
      'A list is a list of a plain type or of an entity: “list of text”, “list of Comment by ticket”.',
    );
    return null;
  }
  const of = readFieldType(reading, element, section, null);
  return of.kind === 'unknown' ? null : { kind: 'list', of };
}

/** Plain types that entries of a computed list may have. */
export const rowKinds = plainKinds.filter((kind) => !['password', 'secret', 'file', 'image', 'serial', 'state', 'json'].includes(kind));

/** Reads `{due: date, interest: money}` after `list of`. */
function readRows(reading: Reading, phrase: Phrase, section: number): FieldType | null {
  const misread = (at: Phrase, message: string): null => {
    reading.notes.misread(section, at.span, 'unknown-value', message);
    return null;
  };
  const close = phrase.text.lastIndexOf('}');
  const written = phrase.slice(1, close < 0 ? undefined : close).split();
  if (close !== phrase.text.length - 1 || written.every(({ empty }) => empty))
    return misread(phrase, 'A computed list names what each entry holds: “list of {due: date, interest: money}”.');
  const columns: RowColumn[] = [];
  for (const column of written) {
    const colon = column.text.indexOf(':');
    const name = column.slice(0, Math.max(colon, 0)).name();
    const kind = colon < 0 ? '' : column.text.slice(colon + 1).trim();
    const type = rowKinds.find((one) => one === kind);
    if (!isIdentifier(name.text))
      return misread(column, `“${column.text}” is not a part of an entry: write a name and a type, “due: date”.`);
    if (columns.some((one) => one.name.text === name.text)) return misread(column, `“${name.text}” appears twice in an entry.`);
    if (type === undefined) return misread(column, `“${kind}” is not a type of a value in an entry. These are ${rowKinds.join(', ')}.`);
    columns.push({ name, type: { kind: type } });
  }
  return { kind: 'rows', columns };
}

function readOnDelete(reading: Reading, phrase: Phrase, section: number): 'restrict' | 'cascade' | 'clear' {
  const word = onDeleteWords.find((one) => one === phrase.text.toLowerCase());
  if (word !== undefined) return word;
  const near = nearest(phrase.text, onDeleteWords, 1);
  const message = `Write restrict, cascade or clear after “on delete”, not “${phrase.text}”. It is read as restrict.`;
  reading.notes.misread(
    section,
    phrase.span,
    near.length > 0 ? 'near-miss' : 'unknown-value',
    message,
    near.length > 0 ? near : onDeleteWords,
  );
  return 'restrict';
}

/**
 * A field's type in expressions. A state field without a table of transitions has no known states.
 */
export function valueTypeOf(reading: Reading, type: FieldType, entity: string, field: string, currency: string | null): Type {
  switch (type.kind) {
    case 'money':
      return type.in === undefined ? { kind: 'money', currency } : { kind: 'money', currency: null, in: type.in.text };
    case 'state': {
      const machine = reading.machines.find(entity, field);
      return machine === undefined ? anyType : { kind: 'state', entity, field, values: [...machine.states.keys()] };
    }
    case 'enum':
      return { kind: 'enum', values: type.values.map((value) => value.text) };
    case 'relation':
      return { kind: 'record', entity: type.entity.text };
    case 'list':
      return { kind: 'list', of: valueTypeOf(reading, type.of, entity, field, currency) };
    case 'rows': {
      const of = (column: RowColumn): Type => valueTypeOf(reading, column.type, entity, field, currency);
      const entries = new Map(type.columns.map((column): [string, Type] => [column.name.text, nullable(of(column))]));
      return { kind: 'list', of: { kind: 'map', entries, value: anyType } };
    }
    case 'members':
    case 'inverse':
      return { kind: 'list', of: { kind: 'record', entity: type.entity.text } };
    case 'unknown':
      return anyType;
    default:
      return plainTypes[type.kind].value;
  }
}

/** Makes the type nullable, except for lists and fields that are never empty. */
export const orNull = (type: Type, never: boolean): Type => (never || type.kind === 'list' ? type : nullable(type));
