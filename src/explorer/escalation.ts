import type { Refusal } from '../engine/outcome.ts';
import { withArticle } from '../expression/types/type-words.ts';
import type { Context } from './context.ts';
import { type ExplorerFinding, finding } from './finding.ts';
import { View } from './memo.ts';
import type { Act } from './moves.ts';
import type { Barred, Changed, PeopleWatcher } from './search.ts';
import type { Stepper } from './stepper.ts';

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

  constructor(stepper: Stepper) {
    this.#stepper = stepper;
  }

  look(world: number, view: View, role: string, barred: readonly Barred[], changes: readonly Changed[]): void {
    if (barred.length === 0) return;
    for (const { change, cells } of changes) {
      let after: View | null = null;
      for (const { step, refusal } of barred) {
        if (!('id' in step) || !('id' in change) || (step.id !== change.id && change.id !== change.person.account)) continue;
        const name = `${role}|${wordsOf(change)}|${wordsOf(step)}`;
        if (this.found.has(name)) continue;
        const cases = `${name}|${view.byId.get(step.id)?.index}|${view.byId.get(change.id)?.index}|${step.person.account}|${givenIn(change)}`;
        if (this.#seen.has(cases)) continue;
        this.#seen.add(cases);
        after ??= new View({ ...view.state, cells });
        if (this.#stepper.act(step, after, () => false).cells !== null) this.found.set(name, { world, role, change, step, refusal });
      }
    }
  }
}

const givenIn = (change: Act): string => ('values' in change ? JSON.stringify(change.values.map(({ words }) => words)) : '');

const nameOf = (step: Act): string => (step.kind === 'event' ? step.event : step.kind);

function wordsOf(step: Act): string {
  const field = 'field' in step ? step.field : step.kind === 'update' ? (step.values[0]?.name ?? null) : null;
  return field === null ? `${nameOf(step)} ${withArticle(step.entity)}` : `${nameOf(step)} ${step.entity}.${field}`;
}

export function escalationFindings(context: Context, { found }: Escalations): readonly ExplorerFinding[] {
  const { model, bound } = context;
  const place = model.permissions?.[0]?.span ?? { from: 0, to: 0 };
  return [...found.values()].map(({ world, role, change, step, refusal }) =>
    finding(
      'escalation',
      6,
      refusal.at ?? place,
      `People with the role ${role} can get around section 6: it does not let them ${wordsOf(step)}, and after they ${wordsOf(change)} it does (${bound}).`,
      context.detour(world, step, change, refusal.error),
    ),
  );
}
