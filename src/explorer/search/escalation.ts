import type { Refusal } from '../../engine/outcome.ts';
import type { Access, Person } from '../../engine/world/world.ts';
import { withArticle } from '../../expression/types/type-words.ts';
import type { Choice } from '../document/samples.ts';
import type { Context } from '../findings/context.ts';
import { type ExplorerFinding, finding } from '../findings/finding.ts';
import type { GroupOutcome } from '../steps/group-outcome.ts';
import { type Action, isOwn, type MoveLister, operationOf } from '../steps/moves.ts';
import type { Stepper } from '../steps/stepper.ts';
import type { RoleFields } from '../world/start.ts';
import type { View } from '../world/view.ts';
import type { GroupResult } from './plans.ts';
import type { SearchParts } from './search-parts.ts';
import type { PeopleWatcher } from './watcher.ts';

/** A step that section 6 refuses, and allows once the same person has changed a value. */
export interface Escalation {
  readonly world: number;
  readonly role: string;
  /** The change that the person may make. */
  readonly change: Action;
  /** The step that the person may take only afterwards. */
  readonly step: Action;
  readonly refusal: Refusal;
}

/** Looks for escalations, one world at a time. */
export class Escalations implements PeopleWatcher {
  readonly found = new Map<string, Escalation>();
  readonly #stepper: Stepper;
  readonly #lister: MoveLister;
  readonly #roleFields: readonly RoleFields[];
  readonly #rolesBy: ReadonlySet<string>;
  readonly #people: readonly Person[];
  readonly #seen = new Set<string>();
  readonly #compared = new Set<GroupOutcome>();

  constructor({ stepper, lister, world }: SearchParts, roleFields: readonly RoleFields[]) {
    this.#roleFields = roleFields;
    this.#people = world.people;
    this.#stepper = stepper;
    this.#lister = lister;
    this.#rolesBy = new Set(roleFields.map(({ entity }) => entity));
  }

  /** Whether the change may allow the person steps on other records. */
  #reachesFar(change: Action | undefined): boolean {
    return isOwn(change) || (change?.kind === 'update' && this.#rolesBy.has(change.entity));
  }

  look(world: number, view: View, all: readonly GroupResult[]): void {
    for (const { entity, choices, people } of this.#roleFields)
      for (const { id } of view.of(entity))
        for (const person of this.#people) {
          const { account } = person;
          const own = account === null ? [] : people.map((name): Choice => ({ name, value: account, words: { record: account } }));
          for (const choice of [...choices, ...own]) this.#gained(world, view, { kind: 'update', person, entity, id, values: [choice] });
        }
    for (const one of all) {
      if (one.outcome.changing.length === 0) continue;
      for (const { move } of one.outcome.changing) this.#gained(world, view, one.group.moves[move] as Action);
      if (!this.#compared.has(one.outcome)) {
        this.#compared.add(one.outcome);
        this.#compare(world, view, one, one);
      }
      // What people change about themselves, or about their roles, may allow steps on other
      // records.
      const far = one.outcome.changing.some(({ move }) => this.#reachesFar(one.group.moves[move]));
      if (far) for (const other of all) if (other !== one) this.#compare(world, view, one, other);
    }
  }

  /** The kinds of records that the world contains, as a key. */
  #kinds({ templates }: View): string {
    return [...new Set(templates.map(({ number }) => number))].sort((a, b) => a - b).join(' ');
  }

  /**
   * Looks for steps that section 6 flatly refused before a change of roles, so that they were not
   * tried.
   */
  #gained(world: number, view: View, change: Action): void {
    if (change.kind !== 'update' || !this.#rolesBy.has(change.entity)) return;
    const { person, id } = change;
    const cases = `${this.#kinds(view)}|${view.cell(id)?.template}|${person.account}|${givenIn(change)}`;
    if (this.#seen.has(cases)) return;
    this.#seen.add(cases);
    if (!this.#lister.tries(change, this.#stepper.accessOf(person, view), view)) return;
    const { cells } = this.#stepper.act(change, view, () => false);
    if (cells === null) return;
    const after = this.#stepper.viewOf({ ...view.state, cells });
    const [had, has] = [view, after].map((one) => this.#stepper.rolesFor(person, one.slotOf(id), one)) as [Roles, Roles];
    if (has.every((role) => had.includes(role))) return;
    const role = had.join(', ');
    const [before, now] = [view, after].map((one) => this.#stepper.accessOf(person, one)) as [Access, Access];
    for (const step of this.#lister.all(person, view)) {
      const name = `${role}|${wordsOf(change)}|${wordsOf(step)}`;
      if (this.found.has(name) || this.#lister.mayTry(step, before) || !this.#lister.tries(step, now, after)) continue;
      const refusal = this.#stepper.act(step, view, () => false).effect.refusals?.[0];
      if (refusal !== undefined && this.#stepper.act(step, after, () => false).cells !== null)
        this.found.set(name, { world, role, change, step, refusal });
    }
  }

  #compare(world: number, view: View, changed: GroupResult, refused: GroupResult): void {
    for (const { move: at } of changed.outcome.changing) {
      const change = changed.group.moves[at] as Action;
      if (change.kind !== 'update' && change.kind !== 'add' && change.kind !== 'remove') continue;
      const far = this.#reachesFar(change);
      if (changed !== refused && !far) continue;
      let after: View | null = null;
      for (const { move, role, refusal } of refused.outcome.forbidden) {
        const step = refused.group.moves[move] as Action;
        const id = 'id' in step ? step.id : null;
        if (step.person !== change.person || (id !== change.id && !(far && (id !== null || !isOwn(change))))) continue;
        const name = `${role}|${wordsOf(change)}|${wordsOf(step)}`;
        if (this.found.has(name)) continue;
        const cases = `${name}|${id === null ? '' : view.cell(id)?.template}|${view.cell(change.id)?.template}|${step.person.account}|${givenIn(change)}`;
        if (this.#seen.has(cases)) continue;
        this.#seen.add(cases);
        const { cells } = this.#stepper.act(change, view, () => false);
        after ??= this.#stepper.viewOf({ ...view.state, cells: cells ?? [] });
        if (this.#stepper.act(step, after, () => false).cells !== null) this.found.set(name, { world, role, change, step, refusal });
      }
    }
  }
}

type Roles = readonly string[];

const givenIn = (change: Action): string => ('values' in change ? JSON.stringify(change.values.map(({ words }) => words)) : '');

function wordsOf(step: Action): string {
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
