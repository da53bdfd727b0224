import type { Name } from '../../model/ast/common.ts';
import type { Machine } from '../../model/ast/states.ts';
import { fieldOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import { isOfRecord } from '../../model/organisations.ts';
import { schemaOf } from '../../store/schema.ts';
import type { Bounds } from '../document/bounds.ts';
import type { Cone } from '../document/cone.ts';
import { decidingReaders } from '../document/influence.ts';
import { fieldRead, nodesOf } from '../document/readers.ts';
import type { MoveLister } from '../steps/moves.ts';
import type { SmallWorld } from '../world/small-world.ts';

interface Parts {
  readonly cone: Cone;
  readonly lister: MoveLister;
  readonly world: SmallWorld;
}

/** A stored relation or many-to-many list. */
interface Link {
  readonly entity: string;
  readonly field: string;
  readonly target: string;
  readonly isList: boolean;
}

/**
 * Entities whose records never interact: what can become of one record, and of the records that
 * belong to it (a ticket with its comments), does not depend on any other. A world with several is
 * equivalent to several worlds with one each and the same people, so one record covers all cases.
 *
 * Each such record is the root of a tree: other records belong to it through their only relation to
 * anything but people, and never change it. No expression reads from one tree into another, over
 * all records, through a person's list or through an event's parameter; no value has to be unique
 * across trees; no effect reaches outside its tree or creates another root.
 */
export function isolatedEntities(model: Model, parts: Parts): ReadonlySet<string> {
  const { cone } = parts;
  // The order of creation and the time between moments may involve records of several trees.
  if (cone.ordered || cone.comparesMoments || model.roles.some(isOfRecord)) return new Set();
  const account = model.account?.entity.text ?? null;
  const links = linksOf(model).filter(({ target }) => target !== account);
  const roots = model.entities.map(({ name }) => name.text).filter((name) => name !== account);
  return new Set(
    roots.filter((root) => {
      const tree = treeOf(root, links);
      return tree !== null && !tree.has(account ?? '') && isClosed(model, root, tree, links, parts);
    }),
  );
}

/** The bounds, limited to one record of each entity in `isolated`. */
export const boundsWithIsolated = (bounds: Bounds, isolated: ReadonlySet<string>): Bounds => ({
  ...bounds,
  perEntity: new Map([...bounds.perEntity, ...[...isolated].map((entity) => [entity, 1] as const)]),
});

const linksOf = ({ entities }: Model): readonly Link[] =>
  entities.flatMap(({ name, fields }) =>
    fields.flatMap(({ name: field, type, computed }): readonly Link[] =>
      computed === null && (type.kind === 'relation' || type.kind === 'members')
        ? [{ entity: name.text, field: field.text, target: type.entity.text, isList: type.kind === 'members' }]
        : [],
    ),
  );

/**
 * The root entity and the entities whose records belong to it; null if some of them also belong to
 * other records.
 */
function treeOf(root: string, links: readonly Link[]): ReadonlySet<string> | null {
  if (links.some(({ entity }) => entity === root)) return null;
  const tree = new Set([root]);
  // Iteration also visits entities that are added to the set during the loop.
  for (const parent of tree)
    for (const { entity, target, isList } of links) {
      if (target !== parent) continue;
      if (isList || links.filter((other) => other.entity === entity).length > 1) return null;
      tree.add(entity);
    }
  return tree;
}

function isClosed(model: Model, root: string, tree: ReadonlySet<string>, links: readonly Link[], parts: Parts): boolean {
  const edges = links.filter(({ entity }) => tree.has(entity));
  return (
    [...tree].every((entity) => !parts.lister.givenToEvents.has(entity)) &&
    edges.every((edge) => stays(edge, parts)) &&
    keysAreOwn(model, tree, edges, parts.cone) &&
    readsAreOwn(model, tree, parts.cone) &&
    model.machines.every((machine) => effectsAreOwn(machine, root, tree, edges))
  );
}

/** Whether the relation of an existing record is fixed: no person may change it. */
function stays({ entity, field }: Link, { lister, world: { people, product } }: Parts): boolean {
  if (!lister.updates(entity, field)) return true;
  const values = [{ name: field, value: null, words: 'null' }];
  return people.every((person) => !lister.mayTry({ kind: 'update', person, entity, id: '', values }, product.world(person).access));
}

/** Whether no constraint compares records of different trees. */
function keysAreOwn(model: Model, tree: ReadonlySet<string>, edges: readonly Link[], cone: Cone): boolean {
  return schemaOf(model)
    .tables.filter(({ entity }) => tree.has(entity))
    .every(({ entity, columns, uniques, overlaps = [] }) => {
      const serials = columns.filter(({ serial }) => serial).map(({ field }) => field);
      const within = (fields: readonly string[]): boolean => edges.some((edge) => edge.entity === entity && fields.includes(edge.field));
      return (
        model.entities.find(({ name }) => name.text === entity)?.byName.get('id')?.builtIn !== false &&
        serials.every((field) => !cone.fields.has(`${entity}.${field}`)) &&
        uniques.every(({ fields }) => within(fields) || fields.every((field) => field === 'id' || serials.includes(field))) &&
        overlaps.every(({ per }) => within(per))
      );
    });
}

/** Whether every expression that reaches records of a tree starts from records of that tree. */
function readsAreOwn(model: Model, tree: ReadonlySet<string>, { idle }: Cone): boolean {
  return decidingReaders(model).every(
    ({ expression, row }) =>
      idle.has(row.from) ||
      nodesOf(model, expression).every((node) => {
        if (node.kind === 'name' && node.resolution.kind === 'entity') return !tree.has(node.name);
        const read = fieldRead(node);
        const type = read === null || tree.has(read.entity) ? undefined : fieldOf(model, read.entity, read.field)?.type;
        return type === undefined || !('entity' in type) || !tree.has((type.entity as Name).text);
      }),
  );
}

/**
 * Whether effects of the tree's records change nothing else, and other effects nothing in the tree.
 */
function effectsAreOwn({ entity, transitions }: Machine, root: string, tree: ReadonlySet<string>, edges: readonly Link[]): boolean {
  const isEdge = (field: string): boolean => edges.some((edge) => edge.entity === entity && edge.field === field);
  return transitions.every(({ effect }) =>
    (effect?.steps ?? []).every((step) => {
      if (step.kind === 'check' || step.kind === 'tell' || step.kind === 'send') return true;
      if (step.kind === 'assign') return !isEdge(step.field.text);
      if (step.kind === 'create') return tree.has(entity) === tree.has(step.entity.text) && step.entity.text !== root;
      return !tree.has(entity);
    }),
  );
}
