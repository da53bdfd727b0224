import { describe, expect, test } from 'vitest';
import { productInMemory, type TestProduct } from '../../../testing/product.ts';
import { readModel } from '../../model/read.ts';
import type { AuditEntry, DocumentStore } from '../../store/store.ts';
import { changeDocument } from '../document/change-document.ts';
import { addMember } from '../operations/add-member.ts';
import { deleteRecord } from '../operations/delete.ts';
import { removeMember } from '../operations/remove-member.ts';
import { triggerEvent } from '../operations/trigger-event.ts';
import { update } from '../operations/update.ts';
import { nobody } from '../world/world.ts';

const text = `# Specification: Trail

## 3. Entities

### User

| Field | Type |
|---|---|
| name | text |

| Example | name |
|---|---|
| Ana | Ana |
| Bo | Bo |

### Project

| Field | Type |
|---|---|
| title | text |
| lead | User on delete clear |
| fans | list of User |

| Example | title | lead | fans |
|---|---|---|---|
| Moon | Moon | Ana | Ana, Bo |

### Task

| Field | Type |
|---|---|
| title | text |
| project | Project on delete cascade |
| status | state |

| Example | title | project |
|---|---|---|
| Fly | Fly | Moon |

### Note

| Field | Type |
|---|---|
| text | text |
| task | Task on delete cascade |
| other | Task on delete clear |

| Example | text | task | other |
|---|---|---|---|
| One | one | Fly | Fly |
| Two | two | | Fly |

## 4. States

### Task.status

| From | Event | To | Effect |
|---|---|---|---|
| | | open | |
| open | finish | done | \`title = "Flown"\` |

## 6. Roles

| Role | Is |
|---|---|
| visitor | \`me == null\` |
| user | \`me != null\` |

| Account | |
|---|---|
| Entity | User |
`;

const trailOf = ({ product }: TestProduct, entity: string, id: string): readonly AuditEntry[] => product.store.trail(entity, id, 10);

describe('the trail of a deletion', () => {
  test('records deleted with it, cleared relations and lists that lose a member each get a line by the person who deleted', () => {
    const made = productInMemory(text);
    const { product, id } = made;
    expect(product.perform(made.as('Bo'), deleteRecord, { entity: 'Project', id: id('Moon'), authority: 'person' }).ok).toBe(true);
    expect(trailOf(made, 'Project', id('Moon'))[0]).toMatchObject({
      operation: 'delete',
      by: id('Bo'),
      changes: { title: { from: 'Moon', to: null }, fans: { from: [id('Ana'), id('Bo')], to: [] } },
    });
    expect(trailOf(made, 'Task', id('Fly'))[0]).toMatchObject({
      operation: 'delete',
      by: id('Bo'),
      changes: { status: { from: 'open', to: null } },
    });
    expect(trailOf(made, 'Note', id('One'))[0]).toMatchObject({
      operation: 'delete',
      by: id('Bo'),
      changes: { text: { from: 'one', to: null } },
    });
    const [cleared] = trailOf(made, 'Note', id('Two'));
    expect(cleared).toMatchObject({ operation: 'update', by: id('Bo') });
    expect(cleared?.changes).toEqual({ other: { from: id('Fly'), to: null } });
  });

  test('one line covers a list that loses a member and a cleared relation of the same record', () => {
    const made = productInMemory(text);
    const { product, id } = made;
    expect(product.perform(made.as('Bo'), deleteRecord, { entity: 'User', id: id('Ana'), authority: 'person' }).ok).toBe(true);
    const lines = trailOf(made, 'Project', id('Moon')).slice(0, 1);
    expect(lines.map(({ operation, changes }) => [operation, changes])).toEqual([
      ['update', { fans: { from: [id('Ana')], to: [] }, lead: { from: id('Ana'), to: null } }],
    ]);
  });

  test('a refused deletion leaves no line', () => {
    const made = productInMemory(text.replace('| task | Task on delete cascade |', '| task | Task |'));
    const { product, id } = made;
    const before = trailOf(made, 'Task', id('Fly'));
    expect(product.perform(made.as('Bo'), deleteRecord, { entity: 'Project', id: id('Moon'), authority: 'person' }).ok).toBe(false);
    expect(trailOf(made, 'Task', id('Fly'))).toEqual(before);
  });
});

test('adding a present member, or removing a missing one, changes nothing and leaves no line', () => {
  const made = productInMemory(text);
  const { product, id } = made;
  const asked = {
    entity: 'Project',
    id: id('Moon'),
    field: 'fans',
    member: { entity: 'User', id: id('Ana') },
    authority: 'product',
  } as const;
  const lines = () => trailOf(made, 'Project', id('Moon')).map(({ operation, changes }) => [operation, changes['fans']]);
  const before = lines();
  let told = 0;
  product.subscribe(() => told++);
  expect(product.perform(made.as('Bo'), addMember, asked).ok).toBe(true);
  expect(lines()).toEqual(before);
  expect(told).toBe(0);
  expect(product.perform(made.as('Bo'), removeMember, asked).ok).toBe(true);
  expect(product.perform(made.as('Bo'), removeMember, asked).ok).toBe(true);
  expect(product.store.members('Project', 'fans', id('Moon'))).toEqual([id('Bo')]);
  expect(lines()).toEqual([['remove', { from: [id('Ana')], to: [] }], ...before]);
  expect(product.perform(made.as('Bo'), addMember, asked).ok).toBe(true);
  expect(lines().slice(0, 1)).toEqual([['add', { from: [], to: [id('Ana')] }]]);
});

test("an event's line has the old and new state, and the fields that its effects set", () => {
  const made = productInMemory(text);
  const { product, id } = made;
  product.perform(made.as('Ana'), triggerEvent, {
    entity: 'Task',
    id: id('Fly'),
    event: 'finish',
    parameters: new Map(),
    authority: 'person',
  });
  const [line] = trailOf(made, 'Task', id('Fly'));
  expect(line).toMatchObject({ operation: 'finish', by: id('Ana') });
  expect(line?.changes).toEqual({ status: { from: 'open', to: 'done' }, title: { from: 'Fly', to: 'Flown' } });
});

test('lines under an old name of a field or an entity are found under the new name, without being rewritten', () => {
  const made = productInMemory(text);
  const { product, id } = made;
  const give = (entity: string, field: string, value: string) =>
    product.perform(nobody, update, { entity, id: id('Fly'), values: new Map([[field, value]]), authority: 'product' });
  give('Task', 'title', 'Sail');
  const renamed = text
    .replaceAll('| title | text |\n| project', '| heading | text |\n| project')
    .replace('| Example | title | project |', '| Example | heading | project |')
    .replace('`title = "Flown"`', '`heading = "Flown"`');
  const report = changeDocument(product, product.store as DocumentStore, readModel(renamed), true, [
    { entity: 'Task', field: 'title', value: null, to: 'heading' },
  ]);
  expect(report.changes.join('; ')).toContain('heading');
  give('Task', 'heading', 'Row');
  const changed = trailOf(made, 'Task', id('Fly')).map(({ changes }) => changes['heading']);
  expect(changed.slice(0, 2)).toEqual([
    { from: 'Sail', to: 'Row' },
    { from: 'Fly', to: 'Sail' },
  ]);
});
