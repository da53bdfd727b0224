import type { RunModel } from '../../model/run-model.ts';
import { type Schema, schemaOf } from '../schema.ts';
import { type EntityDependencies, relationsTowards, requiredRelations } from './chains.ts';
import { crossings } from './crossings.ts';
import type { LayoutFinding } from './finding.ts';
import type { Layout } from './layout.ts';
import { type Choice, makeLayout } from './make-layout.ts';
import { layoutObstacles } from './obstacles.ts';

/** How a document's tables can be divided by one of its entities, or why that is impossible. */
export interface Division extends Choice {
  readonly layout: Layout;
  /** If one of them is of the kind `hinders`, this division is impossible. */
  readonly findings: readonly LayoutFinding[];
}

/** The entities by which a document could be divided, the best first. */
export interface Divisions {
  readonly schema: Schema;
  /**
   * Each has dependent entities. Order: layouts without obstacles first, then the entity that
   * people work in, then more dependants, then fewer rules that would be enforced less, then fewer
   * lists that ask every machine, then the document's order.
   */
  readonly divisions: readonly Division[];
  readonly ties: EntityDependencies;
}

/** Finds all entities by which the tables of a document could be divided. */
export function divisionsOf(model: RunModel): Divisions {
  const schema = schemaOf(model);
  const ties = requiredRelations(model);
  const worksIn = model.account?.worksIn?.text;
  const divisions = schema.tables.flatMap(({ entity }): Division[] => {
    const choice = { root: entity, hanging: relationsTowards(entity, ties.ties) };
    if (choice.hanging.size === 0) return [];
    const layout = makeLayout(schema, choice, model.account?.entity.text ?? null);
    return [
      { ...choice, layout, findings: [...layoutObstacles(model, schema, choice, layout), ...crossings(model, schema, choice, layout)] },
    ];
  });
  return {
    schema,
    ties,
    divisions: divisions.sort(
      (a, b) =>
        Number(isBlocked(a)) - Number(isBlocked(b)) ||
        Number(b.root === worksIn) - Number(a.root === worksIn) ||
        b.hanging.size - a.hanging.size ||
        of(a, 'weaker') - of(b, 'weaker') ||
        of(a, 'slower') - of(b, 'slower'),
    ),
  };
}

const of = ({ findings }: Division, wanted: LayoutFinding['kind']): number => findings.filter(({ kind }) => kind === wanted).length;

/** Whether something prevents the division. */
export const isBlocked = ({ findings }: Division): boolean => findings.some(({ kind }) => kind === 'hinders');

/**
 * The layout by one entity, which a document must still allow to use distributed tables; null if it
 * has none or something prevents it.
 */
export function layoutBy(model: RunModel, root: string): Layout | null {
  const found = divisionsOf(model).divisions.find((division) => division.root === root);
  return found === undefined || isBlocked(found) ? null : found.layout;
}
