import type { GroupOutcome } from '../steps/group-outcome.ts';
import { type Group, type GroupParts, groupsIn } from '../steps/groups.ts';
import type { CurrentWorld } from './current-world.ts';

/** A group of moves and its outcome in a world. */
export interface GroupResult {
  readonly group: Group;
  readonly outcome: GroupOutcome;
}

/** A group that belongs to one plan. */
export interface PlannedGroup extends Group {
  /** Unique among all groups. */
  readonly number: number;
}

/** What can be tried in all worlds with the same record counts and the same people. */
export interface Plan {
  readonly groups: PlannedGroup[];
  /** Groups that do nothing in any of these worlds, and so are left out of `groups`. */
  readonly idle: GroupResult[];
  /** The slots of the people, from the first to the one after the last. */
  readonly from: number;
  readonly to: number;
}

interface Shape {
  readonly groups: readonly Group[];
  readonly from: number;
  readonly to: number;
  /** A tree by the contents of the people, one after another. */
  readonly plans: Branch;
}

interface Branch {
  readonly next: Map<number, Branch>;
  plan: Plan | null;
}

/** Plans each world. Worlds with the same record counts share the lists of moves. */
export class Plans {
  readonly #parts: GroupParts;
  readonly #shapes = new Map<number | string, Shape>();
  /** The place of the entity of people; -1 if there is none. */
  readonly #account: number;
  readonly #fresh: readonly string[];
  /** Whether the lists of moves depend on nothing but the record counts. */
  readonly #isPlain: boolean;
  #version = 0;
  #count = 0;

  constructor(parts: GroupParts) {
    this.#parts = parts;
    this.#fresh = parts.lister.fresh;
    const { product, cells } = parts.world;
    this.#account = cells.placeOf(product.model.account?.entity.text ?? '');
    this.#isPlain = this.#fresh.length === 0 && cells.exact;
  }

  of(current: CurrentWorld): Plan {
    const { memo, lister } = this.#parts;
    if (memo === null) return this.#plan({ groups: groupsIn(this.#parts, current.view), from: 0, to: 0 });
    if (lister.version !== this.#version) this.#shapes.clear();
    this.#version = lister.version;
    const name = this.#shapeOf(current);
    let shape = this.#shapes.get(name);
    if (shape === undefined) {
      const { starts } = current.view;
      const [from = 0, to = 0] = this.#account < 0 ? [] : [starts[this.#account], starts[this.#account + 1]];
      shape = { groups: groupsIn(this.#parts, current.view), from, to, plans: { next: new Map(), plan: null } };
      this.#shapes.set(name, shape);
    }
    const { from, to } = shape;
    let branch = shape.plans;
    for (let slot = from; slot < to; slot++) {
      const content = current.key[slot] as number;
      let next = branch.next.get(content);
      if (next === undefined) {
        next = { next: new Map(), plan: null };
        branch.next.set(content, next);
      }
      branch = next;
    }
    branch.plan ??= this.#plan(shape);
    return branch.plan;
  }

  #plan({ groups, from, to }: Pick<Shape, 'groups' | 'from' | 'to'>): Plan {
    return { groups: groups.map((group) => ({ ...group, number: this.#count++ })), idle: [], from, to };
  }

  #shapeOf(current: CurrentWorld): number | string {
    if (this.#isPlain) return current.shape;
    const { view } = current;
    let shape = `${this.#parts.when(view)} ${current.shape}`;
    // Unique values must differ from the existing ones.
    for (const entity of this.#fresh) for (const { template } of view.of(entity)) shape += `,${template}`;
    return shape;
  }
}
