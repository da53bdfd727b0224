import { isTrue } from '../../expression/evaluate/evaluate.ts';
import type { Scope } from '../../expression/evaluate/scope.ts';
import type { Expression } from '../../expression/expression.ts';
import { refusal } from '../change/refusals.ts';
import { defineOperation, refuse } from '../operation.ts';

export interface CheckInput {
  readonly condition: Expression;
  readonly error: string;
  readonly scope: Scope;
}

export const check = defineOperation<CheckInput, null>({
  name: 'check',
  summary: 'Raises an error unless an expression is true.',
  decide(world, { condition, error, scope }) {
    if (world.index.dependsOnHole(condition) || isTrue(condition, scope)) return { changes: [], write: null, result: null };
    return refuse(refusal(world.index, { error, record: scope.self, at: condition.span, because: `“${condition.source}” is false` }));
  },
});
