import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import { SessionHost } from '../session-host.ts';

const helpdesk = readFileSync(new URL('../../../testing/documents/helpdesk.md', import.meta.url), 'utf8');

test('the form of a new record has the fields that the person may set, with their defaults', async () => {
  const made = productInMemory(helpdesk);
  const host = new SessionHost(made.product);
  await host.actAs(made.id('Mia'));
  const person = await host.newRecord('User');
  if (!person.ok) throw new Error('refused');
  expect(person.value.label).toBe('name');
  expect(person.value.inputs.map(({ name }) => name)).toEqual(['name', 'email', 'password', 'role']);
  expect(person.value.inputs.find(({ name }) => name === 'role')?.value).toBe('customer');
  const ticket = await host.newRecord('Ticket');
  if (!ticket.ok) throw new Error('refused');
  // No role may create an assignee (section 6), but a manager may create a customer from this form.
  expect(ticket.value.inputs.map(({ name }) => name)).not.toContain('assignee');
  expect(ticket.value.inputs.find(({ name }) => name === 'customer')).toMatchObject({ creates: true, value: { label: 'Mia Rossi' } });
});

test('the form of a new record is refused if the person may not create it, and for an unknown entity', async () => {
  const made = productInMemory(helpdesk);
  const host = new SessionHost(made.product);
  await host.actAs(made.id('Ana'));
  expect(await host.newRecord('User')).toMatchObject({ ok: false, refusals: [{ error: 'FORBIDDEN' }] });
  expect(await host.newRecord('Nothing')).toMatchObject({ ok: false, refusals: [{ error: 'NOT_FOUND' }] });
  const ticket = await host.newRecord('Ticket');
  expect(ticket.ok && ticket.value.inputs.find(({ name }) => name === 'customer')?.creates).toBe(undefined);
});

test('the form of a copy starts with the values of the record', async () => {
  const made = productInMemory(helpdesk);
  const host = new SessionHost(made.product);
  await host.actAs(made.id('Mia'));
  const ticket = await host.newRecord('Ticket', made.id('Boiler'));
  if (!ticket.ok) throw new Error('refused');
  const value = (name: string) => ticket.value.inputs.find((input) => input.name === name)?.value;
  expect([value('subject'), value('priority'), value('customer')]).toMatchObject(['Boiler makes a noise', 'high', { label: 'Ana Díaz' }]);
  // An unreadable or missing record provides no values.
  const other = await host.newRecord('Ticket', 'nothing');
  expect(other.ok && other.value.inputs.find(({ name }) => name === 'subject')?.value).toBeNull();
});

test('bulk editing offers the fields that the person may change', async () => {
  const made = productInMemory(helpdesk);
  const host = new SessionHost(made.product);
  const names = async (entity: string) => {
    const outcome = await host.editable(entity);
    return outcome.ok ? outcome.value.map(({ name }) => name) : null;
  };
  await host.actAs(made.id('Mia'));
  expect(await names('Ticket')).toContain('priority');
  expect(await names('Ticket')).not.toContain('number');
  expect(await names('Nothing')).toEqual([]);
  await host.actAs(made.id('Ana'));
  expect(await names('Ticket')).not.toContain('priority');
});
