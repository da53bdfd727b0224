import { nearest } from '../../base/nearest.ts';
import { parseExpression } from '../../expression/parse/parse.ts';
import type { Name } from '../ast/common.ts';
import { expressionsOf, type Invariant } from '../ast/invariants.ts';
import type { Must, Rule } from '../ast/rules.ts';
import { namesIn } from '../reading/joined-names.ts';
import { misspeltForm } from '../reading/near-words.ts';
import { Phrase } from '../reading/phrase.ts';
import type { Reading } from '../reading/reading.ts';
import { ruleMeant } from '../reading/rule-words.ts';
import type { FormRow } from '../reading/tables.ts';
import { ruleOperations } from '../vocabulary.ts';

const section = 5;
type On = Rule['on'][number];

export interface RuleRows {
  readonly rules: readonly Rule[];
  readonly invariants: readonly Invariant[];
}

export function readRules(reading: Reading): RuleRows {
  const rules: Rule[] = [];
  const invariants: Invariant[] = [];
  for (const form of reading.forms.rule) {
    for (const row of form.rows) {
      const read = reading.unitOf(row, '', () => readRow(reading, row));
      if (read?.rule != null) rules.push(read.rule);
      if (read?.invariant != null) invariants.push(read.invariant);
    }
  }
  return { rules, invariants };
}

function readRow(reading: Reading, row: FormRow): { readonly rule: Rule | null; readonly invariant: Invariant | null } {
  const written = row.cell('Must hold');
  const phrase = written === null ? null : invariantIn(Phrase.of(written));
  return phrase === null
    ? { rule: readRule(reading, row), invariant: null }
    : { rule: null, invariant: readInvariant(reading, row, phrase) };
}

function readRule(reading: Reading, row: FormRow): Rule | null {
  const { name, title } = readName(reading, row);
  const on = reading.requiredCell(row.cell('On'), row.row.span, section, `what ${title} is about`, 'It is not enforced.');
  reading.words(row.cell('Description'), section, `the description of ${title}`);
  if (on === null) return null;
  const target = readOn(reading, on);
  const must = readMust(reading, row, title, target);
  const error = reading.cell(row.cell('Error'), section, `what ${title} raises`, 'It raises INVALID.')?.name() ?? null;
  if (error !== null) reading.refer('error', error, section);
  return { name, span: row.row.span, ...target, must, error };
}

/** The rule's name, and the phrase that messages use for it. */
function readName(reading: Reading, { first }: FormRow): { readonly name: Name; readonly title: string } {
  const name = reading.requiredCell(first, first.span, section, 'the name of a rule', 'It is called by its row.')?.name();
  if (name === undefined) return { name: { text: '', span: first.span }, title: 'this rule' };
  reading.notes.declare('rule', name, section);
  return { name, title: name.text === '' ? 'this rule' : `the rule “${name.text}”` };
}

/** Reads `Ticket`, `Ticket.subject` or `Ticket on create, update, delete, EVENT`. */
function readOn(reading: Reading, written: Phrase): { entity: Name; field: Name | null; on: readonly On[] } {
  const phrase = written.plain();
  const on = phrase.find(/\s+on\s+/gi);
  const target = on === null ? phrase : phrase.slice(0, on.index);
  const dot = target.text.indexOf('.');
  const entity = (dot < 0 ? target : target.slice(0, dot)).name();
  const field = dot < 0 ? null : target.slice(dot + 1).name();
  const known = reading.refer('entity', entity, section);
  const isOperation = ({ text }: Name): boolean =>
    ruleOperations.some((one) => one === text.toLowerCase()) || reading.names.has('event', text, entity.text);
  if (field !== null && known && isOperation(field) && !reading.names.has('field', field.text, entity.text)) {
    const meant = `${entity.text} on ${field.text}`;
    const message = `“${field.text}” is not a field but an operation. Write “${meant}”.`;
    reading.notes.misread(section, phrase.span, 'unknown-value', message, on === null ? [meant] : []);
    return { entity, field: null, on: [] };
  }
  if (field !== null && known) reading.refer('field', field, section, entity.text);
  const names = on === null ? [] : namesIn(reading, phrase.slice(on.index + on[0].length), section, isOperation);
  return { entity, field, on: names.map((name) => readOperation(reading, name, entity.text)) };
}

