import type { Call } from '../../model/ast/calls.ts';
import type { Model } from '../../model/model.ts';
import { mayRaise, type RaisedErrors } from './raises.ts';
import type { ModelFacts } from './survey.ts';

/** What the calls that list errors may raise; for `ModelFacts.once`, as two rules compare it. */
export const callErrors = (model: Model, survey: ModelFacts): ReadonlyMap<Call, RaisedErrors | null> =>
  new Map(survey.calls().flatMap((call) => (call.errors.length === 0 ? [] : [[call, mayRaise(model, call)]])));
