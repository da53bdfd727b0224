import { isTrue, nodeIsTrue } from '../../expression/evaluate/evaluate.ts';
import type { Node } from '../../expression/node.ts';
import type { RecordValue } from '../../expression/values/value.ts';
import type { Must, Rule } from '../../model/ast/rules.ts';
import type { Condition } from '../../store/store.ts';
import { canEvaluate } from '../document/model-index.ts';
import { readOrNull } from './labels.ts';
import { rowNodeOf } from './row-node.ts';
import { binary, literal, rowField } from './row-query.ts';
import type { World } from './world.ts';

/**
 * Whether another record with the same `per` overlaps in time. Intervals are half-open: one may
 * start when another ends.
 */
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
    ...same.map(({ name, value }) => condition(binary('==', rowField(world, entity, name), literal(value)))),
  ];
  const { where } = must;
  if (where !== null && canEvaluate(where)) {
    if (world.index.dependsOnHole(where)) return false;
    const node = rowNodeOf(where);
    if (node === null || !(isTrue(where, { ...world.scope(record), row: record }) || nodeIsTrue(node, { ...scope, row: record })))
      return false;
    conditions.push(condition(node));
  }
  return world.store.count({ entity, conditions, except: record.id }) > 0;
}
