import { Mistake } from '../../expression/values/json.ts';
import { isRecord, isRecordList, type RecordValue, type Value } from '../../expression/values/value.ts';
import { inSentence } from '../../model/labels.ts';
import { type LineList, lineList, mostLines } from '../../model/lines.ts';
import type { Given } from '../operation.ts';
import { type CreateInput, create } from '../operations/create.ts';
import { deleteRecord } from '../operations/delete.ts';
import { type UpdateInput, update } from '../operations/update.ts';
import type { Refusal } from '../outcome.ts';
import type { Run } from '../run.ts';
import { readOrNull } from '../world/labels.ts';
import type { Authority, World } from '../world/world.ts';
import { beginRecord } from './begin.ts';
import { Refused, refusal } from './refusals.ts';
import { invalid, requiredRefusal, valueRefusal } from './values.ts';

interface GivenLines {
  readonly list: LineList;
  readonly entries: readonly Given[];
}

/** Creates a record and the lines submitted with it, in the same transaction. */
export function createWithLines(run: Run, input: CreateInput): { readonly entity: string; readonly id: string } {
  const { own, given } = split(run.world, input.entity, input.values);
  const lists = given.map(({ list }) => list.field.name.text);
  const made = run.perform(create, lists.length === 0 ? input : { ...input, values: own, lists });
  if (input.authority === 'person') run.world.access.made(made.entity, made.id);
  if (lists.length > 0) writeLines(run, given, made.id, input.authority, true);
  beginRecord(run, made.entity, made.id);
  return made;
}

/**
 * Updates a record. A list in the values replaces the stored list: entries with an id are updated,
 * entries without one are created, missing ones are deleted. Each write needs the same permissions
 * as on its own. Lines that the person may not read stay, because they cannot be in a submitted
 * list.
 */
export function updateWithLines(run: Run, input: UpdateInput): void {
  const { own, given } = split(run.world, input.entity, input.values);
  if (given.length === 0) {
    run.perform(update, input);
    return;
  }
  run.perform(update, { ...input, values: own, lists: given.map(({ list }) => list.field.name.text) });
  for (const { list } of given) run.noteLines(input.entity, input.id, list.field.name.text);
  writeLines(run, given, input.id, input.authority, false);
}

/** Separates the record's own values from the lists of lines. */
function split(world: World, entity: string, values: Given): { readonly own: Given; readonly given: readonly GivenLines[] } {
  const own = new Map(values);
  const given: GivenLines[] = [];
  for (const [name, value] of values) {
    const list = lineList(world.index.model, entity, name);
    if (list === null) continue;
    own.delete(name);
    given.push({ list, entries: entriesOf(world, list, value) });
  }
  return { own, given };
}

function entriesOf(world: World, { field }: LineList, value: Value): readonly Given[] {
  if (value === null) throw new Refused([requiredRefusal(world, field)]);
  const items = isRecordList(value) ? value.records() : value;
  const wrong = (message: string, must = '') => new Refused([invalid(world, field, new Mistake(message, must), null)]);
  if (!Array.isArray(items)) throw wrong('must be a list', 'list');
  if (items.length > mostLines) throw wrong(`must have at most ${mostLines} entries`);
  return (items as readonly Value[]).map((item, index) => {
    // A record stands for its line, unchanged.
    if (isRecord(item)) return new Map([['id', item.id]]);
    if (!(item instanceof Map)) throw wrong(`has at place ${index + 1} something that must be an object`);
    return item as Given;
  });
}

function writeLines(run: Run, given: readonly GivenLines[], owner: string, authority: Authority, isNew: boolean): void {
  const refused: Refusal[] = [];
  for (const { list, entries } of given) {
    const present = new Set(isNew ? [] : presentLines(run.world, list, owner, authority).map(({ id }) => id));
    const named = new Set(entries.map((entry) => entry.get('id')));
    const collect = (index: number | null, write: () => void): void => {
      try {
        write();
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        refused.push(...error.refusals.map((one) => inLine(one, list, index)));
      }
    };
    // Delete first, so unique values are free for the new lines.
    for (const id of present)
      if (!named.has(id)) collect(null, () => void run.perform(deleteRecord, { entity: list.entity, id, authority }));
    const seen = new Set<string>();
    for (const [index, entry] of entries.entries())
      collect(index, () => {
        const id = writeLine(run, list, entry, owner, authority, (line) => present.has(line) && !seen.has(line));
        seen.add(id);
        run.noteLine(list.entity, id, { list: list.field.name.text, index });
      });
  }
  if (refused.length === 0) return;
  // In the order that one record has: what a line alone decides, then what other records decide.
  const byItself = ({ error }: Refusal): boolean => error === 'INVALID' || error === 'FORBIDDEN' || error === 'UNAUTHORIZED';
  throw new Refused([...refused.filter(byItself), ...refused.filter((one) => !byItself(one))]);
}

function presentLines(world: World, { field }: LineList, owner: string, authority: Authority): readonly RecordValue[] {
  const record = world.record(field.entity, owner);
  const lines = record === null ? null : readOrNull(record, field.name.text);
  const all = isRecordList(lines) ? lines.records() : [];
  return authority === 'product' ? all : all.filter((line) => world.access.mayRead(line));
}

/** The lines that the person may refer to in a list. */
export const readableLines = (world: World, list: LineList, owner: string): readonly RecordValue[] =>
  presentLines(world, list, owner, 'person');

/** Creates or updates one line; returns its id. Throws Refused. */
function writeLine(
  run: Run,
  { entity, by }: LineList,
  entry: Given,
  owner: string,
  authority: Authority,
  isPresent: (id: string) => boolean,
): string {
  const { world } = run;
  const values = new Map(entry);
  const id = values.get('id') ?? null;
  values.delete('id');
  const belongs = values.get(by) ?? owner;
  const to = isRecord(belongs) ? belongs.id : belongs instanceof Map ? belongs.get('id') : belongs;
  if (to !== owner) throw new Refused([wrongLine(world, entity, by, 'is given by the list that the line is in')]);
  values.delete(by);
  if (id === null) {
    const made = run.perform(create, { entity, values: new Map([...values, [by, owner]]), authority, knows: owner });
    beginRecord(run, entity, made.id);
    return made.id;
  }
  // One refusal for a line of another record, an unreadable one, and a missing one.
  if (typeof id !== 'string' || !isPresent(id))
    throw new Refused([wrongLine(world, entity, 'id', `must be the id of an existing ${inSentence(world.index.labels.entity(entity))}`)]);
  // An entry with only an id leaves its line unchanged.
  if (values.size > 0) run.perform(update, { entity, id, values, authority });
  return id;
}

function wrongLine(world: World, entity: string, name: string, message: string): Refusal {
  return refusal(world.index, {
    error: 'INVALID',
    entity,
    field: name,
    at: world.index.field(entity, name)?.span ?? null,
    value: null,
    own: valueRefusal(entity, name, message, name === 'id' ? 'relation' : ''),
    because: `invalid value for ${entity}.${name}: it ${message}`,
  });
}

const inLine = (refused: Refusal, { field }: LineList, index: number | null): Refusal => ({
  ...refused,
  line: { list: field.name.text, index },
});
