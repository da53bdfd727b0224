import { evaluateNode } from '../../expression/evaluate/evaluate.ts';
import { EvaluationError } from '../../expression/evaluate/scope.ts';
import type { Example } from '../../model/ast/entities.ts';
import type { Role } from '../../model/ast/roles.ts';
import type { Model } from '../../model/model.ts';
import { exampleRecord } from './example-record.ts';
import { exampleScope } from './new-record.ts';
import type { ModelFacts } from './survey.ts';

/** The examples of the account entity, as which scenarios can act. */
export const examplePeople = (model: Model, survey: ModelFacts): readonly Example[] =>
  model.account === null ? [] : (survey.entity(model.account.entity.text)?.examples ?? []);

/** Whether a person (null: signed out) has the role; `maybe` if their row does not determine it. */
export function hasRole(model: Model, survey: ModelFacts, role: Role, person: Example | null): 'yes' | 'no' | 'maybe' {
  if (role.is === null || role.is.node === null || role.is.problems.length > 0) return 'maybe';
  // It depends on the record.
  if (role.of !== null) return person === null && role.is.reads.me ? 'no' : 'maybe';
  const { now, entities, constants } = role.is.reads;
  if (now || entities.length > 0 || constants.length > 0) return 'maybe';
  const me = person === null ? null : exampleRecord(model, survey, person);
  const scope = exampleScope(model, me);
  try {
    return evaluateNode(role.is.node, { ...scope, evaluationContext: { ...scope.evaluationContext, me } }) === true ? 'yes' : 'no';
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    // For a signed-out person `me` has no fields, so a condition that reads one is false. For an
    // example, only the values in its row are known.
    return person === null ? 'no' : 'maybe';
  }
}