function readOperation(reading: Reading, name: Name, entity: string): On {
  const operation = ruleOperations.find((one) => one === name.text.toLowerCase());
  if (operation !== undefined) return { operation, name };
  const near = nearest(name.text, ruleOperations, 1);
  if (!reading.names.has('event', name.text, entity) && near.length > 0) {
    reading.notes.misread(
      section,
      name.span,
      'near-miss',
      `“${name.text}” is neither create, update nor delete, nor an event of ${entity}. Did you mean “${near[0]}”?`,
      near,
    );
  } else {
    reading.refer('event', name, section, entity);
  }
  return { operation: 'event', name };
}

/** The text itself if it is an expression that only lacks its backticks, or can be mended. */
function expressionIn({ text, span }: Phrase): string | null {
  if (text.length > 300 || !/[<>]|[=!]=|\sbetween\s/.test(text)) return null;
  const { problems } = parseExpression(text, span, () => span.from);
  return problems.every(({ suggestions }) => suggestions.length > 0) ? text : null;
}

function readMust(reading: Reading, row: FormRow, title: string, target: Pick<Rule, 'entity' | 'field' | 'on'>): Must {
  const { field, on } = target;
  const entity = target.entity.text;
  const cell = row.cell('Must hold');
  const unknown: Must = { kind: 'unknown', text: cell?.text ?? '', span: cell?.span ?? row.row.span };
  const written = reading.requiredCell(cell, row.row.span, section, `what ${title} demands`, 'It is not enforced.');
  if (written === null) return unknown;
  const code = written.code;
  const phrase = code ?? written;
  const unique = /^unique\b\s*:?/i.exec(phrase.text);
  if (unique) return readUnique(reading, phrase.slice(unique[0].length), entity, title, written.span);
  const overlap = /^no\s+overlap\b\s*:?/i.exec(phrase.text);
  if (overlap) return readNoOverlap(reading, phrase.slice(overlap[0].length), entity, title, written) ?? unknown;
  if (code === null) {
    const near = misspeltForm(phrase.text, ['unique', 'no overlap']);
    const fields = reading.declarations.fields(entity);
    const words = phrase.text.replace(/^the /i, '');
    const about = field?.text ?? [...fields.keys()].find((one) => words.toLowerCase().startsWith(`${one.toLowerCase()} `)) ?? '';
    const type = fields.get(about);
    const meant = (type === undefined ? null : ruleMeant(words, about, type)) ?? expressionIn(phrase);
    const better = near !== null ? [near.form + phrase.text.slice(near.length)] : meant !== null ? [`\`${meant}\``] : [];
    const guess = better.map((words) => ` Did you mean “${words}”?`).join('');
    const message = `A rule demands an expression in backticks, “unique FIELDS” or “no overlap FROM, TO”. “${phrase.text}” is words, which nothing can enforce.${guess}`;
    reading.notes.misread(section, written.span, near === null ? 'unknown-value' : 'near-miss', message, better);
    return unknown;
  }
  const old = on.some(({ operation }) => operation === 'update');
  const expression = reading.expression(written.source(), { self: entity, old }, section, title, { kind: 'boolean' });
  return { kind: 'holds', expression };
}

type InvariantPhrase =
  | { readonly kind: 'always' | 'never'; readonly expression: Phrase }
  | { readonly kind: 'leads-to'; readonly from: Phrase; readonly to: Phrase };

/**
 * Reads `always EXPRESSION`, `never EXPRESSION` or `EXPRESSION leads to EXPRESSION`; null: another
 * form.
 */
function invariantIn(written: Phrase): InvariantPhrase | null {
  const phrase = written.code ?? written;
  const [words, kind] = /^(always|never)\b\s*:?/i.exec(phrase.text) ?? [];
  if (words !== undefined) return { kind: kind?.toLowerCase() === 'never' ? 'never' : 'always', expression: phrase.slice(words.length) };
  const leads = phrase.find(/\s+leads\s+to\s+/gi);
  if (leads === null) return null;
  return { kind: 'leads-to', from: phrase.slice(0, leads.index), to: phrase.slice(leads.index + leads[0].length) };
}

