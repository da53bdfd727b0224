import type { Bytes } from '../../base/bytes.ts';
import { filesElsewhere, filesOf } from '../../engine/change/files.ts';
import { isSeeded, skipExamples } from '../../engine/change/seed.ts';
import { writeAllTo } from '../../engine/data/collect.ts';
import { readCsv } from '../../engine/data/csv-form.ts';
import { type DataPart, type DataProblem, mostProblems, type ReadData } from '../../engine/data/data-set.ts';
import type { DataSink } from '../../engine/data/data-sink.ts';
import { importData } from '../../engine/data/import-data.ts';
import { readJson } from '../../engine/data/json-form.ts';
import type { ModelIndex } from '../../engine/document/model-index.ts';
import { BrokenArchive } from '../../import/spreadsheet/zip.ts';
import { noSnapshot } from '../../store/snapshot/sink.ts';
import type { ExitCode } from '../command.ts';
import type { Document } from '../documents.ts';
import type { Machine, ScratchFile } from '../machine.ts';
import { plural } from '../text/summary.ts';
import { csvTo, jsonTo, screenFile } from './data-out.ts';
import type { DataPlace } from './data-place.ts';
import { productOver, withAnyStore, withStore } from './opened.ts';
import { holdsPasswords, secretWords } from './secret-words.ts';
import { elsewhereWords } from './snapshots.ts';
import { unzip } from './unzip.ts';

/**
 * Exports all data to a `.json` file, a `.zip` archive or a folder of CSV tables; without `out` as
 * JSON to standard output. `trail` includes the audit trail (JSON only).
 */
export async function exportData(
  document: Document,
  place: DataPlace,
  out: string | undefined,
  trail: boolean,
  host: Machine,
): Promise<ExitCode> {
  const done = await withStore(place, document, host, async (opened): Promise<ExitCode> => {
    const product = await productOver(opened, document, host);
    const { run, store } = opened;
    const to =
      out === undefined || isJson(out)
        ? jsonTo(product.model.name, out ?? '', out === undefined ? screenFile(host) : host.openFile(out))
        : csvTo(product.index, out, host);
    let counts = { records: 0, files: 0 };
    const sink: DataSink = {
      ...to.sink,
      begin() {
        counts = { records: 0, files: 0 };
        to.sink.begin();
      },
      row(row) {
        counts.records++;
        to.sink.row(row);
      },
      file(id, file) {
        counts.files++;
        to.sink.file(id, file);
      },
    };
    try {
      await run(() =>
        store.transaction(() => {
          writeAllTo(product, sink);
          if (trail) store.snapshotInto({ ...noSnapshot, trail: to.trail });
        }),
      );
    } catch (error) {
      to.drop();
      throw error;
    }
    for (const { path, why } of to.keep()) {
      host.writeError(`${path}: cannot write this file (${why}).\n`);
      return 2;
    }
    for (const loss of to.losses) host.writeError(`Left out: ${loss}\n`);
    const { count, bytes } = await run(() => filesElsewhere(filesOf(store)));
    if (count > 0) host.writeError(`Left out: ${elsewhereWords(count, bytes)}.\n`);
    host.writeError(
      `${plural(counts.records, 'record')}${counts.files === 0 ? '' : ` and ${plural(counts.files, 'file')}`}${out === undefined ? '' : ` in ${out}`}.\n`,
    );
    const { entities } = product.model;
    const words = secretWords(entities, holdsPasswords(entities) && (out === undefined || isJson(out)) ? ['password hashes'] : []);
    if (words !== '') host.writeError(`${words}\n`);
    return 0;
  });
  return done ?? 2;
}

export const isJson = (path: string): boolean => /\.json$/i.test(path);

/**
 * Imports data from a `.json` or `.csv` file, a `.zip` archive or a folder. With `check`, only
 * reports the problems.
 */
export async function takeData(document: Document, place: DataPlace, from: string, check: boolean, host: Machine): Promise<ExitCode> {
  const done = await withAnyStore(place, document, host, async (opened): Promise<ExitCode> => {
    const product = await productOver(opened, document, host);
    const { run } = opened;
    const scratch = host.scratchFile();
    try {
      const read = await readFrom(from, product.index, host, scratch);
      if (read === null) return 2;
      if (!read.ok) return sayProblems(read.problems, host);
      const taken = read.data;
      const report = await run(() => importData(product, taken, { rehearse: check }));
      if (report.problems.length > 0) return sayProblems(report.problems, host);
      // People who import their own data don't want the examples beside it.
      if (report.applied)
        await run(() => {
          if (!isSeeded(product)) skipExamples(product);
        });
      for (const left of read.left ?? []) host.writeError(`Skipped: ${left}.\n`);
      for (const [entity, { created, changed }] of report.counts) host.write(`${entity}: ${created} new, ${changed} changed\n`);
      host.write(report.applied ? `Imported into ${place.words}.\n` : 'No problems found. Nothing was written.\n');
      return 0;
    } finally {
      scratch.drop();
    }
  });
  return done ?? 2;
}

/** The maximum number of problems shown. */
const shown = 100;

function sayProblems(problems: readonly DataProblem[], host: Machine): ExitCode {
  for (const { place, field, message } of problems.slice(0, shown))
    host.writeError(
      `${[place, field].filter((word) => word !== null && word !== '').join(', ')}${place === '' && field === null ? '' : ': '}${message}\n`,
    );
  if (problems.length > shown) host.writeError(`… and ${problems.length - shown} more.\n`);
  const rest = problems.length < mostProblems ? '' : ' The rest was not checked.';
  host.writeError(`${plural(problems.length, 'problem')}.${rest} Nothing was written.\n`);
  return 1;
}

/** Returns null if the data cannot be read; the reason has been reported. */
async function readFrom(from: string, index: ModelIndex, host: Machine, scratch: ScratchFile): Promise<ReadData | null> {
  const folder = await host.listFolder(from);
  if (folder !== null) {
    const inside = [...folder, ...((await host.listFolder(`${from}/files`)) ?? []).map((name) => `files/${name}`)];
    const parts: DataPart[] = [];
    for (const path of inside) {
      const bytes = await readBytes(`${from.replace(/\/$/, '')}/${path}`, host);
      if (bytes === null) return null;
      parts.push({ path, bytes });
    }
    return readCsv(index, parts);
  }
  const bytes = await readBytes(from, host);
  if (bytes === null) return null;
  const name = from.replace(/^.*[/\\]/, '');
  if (isJson(name)) return readJson(bytes, name);
  if (/\.csv$/i.test(name)) return readCsv(index, [{ path: name, bytes }]);
  if (/\.zip$/i.test(name)) return unzipped(bytes, name, index, scratch);
  host.writeError(`${from}: expected a .json or .csv file, a .zip archive or a folder of CSV files.\n`);
  return null;
}

function unzipped(bytes: Bytes, name: string, index: ModelIndex, scratch: ScratchFile): ReadData {
  try {
    return readCsv(
      index,
      [...unzip(bytes, scratch)].map(([path, content]) => ({ path, bytes: content })),
    );
  } catch (error) {
    if (!(error instanceof BrokenArchive)) throw error;
    return { ok: false, problems: [{ place: name, field: null, message: `Not a ZIP archive, or a damaged one (${error.message}).` }] };
  }
}

async function readBytes(path: string, host: Machine): Promise<Bytes | null> {
  const content = await host.fileInPieces(path);
  if (content.kind === 'file') return content.bytes;
  host.writeError(`${path}: ${content.kind === 'missing' ? 'no such file' : 'cannot be read'}.\n`);
  return null;
}
