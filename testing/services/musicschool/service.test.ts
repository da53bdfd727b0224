import { expect, test } from 'vitest';
import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import type { Body } from '../hand-written.ts';
import { day, opened } from '../hand-written-steps.ts';
import type { MusicFault } from './faults.ts';
import { musicService } from './service.ts';

const teachers: Readonly<Record<string, readonly [name: string, number: number]>> = { piano: ['theo', 3], violin: ['tess', 4] };
const flo = { pupil: 'Flo', born: '2016-05-01', instrument: 'piano' };
const violin = { code: 'VI-01', kind: 'violin', title: 'Half size', value: 800, monthly: 15, deposit: 60, note: 'New strings' };

/** The school with its people signed in, and helpers that lead enrolments on. */
async function school(fault: MusicFault | null = null) {
  let ahead = 0;
  const served = (now: () => number): Implementation => musicService(() => now() + ahead, fault);
  const names = ['clara', 'cary', 'theo', 'tess', 'fay', 'finn', 'frida'];
  const { ask, done, refused } = await opened(served, names);
  const pass = (hours: number): void => {
    ahead += hours * 3_600_000;
  };
  const numberOf = async (who: string, call: string, body: Body): Promise<unknown> => (await done(who, call, body))['number'];
  const applied = (who: string, body: Body = {}): Promise<unknown> => numberOf(who, 'POST /enrolments', { ...flo, ...body });
  /** The number of an enrolment that both sides want, a day and two hours after its application. */
  const agreed = async (who: string, body: Body = {}): Promise<unknown> => {
    const one = await applied(who, body);
    const [teacher, number] = teachers[String(body['instrument'] ?? 'piano')] ?? ['', 0];
    const today = new Date(Date.parse(day(0)) + ahead + 10 * 3_600_000).toISOString().slice(0, 10);
    const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10);
    await done('clara', `POST /enrolments/${one}/invite`, { teacher: number, day: tomorrow, hour: '11:00', room: 'blue' });
    pass(26);
    await done(teacher, `POST /enrolments/${one}/agree`);
    await done(who, `POST /enrolments/${one}/agree`);
    return one;
  };
  /** The lessons of an enrolment, as the clerk sees them. */
  const lessonsOf = async (one: unknown): Promise<Body[]> => (await done('clara', `GET /enrolments/${one}`))['lessons'] as Body[];
  const termBegins = { first: day(8), hour: '16:00', weeks: 4, room: 'hall' };
  const running = async (who: string, body: Body = {}, term: Body = {}): Promise<unknown> => {
    const one = await agreed(who, body);
    await done('clara', `POST /enrolments/${one}/begin`, { ...termBegins, ...term });
    return one;
  };
  /** Another session, for what happens after 30 days. */
  const again = async (name: string): Promise<string> => {
    const { body } = await ask(null, 'POST /session', { email: `${name}@example.com`, password: 'correct-horse' });
    return String(body['token']);
  };
  return { ask, done, refused, pass, applied, agreed, running, lessonsOf, again };
}

