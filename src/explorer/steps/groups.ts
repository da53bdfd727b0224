import type { DecisionTree, Memo } from '../world/memo.ts';
import type { SmallWorld } from '../world/small-world.ts';
import type { View } from '../world/view.ts';
import type { Action, MoveLister } from './moves.ts';
import { stepKey } from './step-key.ts';

/** The moves of all people on the same records, which mostly read the same. */
export interface Group {
  readonly moves: readonly Action[];
  /** The slots that the moves name, then those of the people. */
  readonly given: readonly number[];
  /** Null if nothing is remembered. */
  readonly tree: DecisionTree | null;
}

export interface GroupParts {
  readonly world: SmallWorld;
  readonly lister: MoveLister;
  readonly memo: Memo | null;
  /** A key for what else the moves depend on: the time, where it matters. */
  readonly when: (view: View) => string;
}

/** The moves of all people in a world, grouped by the records that they name. */
export function groupsIn({ world, lister, memo, when }: GroupParts, view: View): readonly Group[] {
  const people = world.people.flatMap(({ account }) => {
    const slot = account === null ? -1 : view.slotOf(account);
    return slot < 0 ? [] : [slot];
  });
  const isPerson = new Set(people);
  const groups = new Map<string, { readonly moves: Action[]; readonly named: readonly number[] }>();
  for (const person of world.people)
    for (const move of lister.all(person, view)) {
      const named = [...new Set(idsIn(move).map((id) => view.slotOf(id)))].filter(
        (slot) => !isPerson.has(slot) || slot === mainOf(move, view),
      );
      const key = `${move.kind === 'create' ? move.entity : ''} ${named.join(' ')}`;
      const known = groups.get(key);
      if (known === undefined) groups.set(key, { moves: [move], named });
      else known.moves.push(move);
    }
  return [...groups.values()].map(({ moves, named }) => {
    const given = [...named, ...people.filter((slot) => !named.includes(slot))];
    const name = moves.map((move) => stepKey(move, (id) => given.indexOf(view.slotOf(id)))).join('|');
    return { moves, given, tree: memo === null ? null : memo.tree(`${when(view)}group ${name}`, view, given) };
  });
}

const mainOf = (move: Action, view: View): number => ('id' in move ? view.slotOf(move.id) : -1);

function idsIn(move: Action): readonly string[] {
  const own = 'id' in move ? [move.id] : [];
  const member = 'member' in move ? [move.member] : [];
  const values = 'values' in move ? move.values.flatMap(({ words }) => (typeof words === 'string' ? [] : [words.record])) : [];
  return [...own, ...member, ...values];
}
