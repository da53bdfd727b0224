import { type Action, expressionsOf, isRead, type Step } from '../../expression/action.ts';
import type { Expression } from '../../expression/expression.ts';
import { visit } from '../../expression/visit.ts';
import type { Relation } from '../../store/store.ts';
import type { ModelIndex } from '../document/model-index.ts';

/**
 * What a call or action reads first, derived from its expressions before it runs. A store behind a
 * network fetches it in one round trip. The plan changes the number of queries, never the result.
 */
export interface ReadPlan {
  /** Entities whose store-backed computed fields are read: fetched with the records. */
  readonly computed: ReadonlySet<string>;
  /** By entity: relations whose records are read, fetched with the records. */
  readonly relations: ReadonlyMap<string, readonly Relation[]>;
  /**
   * By entity: stored member lists that the acting person is added to or removed from. Their
   * membership is fetched with the records.
   */
  readonly joined: ReadonlyMap<string, readonly string[]>;
  /**
   * Whether the action writes and also reads computed fields of the acting person: they are fetched
   * before the write, which cannot change them.
   */
  readonly me: boolean;
  /** Read steps that depend only on the request and the acting person, each as an action. */
  readonly steps: readonly Action[];
}

export const noReadPlan: ReadPlan = { computed: new Set(), relations: new Map(), joined: new Map(), me: false, steps: [] };

/** Derives the plan. `say`: the expressions of the answer. */
export function readPlanOf(index: ModelIndex, action: Action, say: readonly Expression[]): ReadPlan {
  const names = new Set<string>();
  const looksAt = (expression: Expression | null): ReadonlySet<string> => namesIn(index, expression);
  for (const expression of [...action.steps.flatMap(expressionsOf), ...say]) for (const name of looksAt(expression)) names.add(name);
  const computed = new Set(
    index.model.entities.map(({ name }) => name.text).filter((entity) => index.askingFields(entity).some((field) => names.has(field))),
  );
  const relations = new Map(
    index.model.entities.flatMap(({ name, fields }) => {
      const along = fields.flatMap(({ name, type, computed: value }): Relation[] => {
        if (type.kind !== 'relation' || value !== null || !names.has(name.text)) return [];
        const entity = type.entity.text;
        return [{ field: name.text, entity, computed: computed.has(entity) ? index.askingFields(entity) : [] }];
      });
      return along.length === 0 ? [] : [[name.text, along] as const];
    }),
  );
  const account = index.model.account?.entity.text;
  const steps: Step[] = [];
  const bound = new Set<string>();
  const firstWrite = action.steps.findIndex((step) => !isRead(step));
  const writes = firstWrite === -1 ? [] : action.steps.slice(firstWrite);
  for (const step of action.steps) {
    if (!isRead(step)) break;
    const needs = expressionsOf(step).flatMap((expression) => [...looksAt(expression)]);
    if (step.kind !== 'check' && !needs.some((name) => bound.has(name))) steps.push(step);
    if (step.kind !== 'check' && step.as !== null) bound.add(step.as.text);
    if (step.kind === 'list') bound.add('total');
  }
  // Adding or removing members creates no record that could show the acting person in the answer.
  const showsMe =
    writes.some(({ kind }) => kind !== 'add' && kind !== 'remove' && kind !== 'delete') || say.some((one) => looksAt(one).has('me'));
  return {
    computed,
    relations,
    joined: joinedLists(index, steps, writes),
    me: writes.length > 0 && showsMe && account !== undefined && computed.has(account),
    steps: steps.map((step) => ({ ...action, steps: [step] })),
  };
}

/** Finds `add me to a.favoritedBy`, where a read step bound `a`. */
function joinedLists(index: ModelIndex, reads: readonly Step[], writes: readonly Step[]): ReadonlyMap<string, readonly string[]> {
  const lists = new Map<string, string[]>();
  for (const step of writes) {
    if (step.kind !== 'add' && step.kind !== 'remove') continue;
    const [of, member] = [step.of.node, step.member.node];
    if (of?.kind !== 'name' || member?.kind !== 'name' || member.resolution.kind !== 'me') continue;
    const got = reads.find((one) => one.kind === 'get' && one.as?.text === of.name);
    if (got?.kind !== 'get') continue;
    const field = index.field(got.entity.text, step.field.text);
    if (field?.type.kind !== 'members' || field.computed !== null) continue;
    lists.set(got.entity.text, [...(lists.get(got.entity.text) ?? []), step.field.text]);
  }
  return lists;
}

/** Describes a plan for people, one line per read. */
export function readPlanLines({ computed, relations, joined, me, steps }: ReadPlan): readonly string[] {
  const withComputed = (entity: string): string => {
    const along = [
      ...(computed.has(entity) ? ['its computed fields'] : []),
      ...(relations.get(entity) ?? []).map(({ field }) => `its ${field}`),
      ...(joined.get(entity) ?? []).map((field) => `whether its ${field} has the person who acts`),
    ];
    return along.length === 0 ? '' : ` with ${along.join(' and ')}`;
  };
  return [
    'the session, and the account of the person who acts',
    ...(me ? ['the computed fields of the person who acts'] : []),
    ...steps
      .flatMap((action) => action.steps)
      .flatMap((step) => {
        if (step.kind === 'get') return [`the ${step.entity.text} where ${step.where.source}${withComputed(step.entity.text)}`];
        if (step.kind !== 'list') return [];
        const where = step.where === null ? '' : ` where ${step.where.source}`;
        return [`a page of ${step.entity.text}${where}${withComputed(step.entity.text)}, and how many there are`];
      }),
  ];
}

/** All field and bound names in an expression, including those of its views. */
function namesIn(index: ModelIndex, expression: Expression | null): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<string>();
  const look = (one: Expression | null): void => {
    if (one?.node == null) return;
    visit(one.node, (node) => {
      if (node.kind === 'select') names.add(node.field);
      else if (node.kind === 'name') names.add(node.name);
      else if (node.kind === 'call') into(node.name);
    });
  };
  const into = (name: string): void => {
    const view = index.view(name);
    if (view === null || seen.has(name)) return;
    seen.add(name);
    for (const { key, value } of view.entries) {
      names.add(key.text);
      look(value);
    }
  };
  look(expression);
  return names;
}
