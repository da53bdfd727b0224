import type { Platform } from '../base/platform.ts';
import { cheapHasher } from '../engine/account/hasher.ts';
import { exampleRecords, seedExamples } from '../engine/change/seed.ts';
import { createProduct, type Product } from '../engine/product.ts';
import { type Json, toJson } from '../expression/values/json.ts';
import type { Value } from '../expression/values/value.ts';
import type { Model } from '../model/model.ts';
import { Calls } from '../serve/calls/answer-call.ts';
import type { CallAnswer } from '../serve/calls/call-request.ts';
import { createMemoryStore } from '../store/memory/memory-store.ts';
import { rolledBack } from '../store/rolled-back.ts';
import type { DocumentStore, StoredRecord } from '../store/store.ts';
import type { Request } from './request.ts';

/** The product of the document in memory: it says how a request is to be answered. */
export class Oracle {
  readonly product: Product;
  readonly #calls: Calls;
  readonly #store: DocumentStore;
  /** Ids of the examples by name. */
  readonly examples: ReadonlyMap<string, { readonly entity: string; readonly id: string }>;

  /** `serials`: so much is added to the numbers of new records. */
  constructor(model: Model, { platform, serials = 0 }: { readonly platform: Platform; readonly serials?: number }) {
    this.#store = createMemoryStore(model);
    this.product = createProduct({ model, store: this.#store, platform, hasher: cheapHasher, placeholders: true });
    seedExamples(this.product);
    if (serials > 0) {
      const snapshot = this.#store.snapshot();
      const numbered = model.entities.flatMap(({ name, fields }) =>
        fields.filter(({ type }) => type.kind === 'serial').map((field) => ({ entity: name.text, field: field.name.text })),
      );
      const last = (entity: string, field: string): number =>
        snapshot.serials.find((one) => one.entity === entity && one.field === field)?.last ?? 0;
      const moved = numbered.map(({ entity, field }) => ({ entity, field, last: last(entity, field) + serials }));
      this.#store.restore(model, { ...snapshot, serials: moved });
    }
    this.#calls = new Calls(this.product);
    this.examples = new Map(Object.entries(exampleRecords(this.product)));
  }

  answer(request: Request): CallAnswer {
    return this.#calls.answer(request);
  }

  /** Runs the body and undoes everything that it wrote. Trials can be nested. */
  tried<T>(body: () => T): T {
    return rolledBack(this.#store, body);
  }

  records(entity: string): readonly StoredRecord[] {
    return this.#store.query({ entity, conditions: [] });
  }

  record(entity: string, id: string): StoredRecord | null {
    return this.#store.record(entity, id);
  }

  /** The members of a list of records; those on the other side as well. */
  members(entity: string, field: string, id: string): readonly string[] {
    return this.#store.members(entity, field, id);
  }

  /** The id of the account that a session belongs to; null: there is no such session. */
  accountOf(token: string): string | null {
    return this.product.personOf(token).account;
  }

  rolesOf(account: string | null): readonly string[] {
    const world = this.product.world(this.product.as(account));
    return [...world.access.roles()].sort();
  }
}

/** A stored value as it appears in a body. */
export const jsonOf = (value: Value | undefined): Json => (value === undefined ? null : toJson(value));
