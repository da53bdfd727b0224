import { nearest } from '../../base/nearest.ts';
import { own } from '../../base/own.ts';
import type { Node } from '../node.ts';
import { anyType, type Type } from '../types/type.ts';
import {
  booleanType,
  decimalType,
  elementOf,
  integerType,
  isOpen,
  isTextual,
  join,
  listOf,
  nullType,
  textType,
} from '../types/type-relations.ts';
import { didYouMean, typeWords } from '../types/type-words.ts';
import { isDecimal } from '../values/decimal.ts';
import type { Value } from '../values/value.ts';
import { checkCall, checkMacro } from './calls.ts';
import type { Context } from './context.ts';
import { checkName } from './name.ts';
import { checkBinary, checkUnary, requireBoolean } from './operators.ts';

/**
 * Returns a new tree with names resolved and all nodes typed. `hint` is the type that the node is
 * compared with.
 */
export function checkNode(context: Context, node: Node, hint?: Type): Node {
  const check = (inner: Node, innerHint?: Type): Node => checkNode(context, inner, innerHint);
  switch (node.kind) {
    case 'literal':
      return { ...node, type: literalType(node.value) };
    case 'name':
      return checkName(context, node, hint);
    case 'select':
      return checkSelect(context, { ...node, operand: check(node.operand) });
    case 'index':
      return checkIndex(context, { ...node, operand: check(node.operand), index: check(node.index) });
    case 'call':
      return checkCall(context, node, check);
    case 'unary':
      return checkUnary(context, node, check);
    case 'binary':
      return checkBinary(context, node, check);
    case 'conditional': {
      const test = check(node.test);
      requireBoolean(context, test, 'The condition before “?”');
      const then = check(node.then, hint);
      const otherwise = check(node.otherwise, hint);
      return { ...node, test, then, otherwise, type: join(then.type, otherwise.type) };
    }
    case 'list': {
      const element = hint === undefined ? undefined : (elementOf(hint) ?? hint);
      const items = node.items.map((item) => check(item, element));
      const [first, ...rest] = items;
      return {
        ...node,
        items,
        type: listOf(first === undefined ? anyType : rest.reduce((type, item) => join(type, item.type), first.type)),
      };
    }
    case 'map':
      return checkMap(context, node, check);
    case 'macro':
      return checkMacro(context, node, check);
  }
}

function literalType(value: Value): Type {
  if (value === null) return nullType;
  if (typeof value === 'boolean') return booleanType;
  if (typeof value === 'string') return textType;
  if (isDecimal(value)) return decimalType;
  return value instanceof Uint8Array ? { kind: 'bytes' } : integerType;
}

function checkMap(context: Context, node: Extract<Node, { kind: 'map' }>, check: (node: Node) => Node): Node {
  const entries = node.entries.map(({ key, value }) => ({ key: checkMapKey(context, key, check), value: check(value) }));
  const known = new Map<string, Type>();
  let literal = true;
  for (const { key, value } of entries) {
    if (!isTextual(key.type) && !isOpen(key.type)) {
      context.report('type', key, `The keys of a map are texts, but ${context.quote(key)} is ${typeWords(key.type)}.`, {
        suggestions: key.kind === 'name' ? [`"${key.name}"`] : [],
      });
    }
    if (key.kind !== 'literal' || typeof key.value !== 'string') literal = false;
    else if (known.has(key.value)) context.report('type', key, `The key ${context.quote(key)} appears twice in this map. Remove one.`);
    else known.set(key.value, value.type);
  }
  const [first, ...rest] = entries.map(({ value }) => value.type);
  const value = first === undefined ? anyType : rest.reduce(join, first);
  return { ...node, entries, type: { kind: 'map', entries: literal ? known : null, value } };
}

/** A name that is not declared is a key without its quotes, as other languages write it. */
function checkMapKey(context: Context, key: Node, check: (node: Node) => Node): Node {
  const before = context.problems.length;
  const checked = check(key);
  if (key.kind !== 'name' || checked.kind !== 'name' || checked.resolution.kind !== 'unknown') return checked;
  context.problems.splice(before);
  reportBareKey(context, key.name, key);
  return checked;
}

export const reportBareKey = (context: Context, name: string, place: { readonly from: number; readonly to: number }): void =>
  context.report('undefined-name', place, `The keys of a map are texts: write "${name}".`, { subject: name, suggestions: [`"${name}"`] });

const fileFields: ReadonlyMap<string, Type> = new Map([
  ['name', textType],
  ['mediaType', textType],
  ['size', integerType],
]);

