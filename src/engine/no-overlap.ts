import { holds, nodeHolds } from '../expression/evaluate.ts';
import type { BinaryOperator, Node } from '../expression/node.ts';
import { anyType, type Type } from '../expression/type.ts';
import type { RecordValue, Value } from '../expression/value.ts';
import type { Must, Rule } from '../model/facts/rules.ts';
import type { Condition } from '../store/store.ts';
import { isSound } from './facts.ts';
import { readOrNull } from './labels.ts';
import { selfAsRow } from './row-node.ts';
import type { World } from './world.ts';

const place = { from: 0, to: 0, type: anyType };
const literal = (value: Value): Node => ({ kind: 'literal', ...place, value });
const binary = (operator: BinaryOperator, left: Node, right: Node): Node => ({
  kind: 'binary',
  ...place,
  type: { kind: 'boolean' },
  operator,
  left,
  right,
});

/** A field of the row that a query looks at. */
export function rowField(world: World, entity: string, name: string): Node {
  const type: Type = world.facts.field(entity, name)?.valueType ?? anyType;
  return { kind: 'name', ...place, type, name, resolution: { kind: 'row-field', entity } };
}

export const rowEquals = (world: World, entity: string, field: string, value: Value): Node =>
  binary('==', rowField(world, entity, field), literal(value));

/** Is there another record, of the same `per`, whose time overlaps? Half-open: one may begin when another ends. */
export function overlaps(world: World, rule: Rule, must: Extract<Must, { kind: 'no-overlap' }>, record: RecordValue): boolean {
  const entity = rule.entity.text;
  const start = readOrNull(record, must.start.text);
  const end = readOrNull(record, must.end.text);
  const same = must.per.map((name) => ({ name: name.text, value: readOrNull(record, name.text) }));
  if (start === null || end === null || same.some(({ value }) => value === null)) return false;
  const scope = world.scope(null);
  const condition = (node: Node): Condition => ({ node, variable: null, scope });
  const conditions = [
    condition(binary('<', rowField(world, entity, must.start.text), literal(end))),
    condition(binary('>', rowField(world, entity, must.end.text), literal(start))),
    ...same.map(({ name, value }) => condition(binary('==', rowField(world, entity, name), sameRecord(value)))),
  ];
  const { where } = must;
  if (where !== null && isSound(where)) {
    if (world.facts.dependsOnHole(where)) return false;
    const node = where.node === null ? null : selfAsRow(where.node);
    if (node === null || !(holds(where, { ...world.scope(record), row: record }) || nodeHolds(node, { ...scope, row: record })))
      return false;
    conditions.push(condition(node));
  }
  return world.store.count({ entity, conditions, except: record.id }) > 0;
}

/** A record in a literal is compared by what it is. */
const sameRecord = (value: Value): Node => literal(value);
