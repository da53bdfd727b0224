import type { Cell, WorldState } from './cells.ts';
import { newNumberOf } from './ids.ts';
import type { Template } from './template.ts';
import type { Templates } from './templates.ts';

/**
 * A world by slots: its records ordered by entity and id, each with its template and the slots of
 * the records that it names (-1: a record that does not exist).
 */
export class View {
  readonly templates: readonly Template[];
  readonly links: readonly (readonly number[])[];
  /** The first slot of each entity, and the end of the last. */
  readonly starts: readonly number[];
  readonly #table: Templates;
  readonly #make: () => WorldState;
  #state: WorldState | null = null;
  #slots: Map<string, number> | null = null;

  /** `make` builds the world as cells, in the order of the slots. */
  constructor(table: Templates, templates: readonly Template[], links: readonly (readonly number[])[], make: () => WorldState) {
    this.#table = table;
    this.templates = templates;
    this.links = links;
    this.#make = make;
    const starts = table.entities.map(() => 0);
    starts.push(0);
    for (const { entity } of templates) starts[entity + 1] = (starts[entity + 1] ?? 0) + 1;
    for (let entity = 1; entity < starts.length; entity++) starts[entity] = (starts[entity] ?? 0) + (starts[entity - 1] ?? 0);
    this.starts = starts;
  }

  static of(table: Templates, state: WorldState): View {
    const slots = new Map(state.cells.map(({ id }, slot) => [id, slot]));
    return new View(
      table,
      state.cells.map(({ template }) => table.all[template] as Template),
      state.cells.map(({ links }) => links.map((id) => slots.get(id) ?? -1)),
      () => state,
    );
  }

  get size(): number {
    return this.templates.length;
  }

  get state(): WorldState {
    this.#state ??= this.#make();
    return this.#state;
  }

  idOf(slot: number): string {
    return this.state.cells[slot]?.id ?? '';
  }

  /** Returns -1 if there is no such record. */
  slotOf(id: string): number {
    this.#slots ??= new Map(this.state.cells.map((cell, slot) => [cell.id, slot]));
    return this.#slots.get(id) ?? -1;
  }

  /** The number of the next record that a step creates. */
  get firstNew(): number {
    return this.state.cells.reduce((next, { id }) => Math.max(next, (newNumberOf(id) ?? -1) + 1), 0);
  }

  cell(id: string): Cell | undefined {
    return this.state.cells[this.slotOf(id)];
  }

  of(entity: string): readonly Cell[] {
    const place = this.#table.placeOf(entity);
    return place < 0 ? [] : this.state.cells.slice(this.starts[place], this.starts[place + 1]);
  }

  count(entity: string): number {
    const place = this.#table.placeOf(entity);
    return place < 0 ? 0 : (this.starts[place + 1] ?? 0) - (this.starts[place] ?? 0);
  }

  /** The records of an entity that name a slot in a relation. */
  referring(entity: number, field: string, slot: number): readonly number[] {
    const found: number[] = [];
    const end = this.starts[entity + 1] ?? 0;
    for (let other = this.starts[entity] ?? 0; other < end; other++) {
      const { columns, example } = this.templates[other] as Template;
      const at = columns.indexOf(field);
      // A relation that the search does not follow names the same person in every world.
      if (at < 0 ? example.record[field] != null && example.record[field] === this.idOf(slot) : this.links[other]?.[at] === slot)
        found.push(other);
    }
    return found;
  }
}
