import { expect, test } from 'vitest';
import { fixedPlatform } from '../../base/platform.ts';
import { type MemoryStorage, memoryKeyValue } from '../state/key-value.ts';
import { documentName, openDocumentStore } from './document-store.ts';
import { defaultExample, examples } from './examples.ts';

const form = { name: 'mine.md', crlf: false, bom: false };

function twoTabs() {
  const shared: MemoryStorage = { map: new Map(), tabs: new Set() };
  const platform = fixedPlatform();
  return { shared, one: openDocumentStore(memoryKeyValue(shared), platform), two: openDocumentStore(memoryKeyValue(shared), platform) };
}

test('lists the examples before anything is written', () => {
  const { one } = twoTabs();
  expect(one.list().map((entry) => [entry.id, entry.example, entry.changed])).toEqual([
    ['helpdesk', true, false],
    ['bookshop', true, false],
    ['teamwork', true, false],
    ['webshop', true, false],
    ['invoicing', true, false],
    ['clinic', true, false],
    ['conduit', true, false],
    ['conduit-strict', true, false],
    ['booking', true, false],
    ['inventory', true, false],
    ['school', true, false],
    ['unidentified', true, false],
  ]);
  expect(one.read('helpdesk')?.text).toBe(defaultExample.text);
  expect(one.read('nothing')).toBeNull();
});

test('loads the text of an example on demand', async () => {
  const { one } = twoTabs();
  expect([one.has('bookshop'), one.isReady('bookshop'), one.read('bookshop'), one.original('bookshop')]).toEqual([true, false, null, null]);
  expect([one.isReady('helpdesk'), one.has('nothing')]).toEqual([true, false]);
  await one.prepare('bookshop');
  expect(one.isReady('bookshop')).toBe(true);
  expect(one.read('bookshop')?.text).toContain('# Specification: Lantern Books');
  one.write('bookshop', 0, { text: one.original('bookshop') ?? '', file: form, onDisk: null });
  expect(one.list().find(({ id }) => id === 'bookshop')?.changed).toBe(false);
  // The name of an example is taken even before its text has loaded.
  expect(one.create('# Specification: Clinic\n', form, false)).toBe('clinic-2');
});

test('an example has the name of its document if that fits into a menu', async () => {
  const titles = await Promise.all(examples.map(async ({ text }) => documentName(await text(), '')));
  const renamed = ['conduit-strict', 'unidentified'];
  for (const [index, { id, name }] of examples.entries()) if (!renamed.includes(id)) expect(name).toBe(titles[index]);
});

test('a changed example is marked as changed and can be restored', () => {
  const { one } = twoTabs();
  expect(one.write('helpdesk', 0, { text: '# Mine', file: form, onDisk: null })).toMatchObject({ ok: true, document: { revision: 1 } });
  expect(one.list()[0]).toMatchObject({ id: 'helpdesk', changed: true });
  one.remove('helpdesk');
  expect(one.list()[0]).toMatchObject({ id: 'helpdesk', changed: false });
  expect(one.read('helpdesk')?.text).toBe(defaultExample.text);
});

test('a tab that has not seen the latest text does not overwrite it', () => {
  const { one, two } = twoTabs();
  const heard: (string | null)[] = [];
  two.watch((id) => heard.push(id));
  one.write('helpdesk', 0, { text: 'from one', file: form, onDisk: null });
  expect(heard).toEqual(['helpdesk']);
  expect(two.write('helpdesk', 0, { text: 'from two', file: form, onDisk: null })).toMatchObject({
    ok: false,
    reason: 'conflict',
    theirs: { text: 'from one', revision: 1 },
  });
  expect(two.read('helpdesk')?.text).toBe('from one');
  expect(two.write('helpdesk', 1, { text: 'from two', file: form, onDisk: null })).toMatchObject({ ok: true });
});

test('own documents get an id from their name, never the id of another document', () => {
  const { one } = twoTabs();
  expect(one.create('# Specification: Zwölf & Co.\n', form, false)).toBe('zwolf-co');
  expect(one.create('# Specification: Helpdesk\n', form, true)).toBe('helpdesk-2');
  expect(one.read('helpdesk-2')?.onDisk).not.toBeNull();
  expect(one.list().map((entry) => entry.name)).toContain('Zwölf & Co.');
});

test('a full browser storage is reported, and nothing is lost', () => {
  const shared: MemoryStorage = { map: new Map(), tabs: new Set() };
  const keys = memoryKeyValue(shared);
  const full = {
    ...keys,
    write: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  const store = openDocumentStore(full, fixedPlatform());
  expect(store.write('helpdesk', 0, { text: 'long', file: form, onDisk: null })).toEqual({
    ok: false,
    reason: 'refused',
    message: expect.stringMatching(/^Your browser’s storage is full, so nothing was saved\. Delete what/),
  });
});

test('unreadable storage entries are not documents', () => {
  const { one, shared } = twoTabs();
  shared.map.set('ninefold/document/broken', '{"text": 5');
  shared.map.set('ninefold/document/strange', '[]');
  expect(one.read('broken')).toBeNull();
  expect(one.list()).toHaveLength(examples.length);
});

test('the name is the title without Markdown syntax', () => {
  expect(documentName('# Specification: Helpdesk\n', 'x')).toBe('Helpdesk');
  expect(documentName('\n# Only a title #\n', 'x')).toBe('Only a title');
  expect(documentName('words', 'file.md')).toBe('file.md');
});
