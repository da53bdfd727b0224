import { evaluateNode } from '../../expression/evaluate/evaluate.ts';
import { EvaluationError } from '../../expression/evaluate/scope.ts';
import type { Example } from '../../model/ast/entities.ts';
import type { Role } from '../../model/ast/roles.ts';
import type { Model } from '../../model/model.ts';
import { exampleRecord, exampleScope } from './example-record.ts';
import type { Survey } from './survey.ts';

/** The examples that someone can act as: those of the account's entity. */
export const examplePeople = (model: Model, survey: Survey): readonly Example[] =>
  model.account === null ? [] : (survey.entity(model.account.entity.text)?.examples ?? []);

/** Has this person (null: signed out) the role? `maybe` where the row does not tell. */
export function hasRole(model: Model, survey: Survey, role: Role, person: Example | null): 'yes' | 'no' | 'maybe' {
  if (role.is === null || role.is.node === null || role.is.problems.length > 0) return 'maybe';
  // Whether they have it depends on the record.
  if (role.of !== null) return person === null && role.is.reads.me ? 'no' : 'maybe';
  const { now, entities, constants } = role.is.reads;
  if (now || entities.length > 0 || constants.length > 0) return 'maybe';
  const me = person === null ? null : exampleRecord(model, survey, person);
  const scope = exampleScope(model, me);
  try {
    return evaluateNode(role.is.node, { ...scope, evaluationContext: { ...scope.evaluationContext, me } }) === true ? 'yes' : 'no';
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    // Signed out, `me` has no fields, so a condition that reads one does not hold; of an example
    // only the values in its row are known.
    return person === null ? 'no' : 'maybe';
  }
}
