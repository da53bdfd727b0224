import { expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import { lendingMessages } from '../../../testing/services/lending/messages.ts';
import { type DataChange, inboxName, mayAffect } from '../data-change.ts';
import { mute } from '../messages/muted.ts';
import { create } from '../operations/create.ts';
import { deleteRecord } from '../operations/delete.ts';
import { triggerEvent } from '../operations/trigger-event.ts';

function lending(document = lendingMessages) {
  const at = productInMemory(document);
  const { product, as } = at;
  const lend = (who: string, item: string, watchers: readonly string[] = []): string => {
    const values = new Map<string, never>(Object.entries({ item, watchers }) as never);
    const made = product.perform(as(who), create, { entity: 'Loan', values, authority: 'person' });
    if (!made.ok) throw new Error(JSON.stringify(made.refusals));
    return made.value.id;
  };
  const trigger = (who: string, id: string, event: string) =>
    product.perform(as(who), triggerEvent, { entity: 'Loan', id, event, parameters: new Map(), authority: 'person' });
  const mails = () => product.store.jobs.list(['waiting'], ['mail'], 9).map(({ payload }) => JSON.parse(payload));
  const inbox = (who: string) => product.store.inbox.of(at.id(who), 9);
  return { ...at, lend, trigger, mails, inbox };
}

test('an event notifies people in the product and by mail, in its own transaction', () => {
  const { product, id, lend, trigger, mails, inbox } = lending();
  const loan = lend('Ana', 'Drill *9*\n# big');
  const changes: DataChange[] = [];
  product.subscribe((change) => changes.push(change));
  expect(trigger('Bo', loan, 'approve').ok).toBe(true);
  expect(inbox('Ana')).toMatchObject([
    {
      message: 'APPROVED',
      entity: 'Loan',
      record: loan,
      subject: 'Drill *9* # big is yours, Ana Díaz',
      text: '**Ana Díaz** may fetch “Drill \\*9\\* \\# big”.',
      read: false,
    },
  ]);
  expect(mails()).toMatchObject([{ to: 'ana@example.com', account: id('Ana'), message: 'APPROVED', about: { entity: 'Loan', id: loan } }]);
  expect(inbox('Bo')).toEqual([]);
  expect(changes.map((change) => [mayAffect(change, [inboxName(id('Ana'))]), mayAffect(change, [inboxName(id('Bo'))])])).toEqual([
    [true, false],
  ]);
});

test("a person's name creates no links in a message", () => {
  const { lend, trigger, inbox } = lending();
  trigger('Ana', lend('Bo', 'Drill'), 'approve');
  expect(inbox('Bo')[0]?.text).toContain('Bo \\[Chen\\]\\(https\\://bad\\.example\\)');
});

test('a refused event notifies no one', () => {
  const { product, lend, trigger, mails, inbox } = lending();
  expect(trigger('Bo', lend('Ana', 'Drill'), 'refuse').ok).toBe(false);
  expect([mails(), inbox('Ana'), product.store.jobs.count('waiting')]).toEqual([[], [], 0]);
});

test('tell … to reaches each person in a list once; accounts without an address get no mail', () => {
  const { id, lend, trigger, mails, inbox } = lending();
  const loan = lend('Cy', 'Saw', [id('Ana'), id('Bo')]);
  trigger('Ana', loan, 'approve');
  expect([mails(), inbox('Cy').length]).toEqual([[], 1]);
  trigger('Ana', loan, 'give back');
  expect(inbox('Cy').map(({ subject }) => subject)).toEqual(['Saw is returned', 'Saw is yours, Cy']);
  expect([inbox('Ana').length, inbox('Bo').length]).toEqual([1, 1]);
});

test('people can switch off one way of a message; the other way stays on', () => {
  const { product, id, lend, trigger, mails, inbox } = lending();
  const off = (message: string | null, way: 'app' | 'mail', isOff: boolean): void =>
    product.store.transaction(() => mute(product.store, product.model.messages, id('Ana'), { message, way, off: isOff }));
  off('APPROVED', 'mail', true);
  off('NO_SUCH', 'app', true);
  trigger('Bo', lend('Ana', 'Drill'), 'approve');
  expect([mails().length, inbox('Ana').length]).toEqual([0, 1]);
  off(null, 'app', true);
  off('APPROVED', 'mail', false);
  trigger('Bo', lend('Ana', 'Saw'), 'approve');
  expect([mails().length, inbox('Ana').length]).toEqual([1, 1]);
  off(null, 'app', false);
  expect(product.store.meta(`muted:${id('Ana')}`)).toBeNull();
});

test('deleting an account deletes its messages', () => {
  const { product, id, as, lend, trigger, inbox } = lending();
  const loan = lend('Bo', 'Saw', [id('Cy')]);
  trigger('Ana', loan, 'approve');
  trigger('Ana', loan, 'give back');
  const cy = id('Cy');
  expect(product.store.inbox.of(cy, 9)).toHaveLength(1);
  const gone = product.perform(as('Ana'), deleteRecord, { entity: 'User', id: cy, authority: 'person' });
  expect(gone.ok).toBe(true);
  expect(product.store.inbox.of(cy, 9)).toEqual([]);
  expect(inbox('Bo')).toHaveLength(2);
});

test('a message is in the language of its reader, with its values in any order', () => {
  const document = lendingMessages
    .replace(
      '## 3.',
      '## 1. What it is for\n\nLanguages: en, de\n\nLanguage: `me.reads`\n\n| Word | de |\n|---|---|\n| "{item} is yours, {borrower.name}" | {borrower.name}, {item} gehört dir |\n| "**{borrower.name}** may fetch “{item}”." | **{borrower.name}** darf „{item}“ abholen, {nothing}. |\n\n$&',
    )
    .replace('| password | password | | |\n', '$&| reads | text | | |\n')
    .replace(
      '| Example | name | email | password |\n|---|---|---|---|',
      '| Example | name | email | password | reads |\n|---|---|---|---|---|',
    )
    .replace('| secret-ana |', '| secret-ana | de |')
    .replace('| secret-bo |', '| secret-bo | |')
    .replace('| secret-cy |', '| secret-cy | fr |');
  const { lend, trigger, mails, inbox } = lending(document);
  for (const [who, by] of [
    ['Ana', 'Bo'],
    ['Bo', 'Ana'],
    ['Cy', 'Ana'],
  ] as const)
    trigger(by, lend(who, 'Drill'), 'approve');
  expect(inbox('Ana').map(({ subject, text }) => [subject, text])).toEqual([
    ['Ana Díaz, Drill gehört dir', '**Ana Díaz** darf „Drill“ abholen, {nothing}.'],
  ]);
  expect(inbox('Cy').map(({ subject }) => subject)).toEqual(['Drill is yours, Cy']);
  expect(mails().map(({ to, subject }) => [to, subject])).toContainEqual(['ana@example.com', 'Ana Díaz, Drill gehört dir']);
});
