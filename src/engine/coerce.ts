import { isDecimal } from '../expression/decimal.ts';
import { fromJson, Mistake, toJson } from '../expression/json.ts';
import { inMicroseconds } from '../expression/time.ts';
import type { Type } from '../expression/type.ts';
import { withArticle } from '../expression/type-words.ts';
import { Duration, isFile, isRecord, isRecordList, Money, PlainDate, PlainTime, Timestamp, type Value } from '../expression/value.ts';
import type { FieldType } from '../model/facts/entities.ts';
import { knownFile } from './files.ts';
import { type Holding, holdsAnything } from './holding.ts';
import { placeholderFile } from './placeholder-file.ts';
import { inWords } from './words.ts';
import type { World } from './world.ts';

/** What a caller gave as a value to keep: relations are ids, lists arrays. A Mistake goes on after the field's name: `must be text`. */
export function coerce(world: World, type: FieldType, valueType: Type, given: Value, may: Holding = holdsAnything): Value | Mistake {
  if (given === null) return type.kind === 'list' || type.kind === 'members' ? [] : null;
  if (given === '' && emptyIsNull.has(type.kind)) return null;
  switch (type.kind) {
    case 'text':
    case 'markdown':
    case 'password':
      return text(given);
    case 'email':
    case 'url':
    case 'phone':
    case 'color':
    case 'uuid':
    case 'slug':
      return patterned(type.kind, given);
    case 'json':
    case 'unknown':
      return isRecord(given) || isRecordList(given) ? new Mistake('must be plain data') : given;
    case 'file':
    case 'image':
      return file(world, type.kind, given, may);
    case 'relation':
      return relation(world, type.entity.text, given, may);
    case 'members':
      return many(given, (item) => relation(world, type.entity.text, item, may));
    case 'list':
      return many(given, (item) =>
        item === null ? new Mistake('must not be null') : coerce(world, type.of, itemType(valueType), item, may),
      );
    case 'inverse':
      return new Mistake('is the other side of a relation and is set there');
    default:
      return scalar(world, valueType, given);
  }
}

/** An empty input of a form says nothing, except where `""` is a value. */
const emptyIsNull = new Set<FieldType['kind']>([
  'email',
  'url',
  'phone',
  'color',
  'uuid',
  'slug',
  'integer',
  'decimal',
  'money',
  'date',
  'time',
  'datetime',
  'duration',
  'enum',
  'relation',
  'file',
  'image',
]);

const itemType = (type: Type): Type => (type.kind === 'list' ? type.of : { kind: 'any' });

function text(given: Value): Value | Mistake {
  if (typeof given !== 'string') return new Mistake('must be text', 'text');
  if (given.includes('\0')) return new Mistake('must not hold the character with the number zero');
  // Half of a character cannot be written as UTF-8: a database would keep something else.
  return /\p{Surrogate}/u.test(given) ? new Mistake('must not hold half of a character (a lone surrogate)') : given;
}

const forms: Readonly<
  Record<'email' | 'url' | 'phone' | 'color' | 'uuid' | 'slug', { readonly test: (text: string) => boolean; readonly must: string }>
> = {
  // As browsers do (HTML, valid e-mail address), but with a dot or letters beyond ASCII allowed in the domain.
  email: {
    test: (text) => text.length <= 254 && /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:".]+(\.[^\s@<>()[\]\\,;:".]+)*$/.test(text),
    must: 'must be an email address',
  },
  url: {
    test: (text) => /^https?:\/\//i.test(text) && URL.canParse(text),
    must: 'must be an address that begins with http:// or https://',
  },
  phone: { test: (text) => /^\+?[\d\s()./-]{2,40}$/.test(text) && /\d.*\d/.test(text), must: 'must be a phone number' },
  color: { test: (text) => /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.test(text), must: 'must be a colour such as #1a7f37' },
  uuid: { test: (text) => /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i.test(text), must: 'must be a UUID' },
  slug: { test: (text) => /^[\p{L}\p{M}\p{N}_-]+$/u.test(text), must: 'must hold only letters, digits and hyphens' },
};

