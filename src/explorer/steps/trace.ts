import { grouped } from '../../base/grouped.ts';
import type { Model } from '../../model/model.ts';
import { compareIds } from '../../store/meaning.ts';
import { type Choice, durationWords } from '../document/samples.ts';
import type { SearchResult } from '../search/search.ts';
import type { Cell } from '../world/cells.ts';
import type { SmallWorld } from '../world/small-world.ts';
import type { Move } from './moves.ts';
import { RequestQueue } from './request-queue.ts';

/** A row of a scenario: the cells `As`, `Do` and `Expect` as written in section 1. */
export interface TraceRow {
  readonly as: string;
  readonly do: string;
  readonly expect: string;
}

export interface Trace {
  readonly rows: readonly TraceRow[];
}

/** Whether time passes on the way. */
export const takesTime = ({ rows }: Trace): boolean => rows.some((row) => row.do.startsWith('`wait '));

/** The worlds of a search, and the ids that their records had before they were renamed. */
export type Path = Pick<SearchResult, 'worlds' | 'before'>;

/** Where a trace ends. */
export interface Ending {
  /** The world before the last step. */
  readonly world: number;
  /** The last step, which was refused or is the subject of the finding; null: the world itself. */
  readonly move: Move | null;
  /** Steps before the last one that create no record, each with what it expects. */
  readonly before?: readonly { readonly move: Move; readonly expect: string }[];
  /** What the last row expects: `refused ERROR`, or an expression with the names of records. */
  readonly expect: (name: (id: string) => string) => string;
}

/**
 * The steps from the start to a world, as rows of a scenario. Of people who are alike, the first in
 * the document acts first.
 */
export function traceTo(model: Model, world: SmallWorld, path: Path, ending: Ending): Trace {
  const used = new Set<string>();
  const trace = traceWith(world.names, used, { model, path, ending });
  const renamed = world.cells.ordered || !world.cells.steady ? null : inDocumentOrder(world.names, used, alikeAtStart(path));
  return renamed === null ? trace : traceWith(renamed, new Set(), { model, path, ending });
}

/**
 * Groups of records at the start that no step can distinguish, by id. Only records without links in
 * either direction.
 */
function alikeAtStart({ worlds, before }: Path): readonly (readonly string[])[] {
  const { templates, links } = worlds.view(0);
  const ids = before(0);
  const named = new Set(links.flat());
  const slots = templates.flatMap((template, slot) => (template.links === 0 && !named.has(slot) ? [slot] : []));
  return [...grouped(slots, (slot) => String(templates[slot]?.plain)).values()].map((alike) => alike.map((slot) => ids[slot] ?? ''));
}

/**
 * Swaps names within each group so that they are used in document order. `used`: names in the order
 * of their use. Null if nothing changes.
 */
function inDocumentOrder(
  names: ReadonlyMap<string, string>,
  used: ReadonlySet<string>,
  classes: readonly (readonly string[])[],
): ReadonlyMap<string, string> | null {
  const inDocument = [...names.values()];
  const inUse = [...used, ...inDocument];
  const renamed = new Map(names);
  for (const alike of classes) {
    const present = new Set(alike.flatMap((id) => names.get(id) ?? []));
    const wanted = inDocument.filter((name) => present.has(name));
    const given = [...new Set(inUse)].filter((name) => present.has(name));
    for (const [place, name] of given.entries()) {
      const id = alike.find((one) => names.get(one) === name);
      if (id !== undefined) renamed.set(id, wanted[place] ?? name);
    }
  }
  return [...renamed].every(([id, name]) => names.get(id) === name) ? null : renamed;
}

interface TraceParts {
  readonly model: Model;
  readonly path: Path;
  readonly ending: Ending;
}

function traceWith(
  given: ReadonlyMap<string, string>,
  used: Set<string>,
  { model, path: { worlds, before: idsBefore }, ending }: TraceParts,
): Trace {
  const path: number[] = [];
  for (let at = ending.world; worlds.parent(at) >= 0; at = worlds.parent(at)) path.unshift(at);
  const start = worlds.view(0).state.cells;
  // The first world has renamed its records as well.
  const first = idsBefore(0);
  let names = new Map(start.flatMap(({ id }, slot) => named(id, given.get(first[slot] ?? ''))));
  let existing = creationOrder(start);
  const taken = new Set([...given.values(), ...model.entities.flatMap(({ examples }) => examples.map(({ name }) => name.text))]);
  const nameOf = (id: string): string => {
    const name = names.get(id);
    if (name !== undefined) used.add(name);
    return name ?? nameless(id, names, existing);
  };
  let queue = new RequestQueue();
  const rows: TraceRow[] = [];
  for (const number of path) {
    const { move } = worlds.step(number);
    if (move === null) continue;
    const { cells } = worlds.view(number).state;
    const before = idsBefore(number);
    const added = cells.map(({ entity }, slot) => ({ entity, id: before[slot] ?? '' })).filter(({ id }) => !exists(existing, id));
    added.sort((a, b) => compareIds(a.id, b.id));
    const created = move.kind === 'create' ? added.find(({ entity }) => entity === move.entity) : undefined;
    const row = rowOf(move, nameOf, null);
    if (move.kind === 'answer') rows.push(...putOff(move, queue));
    if (created !== undefined) names.set(created.id, newName(created.entity, taken));
    rows.push(created === undefined ? row : rowOf(move, nameOf, names.get(created.id) ?? null));
    for (const { entity, id } of added) existing.set(entity, [...(existing.get(entity) ?? []), id]);
    queue = queue.after(
      move,
      cells.map(({ sent }, slot) => ({ id: before[slot] ?? '', sent })),
    );
    const now = new Map(cells.map(({ id }, slot) => [before[slot] ?? '', id]));
    names = new Map([...names].flatMap(([id, name]) => named(now.get(id), name)));
    queue = queue.renamed((id) => now.get(id));
    existing = new Map([...existing].map(([entity, ids]) => [entity, ids.flatMap((id) => now.get(id) ?? [])]));
  }
  for (const { move, expect } of ending.before ?? []) rows.push({ ...rowOf(move, nameOf, null), expect });
  if (ending.move?.kind === 'answer') rows.push(...putOff(ending.move, queue));
  const last = ending.move === null ? (rows.pop() ?? nothing) : rowOf(ending.move, nameOf, null);
  rows.push(...ended(last, ending.expect(nameOf)));
  return { rows };
}

