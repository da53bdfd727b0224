import { fromJson, Mistake } from '../expression/json.ts';
import { anyType, type Type } from '../expression/type.ts';
import { withArticle } from '../expression/type-words.ts';
import type { Value } from '../expression/value.ts';
import type { Field, FieldType } from '../model/facts/entities.ts';
import type { Given } from './operation.ts';
import type { Refusal } from './outcome.ts';
import { addRefusal, refusal } from './refusals.ts';
import { binary, literal, rowField } from './row-query.ts';
import { invalid } from './values.ts';
import { inWords, shortened } from './words.ts';
import type { World } from './world.ts';

/** What stands in a file's row as values for a new record. An empty cell says nothing, so that the default holds. */
export function coerceText(
  world: World,
  entity: string,
  row: Readonly<Record<string, string>>,
  allowed: ReadonlySet<string>,
): { readonly values: Given; readonly mistakes: readonly Refusal[] } {
  const values = new Map<string, Value>();
  const mistakes: Refusal[] = [];
  for (const [name, cell] of Object.entries(row)) {
    if (cell === '') continue;
    const field = allowed.has(name) ? world.facts.field(entity, name) : null;
    if (field === null) {
      addRefusal(mistakes, () =>
        refusal(world.facts, {
          error: 'FORBIDDEN',
          entity,
          field: shortened(name),
          because: `${entity}.${shortened(name)} cannot be set from a file`,
        }),
      );
      continue;
    }
    const value = readCell(world, field.type, field.valueType, cell);
    if (value instanceof Mistake) mistakes.push(invalid(world, field, value, cell));
    else values.set(name, value);
  }
  return { values, mistakes };
}

function readCell(world: World, type: FieldType, valueType: Type, cell: string): Value | Mistake {
  const text = cell.trim();
  switch (type.kind) {
    case 'text':
    case 'markdown':
    case 'password':
      return cell;
    case 'boolean':
      return truth.get(text.toLowerCase()) ?? new Mistake('must be yes or no', 'boolean');
    case 'integer':
    case 'decimal':
    case 'money':
      return number(text, type.kind);
    case 'json':
      return json(text);
    case 'relation':
      return related(world, type.entity.text, text);
    case 'members':
      return several(text, (item) => related(world, type.entity.text, item));
    case 'list':
      return several(text, (item) => readCell(world, type.of, valueType.kind === 'list' ? valueType.of : anyType, item));
    case 'datetime':
      // As spreadsheets write it.
      return fromJson(text.replace(/^(\d{4}-\d\d-\d\d) (\d)/u, '$1T$2'), valueType, world.timeZone);
    case 'date':
    case 'time':
    case 'duration':
      return fromJson(text, valueType, world.timeZone);
    default:
      return text;
  }
}

const truth: ReadonlyMap<string, boolean> = new Map([
  ...['yes', 'true', '1'].map((word): [string, boolean] => [word, true]),
  ...['no', 'false', '0'].map((word): [string, boolean] => [word, false]),
]);

/** Digits with a point; blanks between them are forgiven. What a comma means depends on the country: it is not guessed. */
function number(text: string, kind: 'integer' | 'decimal' | 'money'): Value | Mistake {
  const plain = text.replace(/[\s'’_]/gu, '').replace('−', '-');
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)$/u.test(plain))
    return new Mistake(kind === 'integer' ? 'must be a whole number' : 'must be a number, written with digits and a point', kind);
  const digits = plain.replace(/^\+/u, '');
  return kind === 'integer' && Number.isSafeInteger(Number(digits)) ? Number(digits) : digits;
}

function json(text: string): Value | Mistake {
  try {
    return fromJson(JSON.parse(text), anyType);
  } catch (error) {
    if (error instanceof SyntaxError) return new Mistake('must be JSON', 'json');
    throw error;
  }
}

/** Items of a list stand between semicolons. */
function several(text: string, one: (item: string) => Value | Mistake): Value | Mistake {
  const values: Value[] = [];
  for (const item of text.split(';').map((each) => each.trim())) {
    if (item === '') continue;
    const value = one(item);
    if (value instanceof Mistake) return value;
    values.push(value);
  }
  return values;
}

/** A record by its id, or by what people call it. */
function related(world: World, entity: string, text: string): Value | Mistake {
  if (world.facts.entity(entity) === null) return text;
  const known = world.record(entity, text, 'person');
  if (known !== null && world.access.mayRead(known)) return text;
  const label = world.facts.entity(entity)?.label ?? null;
  const field: Field | null = label === null ? null : world.facts.field(entity, label);
  if (label === null || field === null || field.valueType.kind !== 'text' || world.access.neverSees(entity, label))
    return new Mistake(`must be the id of ${withArticle(inWords(entity))}`, 'relation');
  const called = binary('==', rowField(world, entity, label), literal(text));
  const { records, total } = world
    .entity(entity, 'person')
    .where(called, null, world.scope(null, undefined, 'person'))
    .page({ limit: 1 });
  if (total > 1) return new Mistake(`must name one record: ${total} are called “${text}”, so give the id`, 'relation');
  return records[0]?.id ?? new Mistake(`must be an existing ${inWords(entity)}`, 'relation');
}