test('a pupil comes to a trial lesson, and both sides agree', async () => {
  const { done, refused, pass, applied } = await school();
  const one = await applied('fay', { wish: 'On Mondays' });
  const trial = { teacher: 3, day: day(2), hour: '16:00', room: 'blue' };
  const invite = `POST /enrolments/${one}/invite`;
  expect(await refused('fay', invite, trial)).toBe('403 FORBIDDEN');
  expect(await refused('theo', `GET /enrolments/${one}`)).toBe('404 NOT_FOUND');
  expect(await refused('clara', invite, { ...trial, teacher: 4 })).toBe('422 WRONG_TEACHER');
  expect(await refused('clara', invite, { ...trial, day: day(22) })).toBe('422 TOO_FAR');
  expect(await refused('clara', invite, { ...trial, hour: '19:00:01' })).toBe('422 SHUT');
  expect(await refused('clara', invite, { ...trial, room: 'red' })).toBe('422 NO_PIANO');
  expect(await done('clara', invite, trial)).toMatchObject({ state: 'trial', teacher: 'Theo Teacher', hour: '16:00', room: 'blue' });
  const { lessons } = await done('fay', 'GET /lessons');
  const lesson = { enrolment: 1, pupil: 'Flo', kind: 'trial', begins: `${day(2)}T16:00:00.000Z`, ends: `${day(2)}T16:45:00.000Z` };
  expect(lessons).toMatchObject([{ ...lesson, state: 'planned' }]);
  expect(await refused('fay', 'POST /lessons/1/cancel', {})).toBe('409 IS_TRIAL');
  expect(await refused('fay', `POST /enrolments/${one}/agree`)).toBe('409 TRIAL_AHEAD');
  pass(3 * 24);
  await done('theo', `POST /enrolments/${one}/agree`);
  expect(await refused('theo', `POST /enrolments/${one}/agree`)).toBe('409 SAID');
  expect(await done('fay', `POST /enrolments/${one}/agree`)).toMatchObject({ state: 'agreed', teacherAgreed: true, familyAgreed: true });
  expect(await refused('theo', `POST /enrolments/${one}/leave`, {})).toBe('403 FORBIDDEN');
  expect(await done('fay', `POST /enrolments/${one}/leave`, { reason: 'We move' })).toMatchObject({ state: 'withdrawn' });
  expect(await refused('theo', `POST /enrolments/${one}/leave`, {})).toBe('409 CONFLICT');
});

test('a trial lapses without a decision', async () => {
  const { done, pass, applied } = await school();
  const one = await applied('fay');
  await done('clara', `POST /enrolments/${one}/invite`, { teacher: 3, day: day(21), hour: '09:00', room: 'hall' });
  pass(28 * 24);
  expect(await done('fay', `GET /enrolments/${one}`)).toMatchObject({ state: 'lapsed', reason: 'No decision' });
});

test('teachers and rooms have one lesson at a time', async () => {
  const { done, refused, agreed, running } = await school();
  await running('fay', { pupil: 'Flo' });
  const other = await agreed('finn', { pupil: 'Fred' });
  const begin = `POST /enrolments/${other}/begin`;
  const term = { first: day(15), hour: '16:30', weeks: 2, room: 'blue' };
  expect(await refused('clara', begin, term)).toBe('409 TEACHER_BUSY');
  const third = await agreed('frida', { pupil: 'Fip', instrument: 'violin' });
  expect(await refused('clara', `POST /enrolments/${third}/begin`, { ...term, room: 'hall' })).toBe('409 ROOM_TAKEN');
  expect(await refused('clara', begin, { ...term, weeks: 17 })).toBe('422 BAD_WEEKS');
  expect(await done('clara', begin, { ...term, hour: '16:45', room: 'hall' })).toMatchObject({ state: 'running', weeks: 2 });
  expect(await done('clara', 'GET /lessons?room=hall&from=2026-03-17&before=2026-03-18')).toMatchObject({
    lessons: [{ pupil: 'Fred' }, { pupil: 'Flo' }],
    total: 2,
  });
});