/** The functions of a date or time for what other languages call fields. */
const calendarParts: Readonly<Record<string, string>> = {
  year: 'getFullYear()',
  month: 'getMonth() + 1',
  day: 'getDate()',
  weekday: 'getDayOfWeek()',
  hour: 'getHours()',
  hours: 'getHours()',
  minute: 'getMinutes()',
  minutes: 'getMinutes()',
};

function checkSelect(context: Context, node: Extract<Node, { kind: 'select' }>): Node {
  const { operand, field } = node;
  const { type } = operand;
  const place = { from: node.fieldFrom, to: node.fieldFrom + field.length };
  const done = (result: Type): Node => ({ ...node, type: node.test ? booleanType : result });
  if (isOpen(type) || type.kind === 'view' || type.kind === 'null')
    return done(type.kind === 'json' ? { kind: 'json', nullable: true } : anyType);
  const fields =
    type.kind === 'record'
      ? context.fieldsOf(type.entity)
      : type.kind === 'file'
        ? fileFields
        : type.kind === 'map'
          ? type.entries
          : undefined;
  if (fields === null) return done(type.kind === 'map' ? type.value : anyType);
  if (fields === undefined) {
    const element = elementOf(type);
    const written = context.source.slice(operand.from, operand.to);
    const { account } = context.environment.declarations;
    const isAccounts = operand.kind === 'name' && operand.resolution.kind === 'entity' && operand.name === account;
    const ofMe = isAccounts && context.fieldsOf(account).has(field) ? `me.${field}` : null;
    const part = ['date', 'time', 'datetime'].includes(type.kind) ? own(calendarParts, field) : undefined;
    const advice =
      part !== undefined
        ? ` Write ${written}.${part}.`
        : element === undefined
          ? ''
          : ofMe !== null
            ? ` Of the person acting, write ${ofMe}.`
            : ` Ask each of its elements: ${written}.map(x, x.${field}).`;
    const message = `${context.quote(operand)} is ${typeWords(type)} and has no fields.${advice}`;
    context.report('type', ofMe === null ? place : node, message, { suggestions: ofMe === null ? [] : [ofMe] });
    return done(anyType);
  }
  const found = fields.get(field);
  if (found === undefined) {
    // `has` may test for a key that the map's type lacks.
    if (node.test && type.kind === 'map') return done(booleanType);
    const suggestions = nearest(field, fields.keys());
    const whose = type.kind === 'record' ? `is not declared in ${type.entity}` : `is not in ${context.quote(operand)}`;
    // If the entity itself is undeclared, another rule reports that.
    if (type.kind !== 'record' || context.environment.declarations.entities.has(type.entity)) {
      const message = `The field “${field}” ${whose}${didYouMean(suggestions) || '.'}`;
      context.report('undefined-field', place, message, type.kind === 'record' ? { suggestions, subject: type.entity } : { suggestions });
    }
    return done(anyType);
  }
  if (type.kind === 'record') noteRead(context, operand, type.entity, field);
  return done(found);
}

function noteRead(context: Context, operand: Node, entity: string, field: string): void {
  const resolution = operand.kind === 'name' ? operand.resolution.kind : undefined;
  if (resolution === 'self') context.self.add(field);
  else if (resolution === 'row') context.row.add(field);
  else if (resolution === 'old') context.old.add(field);
  else context.fields.add(`${entity}.${field}`);
}

function checkIndex(context: Context, node: Extract<Node, { kind: 'index' }>): Node {
  const { operand, index } = node;
  const { type } = operand;
  if (isOpen(type) || type.kind === 'view') return { ...node, type: type.kind === 'json' ? { kind: 'json', nullable: true } : anyType };
  if (type.kind === 'list') {
    if (index.type.kind !== 'integer' && !isOpen(index.type)) {
      context.report('type', index, `A place in a list is an integer, but ${context.quote(index)} is ${typeWords(index.type)}.`);
    }
    return { ...node, type: type.of };
  }
  if (type.kind === 'map') {
    if (!isTextual(index.type) && !isOpen(index.type)) {
      context.report('type', index, `The keys of a map are texts, but ${context.quote(index)} is ${typeWords(index.type)}.`);
    }
    const known = index.kind === 'literal' && typeof index.value === 'string' ? type.entries?.get(index.value) : undefined;
    return { ...node, type: known ?? type.value };
  }
  context.report('type', operand, `“[…]” looks into a list or a map, but ${context.quote(operand)} is ${typeWords(type)}.`);
  return { ...node, type: anyType };
}
