import { expect, test } from 'vitest';
import type { Body } from '../hand-written.ts';
import { day, opened } from '../hand-written-steps.ts';
import type { HomecareFault } from './faults.ts';
import { homecareService } from './service.ts';

const minute = 60_000;
const start = Date.parse('2026-03-02T10:00:00Z');
/** The moment a number of minutes after the test's. */
const at = (minutes: number): string => new Date(start + minutes * minute).toISOString();

/** The company with its people signed in, and helpers that lead cares and visits on. */
async function company(fault: HomecareFault | null = null) {
  const people = ['fay', 'finn', 'cleo', 'cyd', 'cem', 'kim', 'kay', 'otto', 'mara'];
  let late = 0;
  const { ask, done, refused } = await opened((now) => homecareService(() => now() + late, fault), people);
  const numbers = new Map<string, unknown>();
  for (const name of ['cleo', 'cyd', 'cem']) numbers.set(name, (await done(name, 'GET /me'))['number']);
  const care = { client: 'Rosa', birthYear: 1941 };
  /** The numbers of a care that is agreed to, and of its task. */
  const agreed = async (level = 'basic', more: Body = {}): Promise<{ number: unknown; task: unknown }> => {
    const { number } = await done('fay', 'POST /cares', { ...care, ...more });
    await done('kim', `POST /cares/${number}/assess`, { grade: 3, level, hours: 10 });
    const task = (await done('kim', `POST /cares/${number}/tasks`, { title: 'Shopping', duration: 60 }))['number'];
    await done('fay', `POST /cares/${number}/agree`);
    return { number, task };
  };
  const running = async (level = 'basic', more: Body = {}): Promise<{ number: unknown; task: unknown }> => {
    const { number, task } = await agreed(level, more);
    await done('kim', `POST /cares/${number}/start`, { day: day(0) });
    return { number, task };
  };
  /** What plans a visit; the times are in minutes from now. */
  const plan = (carer: string, starts: number, ends: number): Body => ({ carer: numbers.get(carer), starts: at(starts), ends: at(ends) });
  const visit = async (number: unknown, carer: string, starts: number, ends: number): Promise<unknown> =>
    (await done('kim', `POST /cares/${number}/visits`, plan(carer, starts, ends)))['number'];
  /** The number of a visit that is done. */
  const visited = async ({ number, task }: { number: unknown; task: unknown }, carer: string, more: Body = {}): Promise<unknown> => {
    const made = await visit(number, carer, 0, 60);
    for (const event of ['confirm', 'begin']) await done(carer, `POST /visits/${made}/${event}`);
    await done(carer, `POST /visits/${made}/ticks`, { task });
    await done(carer, `POST /visits/${made}/finish`, { report: 'Fine', ...more });
    return made;
  };
  const wait = (minutes: number): void => {
    late += minutes * minute;
  };
  return { ask, done, refused, numbers, care, agreed, running, plan, visit, visited, wait };
}

test('a family asks for care, a coordinator assesses it, and the family agrees', async () => {
  const { done, refused, care } = await company();
  const { number } = await done('fay', 'POST /cares', care);
  expect(await refused('fay', 'POST /cares', care)).toBe('409 KNOWN_CLIENT');
  const assess = { grade: 2, level: 'nursing', hours: 10 };
  expect(await refused('kim', `POST /cares/${number}/assess`, assess)).toBe('422 NO_NURSING');
  expect(await refused('mara', `POST /cares/${number}/assess`, assess)).toBe('403 FORBIDDEN');
  await done('kim', `POST /cares/${number}/assess`, { ...assess, grade: 3 });
  expect(await refused('finn', `POST /cares/${number}/agree`)).toBe('404 NOT_FOUND');
  await done('fay', `POST /cares/${number}/agree`);
  expect(await refused('kay', `POST /cares/${number}/start`, { day: day(0) })).toBe('403 FORBIDDEN');
  expect(await refused('kim', `POST /cares/${number}/start`, { day: day(0) })).toBe('409 NO_PLAN');
  await done('kim', `POST /cares/${number}/tasks`, { title: 'Wash', duration: 20 });
  expect(await refused('kim', `POST /cares/${number}/start`, { day: day(31) })).toBe('422 BAD_START');
  expect(await done('kim', `POST /cares/${number}/start`, { day: day(30) })).toMatchObject({ state: 'running', startsOn: day(30) });
  expect(await done('fay', `GET /cares/${number}`)).toEqual({
    ...{ number, family: 'Fay Family', client: 'Rosa', birthYear: 1941, wish: null, grade: 3, level: 'nursing', hours: 10 },
    ...{ coordinator: null, startsOn: day(30), reason: null, state: 'running', tasks: 1, done: 0 },
  });
});

