import type { Json } from '../../expression/values/json.ts';
import type { Call } from '../../model/ast/calls.ts';
import { fieldOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import type { CallAnswer } from '../../serve/calls/call-request.ts';
import { jsonOf } from '../answers/oracle.ts';
import { leavesOf } from '../answers/template.ts';
import type { Input } from '../values/call-inputs.ts';
import type { Planned, Queried } from './planned.ts';
import { senderRoles } from './roles-now.ts';
import { describe } from './signature.ts';
import { listedBy, type Made, type PlanParts, recordOf, storedValue } from './situations.ts';
import { statesOf } from './world-shape.ts';

interface Listed {
  readonly entity: string;
  readonly id: string;
}

/**
 * The facts on which the answer of a list depends: for each record, its description for the sender;
 * for each filter value, the states of the records and whether they fit. A list is requested as
 * long as it covers a new fact.
 */
export function coveredBy(parts: PlanParts, planned: Planned, made: Made): readonly string[] {
  const { model, oracle, people, inputs } = parts;
  const { call, persona } = planned;
  const who = persona === null ? null : people[persona];
  const pair = filterPair(parts, planned);
  if (pair !== null) return [pair];
  const queries = queriedBy(planned);
  const inputsOnly = queries.map(({ input }) => input).join();
  const roles = senderRoles(parts, planned).join(' ');
  const asked = `${call.name.text} | ${roles} | ${inputsOnly}`;
  // What a filter hides seldom depends on the sender.
  const valued = `${call.name.text} | ${inputsOnly} ${queries.map(wordOf)}${queries.length === 0 ? roles : ''}`;
  const isPage = queries.some(({ input }) => inputs.of(call).find(({ name }) => name === input)?.paging);
  const sight = queries.length > 0 && !isPage ? sightOf(parts, planned, queries) : null;
  const records = listedRecords(parts, call, made);
  const found = new Set([`${valued} | ${Math.min(2, records.length)}`]);
  let fitting = 0;
  for (const record of records) {
    const fits = queries.every((one) => fitsQuery(parts, inputs.of(call), one, record, made));
    if (fits) fitting++;
    if (fits && !isPage && record.entity === parts.model.account?.entity.text) found.add(`${asked} | ${filledIn(parts, record)}`);
    if (fits && !isPage) found.add(`${asked} | ${describe(parts, who?.account ?? null, record, made)}`);
    if (sight !== null)
      found.add(
        `${valued} | ${fits} ${sight(record)} ${statesOf(model, oracle, record.entity, record.id)} ${comparedIn(parts, planned, record)}`,
      );
  }
  // A filter shows its effect if it leaves some of the records.
  if (fitting > 0 && fitting < records.length) found.add(`${valued} | a part`);
  return [...found];
}

/** The fields that the filters of a list compare and that have a value, other than false and 0. */
export function comparedIn({ model, oracle, inputs }: PlanParts, planned: Planned, { entity, id }: Listed): string {
  const stored = oracle.record(entity, id);
  const names = queriedBy(planned).flatMap(({ input }) => {
    const { compared = [] } = inputs.of(planned.call).find(({ name }) => name === input) ?? {};
    return compared.flatMap(([name = '']) => storedFields(model, entity, name));
  });
  return [...new Set(names)]
    .filter((name) => {
      const value = jsonOf(stored?.[name]);
      return value !== null && value !== false && Number(value) !== 0;
    })
    .sort()
    .join();
}

/** A field, or the stored fields that it is computed from. `seen`: fields above it. */
function storedFields(model: Model, entity: string, name: string, seen: readonly string[] = []): readonly string[] {
  const field = fieldOf(model, entity, name);
  if (field === undefined || seen.includes(name)) return [];
  if (field.computed === null) return [name];
  return field.computed.reads.self.flatMap((read) => storedFields(model, entity, read, [...seen, name]));
}

/** The values by which a request filters a list. */
export const queriedBy = ({ mutation }: Planned): readonly Queried[] =>
  mutation?.kind === 'query' ? [mutation, ...(mutation.also === undefined ? [] : [mutation.also])] : [];

/** What a request shows whose second filter hides what the first shows; null for other requests. */
export function filterPair({ inputs }: PlanParts, planned: Planned): string | null {
  const [first, second] = queriedBy(planned);
  const isFilter = second?.from != null && inputs.of(planned.call).find(({ name }) => name === second.input)?.paging === null;
  return isFilter ? `${planned.call.name.text} | ${second.input} beside ${first?.input}` : null;
}

/** Whether the sender may read a record, and the fields by which the list is filtered. */
export function sightOf(
  { oracle, people, inputs, model }: PlanParts,
  { call, persona }: Planned,
  queries: readonly Queried[],
): (record: Listed) => 'shown' | 'filtered by what is hidden' | 'hidden' {
  const { product } = oracle;
  const world = product.world(product.as(persona === null ? null : (people[persona]?.account ?? null)));
  const paths = queries.flatMap(({ input, path }) =>
    path === undefined ? (inputs.of(call).find(({ name }) => name === input)?.compared ?? []) : [path],
  );
  const sees = ({ entity, id }: Listed, [field, ...rest]: readonly string[]): boolean => {
    const record = world.record(entity, id);
    if (record === null || field === undefined || field === 'id') return true;
    if (!world.access.mayRead(record) || !world.access.seesField(record, field)) return false;
    const type = fieldOf(model, entity, field)?.type;
    const next = oracle.record(entity, id)?.[field];
    return type?.kind !== 'relation' || typeof next !== 'string' || sees({ entity: type.entity.text, id: next }, rest);
  };
  return (listed) => {
    const record = world.record(listed.entity, listed.id);
    if (record === null || !world.access.mayRead(record)) return 'hidden';
    return paths.every((path) => sees(listed, path)) ? 'shown' : 'filtered by what is hidden';
  };
}

/** The records that a list may show: those created on the way, or the people. */
export const listedRecords = ({ model: { account }, people }: PlanParts, call: Call, made: Made): readonly Listed[] =>
  listedBy(call).flatMap((entity) =>
    (entity === account?.entity.text ? people.map((one) => one.account) : (made.get(entity) ?? [])).map((id) => ({ entity, id })),
  );

/** The fields of a person's account that have a value, other than false. */
const filledIn = ({ oracle }: PlanParts, { entity, id }: Listed): string =>
  Object.entries(oracle.record(entity, id) ?? {})
    .flatMap(([name, value]) => (value === null || value === false ? [] : name))
    .join();

/** What distinguishes the accounts in a list of people; empty for other lists. */
export const filledAccounts = (parts: PlanParts, call: Call): string =>
  parts.model.account !== null && listedBy(call).includes(parts.model.account.entity.text)
    ? [...new Set(listedRecords(parts, call, new Map()).map((one) => filledIn(parts, one)))].sort().join(' ')
    : '';

/** A word for a filter value that is the same in every situation. */
export const wordOf = ({ from, edge, like, path }: Queried): string =>
  edge ?? (from === null ? 'none' : typeof from === 'object' ? `${from.kind} ${like} ${path}` : String(from));

/** Whether the filter would show the record; true if that is unknown. */
export function fitsQuery(
  parts: PlanParts,
  inputs: readonly Input[],
  { input, from, edge, path }: Queried,
  record: Listed,
  made: Made,
): boolean {
  const { model, oracle } = parts;
  const { filter = null, paging = null } = inputs.find(({ name }) => name === input) ?? {};
  if (paging !== null || typeof from === 'number' || edge !== undefined) return true;
  if (from === null) return false;
  const compared = path ?? filter?.path;
  const value: Json | undefined = compared === undefined ? undefined : storedValue(model, oracle, record, compared);
  if (typeof from === 'object')
    return compared !== undefined && value === storedValue(model, oracle, recordOf(parts, made, from), compared);
  return String(value) === from || (filter === null && Object.values(oracle.record(record.entity, record.id) ?? {}).includes(from));
}

/** A key for reads of one record, whatever its state is. */
export const asked = ({ call, persona, mutation }: Planned): string =>
  `${call.name.text} ${persona} ${mutation?.kind} ${mutation !== null && 'input' in mutation ? mutation.input : ''}`;

/** The form of an answer's body, to tell answers apart. */
export const formOf = ({ body }: CallAnswer): string => skeleton(body === null ? null : (JSON.parse(body) as Json));

/** The keys of an answer that have a value, in any record. */
export const filledOf = ({ body }: CallAnswer): string => {
  const leaves = body === null ? [] : [...leavesOf(JSON.parse(body) as Json)].filter(({ value }) => value !== null);
  return [...new Set(leaves.map(({ path }) => path.filter((part) => typeof part === 'string').join('.')))].sort().join();
};

/**
 * The form of a body: its keys with the types of their values (null, true and false as such), and
 * up to three entries of each list.
 */
function skeleton(json: Json): string {
  const paths = [...leavesOf(json)].map(({ path, value }) => {
    const kind = value === null || typeof value === 'boolean' ? String(value) : typeof value;
    return `${path.map((part) => (typeof part === 'number' ? Math.min(part, 2) : part)).join('.')}=${kind}`;
  });
  return [...new Set(paths)].sort().join(' ');
}
