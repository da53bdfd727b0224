import { compileExpression } from '../../expression/evaluate/evaluate.ts';
import { EvaluationError } from '../../expression/evaluate/scope.ts';
import type { Expression } from '../../expression/expression.ts';
import { isSound } from '../document/model-index.ts';
import type { World } from '../world/world.ts';

/**
 * The language of the person acting by the line ``Language: `me.language` ``; null where it has no
 * value, or the document no such line.
 */
export const readerLanguage = (world: World): string | null => ofReader(world, world.index.model.readerLanguage);

/** The same for the line ``Time zone: `me.zone` ``. */
export const readerZone = (world: World): string | null => ofReader(world, world.index.model.readerZone);

function ofReader(world: World, expression: Expression | null): string | null {
  if (expression === null || !isSound(expression)) return null;
  try {
    const value = compileExpression(expression)(world.scope(null, undefined, 'person'));
    return typeof value === 'string' && value !== '' ? value : null;
  } catch (error) {
    if (error instanceof EvaluationError) return null;
    throw error;
  }
}
