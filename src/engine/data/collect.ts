import { own } from '../../base/own.ts';
import { together } from '../../base/pending.ts';
import { toJson } from '../../expression/values/json.ts';
import { isFile, type Value } from '../../expression/values/value.ts';
import type { Entity, Field } from '../../model/ast/entities.ts';
import { inPages, type Page } from '../../store/in-pages.ts';
import { isStored } from '../../store/schema.ts';
import type { Store, StoredRecord } from '../../store/store.ts';
import { isInFileStore, knownFile } from '../change/files.ts';
import type { Product } from '../product.ts';
import type { Json } from '../record-data.ts';
import type { DataSink } from './data-sink.ts';

/**
 * The fields of an entity that are data: stored fields and lists of members, `id` first. Computed
 * fields and inverse lists follow from these.
 */
export const dataFields = (entity: Entity): readonly Field[] => {
  const fields = [...entity.byName.values()].filter(
    (field) => isStored(field) || (field.computed === null && field.type.kind === 'members'),
  );
  return [...fields.filter(({ name }) => name.text === 'id'), ...fields.filter(({ name }) => name.text !== 'id')];
};

/** Maximum number of records read together. */
const most = 500;

/**
 * Writes all records and their files to a sink, without access checks, for the owner of the data:
 * as of one moment, piece by piece. Each page is a step, so even over a network only one is in
 * memory.
 */
export function writeAllTo({ store, model, index }: Product, sink: DataSink): void {
  store.transaction(() => {
    store.step(() => sink.begin());
    const files = new Set<string>();
    const entities = model.entities.filter((entity) => index.entity(entity.name.text) === entity);
    for (const entity of entities) {
      const pages = inPages(store, (beyond: string | null) => pourRecords(store, entity, beyond, sink));
      for (const id of pages.flatMap((page) => page.files)) files.add(id);
    }
    for (const entity of entities) {
      for (const { name } of entity.fields.filter(({ type }) => type.kind === 'state')) {
        inPages(store, (beyond: string | null) => pourEntered(store, entity.name.text, name.text, beyond, sink));
      }
    }
    for (const id of files) {
      store.step(() => {
        const [bytes, known] = [store.file(id), knownFile({ store }, id)];
        if (bytes !== null && known !== null) sink.file(id, { name: known.name, mediaType: known.mediaType, bytes });
      });
    }
  });
}

/** Writes a page of records; returns their file ids. */
function pourRecords(
  store: Store,
  entity: Entity,
  beyond: string | null,
  sink: DataSink,
): Page<string> & { readonly files: readonly string[] } {
  const name = entity.name.text;
  const fields = dataFields(entity);
  const records = store.query({ entity: name, conditions: [], limit: most, ...(beyond === null ? {} : { beyond }) });
  const lists = fields.filter(({ type }) => type.kind === 'members');
  const files = records.map((record) => fields.flatMap((field) => filesIn(own(record, field.name.text) ?? null)));
  // Requested together, for a store behind a network.
  together([
    ...records.flatMap(({ id }) => lists.map((field) => () => void store.members(name, field.name.text, id))),
    ...files.flat().map((id) => () => void knownFile({ store }, id)),
  ]);
  records.forEach((record, place) => {
    for (const id of files[place] ?? []) {
      const known = knownFile({ store }, id);
      if (known !== null && !isInFileStore(store, id)) sink.named(id, known.name);
    }
    const value = (field: Field): [string, Json] => [field.name.text, fieldJson(field, record, (...list) => store.members(...list))];
    sink.row({ entity: name, place: `${name} ${record.id}`, values: new Map(fields.map(value)) });
  });
  return { next: records.length < most ? null : (records.at(-1)?.id ?? null), files: files.flat() };
}

function pourEntered(store: Store, entity: string, field: string, beyond: string | null, sink: DataSink): Page<string> {
  const since = store.entered(entity, field, { beyond, most });
  for (const [id, at] of since) sink.entered({ entity, field, id, at });
  return { next: since.size < most ? null : ([...since.keys()].at(-1) ?? null) };
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