function readInvariant(reading: Reading, row: FormRow, phrase: InvariantPhrase): Invariant | null {
  const { name, title } = readName(reading, row);
  reading.words(row.cell('Description'), section, `the description of ${title}`);
  const about = row.cell('On');
  const on = reading.cell(about, section, `what ${title} is about`, 'It is not checked.');
  // An empty cell means all records; a hole does not.
  if (on === null && about !== null && about.text !== '') return null;
  const entity = on?.name() ?? null;
  if (entity !== null && !reading.refer('entity', entity, section)) return null;
  const error = row.cell('Error');
  if (error !== null && error.text !== '') {
    const message = `The product does not check ${title}, so it raises no error: “ninefold explore” finds out whether it can be broken. Empty this cell, or write the rule without “always”, “never” and “leads to”.`;
    reading.notes.misread(section, error.span, 'unknown-value', message);
  }
  const read = (part: Phrase) => reading.expression(part.source(), { self: entity?.text ?? null }, section, title, { kind: 'boolean' });
  const must: Invariant['must'] =
    phrase.kind === 'leads-to'
      ? { kind: 'leads-to', from: read(phrase.from), to: read(phrase.to) }
      : { kind: phrase.kind, expression: read(phrase.expression) };
  const invariant = { name, span: row.row.span, entity, must };
  for (const { reads, span } of expressionsOf(invariant)) {
    if (!reads.me) continue;
    const message = `What always holds does not depend on who is looking, so there is no “me” here. Name the person by a field of a record, or all of them by their entity.`;
    reading.notes.misread(section, span, 'unknown-value', message);
  }
  return invariant;
}

/** Splits off `where …`. Its names refer to the entity's record. */
function readWhere(reading: Reading, phrase: Phrase, entity: string, title: string) {
  const where = phrase.find(/(^|\s)where\s+/gi);
  if (where === null) return { rest: phrase, where: null };
  const expression = reading.expression(
    phrase.slice(where.index + where[0].length).source(),
    { row: entity },
    section,
    `where of ${title}`,
    { kind: 'boolean' },
  );
  return { rest: phrase.slice(0, where.index), where: expression };
}

function readFields(reading: Reading, phrase: Phrase, entity: string): readonly Name[] {
  const names = namesIn(reading, phrase, section, ({ text }) => reading.names.has('field', text, entity));
  return reading.names.has('entity', entity) ? reading.referAll('field', names, section, entity) : names;
}

function readUnique(reading: Reading, phrase: Phrase, entity: string, title: string, span: Phrase['span']): Must {
  const { rest: written, where } = readWhere(reading, phrase, entity, title);
  const isEnclosed = /^\([^()]*\)$/.test(written.text);
  const rest = isEnclosed ? written.slice(1, written.text.length - 1) : written;
  if (isEnclosed) {
    const message = `The fields of “unique” have no brackets: “unique ${rest.text}”.`;
    reading.notes.misread(section, written.span, 'near-miss', message, [rest.text], 'certain');
  }
  const fields = readFields(reading, rest, entity);
  if (fields.length > 0) return { kind: 'unique', fields, where, span };
  reading.notes.misread(section, span, 'unknown-value', '“unique” names the fields that no two records share: “unique email”.');
  return { kind: 'unknown', text: phrase.text, span };
}

const rangeInWords = /^(?:(?:of|from|between)\s+)?(\w+)\s+(?:to|until|till|and|-|–)\s+(\w+)$/i;

/** The fields `starts, ends`. “of starts to ends” is read as them, and reported. */
function readRange(reading: Reading, phrase: Phrase, entity: string): readonly Name[] {
  const [, start, end = ''] = rangeInWords.exec(phrase.text) ?? [];
  if (start === undefined) return readFields(reading, phrase, entity);
  const meant = `${start}, ${end}`;
  const message = `A comma separates the fields of “no overlap”: “no overlap ${meant}”.`;
  reading.notes.misread(section, phrase.span, 'near-miss', message, [meant], 'certain');
  const from = phrase.text.length - phrase.text.replace(/^(?:of|from|between)\s+/i, '').length;
  const names = [phrase.slice(from, from + start.length), phrase.slice(phrase.text.length - end.length)];
  return reading.referAll(
    'field',
    names.map((name) => name.name()),
    section,
    entity,
  );
}

function readNoOverlap(reading: Reading, phrase: Phrase, entity: string, title: string, written: Phrase): Must | null {
  const { rest, where } = readWhere(reading, phrase, entity, title);
  const per = rest.find(/\s+per\s+/gi);
  const between = per === null ? rest : rest.slice(0, per.index);
  if (/[-+*(]/.test(between.text)) {
    const message = `“no overlap” names two fields, not an expression. Give ${entity} a computed field for it in section 3, such as “until”, and name that one.`;
    reading.notes.misread(section, between.span, 'unknown-value', message);
    return null;
  }
  const [start, end, ...more] = readRange(reading, between, entity);
  if (start === undefined || end === undefined || more.length > 0) {
    const message = '“no overlap” names two fields, when a record begins and when it ends: “no overlap starts, ends per room”.';
    reading.notes.misread(section, written.span, 'unknown-value', message);
    return null;
  }
  const fields = per === null ? [] : readFields(reading, rest.slice(per.index + per[0].length), entity);
  return { kind: 'no-overlap', start, end, per: fields, where, span: written.span };
}
