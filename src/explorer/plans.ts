import { type Group, type GroupParts, groupsIn } from './groups.ts';
import type { Here } from './here.ts';
import type { Leaf } from './leaves.ts';

/** What a group of moves came to in a world. */
export interface Looked {
  readonly group: Group;
  readonly leaf: Leaf;
}

/** A group in one plan. */
export interface Planned extends Group {
  /** Each has a number of its own. */
  readonly number: number;
}

/** What can be tried in worlds with as many records, in which the people are the same. */
export interface Plan {
  readonly groups: Planned[];
  /** What came of groups that do the same in all of these worlds: nothing. They are left out. */
  readonly idle: Looked[];
  /** The slots of the people. */
  readonly from: number;
  readonly to: number;
}

interface Shape {
  readonly groups: readonly Group[];
  readonly from: number;
  readonly to: number;
  /** By the contents of the people, one after the other. */
  readonly plans: Branch;
}

interface Branch {
  readonly next: Map<number, Branch>;
  plan: Plan | null;
}

/** Plans each world. Those with as many records share the lists of moves. */
export class Plans {
  readonly #parts: GroupParts;
  readonly #shapes = new Map<number | string, Shape>();
  /** The place of the entity of people; -1: there are none. */
  readonly #account: number;
  readonly #fresh: readonly string[];
  /** Do the lists depend on how many records there are, and on nothing else? */
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

  of(here: Here): Plan {
    const { memo, lister } = this.#parts;
    if (memo === null) return this.#plan({ groups: groupsIn(this.#parts, here.view), from: 0, to: 0 });
    if (lister.version !== this.#version) this.#shapes.clear();
    this.#version = lister.version;
    const name = this.#shapeOf(here);
    let shape = this.#shapes.get(name);
    if (shape === undefined) {
      const { starts } = here.view;
      const [from = 0, to = 0] = this.#account < 0 ? [] : [starts[this.#account], starts[this.#account + 1]];
      shape = { groups: groupsIn(this.#parts, here.view), from, to, plans: { next: new Map(), plan: null } };
      this.#shapes.set(name, shape);
    }
    const { from, to } = shape;
    let branch = shape.plans;
    for (let slot = from; slot < to; slot++) {
      const content = here.key[slot] as number;
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

  #shapeOf(here: Here): number | string {
    if (this.#isPlain) return here.shape;
    const { view } = here;
    let shape = `${this.#parts.when(view)} ${here.shape}`;
    // Values that must differ from those that are there.
    for (const entity of this.#fresh) for (const { template } of view.of(entity)) shape += `,${template}`;
    return shape;
  }
}