test('an offer ends after two weeks', async () => {
  const { done, refused, care, wait } = await company();
  const { number } = await done('fay', 'POST /cares', care);
  await done('kim', `POST /cares/${number}/assess`, { grade: 1, level: 'basic', hours: 2 });
  wait(14 * 24 * 60 - 1);
  expect(await done('kim', `GET /cares/${number}`)).toMatchObject({ state: 'assessed', expired: 0 });
  wait(1);
  expect(await refused('fay', `POST /cares/${number}/agree`)).toBe('409 CONFLICT');
  expect(await done('kim', `GET /cares/${number}`)).toMatchObject({ state: 'asked', expired: 1 });
  wait(16 * 24 * 60);
  expect(await refused('kim', `GET /cares/${number}`)).toBe('401 UNAUTHORIZED');
});

test('carers make visits that they are free and able for', async () => {
  const { done, refused, running, plan, visit } = await company();
  const care = await running('nursing');
  const path = `POST /cares/${care.number}/visits`;
  expect(await refused('kim', path, plan('cleo', 0, 60))).toBe('409 NOT_QUALIFIED');
  expect(await refused('kim', path, plan('cyd', -121, 0))).toBe('422 NO_QUARTERS');
  expect(await refused('kim', path, plan('cyd', -135, 0))).toBe('422 PAST');
  const number = await visit(care.number, 'cyd', 0, 60);
  expect(await refused('kim', path, plan('cyd', 45, 105))).toBe('409 CARER_BUSY');
  expect(await refused('kim', path, plan('cem', 45, 105))).toBe('409 CLIENT_BUSY');
  expect(await refused('kim', path, plan('cem', 120, 600))).toBe('201 undefined');
  expect(await refused('kim', path, plan('cem', 600, 675))).toBe('409 TOO_MANY_HOURS');
  expect(await refused('cem', `POST /visits/${number}/confirm`)).toBe('404 NOT_FOUND');
  await done('cyd', `POST /visits/${number}/confirm`);
  expect(await refused('cyd', `POST /visits/${number}/ticks`, { task: care.task })).toBe('409 NOT_UNDER_WAY');
  await done('cyd', `POST /visits/${number}/begin`);
  expect(await refused('cyd', `POST /visits/${number}/finish`, { report: 'Fine' })).toBe('409 NOTHING_DONE');
  await done('cyd', `POST /visits/${number}/ticks`, { task: care.task });
  expect(await done('cyd', `POST /visits/${number}/finish`, { report: 'Fine', expenses: 12.5 })).toEqual({
    ...{ number, care: care.number, client: 'Rosa', carer: 'Cyd Carer', starts: at(0), ends: at(60), ticked: [care.task] },
    ...{ report: 'Fine', reason: null, expenses: 12.5, invoice: null, state: 'done' },
  });
  expect(await done('fay', `GET /cares/${care.number}/statement`)).toEqual({ visits: 1, minutes: 60, fees: 48, expenses: 12.5 });
});

test('short notice costs a fee, and only the family pays it', async () => {
  const { done, refused, running, visit, numbers } = await company();
  const { number } = await running();
  const [soon, later] = [await visit(number, 'cleo', 23 * 60, 24 * 60), await visit(number, 'cem', 24 * 60 + 15, 25 * 60)];
  expect(await refused('fay', `POST /visits/${soon}/cancel`, { reason: 'Away' })).toBe('404 NOT_FOUND');
  expect(await refused('kim', `POST /visits/${soon}/substitute`, { carer: numbers.get('cleo') })).toBe('422 SAME_CARER');
  await done('cleo', `POST /visits/${soon}/confirm`);
  await done('cem', `POST /visits/${later}/confirm`);
  expect(await refused('fay', `POST /visits/${soon}/cancel`, { reason: ' ' })).toBe('422 BLANK');
  expect(await done('fay', `POST /visits/${soon}/cancel`, { reason: 'Away' })).toMatchObject({ fee: 15, state: 'cancelled' });
  expect(await done('fay', `POST /visits/${later}/cancel`, { reason: 'Away' })).toMatchObject({ fee: 0 });
  expect((await done('kim', `GET /visits?state=cancelled`))['total']).toBe(2);
});

