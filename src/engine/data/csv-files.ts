import Papa from 'papaparse';
import { wholeOf } from '../../base/bytes.ts';
import { checksumOf, integrityProblem } from './checksum.ts';
import type { DataFile, DataPart, DataProblem } from './data-set.ts';
import type { PartsSink } from './parts-sink.ts';

/*
 * The files next to the tables: `files/ID~NAME`, and `files/index.csv` with everything that a path
 * cannot express exactly. Without the index, as in a handmade folder, the path determines id and
 * name, and the name the media type.
 */

const indexPath = 'files/index.csv';
const columns = ['path', 'id', 'name', 'type', 'size', 'sha256'] as const;

export type FilesByPath = ReadonlyMap<string, DataFile & { readonly id: string }>;

/** Writes files, and their index at the end. `paths`: by id. */
export function filesSink(to: PartsSink): {
  readonly paths: ReadonlyMap<string, string>;
  named(id: string, name: string): void;
  file(id: string, file: DataFile): void;
  end(): void;
} {
  const paths = new Map<string, string>();
  const data: (string | number)[][] = [];
  return {
    paths,
    named: (id, name) => void paths.set(id, pathOf(id, name)),
    file(id, { name, mediaType, bytes }) {
      const path = pathOf(id, name);
      const whole = wholeOf(bytes);
      data.push([path, id, name, mediaType, whole.length, checksumOf(whole)]);
      to.part(path);
      to.piece(whole);
    },
    end() {
      if (data.length === 0) return;
      to.part(indexPath);
      to.piece(new TextEncoder().encode(`${Papa.unparse({ fields: [...columns], data }, { newline: '\r\n', quotes: true })}\r\n`));
    },
  };
}

/** A path that every disk accepts; the exact name is in the index. */
function pathOf(id: string, name: string): string {
  const cut = Array.from(name).slice(-60).join('');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no file's name may have them
  const plain = cut.replace(/[\u0000-\u001f\u007f/\\:*?"<>|]/g, '_').replace(/^\s+|[\s.]+$/g, '');
  return `files/${encodeURIComponent(id).replace(/~/g, '%7E')}~${plain === '' ? 'file' : plain}`;
}

export function readFiles(parts: readonly DataPart[], problems: DataProblem[]): FilesByPath {
  const index = parts.find(({ path }) => path === indexPath);
  return index === undefined ? byName(parts) : byIndex(index, parts, problems);
}

function byIndex(index: DataPart, parts: readonly DataPart[], problems: DataProblem[]): FilesByPath {
  const wrong = (message: string, row: number): void => void problems.push({ place: `${indexPath}, row ${row}`, field: null, message });
  const contents = new Map(parts.map(({ path, bytes }) => [path, bytes]));
  const { data } = Papa.parse<readonly string[]>(new TextDecoder().decode(wholeOf(index.bytes)), {
    delimiter: ',',
    skipEmptyLines: 'greedy',
  });
  const files = new Map<string, DataFile & { readonly id: string }>();
  const [header, ...rows] = data;
  if (header?.join() !== columns.join()) wrong(`The columns must be ${columns.join(', ')}.`, 1);
  else
    rows.forEach(([path = '', id = '', name = '', mediaType = '', size = '', sha256 = ''], count) => {
      const bytes = contents.get(path);
      const why = bytes === undefined ? 'is missing from the archive' : integrityProblem(wholeOf(bytes), Number(size), sha256);
      if (why !== null) wrong(`The file ${path} ${why}.`, count + 2);
      if (bytes !== undefined) files.set(path, { id, name, mediaType, bytes });
    });
  return files;
}

function byName(parts: readonly DataPart[]): FilesByPath {
  return new Map(
    parts.flatMap(({ path, bytes }) => {
      const [, id, name] = /^files\/([^/~]+)~([^/]+)$/.exec(path) ?? [];
      return id === undefined || name === undefined ? [] : [[path, { id, name, mediaType: mediaTypeOf(name), bytes }]];
    }),
  );
}

/** The media type by the file's ending, if nothing else states it. */
function mediaTypeOf(name: string): string {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return mediaTypes.get(ending) ?? 'application/octet-stream';
}

const mediaTypes: ReadonlyMap<string, string> = new Map([
  ['csv', 'text/csv'],
  ['gif', 'image/gif'],
  ['jpeg', 'image/jpeg'],
  ['jpg', 'image/jpeg'],
  ['json', 'application/json'],
  ['md', 'text/markdown'],
  ['pdf', 'application/pdf'],
  ['png', 'image/png'],
  ['svg', 'image/svg+xml'],
  ['txt', 'text/plain'],
  ['webp', 'image/webp'],
  ['zip', 'application/zip'],
]);
