import { compileExpression } from '../../expression/evaluate/evaluate.ts';
import { EvaluationError } from '../../expression/evaluate/scope.ts';
import { countsLateRecords } from '../../model/late.ts';
import { valueData } from '../screens/record-data.ts';
import type { PartReader } from './part-reader.ts';

/** A value computed with the person's visibility. */
export const readFigure: PartReader<'figure'> = ({ world, record }, part) => {
  const type = part.value.type.percent ? 'percent' : part.value.type.kind;
  try {
    const value = compileExpression(part.value)(world.scope(record, undefined, 'person'));
    const shown = valueData(world, value);
    const late = Number.parseFloat(String(shown)) > 0 && countsLateRecords(world.index.model, part.value);
    return { kind: 'figure', value: shown, type, problem: null, ...(late ? { late } : {}) };
  } catch (error) {
    if (error instanceof EvaluationError) return { kind: 'figure', value: null, type, problem: error.message };
    throw error;
  }
};