const nothing: TraceRow = { as: 'nobody', do: '', expect: '' };

/** If the last row already expects a refusal, what is true afterwards gets a row of its own. */
const ended = (last: TraceRow, expect: string): readonly TraceRow[] =>
  last.expect === '' || last.expect === expect ? [{ ...last, expect }] : [last, ...(expect === '' ? [] : [{ ...nothing, expect }])];

const named = (id: string | undefined, name: string | undefined): readonly [string, string][] =>
  id === undefined || name === undefined ? [] : [[id, name]];

const exists = (existing: ReadonlyMap<string, readonly string[]>, id: string): boolean =>
  [...existing.values()].some((ids) => ids.includes(id));

/** Ids by entity, oldest first. */
function creationOrder(cells: readonly Cell[]): Map<string, readonly string[]> {
  const existing = new Map<string, readonly string[]>();
  for (const { entity, id } of cells) existing.set(entity, [...(existing.get(entity) ?? []), id]);
  return existing;
}

/** A step as a row of a scenario. `created`: the name of the record that it creates. */
export function rowOf(move: Move, nameOf: (id: string) => string, created: string | null): TraceRow {
  if (move.kind === 'wait') return { as: 'nobody', do: code(`wait ${durationWords(move.milliseconds)}`), expect: '' };
  if (move.kind === 'answer')
    return { as: 'nobody', do: code(answerWords(move)), expect: move.refused === undefined ? '' : `refused ${move.refused}` };
  const { account } = move.person;
  return { as: account === null ? 'nobody' : nameOf(account), do: code(wordsOf(move, nameOf, created)), expect: '' };
}

type AnswerMove = Extract<Move, { readonly kind: 'answer' }>;

const answerWords = ({ service, values, failed }: AnswerMove): string =>
  failed ? `${service} fails` : `${service} answers {${values.map(({ name, words }) => `"${name}": ${words}`).join(', ')}}`;

/** Requests before the one that is answered get a 503, after which they are repeated. */
const putOff = (move: AnswerMove, queue: RequestQueue): readonly TraceRow[] =>
  Array.from({ length: queue.before(move) }, () => ({ as: 'nobody', do: code(`${move.service} answers {"status": 503}`), expect: '' }));

function wordsOf(
  move: Exclude<Move, { readonly kind: 'wait' | 'answer' }>,
  nameOf: (id: string) => string,
  created: string | null,
): string {
  const given = (values: readonly Choice[]): string => {
    const entries = values.map(({ name, words }) => `"${name}": ${typeof words === 'string' ? words : nameOf(words.record)}`);
    return entries.length === 0 ? '' : ` with {${entries.join(', ')}}`;
  };
  switch (move.kind) {
    case 'create':
      return `create ${move.entity}${created === null ? '' : ` as ${created}`}${given(move.values)}`;
    case 'event':
      return `${move.event} ${nameOf(move.id)}${given(move.values)}`;
    case 'update':
      return `update ${nameOf(move.id)}${given(move.values)}`;
    case 'delete':
      return `delete ${nameOf(move.id)}`;
    case 'add':
      return `add ${nameOf(move.member)} to ${nameOf(move.id)}.${move.field}`;
    case 'remove':
      return `remove ${nameOf(move.member)} from ${nameOf(move.id)}.${move.field}`;
  }
}

/** A name that is not taken yet, such as `ticket1`; adds it to `taken`. */
export function newName(entity: string, taken: Set<string>): string {
  const base = `${entity.slice(0, 1).toLowerCase()}${entity.slice(1)}`;
  for (let number = 1; ; number++) {
    const name = `${base}${number}`;
    if (taken.has(name)) continue;
    taken.add(name);
    return name;
  }
}

/**
 * An expression for a record that an effect created: the scenario has no name for it, so it is
 * picked from the unnamed records of its entity.
 */
export function nameless(id: string, names: ReadonlyMap<string, string>, existing: ReadonlyMap<string, readonly string[]>): string {
  for (const [entity, ids] of existing) {
    if (!ids.includes(id)) continue;
    const known = ids.filter((other) => names.has(other)).map((other) => `${names.get(other)}.id`);
    const place = ids.filter((other) => !names.has(other)).indexOf(id);
    return `${entity}.filter(x, !(x.id in [${known.join(', ')}]))[${place}]`;
  }
  return id;
}

/** The text as a code span in a table cell. */
export const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``;

/** The trace as a scenario that can be pasted into section 1. */
export function scenarioOf(title: string, { rows }: Trace): string {
  const lines = rows.map((row) => `| ${row.as} | ${row.do} | ${row.expect} |`);
  return [`### Scenario: ${title}`, '', '| As | Do | Expect |', '|---|---|---|', ...lines, ''].join('\n');
}
