import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { newbornDocument } from '../../../testing/newborn-document.ts';
import { productInMemory } from '../../../testing/product.ts';
import { fixedPlatform } from '../../base/platform.ts';
import { isRecord, type Value } from '../../expression/values/value.ts';
import { readModel } from '../../model/read.ts';
import { createMemoryStore } from '../../store/memory/memory-store.ts';
import { cheapHasher } from '../account/hasher.ts';
import { ModelIndex } from '../document/model-index.ts';
import { addMember } from '../operations/add-member.ts';
import { create } from '../operations/create.ts';
import { deleteRecord } from '../operations/delete.ts';
import { removeMember } from '../operations/remove-member.ts';
import { update } from '../operations/update.ts';
import { createProduct } from '../product.ts';
import { noReadPlan } from './read-plan.ts';
import { nobody, type World } from './world.ts';

const dependencies = (text: string, entity: string, fields: readonly string[]): readonly (readonly string[] | null)[] => {
  const index = new ModelIndex(readModel(text));
  return fields.map((field) => {
    const sight = index.dependenciesOf(entity, field);
    return sight === null ? null : [...sight].sort();
  });
};

const conduit = readFileSync(new URL('../../../testing/documents/conduit.md', import.meta.url), 'utf8');

test('a computed field depends on its own entity and on those that its expression reaches', () => {
  expect(dependencies(newbornDocument, 'Person', ['known', 'heard', 'bossed'])).toEqual([
    ['Person'],
    ['Answer', 'Note', 'Person'],
    ['Person'],
  ]);
  expect(dependencies(newbornDocument, 'Note', ['heard', 'greeting', 'others'])).toEqual([
    ['Answer', 'Note', 'Person'],
    ['Note', 'Person'],
    ['Note', 'Person'],
  ]);
  expect(dependencies(conduit, 'User', ['following'])).toEqual([['User']]);
  expect(dependencies(conduit, 'Article', ['favorited', 'favoritesCount'])).toEqual([
    ['Article', 'User'],
    ['Article', 'User'],
  ]);
});

test('an expression of unknown type depends on anything', () => {
  const text = newbornDocument.replace('`size(friends) + size(team) + size(pupils)`', '`size(friends) + nothing`');
  expect(dependencies(text, 'Person', ['known', 'bossed', 'heard'])).toEqual([null, null, ['Answer', 'Note', 'Person']]);
});

const asked = [
  ['Person', ['known', 'heard', 'bossed']],
  ['Note', ['heard', 'readBySome', 'greeting', 'others']],
] as const;

const record = fc.nat(5);
const step = fc.oneof(
  fc.record({ kind: fc.constant('person' as const), boss: record }),
  fc.record({ kind: fc.constant('note' as const), writer: record }),
  fc.record({ kind: fc.constant('answer' as const), note: record }),
  fc.record({
    kind: fc.constantFrom('add' as const, 'remove' as const),
    entity: fc.constantFrom('Person', 'Note'),
    to: record,
    who: record,
  }),
  fc.record({ kind: fc.constant('boss' as const), of: record, boss: record }),
  fc.record({ kind: fc.constant('title' as const), of: record }),
  fc.record({ kind: fc.constant('delete' as const), of: record }),
);