test('lessons are excused twice, owed and made up', async () => {
  const { done, refused, pass, running, lessonsOf } = await school();
  const one = await running('fay');
  const [, first, second, third, fourth] = (await lessonsOf(one)).map(({ number }) => number);
  await done('theo', `POST /lessons/${first}/note`, { note: 'Scales' });
  expect(await done('fay', `POST /lessons/${first}/cancel`, {})).toMatchObject({ state: 'excused', note: 'Scales' });
  expect(await refused('theo', `POST /lessons/${second}/cancel`, { reason: ' ' })).toBe('422 NO_REASON');
  expect(await done('theo', `POST /lessons/${second}/cancel`, { reason: 'Ill' })).toMatchObject({ state: 'owed', reason: 'Ill' });
  const makeUp = `POST /lessons/${second}/make-up`;
  expect(await refused('theo', makeUp, { date: day(22), at: '16:30', place: 'hall' })).toBe('409 TEACHER_BUSY');
  expect(await refused('theo', makeUp, { date: day(22), at: '08:59', place: 'attic' })).toBe('422 SHUT');
  expect(await refused('theo', makeUp, { date: day(22), at: '10:00', place: 'attic' })).toBe('422 INVALID');
  expect(await done('theo', makeUp, { date: day(15), at: '16:30', place: 'blue' })).toMatchObject({ state: 'made up' });
  await done('fay', `POST /lessons/${third}/cancel`, {});
  expect(await done('fay', `POST /lessons/${fourth}/cancel`, {})).toMatchObject({ state: 'missed' });
  expect(await refused('fay', `POST /lessons/${fourth}/cancel`, {})).toBe('409 CONFLICT');
  pass(28 * 24);
  const made = { begins: `${day(15)}T16:30:00.000Z`, room: 'blue', state: 'held' };
  expect(await done('fay', 'GET /lessons?kind=makeup')).toMatchObject({ lessons: [made], total: 1 });
});

test('a term is paid in parts, with a discount', async () => {
  const { done, refused, running } = await school();
  await running('fay');
  expect(await done('fay', 'GET /bills')).toMatchObject({ bills: [{ kind: 'term', amount: 120, owed: 120, due: day(15) }], owed: 120 });
  expect(await done('clara', 'POST /bills/1/grant', { discount: 25 })).toMatchObject({ total: 90, owed: 90 });
  expect(await refused('clara', 'POST /bills/1/grant', { discount: 51 })).toBe('422 BAD_DISCOUNT');
  expect(await refused('fay', 'POST /bills/1/pay', { amount: 90.01 })).toBe('422 BAD_AMOUNT');
  expect(await refused('fay', 'POST /bills/1/pay', { amount: '19.99' })).toBe('422 TOO_LITTLE');
  for (const amount of [20, 20, 20]) await done('fay', 'POST /bills/1/pay', { amount });
  expect(await refused('fay', 'POST /bills/1/pay', { amount: 20 })).toBe('409 LAST_PART');
  expect(await refused('clara', 'POST /bills/1/grant', { discount: 50 })).toBe('409 TOO_MUCH');
  expect(await refused('finn', 'POST /bills/1/pay', { amount: 30 })).toBe('404 NOT_FOUND');
  expect(await done('clara', 'POST /bills/1/pay', { amount: 30 })).toMatchObject({
    parts: 4,
    owed: 0,
    state: 'settled',
    settledOn: day(1),
  });
});

test('arrears suspend a family until they are paid', async () => {
  const { done, refused, pass, running, again } = await school();
  const one = await running('fay', {}, { weeks: 8 });
  pass(14 * 24 + 12);
  expect(await done('fay', 'GET /bills?state=reminded')).toMatchObject({ bills: [{ charges: 5, total: 245 }] });
  pass(14 * 24);
  const fay = await again('fay');
  expect(await done(fay, 'GET /me')).toMatchObject({ suspended: true });
  expect(await done(fay, `GET /enrolments/${one}`)).toMatchObject({ state: 'suspended' });
  expect(await refused(fay, 'POST /enrolments', { ...flo, instrument: 'flute' })).toBe('403 SUSPENDED');
  pass(7 * 24);
  expect(await done(fay, 'GET /lessons?state=missed')).toMatchObject({ total: 1 });
  await done(fay, 'POST /bills/1/pay', { amount: 245 });
  expect(await done(fay, `GET /enrolments/${one}`)).toMatchObject({ state: 'running' });
  pass(30 * 24);
  const then = await again('fay');
  expect(await done(then, `GET /enrolments/${one}`)).toMatchObject({ state: 'ended' });
});

