import { writeAllTo } from '../src/engine/data/collect.ts';
import { csvLosses, csvSink } from '../src/engine/data/csv-form.ts';
import type { DataFile, DataRow, Entered, IndexedSequence } from '../src/engine/data/data-set.ts';
import type { DataSink } from '../src/engine/data/data-sink.ts';
import { jsonSink } from '../src/engine/data/json-form.ts';
import type { PartsSink } from '../src/engine/data/parts-sink.ts';
import type { ModelIndex } from '../src/engine/document/model-index.ts';
import type { Product } from '../src/engine/product.ts';
import type { AuditEntry } from '../src/store/store.ts';

/* A product's data in memory, as a whole; the product itself writes it piece by piece. */

export interface WholeData {
  readonly rows: readonly DataRow[];
  readonly files: ReadonlyMap<string, DataFile>;
  readonly entered: readonly Entered[];
}

export interface WholePart {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** The elements of a list that is read one by one. */
export const listOf = <T>(listed: IndexedSequence<T>): readonly T[] =>
  Array.from({ length: listed.length }, (_, place) => listed.at(place)).filter((one) => one !== undefined);

/** Collects the data of a synchronous store. */
export function collectData(product: Product): WholeData {
  const gathered = gatherData();
  writeAllTo(product, gathered);
  return gathered.data;
}

export function writeJson(product: string, data: WholeData, trail: readonly AuditEntry[] | null = null): string {
  const pieces: string[] = [];
  const sink = jsonSink(product, (text) => pieces.push(text));
  pourData(data, sink);
  for (const entry of trail ?? []) sink.trail(entry);
  sink.end();
  return pieces.join('');
}

export function writeCsv(index: ModelIndex, data: WholeData): { readonly parts: readonly WholePart[]; readonly losses: readonly string[] } {
  const gathered = gatherParts();
  const sink = csvSink(index, gathered);
  pourData(data, sink);
  sink.end();
  return { parts: gathered.parts(), losses: csvLosses(index) };
}

/** A sink that stores everything in memory. */
function gatherData(): DataSink & { readonly data: WholeData } {
  const [rows, files, entered]: [DataRow[], Map<string, DataFile>, Entered[]] = [[], new Map(), []];
  return {
    data: { rows, files, entered },
    begin() {
      rows.length = entered.length = 0;
      files.clear();
    },
    named: () => undefined,
    row: (row) => void rows.push(row),
    entered: (one) => void entered.push(one),
    file: (id, file) => void files.set(id, file),
  };
}

/** Writes data from memory to a sink, piece by piece. */
function pourData({ rows, files, entered }: WholeData, sink: DataSink): void {
  sink.begin();
  for (const [id, { name }] of files) sink.named(id, name);
  for (const row of rows) sink.row(row);
  for (const one of entered) sink.entered(one);
  for (const [id, file] of files) sink.file(id, file);
}

/** A sink that stores the parts in memory. */
function gatherParts(): PartsSink & { parts(): readonly WholePart[] } {
  let parts: { readonly path: string; readonly pieces: Uint8Array[] }[] = [];
  return {
    begin: () => void (parts = []),
    part: (path) => void parts.push({ path, pieces: [] }),
    piece: (bytes) => void parts.at(-1)?.pieces.push(bytes),
    parts: () => parts.map(({ path, pieces }) => ({ path, bytes: joined(pieces) })),
  };
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
