import { declarations } from '../code/declarations.ts';
import { asComments, type Exported, type Exporter, oneLine } from '../exporter.ts';
import { lossesOf } from '../losses.ts';
import { RecordSchemas } from '../schema/record-schemas.ts';
import { beyondShapes } from './json-schema.ts';

/** Exports the records of each entity and view as TypeScript types. */
export const typescript: Exporter = {
  name: 'typescript',
  summary: 'The records of each entity and view as TypeScript types.',
  file: 'types.ts',
  withLosses: asComments('//'),
  export(model): Exported {
    const schemas = new RecordSchemas(model, '#/');
    for (const { name } of model.entities) schemas.record(name.text);
    for (const { name } of model.views) schemas.view(name.text);
    return {
      text: `// The records of “${oneLine(model.name)}” as JSON.\n\n${declarations(schemas.made)}`,
      losses: lossesOf(model, beyondShapes),
    };
  },
};