test('a month is billed, reminded of and paid', async () => {
  const { done, refused, running, visited } = await company();
  const care = await running();
  expect(await refused('otto', `POST /cares/${care.number}/invoices`, { month: '2026-03-01' })).toBe('409 NOTHING_TO_BILL');
  const visit = await visited(care, 'cleo', { expenses: 20 });
  expect(await refused('otto', `POST /cares/${care.number}/invoices`, { month: '2026-03-02' })).toBe('422 BAD_MONTH');
  const { number } = await done('otto', `POST /cares/${care.number}/invoices`, { month: '2026-03-01', remark: 'Kind' });
  expect(await refused('fay', `GET /invoices/${number}`)).toBe('404 NOT_FOUND');
  expect(await refused('otto', `PATCH /invoices/${number}`, { discount: 54.01 })).toBe('422 BAD_DISCOUNT');
  await done('otto', `PATCH /invoices/${number}`, { discount: 4 });
  expect(await refused('otto', `POST /invoices/${number}/remind`)).toBe('409 CONFLICT');
  await done('otto', `POST /invoices/${number}/send`, { due: day(0) });
  await done('fay', `POST /cares/${care.number}/pause`, { reason: 'Away' });
  for (const _ of [1, 2, 3]) await done('otto', `POST /invoices/${number}/remind`);
  expect(await refused('otto', `POST /invoices/${number}/remind`)).toBe('409 REMINDED_ENOUGH');
  expect(await done('fay', 'GET /me')).toMatchObject({ blocked: true });
  expect(await refused('fay', `POST /cares/${care.number}/resume`)).toBe('402 UNPAID');
  expect(await done('otto', `POST /invoices/${number}/pay`, { amount: 5.5 })).toMatchObject({ owed: 59.5, state: 'sent' });
  expect(await refused('mara', `POST /invoices/${number}/withdraw`)).toBe('409 PARTLY_PAID');
  expect(await refused('otto', `POST /invoices/${number}/pay`, { amount: 59.51 })).toBe('422 BAD_AMOUNT');
  await done('otto', `POST /invoices/${number}/pay`, { amount: 59.5 });
  expect(await done('fay', 'GET /invoices?owing=0')).toEqual({
    invoices: [
      {
        ...{ number, care: care.number, family: 'Fay Family', month: '2026-03-01', net: 54, discount: 4, charges: 15, total: 65 },
        ...{ received: 65, owed: 0, due: day(0), reminders: 3, state: 'paid', visits: [visit] },
      },
    ],
    total: 1,
  });
});

test('carers are absent only where no visit is planned', async () => {
  const { done, refused, running, visit, numbers } = await company();
  const { number } = await running();
  const planned = await visit(number, 'cleo', 0, 60);
  const absence = { first: day(0), last: day(2), kind: 'illness', note: 'Flu' };
  expect(await refused('cleo', 'POST /absences', absence)).toBe('409 HAS_VISITS');
  await done('kim', `POST /visits/${planned}/substitute`, { carer: numbers.get('cem') });
  const made = await done('cleo', 'POST /absences', absence);
  expect(await refused('kim', `POST /visits/${planned}/substitute`, { carer: numbers.get('cleo') })).toBe('409 CARER_ABSENT');
  expect(await refused('cleo', 'POST /absences', { ...absence, first: day(2) })).toBe('409 ABSENT_ALREADY');
  expect(await refused('cleo', `DELETE /absences/${made['number']}`)).toBe('409 BEGUN');
  const { note, ...rest } = made;
  expect(await done('kim', `GET /absences?on=${day(2)}`)).toEqual({ absences: [rest], total: 1 });
});

test('a severe incident raises an alert until the manager closes it', async () => {
  const { done, refused, running, visited } = await company();
  const care = await running();
  const visit = await visited(care, 'cleo');
  const fall = { kind: 'fall', report: 'She fell', severe: true };
  const { number } = await done('cleo', `POST /visits/${visit}/incidents`, fall);
  expect(await refused('cleo', `POST /visits/${visit}/incidents`, fall)).toBe('409 REPORTED');
  await done('fay', `POST /cares/${care.number}/pause`, { reason: 'In hospital' });
  expect(await refused('fay', `POST /cares/${care.number}/resume`)).toBe('409 ALERT');
  expect(await refused('kim', `POST /incidents/${number}/close`, { answer: 'A rail' })).toBe('403 FORBIDDEN');
  expect(await done('fay', 'GET /incidents')).toEqual({ incidents: [], total: 0 });
  await done('mara', `POST /incidents/${number}/close`, { answer: 'A rail' });
  expect(await done('fay', 'GET /incidents')).toEqual({
    incidents: [
      { number, visit, author: 'Cleo Carer', kind: 'fall', report: 'She fell', answer: 'A rail', closedBy: null, state: 'closed' },
    ],
    total: 1,
  });
  expect(await done('fay', `POST /cares/${care.number}/resume`)).toMatchObject({ state: 'running' });
});

test('a fault is one switch', async () => {
  const noticed = async (fault: HomecareFault | null): Promise<string> => {
    const { refused, running, visited } = await company(fault);
    const care = await running();
    await visited(care, 'cleo');
    return refused('kay', `POST /cares/${care.number}/tasks`, { title: 'Cook', duration: 30 });
  };
  expect(await noticed(null)).toBe('403 FORBIDDEN');
  expect(await noticed('anyCoordinatorPlans')).toBe('201 undefined');
});
