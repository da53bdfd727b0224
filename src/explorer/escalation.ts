import type { Refusal } from '../engine/outcome.ts';
import { withArticle } from '../expression/types/type-words.ts';
import type { Context } from './context.ts';
import { type ExplorerFinding, finding } from './finding.ts';
import type { Leaf } from './leaves.ts';
import { type Act, isOwn, operationOf } from './moves.ts';
import type { Looked } from './plans.ts';
import type { Stepper } from './stepper.ts';
import type { View } from './view.ts';
import type { PeopleWatcher } from './watcher.ts';

/** Section 6 refuses a step, and allows it once the same person has changed a value. */
export interface Escalation {
  readonly world: number;
  readonly role: string;
  /** What they may change. */
  readonly change: Act;
  /** What they may do only afterwards. */
  readonly step: Act;
  readonly refusal: Refusal;
}

/** Looks for escalations in one world after the other. */
export class Escalations implements PeopleWatcher {
  readonly found = new Map<string, Escalation>();
  readonly #stepper: Stepper;
  readonly #seen = new Set<string>();
  readonly #told = new Set<Leaf>();

  constructor(stepper: Stepper) {
    this.#stepper = stepper;
  }

  look(world: number, view: View, all: readonly Looked[]): void {
    for (const one of all) {
      if (one.leaf.made.length === 0) continue;
      if (!this.#told.has(one.leaf)) {
        this.#told.add(one.leaf);
        this.#compare(world, view, one, one);
      }
      // What people change about themselves may allow steps elsewhere.
      const own = one.leaf.made.some(({ move }) => isOwn(one.group.moves[move]));
      if (own) for (const other of all) if (other !== one) this.#compare(world, view, one, other);
    }
  }

  #compare(world: number, view: View, changed: Looked, refused: Looked): void {
    for (const { move: at } of changed.leaf.made) {
      const change = changed.group.moves[at] as Act;
      if (change.kind !== 'update' && change.kind !== 'add' && change.kind !== 'remove') continue;
      if (changed !== refused && !isOwn(change)) continue;
      let after: View | null = null;
      for (const { move, role, refusal } of refused.leaf.barred) {
        const step = refused.group.moves[move] as Act;
        if (step.person !== change.person || !('id' in step) || (step.id !== change.id && change.id !== change.person.account)) continue;
        const name = `${role}|${wordsOf(change)}|${wordsOf(step)}`;
        if (this.found.has(name)) continue;
        const cases = `${name}|${view.cell(step.id)?.template}|${view.cell(change.id)?.template}|${step.person.account}|${givenIn(change)}`;
        if (this.#seen.has(cases)) continue;
        this.#seen.add(cases);
        const { cells } = this.#stepper.act(change, view, () => false);
        after ??= this.#stepper.viewOf({ ...view.state, cells: cells ?? [] });
        if (this.#stepper.act(step, after, () => false).cells !== null) this.found.set(name, { world, role, change, step, refusal });
      }
    }
  }
}

const givenIn = (change: Act): string => ('values' in change ? JSON.stringify(change.values.map(({ words }) => words)) : '');

function wordsOf(step: Act): string {
  const field = 'field' in step ? step.field : step.kind === 'update' ? (step.values[0]?.name ?? null) : null;
  return field === null ? `${operationOf(step)} ${withArticle(step.entity)}` : `${operationOf(step)} ${step.entity}.${field}`;
}

export function escalationFindings(context: Context, { found }: Escalations): readonly ExplorerFinding[] {
  const { model, bound } = context;
  const place = model.permissions?.[0]?.span ?? { from: 0, to: 0 };
  return [...found.values()].map(({ world, role, change, step, refusal }) =>
    finding(
      'escalation',
      6,
      refusal.at ?? place,
      `People with the role ${role} can get around section 6: it does not let them ${wordsOf(step)}, but once they ${wordsOf(change)}, it does (${bound}).`,
      context.detour(world, step, change, refusal.error),
    ),
  );
}
