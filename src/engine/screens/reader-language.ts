import { compileExpression } from '../../expression/evaluate/evaluate.ts';
import { EvaluationError } from '../../expression/evaluate/scope.ts';
import { isSound } from '../document/model-index.ts';
import type { World } from '../world/world.ts';

/**
 * The language of the person acting by the line ``Language: `me.language` ``; null where it has no
 * value, or the document no such line.
 */
export function readerLanguage(world: World): string | null {
  const expression = world.index.model.readerLanguage;
  if (expression === null || !isSound(expression)) return null;
  try {
    const value = compileExpression(expression)(world.scope(null, undefined, 'person'));
    return typeof value === 'string' && value !== '' ? value : null;
  } catch (error) {
    if (error instanceof EvaluationError) return null;
    throw error;
  }
}
