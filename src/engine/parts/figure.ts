import { compileExpression } from '../../expression/evaluate/evaluate.ts';
import { EvaluationError } from '../../expression/evaluate/scope.ts';
import { valueData } from '../screens/record-data.ts';
import type { PartReader } from './part-reader.ts';

/** One number, of what the person may read. */
export const readFigure: PartReader<'figure'> = ({ world, record }, part) => {
  const type = part.value.type.percent ? 'percent' : part.value.type.kind;
  try {
    const value = compileExpression(part.value)(world.scope(record, undefined, 'person'));
    return { kind: 'figure', value: valueData(world, value), type, problem: null };
  } catch (error) {
    if (error instanceof EvaluationError) return { kind: 'figure', value: null, type, problem: error.message };
    throw error;
  }
};