function patterned(kind: keyof typeof forms, given: Value): Value | Mistake {
  const { test, must } = forms[kind];
  return typeof given === 'string' && test(given) ? given : new Mistake(must, kind);
}

function scalar(world: World, type: Type, given: Value): Value | Mistake {
  switch (type.kind) {
    case 'date':
      if (given instanceof PlainDate) return given;
      break;
    case 'time':
      if (given instanceof PlainTime) return given;
      break;
    case 'datetime':
      if (given instanceof Timestamp) return inMicroseconds(given);
      break;
    case 'duration':
      if (given instanceof Duration) return inMicroseconds(given);
      break;
    case 'integer':
      if (typeof given === 'bigint') return given;
      break;
    case 'decimal':
      if (isDecimal(given)) return given;
      break;
    case 'money':
      if (given instanceof Money) {
        const currency = type.currency ?? world.facts.currency;
        return given.currency === currency || given.currency === ''
          ? amount(given.amount, currency)
          : new Mistake(`must be in ${currency}`);
      }
      break;
    default:
      break;
  }
  if (isRecord(given) || isRecordList(given)) return fromJson({}, type);
  const value = fromJson(toJson(given), type, world.timeZone);
  if (value instanceof Timestamp || value instanceof Duration) return inMicroseconds(value);
  return value instanceof Money ? amount(value.amount, value.currency === '' ? world.facts.currency : value.currency) : value;
}

/** A field keeps hundredths in 64 bits. */
function amount(value: Money['amount'], currency: string): Money | Mistake {
  return value.abs().gt('92233720368547758.07') ? new Mistake('must be a smaller amount') : new Money(value, currency);
}

function relation(world: World, entity: string, given: Value, may: Holding): Value | Mistake {
  // One that the person may not read is as if it did not exist.
  const unknown = () => new Mistake(`must be an existing ${inWords(entity)}`, 'relation');
  if (isRecord(given)) {
    if (given.entity !== entity) return new Mistake(`must be ${withArticle(inWords(entity))}, not ${withArticle(inWords(given.entity))}`);
    return may.record(entity, given.id) ? given.id : unknown();
  }
  // What the running product shows of a relation may come back whole.
  const said = given instanceof Map ? ((given.get('id') as Value | undefined) ?? null) : given;
  const id = typeof said === 'number' || typeof said === 'bigint' ? String(said) : said;
  if (typeof id !== 'string') return new Mistake(`must be the id of ${withArticle(inWords(entity))}`);
  if (world.facts.entity(entity) === null) return id;
  return world.stored(entity, id) === null || !may.record(entity, id) ? unknown() : id;
}

function many(given: Value, one: (item: Value) => Value | Mistake): Value | Mistake {
  const items = isRecordList(given) ? given.records() : given;
  if (!Array.isArray(items)) return new Mistake('must be a list', 'list');
  const values: Value[] = [];
  for (const [index, item] of (items as readonly Value[]).entries()) {
    const value = one(item);
    if (value instanceof Mistake) return new Mistake(`has at place ${index + 1} something that ${value.message}`);
    values.push(value);
  }
  return values;
}

function file(world: World, kind: 'file' | 'image', given: Value, may: Holding): Value | Mistake {
  const id = given instanceof Map ? (given.get('id') as Value | undefined) : given;
  const found = isFile(given)
    ? given
    : typeof id === 'string'
      ? (knownFile(world, id) ?? (world.placeholders ? placeholderFile(world, kind, id) : null))
      : null;
  const fresh = found !== null && world.newFiles.some(({ file: made }) => made.id === found.id);
  if (found === null || !(fresh || may.file(found.id))) return new Mistake('must be an uploaded file', 'file');
  return kind === 'image' && !found.mediaType.startsWith('image/') ? new Mistake('must be an image', 'image') : found;
}
