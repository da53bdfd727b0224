import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { postgresStores } from '../../../testing/postgres/test-databases.ts';
import { fixedPlatform } from '../../base/platform.ts';
import { readModel } from '../../model/read.ts';
import { createMemoryStore } from '../../store/memory/memory-store.ts';
import { openStore } from '../../store/sql/document-store.ts';
import type { DocumentStore } from '../../store/store.ts';
import { cheapHasher } from '../account/hasher.ts';
import { exampleRecords, seedExamples } from '../change/seed.ts';
import { createProduct, type Product } from '../product.ts';

const helpdesk = readFileSync(new URL('../../../testing/documents/helpdesk.md', import.meta.url), 'utf8');
const row = '| Ticket.tags: update | no | no | yes | yes |';
const hidden = `${row}\n| Ticket.tags: read | no | \`customer == me && status == "open"\` | yes | no |`;

/** The tags that a person gets from the store, and those read record by record. */
function tagsOf(product: Product, person: string | null) {
  const account = person === null ? null : (exampleRecords(product)[person]?.id ?? null);
  const world = product.world(product.as(account), Date.parse('2026-01-05T09:00:00Z'));
  const tickets = world.entity('Ticket', 'person');
  const single = tickets.records().flatMap((record) => {
    const tags = world.access.seesField(record, 'tags') ? record.get('tags') : [];
    return Array.isArray(tags) ? tags.map(String) : [];
  });
  return { known: tickets.textsIn('tags'), single: [...new Set(single)] };
}

describe("the distinct texts of a list, with the person's visibility", () => {
  const stores = postgresStores();
  const productOf = (text: string, make: (model: ReturnType<typeof readModel>) => DocumentStore): Product => {
    const model = readModel(text);
    const product = createProduct({ model, store: make(model), platform: fixedPlatform(), hasher: cheapHasher });
    expect(seedExamples(product)).toEqual([]);
    product.store.transaction(() => {
      for (const [index, { id }] of product.store.query({ entity: 'Ticket', conditions: [] }).entries())
        product.store.apply({ kind: 'update', entity: 'Ticket', id, values: { tags: [`tag ${index}`, 'all', `tag ${index % 2}`] } });
    });
    return product;
  };
  const people = [null, 'Ana', 'Cem', 'Bo', 'Max'];

  test('they are those of the readable records', () => {
    const product = productOf(helpdesk, (model) => openStore(stores(), model));
    for (const person of people) {
      const { known, single } = tagsOf(product, person);
      expect([person, known]).toEqual([person, single]);
    }
    expect(tagsOf(product, 'Bo').known?.length).toBeGreaterThan(tagsOf(product, 'Ana').known?.length ?? 0);
  });

  test('if some people may not see the field, the records are read', () => {
    expect(helpdesk).toContain(row);
    const product = productOf(helpdesk.replace(row, hidden), (model) => openStore(stores(), model));
    expect(tagsOf(product, 'Ana').known).toBeNull();
    expect(tagsOf(product, 'Bo').known).toEqual(tagsOf(product, 'Bo').single);
  });

  test('a store in memory leaves it to the evaluator', () => {
    expect(tagsOf(productOf(helpdesk, createMemoryStore), 'Bo').known).toBeNull();
  });
});
