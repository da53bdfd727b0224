import type { Handle, Planned } from './planned.ts';
import type { Made } from './situations.ts';

/** What a request must leave as it is. */
export class Frame {
  readonly #read = new Set<string>();

  /** Once a call: the other records of the entities of which it has changed one. */
  besides(made: Made, { call, handles }: Planned, changed: readonly Handle[]): readonly Handle[] {
    const entities = new Set([...handles.values(), ...changed].flatMap((one) => (one.kind === 'made' ? one.entity : [])));
    const others = [...made].filter(([entity, { length }]) => entities.has(entity) && length > 1);
    const key = `${call.name.text} ${others.map(([entity]) => entity)}`;
    if (call.method === 'GET' || others.length === 0 || this.#read.has(key)) return [];
    this.#read.add(key);
    return others.flatMap(([entity, ids]) => ids.map((_, ordinal): Handle => ({ kind: 'made', entity, ordinal })));
  }
}
