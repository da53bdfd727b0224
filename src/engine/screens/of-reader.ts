import { compileExpression } from '../../expression/evaluate/evaluate.ts';
import { EvaluationError, type Scope } from '../../expression/evaluate/scope.ts';
import type { Expression } from '../../expression/expression.ts';
import type { RecordValue } from '../../expression/values/value.ts';
import { canEvaluate } from '../document/model-index.ts';
import type { World } from '../world/world.ts';
import { WorldContext } from '../world/world-context.ts';

/**
 * The language of the acting person by the line ``Language: `me.language` ``; null if it has no
 * value or the document has no such line.
 */
export const readerLanguage = (world: World): string | null => ofReader(world, world.index.model.readerLanguage);

/**
 * The time zone of the acting person by the line ``Time zone: `me.zone` ``; null as for
 * `readerLanguage`.
 */
export const readerZone = (world: World): string | null => ofReader(world, world.index.model.readerZone);

/** The language of another person by the same line. */
export const languageOf = (world: World, person: RecordValue): string | null =>
  ofReader(world, world.index.model.readerLanguage, { evaluationContext: new WorldContext(world, 'product', null, person) });

function ofReader(world: World, expression: Expression | null, as: Partial<Scope> = {}): string | null {
  if (expression === null || !canEvaluate(expression)) return null;
  try {
    const value = compileExpression(expression)({ ...world.scope(null, undefined, 'person'), ...as });
    return typeof value === 'string' && value !== '' ? value : null;
  } catch (error) {
    if (error instanceof EvaluationError) return null;
    throw error;
  }
}
