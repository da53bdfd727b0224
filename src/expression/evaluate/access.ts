import type { Node } from '../node.ts';
import { isMap } from '../values/compare.ts';
import { isDecimal } from '../values/decimal.ts';
import { isFile, isRecord, isRecordList, type Value } from '../values/value.ts';
import { type Compiled, Failure, type Result } from './failure.ts';
import { readField } from './name.ts';
import { valueWords } from './value-words.ts';

/**
 * `operand.field` fails for null. `has(operand.field)` tests a record's field for null and a map
 * for the key.
 */
export function compileSelect(node: Extract<Node, { kind: 'select' }>, operand: Compiled): Compiled {
  const { field, test } = node;
  const ofNull = new Failure(`${describe(node.operand)} is null, so it has no “${field}”`, node);
  return (scope) => {
    const from = operand(scope);
    if (from === null) return ofNull;
    if (isRecord(from as Value)) {
      const value = readField(from as Extract<Value, { isRecord: true }>, field, node);
      return test && !(value instanceof Failure) ? value !== null : value;
    }
    if (from instanceof Failure) return from;
    if (isMap(from)) {
      const value = from.get(field);
      if (test) return value !== undefined;
      return value === undefined ? new Failure(`there is no key “${field}”`, node) : value;
    }
    if (isFile(from) && (field === 'name' || field === 'mediaType' || field === 'size')) return test ? true : from[field];
    return new Failure(`${valueWords(from)} has no field “${field}”`, node);
  };
}

const describe = (node: Node): string =>
  node.kind === 'name' ? `“${node.name}”` : node.kind === 'select' ? `“${node.field}”` : 'the value before the dot';

export function compileIndex(node: Extract<Node, { kind: 'index' }>, operand: Compiled, index: Compiled): Compiled {
  return (scope) => {
    const from = operand(scope);
    if (from instanceof Failure) return from;
    const key = index(scope);
    if (key instanceof Failure) return key;
    return at(node, from, key);
  };
}

function at(node: Extract<Node, { kind: 'index' }>, from: Value, key: Value): Result {
  if (isMap(from)) {
    const value = typeof key === 'string' ? from.get(key) : undefined;
    return value === undefined ? new Failure(`there is no key ${typeof key === 'string' ? `“${key}”` : 'of that type'}`, node) : value;
  }
  const list = Array.isArray(from) ? (from as readonly Value[]) : isRecordList(from) ? from.records() : undefined;
  if (list === undefined) return new Failure(`“[…]” looks into a list or a map, not into ${valueWords(from)}`, node.operand);
  // CEL: a decimal without a fraction is a valid index too.
  const place = isDecimal(key) && key.round(0, 0).eq(key) ? Number(key.toFixed()) : key;
  if (typeof place !== 'number') return new Failure(`a place in a list is an integer, not ${valueWords(key)}`, node.index);
  const value = list[place];
  return value === undefined ? new Failure(`there is no place ${place} in a list of ${list.length}`, node) : value;
}
