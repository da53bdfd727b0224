import { Budget } from '../../expression/evaluate/budget.ts';
import { type EvaluationContext, EvaluationError } from '../../expression/evaluate/scope.ts';
import { PlainDate, Timestamp } from '../../expression/values/value.ts';
import type { RunModel } from '../../model/run-model.ts';

/**
 * A context without person and time, for what the store itself evaluates: sorting, searching, and
 * the condition of a unique rule.
 */
export function plainContext(model: RunModel): EvaluationContext {
  const constants = new Map(model.constants.map((constant) => [constant.name.text, constant.value]));
  const not = (what: string): never => {
    throw new EvaluationError(`${what} is not known to the store`, 0, 0);
  };
  return {
    budget: new Budget(),
    me: null,
    now: new Timestamp(0, 0),
    today: new PlainDate(0),
    timeZone: 'UTC',
    token: null,
    constant: (name) => constants.get(name),
    entity: (name) => not(`the list of ${name}`),
    view: (name) => not(`the view ${name}`),
    random: () => not('random()'),
  };
}
