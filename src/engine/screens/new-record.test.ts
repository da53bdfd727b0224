import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import { SessionHost } from '../session-host.ts';

const helpdesk = readFileSync(new URL('../../../specs/helpdesk.md', import.meta.url), 'utf8');

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
  // No role may create an assignee (section 6); a manager may create a customer in between.
  expect(ticket.value.inputs.map(({ name }) => name)).not.toContain('assignee');
  expect(ticket.value.inputs.find(({ name }) => name === 'customer')).toMatchObject({ creates: true, value: { label: 'Mia Rossi' } });
});

test('a form for a new record is refused where the person may not create it, and for an unknown entity', async () => {
  const made = productInMemory(helpdesk);
  const host = new SessionHost(made.product);
  await host.actAs(made.id('Ana'));
  expect(await host.newRecord('User')).toMatchObject({ ok: false, refusals: [{ error: 'FORBIDDEN' }] });
  expect(await host.newRecord('Nothing')).toMatchObject({ ok: false, refusals: [{ error: 'NOT_FOUND' }] });
  const ticket = await host.newRecord('Ticket');
  expect(ticket.ok && ticket.value.inputs.find(({ name }) => name === 'customer')?.creates).toBe(undefined);
});
