import { applyEdits } from '../../base/text-edit.ts';
import { formatDocument } from '../../language/format.ts';
import type { Command } from '../command.ts';
import { described } from '../described.ts';
import { readDocuments } from '../documents.ts';
import type { Machine } from '../machine.ts';
import { misused } from '../misused.ts';

export const fmt: Command = {
  ...described.fmt,
  async run(args, host) {
    const end = args.indexOf('--');
    const options = (end < 0 ? args : args.slice(0, end)).filter((word) => word.startsWith('-'));
    const unknown = options.find((word) => word !== '--check');
    if (unknown !== undefined) return misused(`Unknown option ${unknown}. The only option is --check.`, fmt, host);
    const files = args.filter((word, index) => index !== end && ((end >= 0 && index > end) || !word.startsWith('-')));
    // Reports files that cannot be read; the raw bytes are read again below.
    if ((await readDocuments(files, host)) === null) return 2;
    const checking = options.length > 0;
    let changed = 0;
    let failed = false;
    for (const file of new Set(files)) {
      const outcome = await formatFile(file, checking, host);
      if (outcome === 'failed') failed = true;
      else if (outcome > 0) changed++;
    }
    if (failed) return 2;
    return checking && changed > 0 ? 1 : 0;
  },
};

/** Returns the number of table lines that were rewritten, or would be with `checking`. */
async function formatFile(file: string, checking: boolean, host: Machine): Promise<number | 'failed'> {
  const content = await host.readFile(file);
  if (content.kind !== 'file') return 'failed';
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(content.bytes);
  if (!sameBytes(new TextEncoder().encode(text), content.bytes)) {
    host.writeError(`${file}: this file is not UTF-8, so writing it would change more than its tables. It was not changed.\n`);
    return 'failed';
  }
  const edits = formatDocument(text);
  const lines = `${edits.length} ${edits.length === 1 ? 'line' : 'lines'}`;
  if (edits.length === 0) {
    host.write(`${file}: already aligned.\n`);
    return 0;
  }
  if (checking) {
    host.write(`${file}: ${lines} to align. Run “ninefold fmt ${file}”.\n`);
    return edits.length;
  }
  const why = await host.writeFile(file, new TextEncoder().encode(applyEdits(text, edits)));
  if (why !== null) {
    host.writeError(`${file}: cannot write this file (${why}).\n`);
    return 'failed';
  }
  host.write(`${file}: ${lines} aligned.\n`);
  return edits.length;
}

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, index) => byte === b[index]);
