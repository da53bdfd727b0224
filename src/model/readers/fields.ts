import { nearest } from '../../base/nearest.ts';
import type { Span } from '../../base/span.ts';
import { Mistake, parseCell } from '../../expression/values/json.ts';
import type { Value } from '../../expression/values/value.ts';
import type { Name } from '../ast/common.ts';
import type { Default, Field } from '../ast/entities.ts';
import { readChoices } from '../reading/choices.ts';
import type { FieldDraft } from '../reading/drafts.ts';
import { noteFieldNotes } from '../reading/field-notes.ts';
import { Phrase } from '../reading/phrase.ts';
import type { Reading } from '../reading/reading.ts';
import { lengthOf } from '../types/reading.ts';
import { traitsOf } from '../types/traits.ts';

const section = 3;

/** A field with its default and its computed expression. */
export function readField(reading: Reading, draft: FieldDraft): Field {
  const { row, entity } = draft;
  return row === null ? readDraft(reading, draft) : reading.unitOf(row, entity, () => readDraft(reading, draft));
}

function readDraft(reading: Reading, draft: FieldDraft): Field {
  const { row, entity, name, type } = draft;
  const title = `${entity}.${name.text}`;
  const required = reading.yes(row?.cell('Required') ?? null, section, `Required of ${title}`);
  noteCurrency(reading, draft, title);
  const unique = reading.yes(row?.cell('Unique') ?? null, section, `Unique of ${title}`);
  const computedPhrase = reading.cell(row?.cell('Computed') ?? null, section, `how ${title} is computed`, 'It stays empty.');
  const computed =
    computedPhrase === null
      ? null
      : reading.expression(computedPhrase.source(), { self: entity }, section, `the computation of ${title}`, draft.valueType);
  const given = readDefault(reading, draft, title);
  noteFieldNotes(reading, draft, { required, unique, default: given });
  return {
    name,
    entity,
    type,
    typeSpan: draft.typeCell?.span ?? row?.row.span ?? name.span,
    valueType: draft.valueType,
    required: draft.builtIn ? name.text !== 'createdBy' : required,
    error: readError(reading, draft, title, required),
    unique: name.text === 'id' || unique,
    default: given,
    computed,
    choices:
      draft.typeCell === null || draft.builtIn ? null : readChoices(reading, Phrase.of(draft.typeCell), type, entity, section, title),
    description: reading.words(row?.cell('Description') ?? null, section, `the description of ${title}`),
    span: row?.row.span ?? name.span,
    builtIn: draft.builtIn,
    settable: !draft.builtIn && traitsOf(type).settable && computedPhrase === null,
  };
}

/**
 * Reports `money in FIELD` if the field can name no currency: it must be a text or an enum such as
 * EUR, USD.
 */
function noteCurrency(reading: Reading, { entity, type }: FieldDraft, title: string): void {
  const by = 'in' in type ? type.in : undefined;
  const kind = reading.entities.get(entity)?.fields.find(({ name }) => name.text === by?.text)?.type.kind;
  if (by === undefined || kind === undefined || kind === 'text' || kind === 'enum' || kind === 'unknown') return;
  const message = `The currency of ${title} is what “${by.text}” names: a text such as EUR, or an enum EUR, USD, but it is of the type ${kind}.`;
  reading.notes.misread(section, by.span, 'unknown-value', message);
}

function readError(reading: Reading, { row }: FieldDraft, title: string, required: boolean): Name | null {
  const phrase = reading.cell(row?.cell('Error') ?? null, section, `the error of ${title}`, 'A missing value is INVALID.');
  if (phrase === null) return null;
  const name = phrase.name();
  reading.refer('error', name, section);
  if (!required) {
    const message = `${title} is not required, so ${name.text} is never raised. Write “yes” in Required, or remove the error.`;
    reading.notes.misread(section, phrase.span, 'unknown-value', message);
  }
  return name;
}

