import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { withFewExamples } from '../../../testing/few-examples.ts';
import { fixedPlatform } from '../../base/platform.ts';
import { applyEdits } from '../../base/text-edit.ts';
import type { Model } from '../../model/model.ts';
import { ModelReader } from '../../model/model-reader.ts';
import { isOfRecord } from '../../model/organisations.ts';
import { readModel } from '../../model/read.ts';
import { createMemoryStore } from '../../store/memory/memory-store.ts';
import { pathToRoleRecord } from '../access/of-record.ts';
import type { PermissionKey } from '../access/permission-key.ts';
import { cheapHasher } from '../account/hasher.ts';
import { exampleRecords, seedExamples } from '../change/seed.ts';
import { ModelIndex } from '../document/model-index.ts';
import { deleteRecord } from '../operations/delete.ts';
import { triggerEvent } from '../operations/trigger-event.ts';
import { createProduct } from '../product.ts';
import { nobody } from '../world/world.ts';
import { allowing } from './allow.ts';
import { recordsFor } from './records.ts';
import { rolesMay } from './roles.ts';

const specs = new URL('../../../specs/', import.meta.url);
const names = readdirSync(specs).filter((name) => /\.(md|txt)$/.test(name));
const spec = (name: string): string => withFewExamples(name, readFileSync(new URL(name, specs), 'utf8'));

const deedsOf = (index: ModelIndex): PermissionKey[] =>
  index.model.entities.flatMap(({ name: { text: entity } }) =>
    ['create', 'read', 'update', 'delete', ...index.eventsOf(entity)].map(
      (operation): PermissionKey => ({ entity, field: null, operation }),
    ),
  );

/** What each role may do, for every permission. */
const verdicts = (index: ModelIndex): Map<string, string> =>
  new Map(
    deedsOf(index).flatMap((permission) =>
      rolesMay(index, permission).map(({ role, verdict }): [string, string] => [
        `${permission.entity} ${permission.operation} ${role}`,
        verdict,
      ]),
    ),
  );

describe.each(names)('%s', (name) => {
  test('the smallest change lets the role do it, and changes nothing else', () => {
    // The reader rereads only what an edit has changed.
    const reader = new ModelReader();
    const read = (text: string): Model => reader.read(text);
    const model = read(spec(name));
    const index = new ModelIndex(model);
    const before = verdicts(index);
    for (const permission of deedsOf(index)) {
      for (const { role, verdict } of rolesMay(index, permission)) {
        const change = allowing(model, permission, role, read);
        if (verdict !== 'no') {
          expect(change).toBeNull();
          continue;
        }
        const declared = index.role(role);
        // A role of a record grants nothing if no relations lead from the entity to such a record.
        if (declared !== null && isOfRecord(declared) && pathToRoleRecord(index, declared, permission.entity) === null) {
          expect(change).toBeNull();
          continue;
        }
        if (change === null) throw new Error(`nothing would let ${role} ${permission.operation} ${permission.entity}`);
        const after = verdicts(new ModelIndex(read(applyEdits(model.tree.text, change.edits))));
        const changed = [...after].filter(([key, now]) => now !== before.get(key)).map(([key]) => key);
        // Roles that include this one gain it as well, and in section 4 a row may belong to several
        // events.
        expect(changed).toContain(`${permission.entity} ${permission.operation} ${role}`);
        expect(changed.filter((key) => !key.startsWith(`${permission.entity} ${permission.operation} `))).toEqual([]);
      }
    }
  });

  test('an explanation about records matches the real outcome', () => {
    const model = readModel(spec(name));
    const store = createMemoryStore(model);
    const product = createProduct({ model, store, platform: fixedPlatform(), hasher: cheapHasher, placeholders: true });
    seedExamples(product);
    const account = model.account?.entity.text;
    const people = [
      nobody,
      ...Object.values(exampleRecords(product)).flatMap(({ entity, id }) => (entity === account ? [product.as(id)] : [])),
    ];
    const taken = new Error('taken back');
    for (const permission of deedsOf(product.index).filter(({ operation }) => !['create', 'read', 'update'].includes(operation))) {
      for (const person of people) {
        for (const { id, refusal } of recordsFor(product, person, permission)) {
          const { entity, operation } = permission;
          const input = { entity, id, authority: 'person' as const };
          let outcome: ReturnType<typeof product.perform> | null = null;
          try {
            store.transaction(() => {
              outcome =
                operation === 'delete'
                  ? product.perform(person, deleteRecord, input)
                  : product.perform(person, triggerEvent, { ...input, event: operation, parameters: new Map() });
              throw taken;
            });
          } catch (error) {
            if (error !== taken) throw error;
          }
          const happened = outcome as ReturnType<typeof product.perform> | null;
          const why = happened === null || happened.ok ? null : (happened.refusals[0] ?? null);
          if (refusal !== null) expect([permission, why?.error, why?.because]).toEqual([permission, refusal.error, refusal.because]);
          // Once permissions, states and guards allow it, only parameters, rules, effects and
          // relations may refuse.
          else expect(why?.because ?? '').not.toMatch(/section [46]|no transition|may not be read|the guard/);
        }
      }
    }
  });
});

test('fields may have rows of their own; a missing section 6 permits everything', () => {
  const model = readModel(spec('helpdesk.md'));
  const index = new ModelIndex(model);
  const may = (permission: PermissionKey): Record<string, string> =>
    Object.fromEntries(rolesMay(index, permission).map(({ role, verdict }) => [role, verdict]));
  expect(may({ entity: 'Ticket', field: 'priority', operation: 'update' })).toMatchObject({ customer: 'no', agent: 'yes' });
  expect(may({ entity: 'Ticket', field: null, operation: 'read' })).toMatchObject({ visitor: 'no', customer: 'when', agent: 'yes' });
  const open = readModel(spec('helpdesk.md').replace(/## 6\.[\s\S]*?(?=\n## 7\.)/, '## 6. Roles\n\nNot shown.\n'));
  const answers = rolesMay(new ModelIndex(open), { entity: 'Ticket', field: null, operation: 'read' });
  expect(answers.map(({ verdict }) => verdict)).toEqual(answers.map(() => 'yes'));
  expect(answers.length).toBeGreaterThan(0);
});
