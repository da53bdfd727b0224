import { compileExpression } from '../../expression/evaluate/evaluate.ts';
import { EvaluationError } from '../../expression/evaluate/scope.ts';
import { isMap } from '../../expression/values/compare.ts';
import type { Value } from '../../expression/values/value.ts';
import type { Json } from '../record-data.ts';
import { ownFields, recordData, valueData } from '../screens/record-data.ts';
import type { World } from '../world/world.ts';
import type { PartReader } from './part-reader.ts';

/** The value in the braces, with the person's visibility, and the record of the screen. */
export const readComponent: PartReader<'component'> = ({ world, record }, part) => {
  const about = record === null ? null : recordData(world, record, ownFields(world, record.entity));
  if (part.properties === null) return { kind: 'component', properties: {}, record: about, problem: null };
  try {
    const value = compileExpression(part.properties)(world.scope(record, undefined, 'person'));
    return { kind: 'component', properties: propertiesOf(world, value), record: about, problem: null };
  } catch (error) {
    if (error instanceof EvaluationError) return { kind: 'component', properties: {}, record: about, problem: error.message };
    throw error;
  }
};

/** Turns a map into properties; any other value becomes the property `value`. */
function propertiesOf(world: World, value: Value): Readonly<Record<string, Json>> {
  if (!isMap(value)) return { value: valueData(world, value) };
  return Object.fromEntries([...value].map(([key, one]) => [key, valueData(world, one)]));
}
