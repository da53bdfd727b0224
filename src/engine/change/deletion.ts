import { rolledBack } from '../../store/rolled-back.ts';
import { deleteRecord } from '../operations/delete.ts';
import type { Outcome, Refusal } from '../outcome.ts';
import type { Product } from '../product.ts';
import type { Address } from '../record-data.ts';
import type { Run } from '../run.ts';
import { unlockAt } from '../screens/opened.ts';
import type { CountOf, DeletionData } from '../session.ts';
import type { Person, World } from '../world/world.ts';
import { mostRestorable } from './bin.ts';
import { cascadeEffectsOf } from './cascade.ts';

/**
 * Previews deletions: deletes the records one by one with the real operation, each in its own
 * transaction, and rolls everything back. Counts only records that the person may read, and nothing
 * about a record that they may not delete. `at`: the screen that is open, whose address may grant
 * roles by link.
 */
export function deletion(product: Product, person: Person, entity: string, ids: readonly string[], at?: Address): DeletionData {
  const unlock = (world: World): void => {
    if (at !== undefined) unlockAt(world, at);
  };
  return rolledBack(product.store, () => {
    const along = new Map<string, number>();
    const holders = new Map<string, number>();
    let more = false;
    let undoable = true;
    let refused = 0;
    let refusal: Refusal | null = null;
    for (const id of new Set(ids)) {
      const world = product.world(person);
      unlock(world);
      const tried = product.store.step(() => tryDeletion({ product, world, person, unlock }, entity, id));
      if (tried.outcome.ok) {
        for (const one of tried.along) add(along, one);
        more ||= tried.more;
        undoable &&= tried.undoable;
      } else {
        refused++;
        refusal ??= tried.outcome.refusals[0] ?? null;
        for (const one of tried.holders) add(holders, one);
      }
    }
    return { along: listed(along), more, undoable, refused, refusal, holders: listed(holders) };
  });
}

interface Tried {
  readonly outcome: Outcome<null>;
  readonly along: readonly string[];
  readonly more: boolean;
  readonly undoable: boolean;
  readonly holders: readonly string[];
}

interface Trying {
  readonly product: Product;
  readonly world: World;
  readonly person: Person;
  readonly unlock: (world: World) => void;
}

function tryDeletion({ product, world, person, unlock }: Trying, entity: string, id: string): Tried {
  const record = world.record(entity, id, 'person');
  const seen = record !== null && world.access.mayRead(record) && world.access.isGranted(world.access.grant(entity, 'delete'), record);
  const effects = seen ? cascadeEffectsOf(world, entity, id).filter(({ operation }) => operation === 'delete') : [];
  const along = effects.flatMap((one) => (mayRead(world, one.entity, one.before.id) ? [one.entity] : []));
  const holders = seen ? holdersOf(world, entity, id) : [];
  const deleted = (run: Run): null => {
    unlock(run.world);
    return run.perform(deleteRecord, { entity, id, authority: 'person' });
  };
  const outcome = product.transact(person, deleted, { quiet: true, timers: false });
  return { outcome, along, more: along.length < effects.length, undoable: effects.length < mostRestorable, holders };
}

/** The entities of readable records that refer to this one and prevent its deletion. */
const holdersOf = (world: World, entity: string, id: string): readonly string[] =>
  world.index.schema.tables.flatMap((table) =>
    table.columns
      .filter(({ target, onDelete }) => target === entity && onDelete !== 'cascade' && onDelete !== 'clear')
      .flatMap(({ field }) => world.store.query({ entity: table.entity, conditions: [], related: { field, id } }))
      .flatMap((holder) => (mayRead(world, table.entity, holder.id) ? [table.entity] : [])),
  );

function mayRead(world: World, entity: string, id: string): boolean {
  const record = world.record(entity, id, 'person');
  return record !== null && world.access.mayRead(record);
}

const add = (counts: Map<string, number>, entity: string): unknown => counts.set(entity, (counts.get(entity) ?? 0) + 1);

const listed = (counts: ReadonlyMap<string, number>): readonly CountOf[] => [...counts].map(([entity, count]) => ({ entity, count }));
