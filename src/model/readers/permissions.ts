import { nearest, together } from '../../base/nearest.ts';
import type { Type } from '../../expression/types/type.ts';
import type { Name } from '../ast/common.ts';
import type { Permission, PermissionCell } from '../ast/roles.ts';
import { isHoleText } from '../reading/cell-forms.ts';
import { operationSynonyms } from '../reading/header-synonyms.ts';
import { Phrase } from '../reading/phrase.ts';
import type { Place, Reading } from '../reading/reading.ts';
import { parseYesNo } from '../reading/reading.ts';
import type { FormRow } from '../reading/tables.ts';
import { fieldOperations, operations } from '../vocabulary.ts';

const section = 6;

/** The rows of all Permission tables; null if there are none. */
export function readPermissions(reading: Reading): Permission[] | null {
  if (reading.forms.permission.length === 0) return null;
  return reading.forms.permission.flatMap((form) => {
    const roles = form.others.map(({ header, index }) => ({ name: Phrase.of(header).name(), index }));
    // A column Description is prose, as in every table.
    const instead = roles.find(({ name }) => name.text === 'Else' && !reading.names.has('role', 'Else'));
    const columns = roles.filter((column) => column !== instead && column.name.text.toLowerCase() !== 'description');
    reading.referAll(
      'role',
      columns.map(({ name }) => name),
      section,
    );
    return form.rows.flatMap((row) => reading.unitOf(row, '', () => readRow(reading, row, columns, instead ?? null)) ?? []);
  });
}

type Column = { readonly name: Name; readonly index: number };

function readRow(reading: Reading, row: FormRow, columns: readonly Column[], instead: Column | null): Permission | null {
  const phrase =
    reading.requiredCell(row.first, row.row.span, section, 'what a permission is about', 'The row grants nothing.')?.plain() ?? null;
  if (phrase === null) return null;
  const colon = phrase.text.indexOf(':');
  if (colon < 0) {
    const message = `A permission is “Entity: operations”, such as “Ticket: read, update”. “${phrase.text}” is read as prose.`;
    reading.notes.misread(section, phrase.span, 'unknown-value', message);
    return null;
  }
  const target = phrase.slice(0, colon);
  const several = target.text.includes(',') ? target.names() : [];
  if (several.length > 1 && several.every(({ text }) => reading.names.has('entity', text))) {
    noteSeveral(reading, row, target, several);
    return null;
  }
  const dot = target.text.indexOf('.');
  const entity = (dot < 0 ? target : target.slice(0, dot)).name();
  const fields =
    dot < 0
      ? []
      : target
          .slice(dot + 1)
          .names()
          .map((name) => withoutEntity(name, entity.text));
  const known = reading.refer('entity', entity, section);
  if (known) reading.referAll('field', fields, section, entity.text);
  const after = phrase.slice(colon + 1);
  const via = after.find(/\sthrough\s+(?=[\w.]+$)/g);
  const names = (via === null ? after : after.slice(0, via.index)).names();
  const through = via === null || !known ? null : readThrough(reading, after.slice(via.index + via[0].length), entity.text);
  if (names.length === 0)
    reading.notes.hole(section, row.first.span, 'cell', `the operations of “${phrase.text}”`, 'The row grants nothing.');
  const used = names.flatMap(
    (name) => readAll(reading, name, entity.text, fields.length > 0) ?? [readOperation(reading, name, entity.text, fields.length > 0)],
  );
  const place = placeOf(reading, entity.text, fields, used);
  const cells = new Map<string, PermissionCell>();
  for (const { name, index } of columns) {
    const cell = row.at(index);
    if (cell === null || cell.text === '') continue;
    cells.set(name.text, { span: cell.span, grant: readGrant(reading, Phrase.of(cell), place, `${phrase.text} for ${name.text}`) });
  }
  const errorCell = instead === null ? null : row.at(instead.index);
  const error =
    reading.cell(errorCell, section, `what is raised where “${phrase.text}” is not granted`, 'It is FORBIDDEN.')?.name() ?? null;
  if (error !== null) reading.refer('error', error, section);
  return { span: row.row.span, title: phrase.text, entity, fields, operations: used, through, error, cells };
}

/** Reports a row about several entities, with a fix that writes a row for each. */
function noteSeveral(reading: Reading, { row }: FormRow, target: Phrase, entities: readonly Name[]): void {
  const [before, after] = [row.source.slice(0, target.span.from - row.span.from), row.source.slice(target.span.to - row.span.from)];
  const names = entities.map(({ text }) => text);
  reading.notes.misreads.push({
    section,
    span: target.span,
    code: 'unknown-value',
    message: `A row of this table is about one entity. Write a row for each of ${names.join(', ')}.`,
    suggestions: [{ title: 'Write a row for each', insert: names.map((name) => `${before}${name}${after}`).join('\n'), span: row.span }],
  });
}

/** The field of `Person.weight`, where a list repeats the entity: `Person.born, Person.weight`. */
const withoutEntity = ({ text, span }: Name, entity: string): Name =>
  text.startsWith(`${entity}.`)
    ? { text: text.slice(entity.length + 1), span: { from: span.from + entity.length + 1, to: span.to } }
    : { text, span };

