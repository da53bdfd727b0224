import type { Entity, Field } from '../../model/ast/entities.ts';
import type { RunModel } from '../../model/run-model.ts';
import { type MayChange, mayChange } from './staying.ts';

/** A required relation through which records of `entity` belong to a record of `target`. */
export interface RequiredRelation {
  readonly entity: string;
  readonly target: string;
  readonly field: Field;
  readonly cascade: boolean;
}

/** Which entities depend on which. */
export interface EntityDependencies {
  /** In document order. */
  readonly ties: readonly RequiredRelation[];
  /** Relations that would be ties if they could not change. */
  readonly loose: readonly { readonly tie: RequiredRelation; readonly change: MayChange }[];
}

/**
 * All required single relations to declared entities. A relation that `on delete clear` empties, or
 * that someone may change, does not count.
 */
export function requiredRelations(model: RunModel): EntityDependencies {
  const entities = new Set(model.entities.map(({ name }) => name.text));
  const ties: RequiredRelation[] = [];
  const loose: { tie: RequiredRelation; change: MayChange }[] = [];
  for (const entity of firsts(model.entities)) {
    // Left out, because every request looks up the signed-in account before its root is known.
    if (entity.name.text === model.account?.entity.text) continue;
    for (const field of entity.fields) {
      const { type } = field;
      if (type.kind !== 'relation' || !field.required || field.computed !== null || type.onDelete === 'clear') continue;
      if (!entities.has(type.entity.text) || entity.byName.get(field.name.text) !== field) continue;
      const tie = { entity: entity.name.text, target: type.entity.text, field, cascade: type.onDelete === 'cascade' };
      const change = mayChange(model, field);
      if (change === null) ties.push(tie);
      else loose.push({ tie, change });
    }
  }
  return { ties, loose };
}

const firsts = (entities: readonly Entity[]): readonly Entity[] =>
  entities.filter((entity, place) => entities.findIndex(({ name }) => name.text === entity.name.text) === place);

/**
 * The relation by which each entity depends on `root`, directly or through others. Of several, a
 * relation to another dependent entity comes before one to the root (to keep the smallest groups
 * together), and one that cascades on delete before others.
 */
export function relationsTowards(root: string, ties: readonly RequiredRelation[]): ReadonlyMap<string, RequiredRelation> {
  const found = new Map<string, RequiredRelation>();
  for (let grown = true; grown; ) {
    grown = false;
    for (const tie of ties) {
      if (tie.entity === root || found.has(tie.entity) || !(tie.target === root || found.has(tie.target))) continue;
      found.set(tie.entity, tie);
      grown = true;
    }
  }
  const leadsBack = (from: string, to: string): boolean => {
    for (let at = from; at !== root; at = found.get(at)?.target ?? root) if (at === to) return true;
    return false;
  };
  for (const [entity, present] of found) {
    const better = ties
      .filter((tie) => tie.entity === entity && tie.target !== root && found.has(tie.target) && !leadsBack(tie.target, entity))
      .sort((a, b) => Number(b.cascade) - Number(a.cascade))[0];
    if (better !== undefined && (present.target === root || (better.cascade && !present.cascade))) found.set(entity, better);
  }
  return found;
}
