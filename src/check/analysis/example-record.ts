import { evaluateNode } from '../../expression/evaluate/evaluate.ts';
import { EvaluationError } from '../../expression/evaluate/scope.ts';
import type { RecordValue } from '../../expression/values/value.ts';
import type { Example } from '../../model/ast/entities.ts';
import type { Model } from '../../model/model.ts';
import { exampleNamed } from './indexes.ts';
import { exampleScope, plain } from './new-record.ts';
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
