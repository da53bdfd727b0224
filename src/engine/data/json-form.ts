import { formatTimestamp, parseTimestamp, timestampFromMilliseconds } from '../../expression/values/time.ts';
import { fromBase64, toBase64 } from '../../store/snapshot/base64.ts';
import type { AuditEntry } from '../../store/store.ts';
import type { Json } from '../record-data.ts';
import { checksumOf, notWhole } from './checksum.ts';
import type { DataFile, DataProblem, DataRow, DataSet, ReadData } from './data-set.ts';
import type { DataSink } from './data-sink.ts';
import { JsonPieces } from './json-pieces.ts';

/*
 * All data as one JSON text: { format, version, product, entities: { Ticket: [{ id, … }] }, since,
 * files, trail }. `since` has the times when records entered their states. `trail` is optional,
 * oldest line first; it is exported but never imported, because the trail is read-only.
 */

const format = 'ninefold-data';
const version = 1;

/** `begin` is called before the text begins, and again where it begins once more. */
export function jsonSink(
  product: string,
  write: (text: string) => void,
  begin: () => void = () => undefined,
): DataSink & { trail(entry: AuditEntry): void; end(): void } {
  let json = new JsonPieces(write);
  let part = 0;
  let entity: string | null = null;
  /** The parts come one after the other; one that is left out is empty, but for the trail. */
  const toPart = (next: number): void => {
    for (; part < next; part++) {
      if (part === 0 && entity !== null) json.close();
      json.close();
      const [name, begins] = parts[part + 1] ?? [];
      if (name !== undefined && begins !== undefined) json.open(begins, name);
    }
  };
  return {
    begin() {
      begin();
      json = new JsonPieces(write);
      [part, entity] = [0, null];
      json.open('{');
      json.value(format, 'format');
      json.value(version, 'version');
      json.value(product, 'product');
      json.open('{', 'entities');
    },
    named: () => undefined,
    row(row) {
      if (entity !== row.entity) {
        if (entity !== null) json.close();
        json.open('[', row.entity);
        entity = row.entity;
      }
      json.value(Object.fromEntries(row.values));
    },
    entered({ at, ...place }) {
      toPart(1);
      json.value({ ...place, at: moment(at) });
    },
    file(id, { name, mediaType, bytes }) {
      toPart(2);
      json.value({ name, mediaType, size: bytes.length, sha256: checksumOf(bytes), base64: toBase64(bytes) }, id);
    },
    trail({ at, by, entity, record, operation, changes }) {
      toPart(3);
      json.value({ at: moment(at), by, entity, record, operation, changes });
    },
    end() {
      toPart(Math.max(part, 2));
      json.close();
      json.close();
    },
  };
}

const parts = [
  ['entities', '{'],
  ['since', '['],
  ['files', '{'],
  ['trail', '['],
] as const;

const moment = (milliseconds: number): string => formatTimestamp(timestampFromMilliseconds(milliseconds), 3);

/** `name` is the file's name, for messages. */
export function readJson(text: string, name: string): ReadData {
  const problems: DataProblem[] = [];
  const wrong = (message: string, place = name): void => void problems.push({ place, field: null, message });
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    wrong(`This is no JSON: ${error.message}.`);
    return { ok: false, problems };
  }
  if (!isObject(json) || !isObject(json['entities'])) {
    wrong('There is no “entities” in it: an object with a list of records for each entity, as `data export` writes it.');
    return { ok: false, problems };
  }
  if (json['version'] !== undefined && json['version'] !== version)
    wrong(`It is of version ${String(json['version'])}; this program knows version ${version} only.`);
  const rows = Object.entries(json['entities']).flatMap(([entity, list]): DataRow[] => {
    if (!Array.isArray(list)) {
      wrong(`The value of ${entity} isn’t a list of records.`);
      return [];
    }
    return list.flatMap((record: unknown, index): DataRow[] => {
      const place = `${name}, ${entity} ${index + 1}`;
      if (isObject(record)) return [{ entity, place, values: new Map(Object.entries(record) as [string, Json][]) }];
      wrong('This is no record: an object with a value for each field.', place);
      return [];
    });
  });
  const files = readFiles(json['files'], wrong);
  const entered = readSince(json['since'], wrong);
  if (problems.length > 0) return { ok: false, problems };
  const trail = json['trail'];
  const lines = Array.isArray(trail) ? trail.length : 0;
  const left = lines === 0 ? [] : [`the trail (${lines} line${lines === 1 ? '' : 's'}): it is read-only; a snapshot brings it along`];
  return { ok: true, data: { rows, files, entered }, left };
}

function readFiles(json: unknown, wrong: (message: string) => void): Map<string, DataFile> {
  const files = new Map<string, DataFile>();
  if (json === undefined) return files;
  if (!isObject(json)) {
    wrong('“files” is no object with a file for each id.');
    return files;
  }
  for (const [id, file] of Object.entries(json)) {
    const bytes = isObject(file) && typeof file['base64'] === 'string' ? bytesOf(file['base64']) : null;
    if (!isObject(file) || typeof file['name'] !== 'string' || typeof file['mediaType'] !== 'string' || bytes === null) {
      wrong(`The file ${id} is not whole: it needs a name, a mediaType and base64.`);
      continue;
    }
    const { size, sha256 } = file;
    // A file that another program wrote may say neither.
    const why = notWhole(bytes, typeof size === 'number' ? size : undefined, typeof sha256 === 'string' ? sha256 : undefined);
    if (why !== null) wrong(`The file ${id} ${why}.`);
    else files.set(id, { name: file['name'], mediaType: file['mediaType'], bytes });
  }
  return files;
}

function readSince(json: unknown, wrong: (message: string) => void): DataSet['entered'] {
  if (json === undefined) return [];
  const lines: readonly unknown[] = Array.isArray(json) ? json : [null];
  return lines.flatMap((line) => {
    const { entity, field, id, at } = isObject(line) ? line : {};
    const moment = typeof at === 'string' ? parseTimestamp(at, 'UTC') : undefined;
    if (typeof entity === 'string' && typeof field === 'string' && typeof id === 'string' && moment !== undefined)
      return [{ entity, field, id, at: moment.seconds * 1000 + Math.floor(moment.nanos / 1e6) }];
    wrong('“since” is no list of { entity, field, id, at }.');
    return [];
  });
}

function bytesOf(base64: string): Uint8Array | null {
  try {
    return fromBase64(base64);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return null;
  }
}

const isObject = (json: unknown): json is Readonly<Record<string, unknown>> =>
  typeof json === 'object' && json !== null && !Array.isArray(json);
