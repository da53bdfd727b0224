import { Budget } from '../../expression/evaluate/budget.ts';
import { evaluateNode } from '../../expression/evaluate/evaluate.ts';
import { EvaluationError, type Scope } from '../../expression/evaluate/scope.ts';
import { PlainDate, type RecordValue, Timestamp, type Value } from '../../expression/values/value.ts';
import type { Example } from '../../model/ast/entities.ts';
import type { Model } from '../../model/model.ts';
import { exampleNamed } from './indexes.ts';
import type { ModelFacts } from './survey.ts';

/**
 * An example as a record for evaluating expressions. Fields that its row leaves out, such as the
 * creation time, have no value.
 */
export function exampleRecord(model: Model, survey: ModelFacts, example: Example, depth = 0): RecordValue {
  const values = new Map(example.values.map((value) => [value.field.text, value.content]));
  const record: RecordValue = {
    isRecord: true,
    entity: example.entity,
    id: example.name.text,
    get(name) {
      const field = survey.entity(example.entity)?.byName.get(name);
      const unknown = new EvaluationError(`the row of ${example.name.text} does not tell its ${name}`, 0, 0);
      if (field === undefined || field.builtIn || depth > 8) throw unknown;
      if (field.computed !== null) {
        if (field.computed.node === null || !plain(field.computed.reads)) throw unknown;
        return evaluateNode(field.computed.node, exampleScope(model, exampleRecord(model, survey, example, depth + 1)));
      }
      const content = values.get(name);
      if (content?.kind === 'value') return content.value;
      if (content?.kind === 'example') {
        const other = exampleNamed(model, content.name);
        if (other === undefined) throw unknown;
        return exampleRecord(model, survey, other, depth + 1);
      }
      if (content !== undefined || ['serial', 'inverse', 'members', 'state', 'unknown'].includes(field.type.kind)) throw unknown;
      if (field.default?.kind === 'value') return field.default.value;
      if (field.default !== null) throw unknown;
      return field.type.kind === 'list' ? [] : null;
    },
  };
  return record;
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
  const constants = new Map(model.constants.map(({ name, value }) => [name.text, value]));
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
      constant: (name): Value | undefined => constants.get(name),
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