test('an instrument is lent, comes back late and is repaired', async () => {
  const { ask, done, refused, pass, agreed, again } = await school();
  await done('cary', 'POST /instruments', violin);
  expect(await refused('cary', 'POST /instruments', violin)).toBe('409 CONFLICT');
  expect(await refused('cary', 'POST /instruments/VI-01/lend', { family: 5, months: 1 })).toBe('409 NO_PUPIL');
  await agreed('fay', { instrument: 'violin' });
  expect(await refused('cary', 'POST /instruments/VI-01/lend', { family: 5, months: 13 })).toBe('422 BAD_MONTHS');
  const lent = await done('cary', 'POST /instruments/VI-01/lend', { family: 5, months: 1 });
  expect(lent).toMatchObject({ borrower: 'Fay Family', until: '2026-04-03', held: 60, state: 'lent' });
  expect((await ask('finn', 'GET /instruments')).body).toEqual({ instruments: [], total: 0 });
  const { body } = await ask('theo', 'GET /instruments');
  const { code, kind, title, monthly, deposit } = violin;
  const shown = { code, kind, title, monthly, deposit, condition: 'good', borrower: null, state: 'lent' };
  expect(body).toEqual({ instruments: [shown], total: 1 });
  expect(await refused('fay', 'POST /instruments/VI-01/extend', { months: 7 })).toBe('422 BAD_MONTHS');
  await done('fay', 'POST /bills/1/pay', { amount: 15 });
  pass(32 * 24);
  const cary = await again('cary');
  expect(await done(cary, 'GET /instruments?state=overdue')).toMatchObject({ total: 1 });
  await done(cary, 'POST /instruments/VI-01/hand-in');
  expect(await done(cary, 'GET /bills?state=open')).toMatchObject({ bills: [{ amount: 7.5, kind: 'loan', instrument: 'VI-01' }] });
  expect(await refused(cary, 'POST /instruments/VI-01/inspect', { condition: 'damaged', cost: 60.01 })).toBe('422 BAD_COST');
  const broken = await done(cary, 'POST /instruments/VI-01/inspect', { condition: 'damaged', cost: 25 });
  expect(broken).toMatchObject({ refund: 35, held: 0, borrower: null, until: null, state: 'in repair' });
  pass(14 * 24);
  expect(await done(cary, 'GET /instruments')).toMatchObject({ instruments: [{ condition: 'worn', state: 'in store' }] });
});

test('a concert has a programme and places for families', async () => {
  const { ask, done, refused, pass, running, again } = await school();
  await done('clara', 'POST /concerts', { title: 'Spring', day: day(30), places: 3 });
  const [one, two] = [await running('fay'), await running('finn', { pupil: 'Fred' }, { hour: '12:00' })];
  const piece = { enrolment: one, title: 'Für Elise', minutes: 15 };
  expect(await refused('theo', 'POST /concerts/1/pieces', { ...piece, minutes: 16 })).toBe('422 BAD_MINUTES');
  expect(await done('theo', 'POST /concerts/1/pieces', piece)).toMatchObject({ pupil: 'Flo', composer: null, state: 'proposed' });
  expect(await refused('theo', 'POST /concerts/1/pieces', piece)).toBe('409 PLAYS');
  await done('theo', 'POST /concerts/1/pieces', { ...piece, enrolment: two });
  await done('clara', 'POST /pieces/1/accept');
  expect(await refused('clara', 'POST /concerts/1/announce')).toBe('409 NO_PROGRAMME');
  await done('clara', 'POST /pieces/2/accept');
  expect(await refused('fay', 'POST /concerts/1/places')).toBe('404 NOT_FOUND');
  await done('clara', 'POST /concerts/1/announce');
  expect(await done('fay', 'POST /concerts/1/places')).toMatchObject({ guests: ['Fay Family'], free: 0, minutes: 30 });
  expect(await refused('finn', 'POST /concerts/1/places')).toBe('409 FULL');
  expect((await done('finn', 'GET /concerts'))['concerts']).toMatchObject([{ guests: [], pieces: [{ pupil: null }, { pupil: 'Fred' }] }]);
  expect((await ask(null, 'GET /concerts')).body).toMatchObject({ concerts: [{ guests: null, pieces: [], free: 0 }], total: 1 });
  await done('fay', 'DELETE /concerts/1/places');
  await done('finn', 'POST /concerts/1/places');
  pass(29 * 24);
  expect(await refused(await again('finn'), 'DELETE /concerts/1/places')).toBe('409 NOT_OPEN');
});