test('a transaction that caches across writes reads the same values as one that starts fresh', () => {
  const model = readModel(newbornDocument);
  fc.assert(
    fc.property(fc.array(step, { maxLength: 14 }), fc.array(fc.boolean(), { minLength: 14, maxLength: 14 }), (steps, looks) => {
      const product = createProduct({ model, store: createMemoryStore(model), platform: fixedPlatform(), hasher: cheapHasher });
      const ids = (entity: string): readonly string[] => product.store.query({ entity, conditions: [] }).map(({ id }) => id);
      const computed = (world: World): readonly Value[] =>
        asked.flatMap(([entity, fields]) =>
          ids(entity).flatMap((id) => fields.map((field) => world.record(entity, id)?.get(field) ?? null)),
        );
      const outcome = product.transact(nobody, (run) => {
        const make = (entity: string, values: Readonly<Record<string, Value>>) =>
          run.perform(create, { entity, values: new Map(Object.entries(values)), authority: 'product' }).id;
        make('Person', { name: 'Ann' });
        steps.forEach((one, index) => {
          const people = ids('Person');
          const notes = ids('Note');
          const [person, other] = ['boss' in one ? one.boss : 0, 'of' in one ? one.of : 0].map((at) => people[at % people.length] ?? '');
          const note = notes[('note' in one ? one.note : 'of' in one ? one.of : 0) % Math.max(1, notes.length)];
          switch (one.kind) {
            case 'person':
              make('Person', { name: `P${index}`, boss: person ?? null });
              break;
            case 'note':
              make('Note', { title: `N${index}`, writer: people[one.writer % people.length] ?? null });
              break;
            case 'answer':
              if (note !== undefined) make('Answer', { note });
              break;
            case 'add':
            case 'remove': {
              const [owners, field] = one.entity === 'Person' ? ([people, 'friends'] as const) : ([notes, 'readers'] as const);
              const id = owners[one.to % Math.max(1, owners.length)];
              const member = { entity: 'Person', id: people[one.who % people.length] ?? '' };
              const what = { entity: one.entity, id: id ?? '', field, member, authority: 'product' } as const;
              if (id !== undefined) run.perform(one.kind === 'add' ? addMember : removeMember, what);
              break;
            }
            case 'boss':
              run.perform(update, { entity: 'Person', id: other ?? '', values: new Map([['boss', person ?? null]]), authority: 'product' });
              break;
            case 'title':
              if (note !== undefined)
                run.perform(update, { entity: 'Note', id: note, values: new Map([['title', `T${index}`]]), authority: 'product' });
              break;
            case 'delete':
              if (note !== undefined) run.perform(deleteRecord, { entity: 'Note', id: note, authority: 'product' });
              break;
          }
          if (looks[index]) expect(computed(run.world)).toEqual(computed(product.world(nobody)));
        });
      });
      expect(outcome.ok ? [] : outcome.refusals).toEqual([]);
    }),
    { numRuns: 150, seed: 6 },
  );
});

test('a read about the acting person after an unrelated write runs before the write if the plan says so', () => {
  const { product, as, id: idOf } = productInMemory(conduit);
  // A store that computes fields itself.
  const computed = vi
    .spyOn(product.store, 'computed')
    .mockImplementation((_entity, fields, ids) => new Map(fields.map((field) => [field, new Map(ids.map((id) => [id, false]))])));
  const apply = vi.spyOn(product.store, 'apply');
  const plans = [noReadPlan, { ...noReadPlan, me: true }];
  const orders = ['once', 'again'].map((title, index) => {
    computed.mockClear();
    apply.mockClear();
    const outcome = product.transact(
      () => ({ person: as('Jake'), me: product.store.record('User', idOf('Jake')) }),
      (run) => {
        const values = new Map(Object.entries({ title, description: 'About', body: 'Said' }));
        const { id } = run.perform(create, { entity: 'Article', values, authority: 'person' });
        const author = run.world.record('Article', id)?.get('author');
        expect(isRecord(author) && author.get('following')).toBe(false);
      },
      { plan: plans[index] ?? noReadPlan },
    );
    expect(outcome.ok).toBe(true);
    const asked = computed.mock.calls.map(([entity], index) => ({ what: entity, at: computed.mock.invocationCallOrder[index] ?? 0 }));
    const wrote = apply.mock.calls.map(([change], index) => ({ what: change.kind, at: apply.mock.invocationCallOrder[index] ?? 0 }));
    return [...asked, ...wrote].sort((a, b) => a.at - b.at).map(({ what }) => what);
  });
  expect(orders).toEqual([
    ['insert', 'User'],
    ['User', 'insert'],
  ]);
});
