import type { Transition } from '../../model/ast/states.ts';
import type { Model } from '../../model/model.ts';
import { decidingReaders } from '../document/influence.ts';
import { fieldsRead, nodesOf, type Reader } from '../document/readers.ts';
import { rowsTriggered } from '../world/absent.ts';
import type { Tally } from './tally.ts';

interface Parts {
  readonly tally: Tally;
  /** Entities that had no record in any world. */
  readonly absent: readonly string[];
  /** Whether the world cannot decide the row itself. */
  undecided(row: Transition): boolean;
}

/**
 * The rows of sections 4 and 5, by start offset, that depend on what the search cannot judge: they
 * read a state or a field that an undecided row would have changed if the search had taken it, or
 * records that never existed. So do the rows that depend on those.
 */
export function unsureRows(model: Model, { tally, absent, undecided }: Parts): ReadonlySet<number> {
  const notTaken = model.machines.flatMap((machine) =>
    machine.transitions.filter(({ span }) => tally.rows.get(span.from)?.done === 0).map((row) => ({ machine, row })),
  );
  const unsure = new Set(notTaken.filter(({ row }) => undecided(row)).map(({ row }) => row.span.from));
  if (unsure.size === 0 && absent.length === 0) return unsure;
  const readers = decidingReaders(model).map((reader) => ({ ...reader, reads: fieldsRead(model, nodesOf(model, reader.expression)) }));
  const isNotTaken = new Set(notTaken.map(({ row }) => row.span.from));
  const changed = new Set<string>();
  const isUnsure = (path: string): boolean => changed.has(path) || absent.includes(path.slice(0, path.indexOf('.')));
  for (let before = -1; before < unsure.size + changed.size; ) {
    before = unsure.size + changed.size;
    for (const { machine, row } of notTaken) {
      if (!unsure.has(row.span.from)) continue;
      const parameters = 'parameters' in row.trigger ? row.trigger.parameters : [];
      for (const field of [machine.field, ...parameters.flatMap((one) => one.field ?? [])]) changed.add(`${machine.entity}.${field}`);
      for (const triggered of rowsTriggered(model, row)) unsure.add(triggered.span.from);
    }
    for (const { row, kind, target, reads } of readers) {
      if (target !== null && unsure.has(row.from) && isNotTaken.has(row.from)) changed.add(target);
      if (decides.has(kind) && [...reads].some(isUnsure)) unsure.add(row.from);
    }
  }
  return unsure;
}

/** What decides whether a row is taken, or a rule is broken. */
const decides: ReadonlySet<Reader['kind']> = new Set(['guard', 'timer', 'effect', 'rule']);
