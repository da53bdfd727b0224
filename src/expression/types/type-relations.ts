import { anyType, type Type } from './type.ts';

export const nullType: Type = { kind: 'null' };
export const booleanType: Type = { kind: 'boolean' };
export const textType: Type = { kind: 'text' };
export const integerType: Type = { kind: 'integer' };
export const decimalType: Type = { kind: 'decimal' };

export const listOf = (of: Type): Type => ({ kind: 'list', of });
export const recordOf = (entity: string, nullable = false): Type =>
  nullable ? { kind: 'record', entity, nullable: true } : { kind: 'record', entity };

export const nullable = (type: Type): Type =>
  type.nullable || type.kind === 'null' || type.kind === 'any' ? type : { ...type, nullable: true };

export function notNull(type: Type): Type {
  if (!type.nullable) return type;
  const { nullable: _, ...rest } = type;
  return rest as Type;
}

/** Whether the type is known only at run time. */
export const isOpen = (type: Type): boolean => type.kind === 'any' || type.kind === 'json';

export const isTextual = (type: Type): boolean => type.kind === 'text' || type.kind === 'enum' || type.kind === 'state';
export const isNumber = (type: Type): boolean => type.kind === 'integer' || type.kind === 'decimal';

/** The element type of a list; undefined if the type is not a list. */
export const elementOf = (type: Type): Type | undefined => (type.kind === 'list' ? type.of : isOpen(type) ? anyType : undefined);

/**
 * Whether a value of type `actual` is accepted where `expected` is required. A nullable type fits,
 * because null is detected at run time ("cannot be evaluated"); the literal null fits only a
 * nullable type.
 */
export function fits(actual: Type, expected: Type): boolean {
  if (isOpen(actual) || isOpen(expected)) return true;
  if (actual.kind === 'null') return expected.nullable === true || expected.kind === 'null';
  switch (expected.kind) {
    case 'decimal':
      return isNumber(actual);
    case 'money':
      return isNumber(actual)
        ? actual.unit === undefined
        : actual.kind === 'money' && (actual.currency === null || expected.currency === null || actual.currency === expected.currency);
    case 'text':
      return isTextual(actual);
    case 'enum':
    case 'state':
      return actual.kind === 'text' || ('values' in actual && actual.values.some((value) => expected.values.includes(value)));
    case 'file':
      return actual.kind === 'file' || actual.kind === 'text';
    case 'record':
      return actual.kind === 'record' && actual.entity === expected.entity;
    case 'list':
      return actual.kind === 'list' && fits(actual.of, nullable(expected.of));
    case 'map':
      return actual.kind === 'view' || (actual.kind === 'map' && entriesFit(actual, expected));
    case 'view':
      return actual.kind === 'view' && actual.view === expected.view;
    default:
      return actual.kind === expected.kind;
  }
}

type MapType = Extract<Type, { kind: 'map' }>;

/** Whether both maps have the same keys with fitting types, if the keys are known. */
function entriesFit({ entries: actual }: MapType, { entries: expected }: MapType): boolean {
  if (actual === null || expected === null) return true;
  return actual.size === expected.size && [...actual].every(([key, type]) => fits(type, expected.get(key) ?? { kind: 'null' }));
}

/** Whether values of these types can ever be equal. */
export function comparable(a: Type, b: Type): boolean {
  if (isOpen(a) || isOpen(b) || a.kind === 'null' || b.kind === 'null') return true;
  if (isTextual(a) && isTextual(b)) return !('values' in a && 'values' in b) || a.values.some((value) => b.values.includes(value));
  if (isNumber(a) && (isNumber(b) || (b.kind === 'money' && a.unit === undefined))) return true;
  if (isNumber(b) && a.kind === 'money' && b.unit === undefined) return true;
  if (a.kind === 'money' && b.kind === 'money') return a.currency === null || b.currency === null || a.currency === b.currency;
  if (a.kind === 'record' && b.kind === 'record') return a.entity === b.entity;
  if (a.kind === 'list' && b.kind === 'list') return comparable(a.of, b.of);
  if ((a.kind === 'map' || a.kind === 'view') && (b.kind === 'map' || b.kind === 'view')) return true;
  return a.kind === b.kind;
}

/** Whether a < b is meaningful. */
export function ordered(a: Type, b: Type): boolean {
  if (isOpen(a) || isOpen(b)) return true;
  const orderless = (type: Type): boolean => ['enum', 'state', 'record', 'list', 'map', 'view', 'file', 'null'].includes(type.kind);
  return !orderless(a) && !orderless(b) && comparable(a, b);
}

/** The common type of two alternatives; `any` if they have nothing in common. */
export function join(a: Type, b: Type): Type {
  if (a.kind === 'null') return nullable(b);
  if (b.kind === 'null') return nullable(a);
  if (a.kind === 'any' || b.kind === 'any') return anyType;
  const joined = joinKnown(a, b);
  return a.nullable || b.nullable ? nullable(joined) : joined;
}

function joinKnown(a: Type, b: Type): Type {
  if (isNumber(a) && isNumber(b)) {
    const unit = a.unit === b.unit ? a.unit : undefined;
    const kind = a.kind === 'integer' && b.kind === 'integer' ? 'integer' : 'decimal';
    return unit === undefined ? { kind } : { kind, unit };
  }
  if (isTextual(a) && isTextual(b)) {
    const same = 'values' in a && 'values' in b && a.kind === b.kind && a.values.join('\n') === b.values.join('\n');
    return same ? a : textType;
  }
  if (a.kind === 'list' && b.kind === 'list') return listOf(a.of.kind === 'any' ? b.of : b.of.kind === 'any' ? a.of : join(a.of, b.of));
  if (a.kind === 'record' && b.kind === 'record') return a.entity === b.entity ? a : anyType;
  if (a.kind === 'money' && b.kind === 'money') return a.currency === b.currency ? a : { kind: 'money', currency: null };
  if (a.kind === 'view' && b.kind === 'view' && a.view === b.view) return a;
  if (a.kind === 'map' && b.kind === 'map') return { kind: 'map', entries: null, value: join(a.value, b.value) };
  return a.kind === b.kind && a.kind !== 'view' && a.kind !== 'map' ? a : anyType;
}
