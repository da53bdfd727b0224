import type { Expression } from '../../expression/expression.ts';
import type { Node } from '../../expression/node.ts';
import type { Part } from '../../model/ast/screens.ts';
import { partsIn } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import { isOfRecord } from '../../model/organisations.ts';
import { hasCalendarEvents } from '../document/calendar.ts';
import type { Cone } from '../document/cone.ts';
import { decidingReaders } from '../document/influence.ts';
import { fieldsRead, nodesOf } from '../document/readers.ts';
import { isNow } from '../document/thresholds.ts';
import type { MoveLister } from '../steps/moves.ts';

interface Parts {
  readonly cone: Cone;
  readonly lister: MoveLister;
}

/**
 * The entities, grouped into components that do not depend on each other: what a step does to the
 * records of one component depends on no record of another. The worlds of several components are
 * the product of the worlds of each, so it is enough to explore each while the others stay as they
 * were at the start. The entity of people represents what people can change about themselves; the
 * rest of a person belongs to no component. A single component if they cannot be separated.
 */
export function componentsOf(model: Model, { cone, lister }: Parts): readonly (readonly string[])[] {
  const account = model.account?.entity.text ?? null;
  const all = model.entities.map(({ name }) => name.text);
  const graph = new Graph(all);
  const ofPeople = model.entities.find(({ name }) => name.text === account);
  const changes = (field: string): boolean => account !== null && lister.updates(account, field);
  const read = (expression: Expression | null): readonly string[] => (expression === null ? [] : entitiesRead(model, expression, changes));
  const readers = decidingReaders(model);
  const whole = [all];
  if (cone.ordered || hasCalendarEvents(model) || cone.clock.rows.size > 0 || model.roles.some(isOfRecord)) return whole;
  if (model.roles.some(({ is }) => read(is).length > 0) || model.entities.some(({ byName }) => byName.get('id')?.builtIn === false))
    return whole;
  const steps = model.machines.flatMap(({ entity, transitions }) =>
    transitions.flatMap(({ effect }) => (effect?.steps ?? []).map((step) => ({ entity, step }))),
  );
  // Effects may change people, and time may change what is known about them.
  if (steps.some(({ step }) => step.kind === 'update') || model.machines.some(({ entity }) => entity === account)) return whole;
  const lasting = ofPeople?.fields.filter(({ name }) => cone.live.has(`${account}.${name.text}`)) ?? [];
  if (lasting.some(({ type }) => ['relation', 'members', 'datetime', 'date'].includes(type.kind))) return whole;

  const timed = new Set<string>();
  for (const { expression, kind, entity } of readers) {
    const joined = [...(entity === null ? [] : [entity]), ...read(expression)];
    graph.join(joined);
    if (kind === 'timer' || nodesOf(model, expression).some(isNow)) for (const one of joined) timed.add(one);
  }
  graph.join([...timed]);
  for (const { entity, step } of steps) if (step.kind === 'create') graph.join([entity, step.entity.text]);
  // Whether a person may refer to another one depends on what lets them read it.
  const reads = (model.permissions ?? []).filter(
    ({ entity, operations }) => entity.text === account && operations.some(({ text }) => text === 'read'),
  );
  const toReadPeople = reads.flatMap(({ cells }) =>
    [...cells.values()].flatMap(({ grant }) => (grant.kind === 'when' ? read(grant.expression) : [])),
  );
  const reach = (entity: string): readonly string[] => (entity === account ? toReadPeople : [entity]);
  for (const { name, fields } of model.entities)
    for (const { type, choices } of fields) {
      if (type.kind === 'relation' || type.kind === 'members') graph.join([name.text, ...reach(type.entity.text)]);
      graph.join([name.text, ...read(choices)]);
    }
  for (const { about, parts } of model.screens) joinParts(parts, about === null ? [] : reach(about.text), { graph, read, reach });
  return graph.groups();
}

interface Joining {
  readonly graph: Graph;
  readonly read: (expression: Expression | null) => readonly string[];
  readonly reach: (entity: string) => readonly string[];
}

/** Whether people see a part that leads to a screen may depend on several records at once. */
function joinParts(parts: readonly Part[], around: readonly string[], joining: Joining): void {
  const { graph, read, reach } = joining;
  for (const part of parts) {
    const shown = [
      ...around,
      ...('when' in part && part.when !== null && typeof part.when === 'object' ? read(part.when) : []),
      ...('where' in part ? read(part.where) : []),
      ...('entity' in part && part.entity !== null ? reach(part.entity.text) : []),
    ];
    graph.join(shown);
    joinParts(partsIn(part), shown, joining);
  }
}

/** Fields of people count only if `changes` says that a step changes them. */
function entitiesRead(model: Model, expression: Expression, changes: (field: string) => boolean): readonly string[] {
  const account = model.account?.entity.text;
  const nodes = nodesOf(model, expression);
  const fields = [...fieldsRead(model, nodes)].flatMap((path) => {
    const [entity = '', field = ''] = path.split('.');
    return entity !== account || changes(field) ? [entity] : [];
  });
  return [...fields, ...nodes.flatMap(recordsOf).filter((entity) => entity !== account)];
}

function recordsOf(node: Node): readonly string[] {
  const of = node.type.kind === 'list' ? node.type.of : node.type;
  return of.kind === 'record' ? [of.entity] : [];
}

/** An undirected graph of entities; `groups` are its connected components. */
class Graph {
  readonly #groups: Map<string, Set<string>>;

  constructor(all: readonly string[]) {
    this.#groups = new Map(all.map((one) => [one, new Set([one])]));
  }

  join(entities: readonly string[]): void {
    const [first, ...others] = entities.map((entity) => this.#groups.get(entity));
    for (const other of others)
      if (first !== undefined && other !== undefined && other !== this.#groups.get(entities[0] as string))
        for (const one of other) {
          const group = this.#groups.get(entities[0] as string) as Set<string>;
          group.add(one);
          this.#groups.set(one, group);
        }
  }

  groups(): readonly (readonly string[])[] {
    return [...new Set(this.#groups.values())].map((group) => [...this.#groups.keys()].filter((one) => group.has(one)));
  }
}
