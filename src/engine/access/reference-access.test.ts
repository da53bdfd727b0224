import { describe, expect, test } from 'vitest';
import { productInMemory, type TestProduct } from '../../../testing/product.ts';
import { knownFile, uploadsWait } from '../change/files.ts';
import type { Json } from '../record-data.ts';
import type { Command } from '../session.ts';
import { SessionHost } from '../session-host.ts';
import { nobody } from '../world/world.ts';

const text = `# Specification: Holding

## 3. Entities

### User

| Field | Type |
|---|---|
| name | text |

| Example | name |
|---|---|
| Ana | Ana |
| Bo | Bo |

### Folder

| Field | Type | Required | Default |
|---|---|---|---|
| title | text | yes | |
| owner | User | | \`me\` |
| scan | file | | |
| secret | file | | |
| readers | list of User | | |
| status | state | | |

| Example | title | owner |
|---|---|---|
| Anas | of Ana | Ana |
| Bos | of Bo | Bo |

### Page

| Field | Type |
|---|---|
| text | text |
| folder | Folder |
| others | list of Folder |

| Example | text | folder |
|---|---|---|
| Old | old | Bos |

## 4. States

### Folder.status

| From | Event | To | Effect |
|---|---|---|---|
| | | open | |
| open | merge(into: Folder) | | \`title = into.title\` |

## 6. Roles

| Role | Is |
|---|---|
| visitor | \`me == null\` |
| user | \`me != null\` |

| Account | |
|---|---|
| Entity | User |

| Permission | visitor | user |
|---|---|---|
| User: read | no | \`self == me\` |
| Folder: read | no | \`owner == me \\|\\| me in readers\` |
| Folder: create, update, merge | no | \`owner == me\` |
| Folder.secret: read | no | \`owner == me\` |
| Page: read, create, update | no | yes |
`;

const hostOf = (made: TestProduct, example: string | null): SessionHost =>
  new SessionHost(made.product, { remembers: false, person: example === null ? nobody : made.as(example) });

const said = async (host: SessionHost, command: Command): Promise<string> => {
  const outcome = await host.run(command);
  return outcome.ok ? 'done' : outcome.refusals.map(({ error, field, message }) => `${error} ${field}: ${message}`).join('; ');
};
const page = (values: Readonly<Record<string, Json>>): Command => ({ kind: 'create', part: null, entity: 'Page', values });
const noFolder = 'INVALID folder: Folder must be an existing folder.';

describe('allowed references', () => {
  test('an unreadable record is refused like a missing one', async () => {
    const made = productInMemory(text);
    const ana = hostOf(made, 'Ana');
    expect(await said(ana, page({ folder: made.id('Anas') }))).toBe('done');
    expect(await said(ana, page({ folder: made.id('Bos') }))).toBe(noFolder);
    expect(await said(ana, page({ folder: '019b8d62-0000-7000-8000-000000000000' }))).toBe(noFolder);
    expect(await said(ana, page({ others: [made.id('Anas'), made.id('Bos')] }))).toMatch(/^INVALID others/);
    const merge = (into: string): Command => ({
      kind: 'event',
      entity: 'Folder',
      id: made.id('Anas'),
      event: 'merge',
      parameters: { into },
    });
    expect(await said(ana, merge(made.id('Bos')))).toMatch(/^INVALID into/);
    expect(made.product.store.record('Folder', made.id('Anas'))?.['title']).toBe('of Ana');
  });

  test("existing values may stay, and the person's own account is always allowed", async () => {
    const made = productInMemory(text);
    const ana = hostOf(made, 'Ana');
    const update = (values: Readonly<Record<string, Json>>): Command => ({ kind: 'update', entity: 'Page', id: made.id('Old'), values });
    expect(await said(ana, update({ text: 'new', folder: made.id('Bos') }))).toBe('done');
    expect(await said(ana, update({ folder: made.id('Anas') }))).toBe('done');
    expect(await said(ana, update({ folder: made.id('Bos') }))).toBe(noFolder);
    const folder: Command = { kind: 'create', part: null, entity: 'Folder', values: { title: 'x', owner: made.id('Ana') } };
    expect(await said(ana, folder)).toBe('done');
  });
});

describe('files', () => {
  const put = (host: SessionHost) => host.putFile({ name: 'a.txt', mediaType: 'text/plain', bytes: Uint8Array.of(1, 2, 3) });

  test('are readable by their uploader while no record uses them, then by people who may read the field with the file', async () => {
    const made = productInMemory(text);
    const [ana, bo, visitor] = [hostOf(made, 'Ana'), hostOf(made, 'Bo'), hostOf(made, null)];
    const [scan, secret] = [await put(ana), await put(ana)];
    const has = async (id: string): Promise<boolean[]> => {
      const files = await Promise.all([ana, bo, visitor].map((host) => host.file(id)));
      return files.map((bytes) => bytes !== null);
    };
    expect(await has(scan.id)).toEqual([true, false, false]);
    const id = made.id('Anas');
    const give = (values: Readonly<Record<string, Json>>): Command => ({ kind: 'update', entity: 'Folder', id, values });
    expect(await said(ana, give({ scan: { ...scan }, secret: { ...secret } }))).toBe('done');
    expect([await has(scan.id), await has(secret.id)]).toEqual([
      [true, false, false],
      [true, false, false],
    ]);
    made.product.store.transaction(() =>
      made.product.store.apply({ kind: 'add', entity: 'Folder', field: 'readers', id, member: made.id('Bo') }),
    );
    expect([await has(scan.id), await has(secret.id)]).toEqual([
      [true, true, false],
      [true, false, false],
    ]);
    expect(await said(ana, give({ scan: null }))).toBe('done');
    expect(await has(scan.id)).toEqual([true, false, false]);
  });

  test('an unused upload is deleted after a day, at the next upload', async () => {
    const made = productInMemory(text);
    const { product, clock } = made;
    const ana = hostOf(made, 'Ana');
    const [taken, emptied, left] = [await put(ana), await put(ana), await put(ana)];
    const id = made.id('Anas');
    const give = (values: Readonly<Record<string, Json>>): Command => ({ kind: 'update', entity: 'Folder', id, values });
    expect(await said(ana, give({ scan: { ...taken }, secret: { ...emptied } }))).toBe('done');
    expect(await said(ana, give({ secret: null }))).toBe('done');
    const there = () => [taken, emptied, left].map((file) => product.store.file(file.id) !== null);
    clock.advance(uploadsWait);
    const later = await put(ana);
    expect(there()).toEqual([true, true, true]);
    clock.advance(1);
    await put(ana);
    expect(there()).toEqual([true, true, false]);
    expect(await ana.file(left.id)).toBeNull();
    expect(knownFile(product, left.id)).toBeNull();
    expect(await said(ana, give({ secret: { ...later } }))).toBe('done');
    expect([...product.store.metaUnder('upload:').keys()]).toHaveLength(1);
  });

  test('a person cannot put a file of another person into their own record to read it', async () => {
    const made = productInMemory(text);
    const [ana, bo] = [hostOf(made, 'Ana'), hostOf(made, 'Bo')];
    const file = await put(ana);
    const steal: Command = { kind: 'update', entity: 'Folder', id: made.id('Bos'), values: { scan: { ...file } } };
    expect(await said(bo, steal)).toMatch(/^INVALID scan/);
    expect(await bo.file(file.id)).toBeNull();
  });
});