/** Reads a path of relations such as `shift.org`. */
function readThrough(reading: Reading, phrase: Phrase, entity: string): Name[] {
  let within: string | null = entity;
  return phrase.split('.').map((step) => {
    const name = step.name();
    if (within === null) return name;
    reading.refer('field', name, section, within);
    const type = reading.declarations.fields(within).get(name.text);
    within = type?.kind === 'record' ? type.entity : null;
    return name;
  });
}

/** Reads `*` and `all`, which are reported; null: another word. */
function readAll(reading: Reading, { text, span }: Name, entity: string, onFields: boolean): readonly Name[] | null {
  if (!/^(?:\*|all|any|everything|crud)$/i.test(text) || reading.names.has('event', text, entity)) return null;
  const all = onFields ? ['create', 'read', 'update'] : ['create', 'read', 'update', 'delete', ...reading.names.all('event', entity)];
  const message = `A row names each operation: “${all.join(', ')}”. “${text}” is read as that.`;
  reading.notes.misread(section, span, 'near-miss', message, [all.join(', ')]);
  return all.map((one) => ({ text: one, span }));
}

function readOperation(reading: Reading, name: Name, entity: string, onFields: boolean): Name {
  const known: readonly string[] = onFields ? fieldOperations : operations;
  const lower = name.text.toLowerCase();
  if (known.includes(lower)) return { text: lower, span: name.span };
  if (reading.names.has('event', name.text, entity)) {
    reading.refer('event', name, section, entity);
    return name;
  }
  const meant = operationSynonyms.get(lower);
  if (meant !== undefined && known.includes(meant)) {
    const message = `The notation calls this operation “${meant}”. “${name.text}” would be an event of ${entity}, and section 4 has none.`;
    reading.notes.misread(section, name.span, 'near-miss', message, [meant]);
    return { text: meant, span: name.span };
  }
  const near = nearest(name.text, together(known, reading.names.all('event', entity)));
  reading.notes.references.push({
    kind: 'event',
    text: name.text,
    span: name.span,
    section,
    within: entity,
    found: false,
    suggestions: near,
  });
  return name;
}

/**
 * The names in scope: `value` is the member being added or removed, `old` the record before the
 * change.
 */
function placeOf(reading: Reading, entity: string, fields: readonly Name[], used: readonly Name[]): Place {
  const self = reading.names.has('entity', entity) ? entity : null;
  const old = used.every(({ text }) => text === 'update' || text === 'add' || text === 'remove');
  if (!used.some((name) => name.text === 'add' || name.text === 'remove')) return { self, old };
  const [field] = fields;
  const type: Type | undefined = field === undefined ? undefined : reading.declarations.fields(entity).get(field.text);
  return { self, old, value: type?.kind === 'list' ? type.of : { kind: 'any' } };
}

const ownWords: ReadonlySet<string> = new Set(['own', 'owner', 'own only', 'only own', 'mine', 'self', 'theirs', 'own records', 'if own']);

/**
 * The conditions by which the entity's record may belong to the person: by its own relations, else
 * by those of the records that it belongs to (`invoice.person == me`).
 */
function ownRecords(reading: Reading, { self }: Place): string[] {
  const { account } = reading.declarations;
  if (account === null || self == null) return [];
  if (self === account) return ['`self == me`'];
  const relations = (entity: string): readonly { readonly name: string; readonly to: string }[] =>
    [...reading.declarations.fields(entity)].flatMap(([name, type]) =>
      type.kind === 'record' && name !== 'createdBy' ? [{ name, to: type.entity }] : [],
    );
  const people = (entity: string): readonly string[] => relations(entity).flatMap(({ name, to }) => (to === account ? [name] : []));
  const own = people(self);
  const through = relations(self).flatMap(({ name, to }) => people(to).map((person) => `${name}.${person}`));
  const paths = own.length > 0 ? own : through.length > 0 ? through : ['createdBy'];
  return paths.map((path) => `\`${path} == me\``);
}

function readGrant(reading: Reading, phrase: Phrase, place: Place, title: string): PermissionCell['grant'] {
  if (isHoleText(phrase.text)) {
    reading.notes.hole(section, phrase.span, 'cell', title, 'This cell grants nothing.');
    return { kind: 'hole' };
  }
  const word = phrase.plain().text.toLowerCase();
  if (word === 'yes' || word === 'no') return { kind: word };
  if (phrase.code !== null) {
    return { kind: 'when', expression: reading.expression(phrase.source(), place, section, title, { kind: 'boolean' }) };
  }
  const answer = parseYesNo(word);
  const own = answer === null && ownWords.has(word) ? ownRecords(reading, place) : [];
  if (own.length > 0) {
    const message = `“${phrase.text}” is not in the notation. Say in backticks whose record it is, such as ${own[0]}.`;
    reading.notes.misread(section, phrase.span, 'unknown-value', message, own);
    return { kind: 'hole' };
  }
  const guess = answer === null ? '' : ` Did you mean “${answer}”?`;
  const message = `A permission is yes, no or an expression in backticks. “${phrase.text}” is none of these, and grants nothing.${guess}`;
  reading.notes.misread(
    section,
    phrase.span,
    answer === null ? 'unknown-value' : 'near-miss',
    message,
    answer === null ? ['yes', 'no'] : [answer],
  );
  return { kind: 'hole' };
}