test('the office alone suspends and remarks', async () => {
  const { done, refused } = await school();
  expect(await done('clara', 'PATCH /people/5', { suspended: true, remark: 'Late' })).toMatchObject({ suspended: true, remark: 'Late' });
  expect(await refused('clara', 'PATCH /people/3', { remark: 'Good' })).toBe('403 FORBIDDEN');
  expect(await refused('clara', 'PATCH /people/5', {})).toBe('403 FORBIDDEN');
  const shown = { number: 5, name: 'Fay Family', role: 'family', teaches: null, phone: null, suspended: true };
  expect(await done('cary', 'GET /people?suspended=true')).toEqual({ people: [shown], total: 1 });
});

test('faults of each class can be seen', async () => {
  const teacherLeaves = async (fault: MusicFault | null): Promise<string> => {
    const { refused, running } = await school(fault);
    return refused('theo', `POST /enrolments/${await running('fay')}/leave`, {});
  };
  expect([await teacherLeaves(null), await teacherLeaves('teachersEndTerms')]).toEqual(['403 FORBIDDEN', '200 undefined']);
  expect(await teacherLeaves('otherSideIs409')).toBe('409 CONFLICT');
  const cancelled = async (fault: MusicFault | null): Promise<unknown> => {
    const { done, running, lessonsOf } = await school(fault);
    const one = await running('fay', {}, { first: day(3), hour: '11:00' });
    await done('fay', `POST /lessons/${(await lessonsOf(one))[1]?.['number']}/cancel`, {});
    return (await done('fay', `GET /enrolments/${one}`))['excused'];
  };
  expect([await cancelled(null), await cancelled('noticeOfTwoDays'), await cancelled('excusedIsNotCounted')]).toEqual([1, 0, 0]);
  const afterArrears = async (fault: MusicFault | null): Promise<unknown[]> => {
    const { done, refused, pass, running, again } = await school(fault);
    const one = await running('fay', {}, { weeks: 8 });
    pass(29 * 24);
    const fay = await again('fay');
    await done(fay, 'POST /bills/1/pay', { amount: 245 });
    const { state } = await done(fay, `GET /enrolments/${one}`);
    return [state, await refused(fay, `POST /enrolments/${one}/leave`, {})];
  };
  expect(await afterArrears(null)).toEqual(['running', '200 undefined']);
  expect(await afterArrears('suspendedPupilsStay')).toEqual(['suspended', '409 CONFLICT']);
  const suspendedLeaves = async (fault: MusicFault | null): Promise<string> => {
    const { refused, pass, running, again } = await school(fault);
    const one = await running('fay', {}, { weeks: 8 });
    pass(29 * 24);
    return refused(await again('fay'), `POST /enrolments/${one}/leave`, {});
  };
  expect([await suspendedLeaves(null), await suspendedLeaves('suspendedLeaves')]).toEqual(['409 CONFLICT', '200 undefined']);
  const twice = async (fault: MusicFault | null): Promise<string> => {
    const { applied, refused } = await school(fault);
    await applied('fay');
    return refused('fay', 'POST /enrolments', { ...flo, instrument: 'flute' });
  };
  expect([await twice(null), await twice('oneInstrumentEach')]).toEqual(['201 undefined', '409 APPLIED']);
  const remarks = async (fault: MusicFault | null): Promise<boolean> => {
    const { applied, done } = await school(fault);
    return 'remark' in (await done('fay', `GET /enrolments/${await applied('fay')}`));
  };
  expect([await remarks(null), await remarks('familiesSeeRemarks')]).toEqual([false, true]);
});
