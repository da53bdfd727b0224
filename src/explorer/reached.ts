import type { Arrangement } from './arrangement.ts';
import type { Cell, Rest, WorldState } from './cells.ts';
import { idOf } from './ids.ts';
import type { Move } from './moves.ts';
import type { SmallWorld } from './small-world.ts';
import type { Template } from './templates.ts';
import { View } from './view.ts';
import { Worlds } from './worlds.ts';

/** A world that was reached, and how. */
export interface Reached {
  /** The world it was reached from, by its number; -1 for the start. */
  readonly parent: number;
  readonly move: Move | null;
  /** Of the person who did it. */
  readonly roles: readonly string[];
  readonly view: View;
}

interface Step {
  readonly move: Move | null;
  readonly roles: readonly string[];
}

/**
 * The worlds of a search in the order in which they were reached. Each gives its records ids by
 * their slots, so that alike worlds are equal.
 */
export class Reaches {
  readonly packed = new Worlds();
  readonly #world: SmallWorld;
  readonly #steps: Step[] = [];
  readonly #stepNumbers = new Map<Move | null, number>();
  readonly #ids: string[][];
  /** Templates by slot and the time, where the keys do not say them. */
  readonly #more: { readonly templates: readonly Template[]; readonly time: number }[] | null;
  readonly #rests: Rest[] = [];
  readonly #keepsRests: boolean;
  /** Templates that the worlds have. */
  readonly templates = new Set<Template>();
  /** Where each depth begins. */
  readonly levels: number[] = [];

  constructor(world: SmallWorld) {
    this.#world = world;
    this.#more = world.cells.exact ? null : [];
    this.#keepsRests = world.cells.tellsNumbers;
    const account = world.product.model.account?.entity.text;
    this.#ids = world.cells.entities.map((entity) =>
      entity === account ? world.start.cells.filter((cell) => cell.entity === entity).map(({ id }) => id) : [],
    );
  }

  get count(): number {
    return this.packed.count;
  }

  #stepNumber(move: Move | null, roles: readonly string[]): number {
    let number = this.#stepNumbers.get(move);
    if (number === undefined) {
      number = this.#steps.push({ move, roles }) - 1;
      this.#stepNumbers.set(move, number);
    }
    return number;
  }

  /**
   * Adds the world whose key was not found just now. `arrangement`: null where all that its records
   * are was reached before, and its key says the rest.
   */
  add(arrangement: Arrangement | null, parent: number, step: Step, time: number, rest: Rest): number {
    if (parent < 0) this.levels.push(0);
    else if (parent >= (this.levels.at(-1) ?? 0)) this.levels.push(this.count);
    if (arrangement !== null) {
      const { size, order, templates } = arrangement;
      for (let record = 0; record < size; record++) this.templates.add(templates[record] as Template);
      this.#more?.push({ templates: order.slice(0, size).map((record) => templates[record] as Template), time });
    }
    const number = this.packed.add(parent, this.#stepNumber(step.move, step.roles));
    if (rest !== this.#world.start.rest && this.#keepsRests) this.#rests[number] = rest;
    return number;
  }

  /** How many steps it takes to the world. */
  depth(number: number): number {
    let depth = this.levels.length - 1;
    while (depth > 0 && (this.levels[depth] ?? 0) > number) depth--;
    return depth;
  }

  parent(number: number): number {
    return this.packed.parents.values[number] ?? -1;
  }

  step(number: number): Step {
    return this.#steps[this.packed.steps.values[number] ?? 0] ?? { move: null, roles: [] };
  }

  restOf(number: number): Rest {
    return this.#rests[number] ?? this.#world.start.rest;
  }

  timeOf(number: number): number {
    return this.#more?.[number]?.time ?? this.#world.start.time;
  }

  /** The records of a world, slot by slot. */
  eachTemplate(number: number, each: (template: Template) => void): void {
    const key = this.packed.key(number);
    const more = this.#more?.[number]?.templates;
    for (let at = 0, slot = 0; at < key.length; slot++) {
      const template = more?.[slot] ?? this.#world.cells.templateOf(key[at] as number);
      each(template);
      at += 1 + template.links;
    }
  }

  view(number: number): View {
    const key = this.packed.key(number);
    const { cells: table } = this.#world;
    const more = this.#more?.[number];
    const templates: Template[] = [];
    const links: number[][] = [];
    for (let at = 0; at < key.length; ) {
      const template = more?.templates[templates.length] ?? table.templateOf(key[at] as number);
      at++;
      templates.push(template);
      const named: number[] = [];
      for (let link = 0; link < template.links; link++) named.push((key[at++] as number) - 1);
      links.push(named);
    }
    const make = (): WorldState => ({
      cells: this.cellsOf(templates, links),
      time: this.timeOf(number),
      rest: this.restOf(number),
    });
    return new View(table, templates, links, make, key);
  }

  /** The records of a world with the ids of their slots. */
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

  at(number: number): Reached {
    return { parent: this.parent(number), ...this.step(number), view: this.view(number) };
  }
}
