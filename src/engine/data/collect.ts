import { own } from '../../base/own.ts';
import { together } from '../../base/pending.ts';
import { toJson } from '../../expression/values/json.ts';
import { isFile, type Value } from '../../expression/values/value.ts';
import type { Entity, Field } from '../../model/ast/entities.ts';
import { isStored } from '../../store/schema.ts';
import type { StoredRecord } from '../../store/store.ts';
import { knownFile } from '../change/files.ts';
import type { Product } from '../product.ts';
import type { Json } from '../record-data.ts';
import type { DataFile, DataRow, DataSet } from './data-set.ts';

/**
 * The fields of an entity that are data: stored fields and lists of members; `id` first. Computed
 * fields and inverse lists follow from these.
 */
export const dataFields = (entity: Entity): readonly Field[] => {
  const fields = [...entity.byName.values()].filter(
    (field) => isStored(field) || (field.computed === null && field.type.kind === 'members'),
  );
  return [...fields.filter(({ name }) => name.text === 'id'), ...fields.filter(({ name }) => name.text !== 'id')];
};

/**
 * All records with their files, without access checks: for the owner of the data. Nothing is
 * written meanwhile.
 */
export function collectData({ store, model, index }: Product): DataSet {
  return store.transaction(() => {
    const rows: DataRow[] = [];
    const files = new Map<string, DataFile>();
    const entered: DataSet['entered'][number][] = [];
    for (const entity of model.entities) {
      const name = entity.name.text;
      if (index.entity(name) !== entity) continue;
      const fields = dataFields(entity);
      const records = store.query({ entity: name, conditions: [] });
      const lists = fields.filter(({ type }) => type.kind === 'members');
      // All in one request, if the store is behind a network.
      together(records.flatMap(({ id }) => lists.map((field) => () => void store.members(name, field.name.text, id))));
      for (const record of records) {
        for (const file of fields.flatMap((field) => filesIn(own(record, field.name.text) ?? null))) {
          const { bytes, known } = store.step(() => ({ bytes: store.file(file), known: knownFile({ store }, file) }));
          if (bytes !== null && known !== null) files.set(file, { name: known.name, mediaType: known.mediaType, bytes });
        }
        const value = (field: Field): [string, Json] => [field.name.text, fieldJson(field, record, (...list) => store.members(...list))];
        rows.push({ entity: name, place: `${name} ${record.id}`, values: new Map(fields.map(value)) });
      }
      for (const field of fields.filter(({ type }) => type.kind === 'state')) {
        const since = store.entered(name, field.name.text);
        for (const [id, at] of since) entered.push({ entity: name, field: field.name.text, id, at });
      }
    }
    return { rows, files, entered };
  });
}

function fieldJson(
  { name, entity, type }: Field,
  record: StoredRecord,
  members: (entity: string, field: string, id: string) => readonly string[],
): Json {
  if (type.kind === 'members') return members(entity, name.text, record.id);
  const value = own(record, name.text) ?? null;
  return type.kind === 'password' && typeof value === 'string' ? { hash: value } : toJson(value);
}

function filesIn(value: Value): readonly string[] {
  if (isFile(value)) return [value.id];
  return Array.isArray(value) ? (value as readonly Value[]).flatMap(filesIn) : [];
}
