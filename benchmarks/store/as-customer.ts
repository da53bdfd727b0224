import { checkExpression } from '../../src/expression/check/check.ts';
import type { Scope } from '../../src/expression/evaluate/scope.ts';
import { parseText } from '../../src/expression/parse/parse.ts';
import { type RecordValue, Timestamp } from '../../src/expression/values/value.ts';
import type { Model } from '../../src/model/model.ts';
import { plainContext } from '../../src/store/memory/plain-context.ts';
import { recordValues } from '../../src/store/record-values.ts';
import type { Condition, Store } from '../../src/store/store.ts';
import { customer, epoch, idOf } from './fill.ts';

/**
 * What a customer of the filled helpdesk asks: who it is, where its conditions stand, and
 * conditions on tickets.
 */
export function asCustomer(model: Model, store: Store): { me: RecordValue; scope: Scope; where(source: string): Condition } {
  const surroundings = { ...plainContext(model), now: new Timestamp(epoch / 1_000_000, 0) };
  const stored = store.record('User', idOf(0, customer));
  if (stored === null) throw new Error('the data for measuring is not there');
  const me = recordValues(store, model, surroundings).of('User', stored);
  const scope: Scope = { evaluationContext: { ...surroundings, me }, self: null, row: null, old: null, bound: new Map() };
  return { me, scope, where: (source) => condition(model, source, scope) };
}

function condition(model: Model, source: string, scope: Scope): Condition {
  const environment = {
    bound: new Map(),
    row: 'Ticket',
    self: null,
    old: false,
    token: false,
    value: null,
    declarations: model.declarations,
  };
  const { node } = checkExpression(parseText(source), environment);
  if (node === null) throw new Error(`${source} does not parse`);
  return { node, variable: null, scope };
}
