import { type Bytes, wholeOf } from '../../base/bytes.ts';
import { formatTimestamp, parseTimestamp, timestampFromMilliseconds } from '../../expression/values/time.ts';
import { fromBase64, toBase64 } from '../../store/snapshot/base64.ts';
import type { AuditEntry } from '../../store/store.ts';
import type { Json } from '../record-data.ts';
import { checksumOf, integrityProblem } from './checksum.ts';
import {
  concatenated,
  type DataFile,
  type DataProblem,
  type DataRow,
  type Entered,
  type IndexedSequence,
  mostProblems,
  type ReadData,
} from './data-set.ts';
import type { DataSink } from './data-sink.ts';
import { JsonPieces } from './json-pieces.ts';
import { type JsonPlace, JsonWalk, NotJson } from './json-walk.ts';
import { LazyRows } from './lazy-rows.ts';
import { Numbers } from './numbers.ts';

/*
 * All data as one JSON text: { format, version, product, entities: { Ticket: [{ id, … }] }, since,
 * files, trail }. `since` has the times when records entered their states. `trail` is optional,
 * oldest line first; it is exported but never imported, because the trail is read-only.
 */

const format = 'ninefold-data';
const version = 1;

/** Writes data as JSON. `begin` is called before the text begins, and again if it starts over. */
export function jsonSink(
  product: string,
  write: (text: string) => void,
  begin: () => void = () => undefined,
): DataSink & { trail(entry: AuditEntry): void; end(): void } {
  let json = new JsonPieces(write);
  let part = 0;
  let entity: string | null = null;
  /** Closes the parts before this one; parts without content become empty, except the trail. */
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
      const whole = wholeOf(bytes);
      json.value({ name, mediaType, size: whole.length, sha256: checksumOf(whole), base64: toBase64(whole) }, id);
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

/**
 * Reads data from JSON; `name` is the file's name, for messages. Rows, files and moments are read
 * again on demand: only their positions are in memory.
 */
export function readJson(bytes: Bytes, name: string): ReadData {
  const reader = new JsonReader(new JsonWalk(bytes), name);
  try {
    return reader.read();
  } catch (error) {
    if (!(error instanceof NotJson)) throw error;
    return { ok: false, problems: [{ place: name, field: null, message: `This is not JSON: ${error.message}.` }] };
  }
}

class JsonReader {
  readonly #walk: JsonWalk;
  readonly #name: string;
  readonly #problems: DataProblem[] = [];
  readonly #rows: IndexedSequence<DataRow>[] = [];
  readonly #files = new Map<string, DataFile>();
  readonly #entered = new Places();
  #hasEntities = false;
  #trail = 0;

  constructor(walk: JsonWalk, name: string) {
    this.#walk = walk;
    this.#name = name;
  }

  /** Throws NotJson. */
  read(): ReadData {
    const walk = this.#walk;
    if (walk.next === 'object') walk.object((key) => this.#part(key));
    else walk.read(walk.step());
    walk.end();
    if (!this.#hasEntities) {
      const message = 'There is no “entities” in it: an object with a list of records for each entity, as `data export` writes it.';
      return { ok: false, problems: [{ place: this.#name, field: null, message }] };
    }
    if (this.#problems.length > 0) return { ok: false, problems: this.#problems };
    const places = this.#entered;
    const entered: IndexedSequence<Entered> = {
      length: places.length,
      at: (place) => (place < places.length ? (enteredOf(walk.read(places.at(place))) ?? undefined) : undefined),
    };
    const lines = this.#trail;
    const left = lines === 0 ? [] : [`the trail (${lines} line${lines === 1 ? '' : 's'}): it is read-only; a snapshot brings it along`];
    return { ok: true, data: { rows: concatenated(this.#rows), files: this.#files, entered }, left };
  }

  #part(key: string): void {
    const walk = this.#walk;
    switch (key) {
      case 'version': {
        const found = walk.read(walk.step());
        if (found !== version)
          this.#problems.unshift(this.#problem(`It is of version ${String(found)}; this program knows version ${version} only.`));
        return;
      }
      case 'entities':
        this.#hasEntities = walk.next === 'object';
        if (this.#hasEntities) walk.object((entity) => this.#records(entity));
        else walk.step();
        return;
      case 'files':
        if (walk.next === 'object') walk.object((id) => this.#file(id));
        else this.#skip('“files” is no object with a file for each id.');
        return;
      case 'since':
        if (walk.next === 'list') walk.list(() => this.#moment());
        else this.#skip(noMoments);
        return;
      case 'trail':
        if (walk.next === 'list')
          walk.list((line) => {
            walk.read(walk.step());
            this.#trail = line + 1;
          });
        else walk.step();
        return;
      default:
        walk.read(walk.step());
    }
  }

  #records(entity: string): void {
    const walk = this.#walk;
    if (walk.next !== 'list') {
      this.#skip(`The value of ${entity} isn’t a list of records.`);
      return;
    }
    const places = new Places();
    const words = (place: number): string => `${this.#name}, ${entity} ${place + 1}`;
    walk.list((record) => {
      const place = walk.step();
      places.push(place);
      if (!isObject(walk.read(place))) this.#wrong('This is not a record: write an object with a value for each field.', words(record));
    });
    const values = (place: number) => new Map(Object.entries(walk.read(places.at(place)) as Readonly<Record<string, Json>>));
    this.#rows.push(new LazyRows(entity, places.length, words, values));
  }

  #file(id: string): void {
    const walk = this.#walk;
    const place = walk.step();
    const file = walk.read(place);
    const bytes = isObject(file) ? bytesOf(file['base64']) : null;
    if (!isObject(file) || typeof file['name'] !== 'string' || typeof file['mediaType'] !== 'string' || bytes === null) {
      this.#wrong(`The file ${id} is not whole: it needs a name, a mediaType and base64.`);
      return;
    }
    const { size, sha256 } = file;
    // A file written by another program may lack both.
    const why = integrityProblem(bytes, typeof size === 'number' ? size : undefined, typeof sha256 === 'string' ? sha256 : undefined);
    if (why !== null) this.#wrong(`The file ${id} ${why}.`);
    const read = (): Uint8Array => bytesOf((walk.read(place) as Readonly<Record<string, Json>>)['base64']) ?? new Uint8Array();
    const later: Bytes = { length: bytes.length, subarray: (from, to) => read().subarray(from, to) as ReturnType<Bytes['subarray']> };
    this.#files.set(id, { name: file['name'], mediaType: file['mediaType'], bytes: later });
  }

  #moment(): void {
    const place = this.#walk.step();
    if (enteredOf(this.#walk.read(place)) === null) this.#wrong(noMoments);
    else this.#entered.push(place);
  }

  #skip(message: string): void {
    this.#walk.step();
    this.#wrong(message);
  }

  #wrong(message: string, place = this.#name): void {
    if (this.#problems.length < mostProblems) this.#problems.push(this.#problem(message, place));
  }

  #problem(message: string, place = this.#name): DataProblem {
    return { place, field: null, message };
  }
}

const noMoments = '“since” is not a list of { entity, field, id, at }.';

/** Positions of values, in 16 bytes each. */
class Places {
  readonly #numbers = new Numbers();

  get length(): number {
    return this.#numbers.length / 2;
  }

  push({ from, to }: JsonPlace): void {
    this.#numbers.push(from);
    this.#numbers.push(to);
  }

  at(place: number): JsonPlace {
    return { from: this.#numbers.at(place * 2), to: this.#numbers.at(place * 2 + 1) };
  }
}

/** Null if it has another form. */
function enteredOf(json: Json): Entered | null {
  const { entity, field, id, at } = isObject(json) ? json : {};
  const moment = typeof at === 'string' ? parseTimestamp(at, 'UTC') : undefined;
  if (typeof entity !== 'string' || typeof field !== 'string' || typeof id !== 'string' || moment === undefined) return null;
  return { entity, field, id, at: moment.seconds * 1000 + Math.floor(moment.nanos / 1e6) };
}

function bytesOf(base64: Json | undefined): Uint8Array | null {
  if (typeof base64 !== 'string') return null;
  try {
    return fromBase64(base64);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return null;
  }
}

const isObject = (json: Json): json is Readonly<Record<string, Json>> => typeof json === 'object' && json !== null && !Array.isArray(json);
