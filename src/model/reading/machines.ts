import type { MachineDraft } from './drafts.ts';

/** The machines of a document in order of first mention, also indexed by entity. */
export class Machines implements Iterable<MachineDraft> {
  readonly #all: MachineDraft[] = [];
  readonly #byEntity = new Map<string, MachineDraft[]>();

  add(draft: MachineDraft): void {
    this.#all.push(draft);
    const own = this.#byEntity.get(draft.entity.text);
    if (own === undefined) this.#byEntity.set(draft.entity.text, [draft]);
    else own.push(draft);
  }

  of(entity: string): readonly MachineDraft[] {
    return this.#byEntity.get(entity) ?? [];
  }

  find(entity: string, field: string): MachineDraft | undefined {
    return this.of(entity).find((machine) => machine.field.text === field);
  }

  [Symbol.iterator](): Iterator<MachineDraft> {
    return this.#all[Symbol.iterator]();
  }
}
