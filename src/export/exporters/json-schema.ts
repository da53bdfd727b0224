import { type Exported, type Exporter, jsonText, underKey } from '../exporter.ts';
import { lossesOf } from '../losses.ts';
import { RecordSchemas } from '../schema/record-schemas.ts';

/**
 * Exports the record of each entity as JSON Schema 2020-12
 * (https://json-schema.org/draft/2020-12/schema).
 */
export const jsonSchema: Exporter = {
  name: 'json-schema',
  summary: 'The records of each entity and view as JSON Schema 2020-12.',
  file: 'schema.json',
  withLosses: underKey('x-losses'),
  export(model): Exported {
    const schemas = new RecordSchemas(model, '#/$defs/');
    for (const { name } of model.entities) schemas.record(name.text);
    for (const { name } of model.views) schemas.view(name.text);
    return {
      text: jsonText({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        title: model.name,
        $defs: Object.fromEntries(schemas.made),
      }),
      losses: lossesOf(model, beyondShapes),
    };
  },
};

/** The kinds of facts that the shape of records cannot express. */
export const beyondShapes = [
  ...(['people', 'scenarios', 'screens', 'computed fields', 'chosen records', 'examples', 'former names', 'transitions'] as const),
  ...(['rules', 'invariants', 'roles', 'account', 'permissions', 'calls', 'services', 'errors', 'messages', 'constants'] as const),
];
