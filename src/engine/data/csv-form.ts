import Papa from 'papaparse';
import type { Bytes } from '../../base/bytes.ts';
import type { Entity, Field } from '../../model/ast/entities.ts';
import type { ModelIndex } from '../document/model-index.ts';
import type { Json } from '../record-data.ts';
import { dataFields } from './collect.ts';
import { fromCell, toCell } from './csv-cells.ts';
import { type FilesByPath, filesSink, readFiles } from './csv-files.ts';
import { CsvTable } from './csv-rows.ts';
import {
  concatenated,
  type DataPart,
  type DataProblem,
  type DataRow,
  type IndexedSequence,
  mostProblems,
  type ReadData,
} from './data-set.ts';
import type { DataSink } from './data-sink.ts';
import { LazyRows } from './lazy-rows.ts';
import { Numbers } from './numbers.ts';
import type { PartsSink } from './parts-sink.ts';

/** Passwords are left out, because tables get passed around. */
const columnsOf = (entity: Entity): readonly Field[] => dataFields(entity).filter(({ type }) => type.kind !== 'password');

/** Writes one table per entity, and the files next to them. */
export function csvSink(index: ModelIndex, to: PartsSink): DataSink & { end(): void } {
  const encoder = new TextEncoder();
  const entities = index.model.entities.filter((entity) => index.entity(entity.name.text) === entity);
  const lines = (data: readonly (readonly (string | null)[])[]): Uint8Array =>
    encoder.encode(`${Papa.unparse(data as (string | null)[][], { newline: '\r\n', quotes: (cell) => cell === '' })}\r\n`);
  let next = 0;
  let columns: readonly Field[] = [];
  let waiting: (string | null)[][] = [];
  let files = filesSink(to);
  const flush = (): void => {
    if (waiting.length > 0) to.piece(lines(waiting.splice(0)));
  };
  /** Begins the tables up to that of an entity; null: all. */
  const upTo = (name: string | null): void => {
    flush();
    for (let entity = entities[next]; entity !== undefined; entity = entities[next]) {
      if (next > 0 && entities[next - 1]?.name.text === name) return;
      to.part(`${entity.name.text}.csv`);
      columns = columnsOf(entity);
      // The byte order mark tells spreadsheets that the text is UTF-8.
      to.piece(encoder.encode('\ufeff'));
      to.piece(lines([columns.map((field) => field.name.text)]));
      next++;
    }
  };
  return {
    begin() {
      to.begin();
      [next, columns, waiting, files] = [0, [], [], filesSink(to)];
    },
    named: (id, name) => files.named(id, name),
    row({ entity, values }) {
      if (entities[next - 1]?.name.text !== entity) upTo(entity);
      waiting.push(columns.map((field) => toCell(field, values.get(field.name.text) ?? null, files.paths)));
      if (waiting.length === together) flush();
    },
    entered: () => undefined,
    file(id, file) {
      upTo(null);
      files.file(id, file);
    },
    end() {
      upTo(null);
      files.end();
    },
  };
}

/** Maximum number of rows written together. */
const together = 500;

/** The data that tables cannot contain, as messages. */
export function csvLosses(index: ModelIndex): readonly string[] {
  const secret = index.model.entities
    .filter((entity) => index.entity(entity.name.text) === entity)
    .flatMap((entity) =>
      dataFields(entity)
        .filter(({ type }) => type.kind === 'password')
        .map(({ entity: of, name }) => `${of}.${name.text}`),
    );
  return [
    ...secret.map((field) => `${field}: passwords are not exported to CSV.`),
    ...(index.model.machines.length === 0 ? [] : ['When records entered their state: timers would start over.']),
  ];
}

/**
 * Reads tables named after their entities, such as `Ticket.csv`, and the files that they refer to.
 */
export function readCsv(index: ModelIndex, parts: readonly DataPart[]): ReadData {
  const problems: DataProblem[] = [];
  const files = readFiles(parts, problems);
  const tables = parts.filter(({ path }) => /^[^/]+\.csv$/i.test(path));
  if (tables.length === 0)
    problems.push({ place: '', field: null, message: 'There is no table in it: a file such as Ticket.csv for each entity.' });
  const rows = tables.map(({ path, bytes }) => readTable(index, path, bytes, files, problems));
  if (problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    data: { rows: concatenated(rows), files: new Map([...files.values()].map(({ id, ...file }) => [id, file])), entered: [] },
  };
}

function readTable(index: ModelIndex, path: string, bytes: Bytes, files: FilesByPath, problems: DataProblem[]): IndexedSequence<DataRow> {
  const name = path.replace(/\.csv$/i, '');
  const wrong = (place: string, field: string | null, message: string): void => void problems.push({ place, field, message });
  const entity = index.entity(name);
  if (entity === null) {
    wrong(path, null, `There is no entity ${name} in the document: the table’s name is the entity’s.`);
    return [];
  }
  const table = new CsvTable(bytes);
  const begins = table.places();
  const take = (): number | undefined => begins.next().value as number | undefined;
  const [head, first] = [take(), take()];
  const titles = head === undefined ? null : table.read(head, first ?? table.end);
  const header = titles?.cells ?? [];
  for (const message of titles?.errors ?? []) wrong(`${path}, row 1`, null, `${message}.`);
  const columns = header.map((title) => {
    const field = entity.byName.get(title.trim()) ?? null;
    if (field === null)
      wrong(
        path,
        title,
        `${name} has no field “${title}”. Its fields are ${columnsOf(entity)
          .map((one) => one.name.text)
          .join(', ')}.`,
      );
    else if (field.computed !== null || field.type.kind === 'inverse')
      wrong(path, title, `${name}.${title} follows from other fields: leave the column out.`);
    return field;
  });
  if (new Set(header).size < header.length) wrong(path, null, 'A column appears twice.');
  const valuesOf = (cells: readonly string[], unread: (field: Field, message: string) => void): ReadonlyMap<string, Json> => {
    const values = new Map<string, Json>();
    columns.forEach((field, column) => {
      if (field === null) return;
      // An empty cell leaves values that the product sets itself to the product.
      const own = field.builtIn || field.type.kind === 'serial' || field.type.kind === 'state';
      if (own && /^\0?$/.test(cells[column] ?? '')) return;
      const read = fromCell(field, cells[column] ?? '', files);
      if (read.ok) values.set(field.name.text, read.value);
      else unread(field, read.message);
    });
    return values;
  };
  const places = new Numbers();
  const words = (place: number): string => `${path}, row ${place + 2}`;
  for (let from = first; from !== undefined && problems.length < mostProblems; ) {
    const next = take();
    const read = table.read(from, next ?? table.end);
    if (read !== null) {
      const place = words(places.length);
      places.push(from);
      for (const message of read.errors) wrong(place, null, `${message}.`);
      if (read.cells.length !== header.length) wrong(place, null, `It has ${read.cells.length} cells, the header has ${header.length}.`);
      valuesOf(read.cells, (field, message) => wrong(place, field.name.text, `${field.name.text} ${message}.`));
    }
    from = next;
  }
  // Empty lines after a row belong to it.
  return new LazyRows(name, places.length, words, (place) => {
    const to = place + 1 < places.length ? places.at(place + 1) : table.end;
    return valuesOf(table.read(places.at(place), to)?.cells ?? [], () => undefined);
  });
}