function readDefault(reading: Reading, draft: FieldDraft, title: string): Default | null {
  const phrase = reading.cell(draft.row?.cell('Default') ?? null, section, `the default of ${title}`, 'A new record has none.');
  if (phrase === null) return null;
  if (phrase.code !== null) {
    const expression = reading.expression(phrase.source(), { self: draft.entity }, section, `the default of ${title}`, draft.valueType);
    return { kind: 'expression', expression };
  }
  const formula = /^(?:=|(?:computed|calculated|formula)(?:[:=]|\s(?:as|from|by)\s|\s))\s*(\S.*)$/i
    .exec(phrase.text)?.[1]
    ?.replaceAll('`', '');
  if (formula !== undefined) {
    const message = `“${phrase.text}” is a formula. ${title} is computed if it is in the column “Computed”: \`${formula}\`.`;
    reading.notes.misreadRow(section, phrase.span, 'unknown-value', message, '', { Computed: `\`${formula}\`` });
    return null;
  }
  const { valueType: type } = draft;
  if (type.kind === 'record' || (type.kind === 'list' && type.of.kind === 'record')) {
    const message = `A default of ${title} is an expression that gives a record, such as \`me\`.`;
    const meant = defaultMeant(phrase.text, type, reading.declarations.account) ?? `\`${phrase.text}\``;
    reading.notes.misread(section, phrase.span, 'unknown-value', message, [meant], phrase.text === 'me' ? 'certain' : 'guess');
    return null;
  }
  if (type.kind === 'state') {
    const message = `A state has no default: the start row of ${title} in section 4 says where a record begins.`;
    reading.notes.misread(section, phrase.span, 'unknown-value', message);
    return null;
  }
  const value = parseCell(phrase.text, type);
  if (!(value instanceof Mistake)) {
    noteTooLong(reading, draft, value, phrase.span, `the default of ${title}`);
    return { kind: 'value', value, span: phrase.span };
  }
  const meant = defaultMeant(phrase.text, type, reading.declarations.account);
  const near = meant !== null ? [meant] : 'values' in type ? nearest(phrase.text, type.values) : [];
  const guess = meant === null ? '' : ` Did you mean “${meant}”?`;
  const message = `“${phrase.text}” is not a valid default for ${title}: it ${value.message}.${guess}`;
  reading.notes.misread(section, phrase.span, near.length > 0 ? 'near-miss' : 'unknown-value', message, near);
  return null;
}

/** What others write for a moment, the person or an amount; null: something else. */
function defaultMeant(text: string, type: FieldDraft['valueType'], account: string | null): string | null {
  const { kind } = type;
  const words = text.toLowerCase().replace(/\(\)$/, '');
  if (kind === 'datetime' && /^(?:now|(?:the )?current[ _](?:time|timestamp|datetime)|getdate|sysdate)$/.test(words)) return '`now`';
  if (kind === 'date' && /^(?:now|today|(?:the )?current[ _]date)$/.test(words)) return '`today`';
  if (
    type.kind === 'record' &&
    type.entity === account &&
    /^(?:(?:the )?(?:current|signed[- ]in|logged[- ]in) (?:user|person|member)|user|self|creator|author)$/.test(words)
  )
    return '`me`';
  const [, count = '', unit = ''] =
    /^(?:(?:in|(?:today|now) \+) )?(\d+) (minute|hour|day|week|month)s?(?: later| from (?:now|today))?$/.exec(words) ?? [];
  const days = words === 'tomorrow' ? '1' : unit === 'day' ? count : unit === 'week' ? String(7 * Number(count)) : '';
  const length = days !== '' ? `days(${days})` : unit !== '' && (unit === 'month' || kind === 'datetime') ? `${unit}s(${count})` : null;
  if (length !== null && (kind === 'date' || kind === 'datetime')) return `\`${kind === 'date' ? 'today' : 'now'} + ${length}\``;
  // An expression without its backticks.
  if (/^(?:today|now|me)\b(?!\()/.test(text) && /[-+.]/.test(text)) return `\`${text}\``;
  const amount = /^(-?\d+(?:\.\d+)?) ?(?:[A-Z]{3}|[€$£%])$/i.exec(text)?.[1];
  return amount !== undefined && ['money', 'integer', 'decimal'].includes(kind) ? amount : null;
}

/** Reports a text in the document that is longer than its type allows. */
export function noteTooLong(reading: Reading, { type }: FieldDraft, value: Value, span: Span, title: string): void {
  const most = 'maxLength' in type ? type.maxLength : undefined;
  if (most === undefined || typeof value !== 'string' || lengthOf(value) <= most) return;
  const message = `${title} has ${lengthOf(value)} characters: its type allows at most ${most}.`;
  reading.notes.misread(section, span, 'unknown-value', `${message.charAt(0).toUpperCase()}${message.slice(1)}`);
}
