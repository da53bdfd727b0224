import { didYouMean } from '../../base/nearest.ts';
import { own } from '../../base/own.ts';
import { DataWouldBeLost } from '../../engine/document/open-model.ts';
import type { Renamed } from '../../store/migration/renamed.ts';
import { type Arguments, type OptionSpecs, readArguments } from '../arguments.ts';
import type { Command, ExitCode } from '../command.ts';
import { changeData, readRenamed } from '../data/change.ts';
import { type DataPlace, dataPlace } from '../data/data-place.ts';
import { putSnapshotBack, takeSnapshot } from '../data/snapshots.ts';
import { exportData, isJson, takeData } from '../data/transfer.ts';
import { described } from '../described.ts';
import { type Document, readDocuments } from '../documents.ts';
import type { Machine } from '../machine.ts';
import { misused } from '../misused.ts';

type Given = Extract<Arguments, { ok: true }>;

interface Action {
  readonly usage: string;
  readonly summary: string;
  readonly options: OptionSpecs;
  /** What the second file name refers to, for messages; absent: only the document is named. */
  readonly from?: string;
  run(document: Document, place: DataPlace, given: Given, host: Machine): Promise<ExitCode> | string;
}

/** Returns the second name; the caller has checked that it exists. */
const fromOf = ({ names }: Given): string => names[1] ?? '';

const actions: Readonly<Record<string, Action>> = {
  export: {
    usage: 'export FILE',
    summary: 'Exports all records and files as JSON or as one CSV file per entity. --trail adds the audit trail (JSON only).',
    options: { out: [], trail: 'flag' },
    run(document, place, { options }, host) {
      const { out } = options;
      const trail = options['trail'] !== undefined;
      if (trail && out !== undefined && !isJson(out)) return '--trail needs a JSON file: --out NAME.json.';
      return exportData(document, place, out, trail, host);
    },
  },
  import: {
    usage: 'import FILE FROM',
    summary: 'Imports records from JSON, CSV, a ZIP archive or a folder. Imports all of them, or none and says why.',
    options: { check: 'flag' },
    from: 'the data to import',
    run: (document, place, given, host) => takeData(document, place, fromOf(given), given.options['check'] !== undefined, host),
  },
  snapshot: {
    usage: 'snapshot FILE',
    summary: 'Writes the current data to one file.',
    options: { out: [] },
    run: (document, place, { options }, host) => takeSnapshot(document, place, options['out'], host),
  },
  restore: {
    usage: 'restore FILE SNAPSHOT',
    summary: 'Replaces the data with a snapshot.',
    options: {},
    from: 'the snapshot',
    run: (document, place, given, host) => putSnapshotBack(document, place, fromOf(given), host),
  },
  change: {
    usage: 'change FILE',
    summary: 'Shows what a changed document does to the data. --apply takes a snapshot, then does it.',
    options: { renamed: 'many', apply: 'flag', 'accept-losses': 'flag' },
    run(document, place, { options, many }, host) {
      const confirmedRenames: Renamed[] = [];
      for (const text of many['renamed'] ?? []) {
        const renamed = readRenamed(text);
        if (renamed === null) return `Write a rename as Entity=New, Entity.field=new or Entity.field.value=new, not “${text}”.`;
        confirmedRenames.push(renamed);
      }
      return changeData(
        document,
        place,
        { confirmedRenames, apply: options['apply'] !== undefined, acceptLosses: options['accept-losses'] !== undefined },
        host,
      );
    },
  },
};

const names = Object.keys(actions);

export const data: Command = {
  ...described.data,
  async run([name, ...args], host) {
    const action = name === undefined ? undefined : own(actions, name);
    if (action === undefined) {
      const list = Object.values(actions).map(({ usage, summary }) => `  ninefold data ${usage}\n      ${summary}`);
      const problem = name === undefined ? 'Name an action.' : `There is no action “${name}”.${didYouMean(name, names)}`;
      return misused(`${problem} The actions are:\n${list.join('\n')}`, data, host);
    }
    const wrong = (problem: string): ExitCode => misused(problem, { ...data, usage: `data ${action.usage}` }, host);
    const read = readArguments(args, { ...action.options, data: [], database: [] });
    if (!read.ok) return wrong(read.problem);
    const [file, from, ...more] = read.names;
    if (more.length > 0 || (action.from === undefined && from !== undefined)) return wrong('Name exactly one document.');
    if (action.from !== undefined && file !== undefined && from === undefined) return wrong(`Name ${action.from} after the document.`);
    const documents = await readDocuments(file === undefined ? [] : [file], host);
    const [document] = documents ?? [];
    if (document === undefined) return 2;
    const place = await dataPlace(read.options, document, host);
    if (typeof place === 'string') return wrong(place);
    try {
      const done = action.run(document, place, read, host);
      return typeof done === 'string' ? wrong(done) : await done;
    } catch (error) {
      if (!(error instanceof DataWouldBeLost)) throw error;
      host.writeError(`${error.message}\nRun “ninefold data change ${document.file}” for details.\n`);
      return 1;
    }
  },
};
