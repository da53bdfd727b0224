import type { Move } from '../steps/moves.ts';
import type { Cell, Rest, WorldState } from '../world/cells.ts';
import type { Contents } from '../world/contents.ts';
import { idOf } from '../world/ids.ts';
import type { SmallWorld } from '../world/small-world.ts';
import type { Template } from '../world/template.ts';
import { View } from '../world/view.ts';
import { Worlds } from '../world/worlds.ts';

/** A world that was reached, and how. */
export interface ReachedWorld {
  /** The number of the world it was reached from; -1 for the start. */
  readonly parent: number;
  readonly move: Move | null;
  /** The roles of the person who took the step. */
  readonly roles: readonly string[];
  readonly view: View;
}

/** The step that led to a world. */
export interface Step {
  readonly move: Move | null;
  /** The roles of the person who took it. */
  readonly roles: readonly string[];
  /** Its number in `Reaches`; -1 if it has none yet. */
  number: number;
}

/**
 * The worlds of a search, in the order in which they were reached. Records get their ids from their
 * slots, so that alike worlds are equal.
 */
export class ReachedWorlds {
  readonly packed = new Worlds();
  readonly #world: SmallWorld;
  readonly #steps: Step[] = [];
  readonly #ids: string[][];
  /** Templates by slot, and the time, where the keys do not contain them. */
  readonly #more: { readonly templates: readonly Template[]; readonly time: number }[] | null;
  readonly #rests: Rest[] = [];
  readonly #keepsRests: boolean;
  /** The templates that occur in any world. */
  readonly templates = new Set<Template>();
  /** By content: 1 if its template is in `templates`. */
  #noted = new Uint8Array(256);
  /** The first world of each depth. */
  readonly levels: number[] = [];

  constructor(world: SmallWorld) {
    this.#world = world;
    this.#more = world.cells.exact ? null : [];
    this.#keepsRests = world.cells.readsSerials;
    const account = world.product.model.account?.entity.text;
    this.#ids = world.cells.entities.map((entity) =>
      entity === account ? world.start.cells.filter((cell) => cell.entity === entity).map(({ id }) => id) : [],
    );
  }

  /** The contents that keys consist of. */
  get keys(): Contents {
    return this.#world.cells.keys;
  }

  get count(): number {
    return this.packed.count;
  }

  /**
   * Adds the world whose key was just not found, and returns its number. `keeps`: whether its
   * records keep their slots. `more`: templates by slot and the time, where the key does not
   * contain them.
   */
  add(
    key: Int32Array,
    size: number,
    parent: number,
    step: Step,
    keeps: boolean,
    rest: Rest,
    more: { templates: readonly Template[]; time: number } | null,
  ): number {
    if (parent < 0) this.levels.push(0);
    else if (parent >= (this.levels.at(-1) ?? 0)) this.levels.push(this.count);
    this.#note(key, size);
    if (more !== null) {
      for (const template of more.templates) this.templates.add(template);
      this.#more?.push(more);
    }
    const number = this.packed.add(key, size, parent, this.numberOf(step) * 2 + (keeps ? 1 : 0));
    if (rest !== this.#world.start.rest && this.#keepsRests) this.#rests[number] = rest;
    return number;
  }

  #note(key: Int32Array, size: number): void {
    if (this.#more !== null) return;
    const { templates } = this.#world.cells.keys;
    for (let slot = 0; slot < size; slot++) {
      const content = key[slot] as number;
      if (this.#noted[content] === 1) continue;
      if (content >= this.#noted.length) {
        const more = new Uint8Array(content * 2);
        more.set(this.#noted);
        this.#noted = more;
      }
      this.#noted[content] = 1;
      this.templates.add(templates[content] as Template);
    }
  }

  /** The number of steps to the world. */
  depth(number: number): number {
    let depth = this.levels.length - 1;
    while (depth > 0 && (this.levels[depth] ?? 0) > number) depth--;
    return depth;
  }

  parent(number: number): number {
    return this.packed.parents.values[number] ?? -1;
  }

  /** The step that led to a world. */
  step(number: number): Step {
    return this.stepNumbered((this.packed.steps.values[number] as number) >> 1);
  }

  numberOf(step: Step): number {
    if (step.number < 0) step.number = this.#steps.push(step) - 1;
    return step.number;
  }

  stepNumbered(number: number): Step {
    return this.#steps[number] as Step;
  }

  /** Whether the records of a world kept their slots in the step to it. */
  keptSlots(number: number): boolean {
    return ((this.packed.steps.values[number] as number) & 1) === 1;
  }

  restOf(number: number): Rest {
    return this.#rests[number] ?? this.#world.start.rest;
  }

  timeOf(number: number): number {
    return this.#more?.[number]?.time ?? this.#world.start.time;
  }

  view(number: number): View {
    const key = new Int32Array(this.packed.longest);
    const size = this.packed.read(number, key);
    const { cells: table } = this.#world;
    const more = this.#more?.[number];
    const templates: Template[] = [];
    const links: (readonly number[])[] = [];
    for (let slot = 0; slot < size; slot++) {
      const content = key[slot] as number;
      templates.push(more?.templates[slot] ?? (table.keys.templates[content] as Template));
      links.push(table.keys.links[content] as readonly number[]);
    }
    const make = (): WorldState => ({
      cells: this.cellsOf(templates, links),
      time: this.timeOf(number),
      rest: this.restOf(number),
    });
    return new View(table, templates, links, make);
  }

  /** The records of a world, with the ids of their slots. */
  cellsOf(templates: readonly Template[], links: readonly (readonly number[])[]): readonly Cell[] {
    const { cells: table } = this.#world;
    const counts = table.entities.map(() => 0);
    const ids = templates.map(({ entity, example }) => {
      const place = counts[entity] ?? 0;
      counts[entity] = place + 1;
      if (table.hasOwnIds(example.entity)) return example.id;
      const known = this.#ids[entity] as string[];
      known[place] ??= idOf(entity, place + 1);
      return known[place] as string;
    });
    return templates.map(({ number }, slot) =>
      table.make(
        number,
        ids[slot] as string,
        (links[slot] ?? []).map((link) => ids[link] ?? ''),
      ),
    );
  }

  at(number: number): ReachedWorld {
    const { move, roles } = this.step(number);
    return { parent: this.parent(number), move, roles, view: this.view(number) };
  }
}
