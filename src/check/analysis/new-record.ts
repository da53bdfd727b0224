import { Budget } from '../../expression/evaluate/budget.ts';
import { EvaluationError, type Scope } from '../../expression/evaluate/scope.ts';
import { PlainDate, type RecordValue, Timestamp } from '../../expression/values/value.ts';
import { fieldOf, machineOf, machinesOf, startOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import { constantsOf } from './constant-conditions.ts';

/**
 * A record as it is created: `given` fields and what effects may set have no value. A field left
 * out is empty, or has its default.
 */
export function newRecord(model: Model, entity: string, given: ReadonlyMap<string, unknown>): RecordValue {
  const starts = machinesOf(model, entity).flatMap(({ transitions }) => transitions.filter(({ from, any }) => from.length === 0 && !any));
  const hasEffect = starts.some(({ effect }) => effect !== null);
  return {
    isRecord: true,
    entity,
    id: '',
    get(name) {
      const field = fieldOf(model, entity, name);
      // Made where it is thrown: an error records the stack.
      const unknown = (): EvaluationError => new EvaluationError(`the ${name} of a new ${entity} is not known`, 0, 0);
      if (field === undefined || field.builtIn || field.computed !== null || given.has(name)) throw unknown();
      if (field.type.kind === 'state') {
        const machine = machineOf(model, entity, name);
        const start = machine === undefined ? null : startOf(machine);
        if (start === null) throw unknown();
        return start;
      }
      if (hasEffect || ['serial', 'inverse', 'members', 'unknown'].includes(field.type.kind)) throw unknown();
      if (field.default?.kind === 'value') return field.default.value;
      if (field.default !== null) throw unknown();
      return field.type.kind === 'list' ? [] : null;
    },
  };
}

/**
 * Whether an expression reads only the record and constants, so that its value does not depend on
 * when it is evaluated.
 */
export const plain = (reads: {
  readonly me: boolean;
  readonly now: boolean;
  readonly entities: readonly string[];
  readonly old: readonly string[];
}): boolean => !reads.me && !reads.now && reads.entities.length === 0 && reads.old.length === 0;

export function exampleScope(model: Model, self: RecordValue | null): Scope {
  const constant = constantsOf(model);
  const never = (what: string) => (): never => {
    throw new EvaluationError(`${what} is not known while a document is checked`, 0, 0);
  };
  return {
    evaluationContext: {
      budget: new Budget(() => new EvaluationError('this takes too long to compute while a document is checked', 0, 0)),
      me: null,
      now: new Timestamp(0, 0),
      today: new PlainDate(0),
      timeZone: 'UTC',
      token: null,
      constant,
      entity: never('a list of records'),
      view: never('a view'),
      random: never('chance'),
    },
    self,
    row: null,
    old: null,
    bound: new Map(),
  };
}
