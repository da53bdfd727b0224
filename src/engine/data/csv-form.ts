import Papa from 'papaparse';
import type { Entity, Field } from '../../model/facts/entities.ts';
import type { Facts } from '../facts.ts';
import type { Json } from '../session.ts';
import { dataFields } from './collect.ts';
import { filePath, fromCell, toCell } from './csv-cells.ts';
import type { DataFile, DataProblem, DataRow, DataSet, ReadData } from './data-set.ts';

/** A file by its path in the folder, or the archive. */
export interface DataPart {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Passwords do not stand in tables that are sent around. */
const columnsOf = (entity: Entity): readonly Field[] => dataFields(entity).filter(({ type }) => type.kind !== 'password');

/** One table for each entity, the files beside them; and what CSV has no place for. */
export function writeCsv(
  facts: Facts,
  { rows, files }: DataSet,
): { readonly parts: readonly DataPart[]; readonly losses: readonly string[] } {
  const encoder = new TextEncoder();
  const entities = facts.model.entities.filter((entity) => facts.entity(entity.name.text) === entity);
  const tables = entities.map((entity): DataPart => {
    const columns = columnsOf(entity);
    const data = rows
      .filter((row) => row.entity === entity.name.text)
      .map(({ values }) => columns.map((field) => toCell(field, values.get(field.name.text) ?? null)));
    const text = Papa.unparse({ fields: columns.map((field) => field.name.text), data }, { newline: '\r\n' });
    // The mark tells spreadsheets that it is UTF-8.
    return { path: `${entity.name.text}.csv`, bytes: encoder.encode(`\ufeff${text}\r\n`) };
  });
  const secret = entities.flatMap((entity) =>
    dataFields(entity)
      .filter(({ type }) => type.kind === 'password')
      .map(({ entity: of, name }) => `${of}.${name.text}`),
  );
  return {
    parts: [...tables, ...[...files].map(([id, { name, bytes }]) => ({ path: filePath(id, name), bytes }))],
    losses: [
      ...secret.map((field) => `${field}: passwords do not stand in tables.`),
      ...(facts.model.machines.length === 0 ? [] : ['When records entered the state that they are in: timers would count anew.']),
      'Empty texts are not told from missing ones.',
    ],
  };
}

/** Tables by their names, `Ticket.csv`, with the files that they name. */
export function readCsv(facts: Facts, parts: readonly DataPart[]): ReadData {
  const problems: DataProblem[] = [];
  const files = new Map<string, DataFile & { readonly id: string }>();
  for (const { path, bytes } of parts) {
    const [, id, name] = /^files\/([^/~]+)~([^/]+)$/.exec(path) ?? [];
    if (id !== undefined && name !== undefined) files.set(path, { id, name, mediaType: mediaTypeOf(name), bytes });
  }
  const tables = parts.filter(({ path }) => /^[^/]+\.csv$/i.test(path));
  if (tables.length === 0)
    problems.push({ place: '', field: null, message: 'There is no table in it: a file such as Ticket.csv for each entity.' });
  const rows = tables.flatMap(({ path, bytes }) => readTable(facts, path, new TextDecoder().decode(bytes), files, problems));
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, data: { rows, files: new Map([...files.values()].map(({ id, ...file }) => [id, file])), entered: [] } };
}

function readTable(
  facts: Facts,
  path: string,
  text: string,
  files: ReadonlyMap<string, DataFile & { readonly id: string }>,
  problems: DataProblem[],
): DataRow[] {
  const name = path.replace(/\.csv$/i, '');
  const wrong = (place: string, field: string | null, message: string): void => void problems.push({ place, field, message });
  const entity = facts.entity(name);
  if (entity === null) {
    wrong(path, null, `There is no entity ${name} in the document: the table’s name is the entity’s.`);
    return [];
  }
  const { data, errors } = Papa.parse<readonly string[]>(text, { skipEmptyLines: 'greedy' });
  // What is a delimiter cannot be guessed where there is one column: that is no mistake.
  for (const error of errors) if (error.type !== 'Delimiter') wrong(`${path}, row ${(error.row ?? 0) + 1}`, null, `${error.message}.`);
  const [header = [], ...lines] = data;
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
  if (new Set(header).size < header.length) wrong(path, null, 'A column stands there twice.');
  return lines.map((cells, index): DataRow => {
    const place = `${path}, row ${index + 2}`;
    if (cells.length !== header.length) wrong(place, null, `It has ${cells.length} cells, the header has ${header.length}.`);
    const values = new Map<string, Json>();
    columns.forEach((field, column) => {
      if (field === null) return;
      // What the product gives a record by itself, it gives where nothing stands.
      const own = field.builtIn || field.type.kind === 'serial' || field.type.kind === 'state';
      if (own && (cells[column] ?? '') === '') return;
      const read = fromCell(field, cells[column] ?? '', files);
      if (read.ok) values.set(field.name.text, read.value);
      else wrong(place, field.name.text, `${field.name.text} ${read.message}.`);
    });
    return { entity: name, place, values };
  });
}

/** CSV does not say what kind of file it was: its name does. */
function mediaTypeOf(name: string): string {
  const known: Readonly<Record<string, string>> = {
    csv: 'text/csv',
    gif: 'image/gif',
    jpeg: 'image/jpeg',
    jpg: 'image/jpeg',
    json: 'application/json',
    md: 'text/markdown',
    pdf: 'application/pdf',
    png: 'image/png',
    svg: 'image/svg+xml',
    txt: 'text/plain',
    webp: 'image/webp',
    zip: 'application/zip',
  };
  return known[/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''] ?? 'application/octet-stream';
}
