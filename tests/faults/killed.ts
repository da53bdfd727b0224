import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { openDocument } from '../../src/engine/document/open-document.ts';
import type { Snapshot } from '../../src/store/store.ts';
import { openPglite } from '../../testing/postgres/blocking.ts';
import { programArguments } from '../../testing/process/built-programs.ts';
import { forms } from './document.ts';

/** What a process said before it was killed: deeds that were acknowledged. */
export interface Promised {
  readonly made: ReadonlySet<string>;
  readonly shipped: ReadonlySet<string>;
  readonly deleted: ReadonlySet<string>;
  readonly changes: number;
}

export const nothingPromised: Promised = { made: new Set(), shipped: new Set(), deleted: new Set(), changes: 0 };

/**
 * Lets a process work on the product in a folder, and kills it so many milliseconds after so many
 * deeds, so in the middle of some other; what it promised is added to what was. `full`: after so
 * many deeds there is no room on the disk; the process may then end by itself.
 */
export function workUntilKilled(
  folder: string,
  before: Promised,
  { seed, deeds, patience, full }: { readonly seed: number; readonly deeds: number; readonly patience: number; readonly full?: number },
): Promise<Promised> {
  const fullDisk = full === undefined ? [] : ['--import', new URL('./full-disk.js', import.meta.url).href];
  const child = spawn(process.execPath, [...fullDisk, ...programArguments('fault-writer'), folder, String(seed), String(full ?? 'never')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, FULL_DISK: join(folder, 'full') },
  });
  let said = '';
  let errors = '';
  let timer: NodeJS.Timeout | undefined;
  child.stderr.on('data', (piece) => (errors += String(piece)));
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (piece) => {
      said += String(piece);
      if (timer === undefined && said.split('\n').length > deeds + 1) timer = setTimeout(() => child.kill('SIGKILL'), patience);
    });
    child.once('error', reject);
    child.once('close', (_code, signal) => {
      if (signal === 'SIGKILL' || full !== undefined) resolve(withSaid(before, said));
      else reject(new Error(`the writing process ended by itself: ${errors}`));
    });
  });
}

/** A line that is cut off was not said. */
function withSaid(before: Promised, said: string): Promised {
  const lines = said.slice(0, said.lastIndexOf('\n') + 1).split('\n');
  const of = (word: string): string[] => lines.flatMap((line) => (line.startsWith(`${word} `) ? [line.slice(word.length + 1)] : []));
  return {
    made: new Set([...before.made, ...of('made')]),
    shipped: new Set([...before.shipped, ...of('shipped')]),
    deleted: new Set([...before.deleted, ...of('deleted')]),
    changes: before.changes + lines.filter((line) => line === 'changed').length,
  };
}

/** Opens the folder again, and says what is lost, doubled or half there; and, at best, nothing. */
export async function lookAfter(folder: string, promised: Promised): Promise<readonly string[]> {
  const database = await openPglite(folder);
  try {
    const store = database.store();
    // Throws when the data is under another schema than the document beside it says.
    openDocument({ store, text: forms[0], onLoss: 'refuse', keepDocument: true });
    return wrongIn(store.snapshot(), promised);
  } finally {
    await database.close();
  }
}

export function wrongIn({ records, trail, serials, entered, settings }: Snapshot, { made, shipped, deleted }: Promised): string[] {
  const wrong: string[] = [];
  const orders = records.get('Order') ?? [];
  const lines = records.get('Line') ?? [];
  const there = new Map(orders.map((order) => [order.id, order]));
  const trailOf = (id: string, operation: string): number =>
    trail.filter((entry) => entry.record === id && entry.operation === operation).length;
  for (const id of made) if (!deleted.has(id) && !there.has(id) && trailOf(id, 'delete') === 0) wrong.push(`the order ${id} is lost`);
  for (const id of deleted) if (there.has(id)) wrong.push(`the order ${id} was deleted and is there`);
  for (const id of shipped)
    if (there.has(id) && there.get(id)?.['status'] !== 'shipped') wrong.push(`the order ${id} was shipped and is not`);
  for (const order of orders) {
    const own = lines.filter((line) => line['order'] === order.id && line['what'] === 'shipped').length;
    const wanted = order['status'] === 'shipped' ? 1 : 0;
    if (own !== wanted) wrong.push(`the order ${order.id} is ${String(order['status'])} and has ${own} lines`);
    if (trailOf(order.id, 'create') !== 1) wrong.push(`the order ${order.id} has ${trailOf(order.id, 'create')} beginnings in the trail`);
    if (trailOf(order.id, 'ship') !== wanted)
      wrong.push(`the order ${order.id} is ${String(order['status'])}, and the trail has ${trailOf(order.id, 'ship')} shipments`);
    if (!entered.some((one) => one.entity === 'Order' && one.record === order.id))
      wrong.push(`when ${order.id} became ${String(order['status'])} is lost`);
  }
  for (const line of lines) if (!there.has(String(line['order']))) wrong.push(`the line ${line.id} belongs to nothing`);
  const numbers = orders.map((order) => Number(order['number']));
  if (new Set(numbers).size < numbers.length) wrong.push('a number was given twice');
  const last = serials.find((serial) => serial.entity === 'Order')?.last ?? 0;
  if (last < Math.max(0, ...numbers)) wrong.push(`the next number would be given again: ${last + 1}`);
  const second = settings.get('document') === forms[1];
  const column = second ? 'remark' : 'note';
  for (const order of orders) if (!(column in order)) wrong.push(`the order ${order.id} has no “${column}”: half a change of the document`);
  return wrong;
}
