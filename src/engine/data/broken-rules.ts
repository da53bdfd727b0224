import type { Span } from '../../base/span.ts';
import { ask } from '../change/rules.ts';
import type { Product } from '../product.ts';
import { labelOf } from '../world/labels.ts';
import { nobody } from '../world/world.ts';

/** An always-valid rule, and the existing records that break it because they are older. */
export interface BrokenRule {
  readonly rule: string;
  readonly entity: string;
  /** The rule's row in the document. */
  readonly at: Span;
  readonly count: number;
  /** The first few, with their labels. */
  readonly records: readonly { readonly id: string; readonly label: string }[];
}

/** Maximum number of records listed per rule. */
const mostNamed = 3;

/**
 * Checks every record, or the first `most` of each entity, against the rules of section 5 that
 * always hold (the database enforces uniqueness). Returns the broken ones in the order of the
 * rules.
 */
export function brokenRules(product: Product, most?: number): readonly BrokenRule[] {
  const found = new Map<number, { readonly entity: string; count: number; records: { id: string; label: string }[] }>();
  for (const { name } of product.model.entities) {
    const entity = name.text;
    if (product.index.rules(entity).every((rule) => rule.on.length > 0)) continue;
    for (const { id, label, places } of brokenBy(product, entity, most)) {
      for (const place of places) {
        const broken = found.get(place) ?? { entity, count: 0, records: [] };
        broken.count++;
        if (broken.records.length < mostNamed) broken.records.push({ id, label });
        found.set(place, broken);
      }
    }
  }
  return [...found]
    .sort(([a], [b]) => a - b)
    .flatMap(([place, broken]) => {
      const rule = product.model.rules[place];
      return rule === undefined ? [] : [{ ...broken, rule: rule.name.text, at: rule.span }];
    });
}

/**
 * The records of an entity that break rules, with the positions of these rules. Each record is a
 * step, so a store over a network does not repeat it.
 */
function brokenBy(product: Product, entity: string, most: number | undefined) {
  const { store } = product;
  return store.transaction(() => {
    const world = product.world(nobody);
    return world.found({ entity, conditions: [], ...(most === undefined ? {} : { limit: most }) }).flatMap(({ id }) => {
      const broken = store.step(() => {
        world.budget.renew();
        const record = world.record(entity, id);
        if (record === null) return null;
        const places = ask(world, record, null, true, [], new Set()).map(({ place }) => place);
        return places.length === 0 ? null : { id, label: labelOf(product.index, record), places };
      });
      return broken ?? [];
    });
  });
}

/** A message for the operator: the rule, the number of records, and the first of them. */
export const brokenWords = ({ rule, entity, count, records }: BrokenRule): string =>
  `the rule “${rule}” is broken by ${count} ${count === 1 ? 'record' : 'records'} of ${entity} (${records.map(({ label }) => label).join(', ')}${count > records.length ? ', …' : ''}); they stay as they are until someone changes them`;
