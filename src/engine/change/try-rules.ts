import { own } from '../../base/own.ts';
import type { Span } from '../../base/span.ts';
import type { Rule } from '../../model/ast/rules.ts';
import { create } from '../operations/create.ts';
import { update } from '../operations/update.ts';
import type { Refusal } from '../outcome.ts';
import type { Product } from '../product.ts';
import type { Person } from '../world/world.ts';
import { coerceText } from './import-text.ts';
import { Refused } from './refusals.ts';
import { exampleRecords } from './seed.ts';

/** The result for one rule when values were tried. */
export interface TriedRule {
  readonly rule: Rule;
  /** `not asked`: the rule does not concern the write, or another problem came first. */
  readonly verdict: 'holds' | 'refused' | 'not asked';
  readonly refusal: Refusal | null;
}

export interface Tried {
  readonly rules: readonly TriedRule[];
  /** Problems other than rules: values of the wrong type, missing required values. */
  readonly others: readonly Refusal[];
}

/** Thrown to roll back what was tried. */
class TakenBack extends Error {
  override readonly name = 'TakenBack';
}

/**
 * Writes a record with these values and rolls it back: reports which rules of section 5 hold, and
 * the refusals that a person would get. Values are text by field (relations by an example's name, a
 * label or an id). `changed`: the name of an example to update instead of creating a record.
 * Section 6 does not apply.
 */
export function tryRules(
  product: Product,
  person: Person,
  entity: string,
  cells: Readonly<Record<string, string>>,
  changed: string | null = null,
): Tried {
  const examples = exampleRecords(product);
  const outcomes = new Map<number, boolean>();
  let refusals: readonly Refusal[] = [];
  const before = product.index.observer;
  product.index.observer = (seen) => {
    if (seen.kind === 'rule') outcomes.set(seen.row.from, (outcomes.get(seen.row.from) ?? true) && seen.kept);
  };
  try {
    product.together(() => {
      const outcome = product.transact(
        person,
        (run) => {
          const settable = new Set(product.index.entity(entity)?.fields.flatMap((field) => (field.settable ? [field.name.text] : [])));
          const named = Object.fromEntries(
            Object.entries(cells).map(([field, cell]) => [field, withIds(product, examples, entity, field, cell)]),
          );
          const { values, mistakes } = coerceText(run.world, entity, named, settable);
          if (mistakes.length > 0) throw new Refused(mistakes);
          const record = changed === null ? undefined : own(examples, changed);
          if (record === undefined) run.perform(create, { entity, values, authority: 'product' });
          else run.perform(update, { entity, id: record.id, values, authority: 'product' });
        },
        { quiet: true },
      );
      refusals = outcome.ok ? [] : outcome.refusals;
      throw new TakenBack();
    });
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
  } finally {
    product.index.observer = before;
  }
  const about = product.model.rules.filter((rule) => rule.entity.text === entity);
  const by = (row: Span): Refusal | null => refusals.find(({ at }) => at?.from === row.from) ?? null;
  return {
    rules: about.map((rule): TriedRule => {
      const refusal = by(rule.span);
      // The store checks unique rules: they hold if nothing was refused.
      const held = outcomes.get(rule.span.from) === true || (rule.must.kind === 'unique' && refusals.length === 0);
      return { rule, refusal, verdict: refusal !== null ? 'refused' : held ? 'holds' : 'not asked' };
    }),
    others: refusals.filter(({ at }) => !about.some((rule) => rule.span.from === at?.from)),
  };
}

/** Replaces names of examples in a relation or list by the ids of their records. */
function withIds(product: Product, examples: ReturnType<typeof exampleRecords>, entity: string, field: string, cell: string): string {
  const kind = product.index.field(entity, field)?.type.kind;
  if (kind !== 'relation' && kind !== 'members') return cell;
  return cell
    .split(/[;,]/)
    .map((name) => own(examples, name.trim())?.id ?? name.trim())
    .join('; ');
}
