import { expect, test } from 'vitest';
import type { Body } from '../hand-written.ts';
import { day, opened } from '../hand-written-steps.ts';
import type { DrivingFault } from './faults.ts';
import { drivingService } from './service.ts';

const people = ['olga', 'otto', 'ines', 'ivan', 'ilse', 'sam', 'sue', 'moe'];

/** The driving school with its people signed in, and helpers that create its records. */
async function school(fault: DrivingFault | null = null) {
  const { ask, done, refused } = await opened((now) => drivingService(now, fault), people);
  const numberOf = async (who: string): Promise<unknown> => {
    const words = who.charAt(0).toUpperCase() + who.slice(1);
    return ((await done('olga', `GET /people?words=${words}`))['people'] as Body[])[0]?.['number'];
  };
  const balance = async (who: string): Promise<unknown> => (await done(who, 'GET /me'))['balance'];
  const pay = async (who: string, amount: number): Promise<Body> => done('olga', `POST /people/${await numberOf(who)}/pay`, { amount });
  const car = (plate: string, more: Body = {}): Promise<Body> =>
    done('olga', 'POST /cars', { plate, licence: 'car', mileage: 900, serviceAt: 9000, ...more });
  const lesson = async (plate: string, more: Body = {}): Promise<Body> => ({
    ...{ teacher: await numberOf('ines'), plate, day: day(0), hour: 10 },
    ...more,
  });
  const course = async (hour: number, more: Body = {}): Promise<unknown> =>
    (await done('ines', 'POST /courses', { topic: 'Signs', licence: 'car', day: day(0), hour, places: 2, ...more }))['number'];
  /** Two attended courses of a student. */
  const learnt = async (who: string): Promise<void> => {
    for (const hour of [8, 9]) {
      const { number } = await done(who, `POST /courses/${await course(hour)}/bookings`);
      await done('ines', `POST /bookings/${number}/attend`);
    }
  };
  /** The state of an exam that was taken today. */
  const examined = async (who: string, kind: string, points: number): Promise<unknown> => {
    const { number } = await done(who, 'POST /exams', { kind, day: day(0) });
    await done('olga', `POST /exams/${number}/confirm`, { examiner: 'Mr Evans' });
    return (await done('olga', `POST /exams/${number}/mark`, { points }))['state'];
  };
  return { ask, done, refused, numberOf, balance, pay, car, lesson, course, learnt, examined };
}

test('people sign up when they are old enough', async () => {
  const { ask, refused, done } = await school();
  const ann = { name: 'Ann', email: 'ann@example.com', password: 'correct-horse', born: '2009-09-02', licence: 'car' };
  expect(await refused(null, 'POST /people', { ...ann, born: '2009-09-03' })).toBe('422 TOO_YOUNG');
  expect(await refused(null, 'POST /people', { ...ann, licence: 'lorry' })).toBe('422 TOO_YOUNG_FOR_LORRIES');
  expect(await refused(null, 'POST /people', { ...ann, name: ' ' })).toBe('422 BLANK');
  expect(await refused(null, 'POST /people', { ...ann, email: 'SAM@example.com' })).toBe('409 CONFLICT');
  expect((await ask(null, 'POST /people', ann)).body['me']).toMatchObject({ role: 'student', balance: 0, instructor: null });
  expect(await refused('sam', 'PATCH /me', { name: 'Sam', licence: 'lorry' })).toBe('200 undefined');
  expect(await refused('ines', 'PATCH /me', { name: 'Ines', licence: 'lorry' })).toBe('403 FORBIDDEN');
  expect(await done('ines', 'GET /me')).not.toHaveProperty('born');
});

test('payments and packages add to the balance', async () => {
  const { refused, numberOf, pay } = await school();
  expect(await pay('sam', 499)).toMatchObject({ balance: 499 });
  expect(await pay('sam', 500)).toMatchObject({ balance: 1024 });
  const path = `POST /people/${await numberOf('sam')}/pay`;
  expect(await refused('olga', path, { amount: 2001 })).toBe('422 BAD_AMOUNT');
  expect(await refused('otto', path, { amount: 1 })).toBe('403 FORBIDDEN');
  expect(await refused('olga', `POST /people/${await numberOf('ines')}/pay`, { amount: 1 })).toBe('403 FORBIDDEN');
});

test('cars follow their rules', async () => {
  const { done, refused, car, ask } = await school();
  await car('DS-1', { note: 'red' });
  const other = { plate: 'DS-2', licence: 'motorcycle', mileage: 0, serviceAt: 15000 };
  expect(await refused('olga', 'POST /cars', { ...other, plate: 'DS-1' })).toBe('409 CONFLICT');
  expect(await refused('olga', 'POST /cars', { ...other, plate: 'DS-02' })).toBe('422 BAD_PLATE');
  expect(await refused('olga', 'POST /cars', { ...other, serviceAt: 15001 })).toBe('422 BAD_SERVICE');
  expect(await refused('olga', 'POST /cars', { ...other, gearbox: 'automatic' })).toBe('422 BAD_GEARBOX');
  expect(await refused('olga', 'PATCH /cars/DS-1', { mileage: 899 })).toBe('409 MILEAGE_FALLS');
  expect(await done('olga', 'PATCH /cars/DS-1', { mileage: 1000 })).toMatchObject({ mileage: 1000, note: 'red', state: 'ready' });
  await done('olga', 'POST /cars/DS-1/service');
  expect((await ask(null, 'GET /cars')).body['total']).toBe(0);
  expect(await refused('olga', 'POST /cars/DS-1/return', { serviceAt: 1000 })).toBe('422 BAD_SERVICE');
  await done('olga', 'POST /cars/DS-1/return', { serviceAt: 1001 });
  await done('otto', 'POST /cars/DS-1/retire');
  expect((await done('sam', 'GET /cars'))['total']).toBe(0);
  expect(await refused('olga', 'POST /cars/DS-1/retire')).toBe('409 CONFLICT');
});

test('a course has places, and is called off before its day', async () => {
  const { done, refused, course } = await school();
  const number = await course(10, { places: 1, day: day(1) });
  expect(await refused('moe', `POST /courses/${number}/bookings`)).toBe('409 OTHER_LICENCE');
  const booking = (await done('sam', `POST /courses/${number}/bookings`))['number'];
  expect(await refused('sam', `POST /courses/${number}/bookings`)).toBe('409 BOOKED_TWICE');
  expect(await refused('sue', `POST /courses/${number}/bookings`)).toBe('409 COURSE_FULL');
  expect(await refused('ines', `POST /bookings/${booking}/attend`)).toBe('409 TOO_EARLY');
  expect(await refused('ivan', `POST /courses/${number}/cancel`)).toBe('403 FORBIDDEN');
  expect(await done('ines', `POST /courses/${number}/cancel`)).toMatchObject({
    state: 'called off',
    free: 1,
    attendances: [{ state: 'dropped' }],
  });
  expect(await refused('sue', `POST /courses/${number}/bookings`)).toBe('409 NOT_OPEN');
});

test('lessons are booked, paid and refunded', async () => {
  const { done, refused, car, lesson, pay, balance } = await school();
  await car('DS-1');
  expect(await refused('sam', 'POST /lessons', await lesson('DS-1', { length: 2 }))).toBe('402 IN_DEBT');
  await pay('sam', 300);
  const first = (await done('sam', 'POST /lessons', await lesson('DS-1')))['number'];
  const second = (await done('sam', 'POST /lessons', await lesson('DS-1', { day: day(2) })))['number'];
  expect(await balance('sam')).toBe(210);
  await done('sam', `POST /lessons/${first}/cancel`);
  expect(await balance('sam')).toBe(232);
  await done('ines', `POST /lessons/${second}/cancel`);
  expect(await balance('sam')).toBe(277);
  expect((await done('otto', 'GET /lessons'))['total']).toBe(0);
  expect((await done('olga', 'GET /lessons'))['lessons']).toMatchObject([{ day: day(2) }, { day: day(0) }]);
});

test('lessons do not clash, and cars wear', async () => {
  const { done, refused, car, lesson, pay, numberOf } = await school();
  await car('DS-1', { serviceAt: 1000 });
  await car('DS-2');
  await pay('sam', 500);
  await pay('sue', 500);
  const first = (await done('sam', 'POST /lessons', await lesson('DS-1', { length: 2 })))['number'];
  expect(await refused('sam', 'POST /lessons', await lesson('DS-2', { hour: 11 }))).toBe('409 LESSON_CLASH');
  expect(await refused('sue', 'POST /lessons', await lesson('DS-2', { hour: 11 }))).toBe('409 INSTRUCTOR_BUSY');
  expect(await refused('sue', 'POST /lessons', await lesson('DS-1', { hour: 11, teacher: await numberOf('ivan') }))).toBe('409 CAR_BUSY');
  expect(await refused('sam', 'POST /lessons', await lesson('DS-1', { hour: 12, length: 2 }))).toBe('409 TOO_MUCH_A_DAY');
  expect(await refused('sam', 'POST /lessons', await lesson('DS-1', { hour: 12, kind: 'motorway' }))).toBe('409 TOO_NEW');
  const second = (await done('sue', 'POST /lessons', await lesson('DS-1', { hour: 12 })))['number'];
  expect(await refused('olga', 'POST /cars/DS-1/service')).toBe('409 NEEDED_TODAY');
  expect(await refused('ines', `POST /lessons/${first}/hold`, { kilometres: 121 })).toBe('422 BAD_KILOMETRES');
  await done('ines', `POST /lessons/${first}/hold`, { kilometres: 100, remark: 'Mirrors' });
  expect(await done('sam', `GET /lessons/${first}`)).toMatchObject({ remark: 'Mirrors', kilometres: 100, price: 90 });
  expect(await refused('sue', `POST /lessons/${second}/move`, { day: day(0), hour: 13 })).toBe('409 CAR_AWAY');
  await done('olga', 'POST /cars/DS-1/return', { serviceAt: 9000 });
  expect(await refused('sue', `POST /lessons/${second}/move`, { day: day(-1), hour: 13 })).toBe('422 BAD_DAY');
  expect(await done('sue', `POST /lessons/${second}/move`, { day: day(0), hour: 13 })).toMatchObject({ moves: 1, hour: 13 });
  expect(await refused('olga', `POST /lessons/${second}/move`, { day: day(0), hour: 14 })).toBe('409 MOVED_ALREADY');
});

test('the exams have their order, and failing means waiting', async () => {
  const { done, refused, pay, learnt, examined } = await school();
  await pay('sam', 500);
  expect(await refused('sam', 'POST /exams', { kind: 'theory', day: day(0) })).toBe('409 TOO_FEW_COURSES');
  await learnt('sam');
  expect(await refused('sam', 'POST /exams', { kind: 'practical', day: day(0) })).toBe('409 NO_THEORY');
  expect(await examined('sam', 'theory', 11)).toBe('failed');
  expect(await refused('sam', 'POST /exams', { kind: 'theory', day: day(13) })).toBe('409 WAITING_TIME');
  expect(await done('sam', 'POST /exams', { kind: 'theory', day: day(14) })).toMatchObject({ attempt: 2, state: 'requested' });
  expect(await refused('sam', 'POST /exams', { kind: 'theory', day: day(15) })).toBe('409 REGISTERED');
});

test('the practical exam comes after special drives and first aid', async () => {
  const { done, refused, pay, learnt, examined, car, lesson, numberOf, balance } = await school();
  await pay('sam', 500);
  await learnt('sam');
  expect(await examined('sam', 'theory', 10)).toBe('passed');
  await car('DS-1');
  const practical = { kind: 'practical', day: day(1) };
  for (const more of [{ hour: 10 }, { hour: 18, kind: 'night' }, { hour: 12, kind: 'motorway' }]) {
    expect(await refused('sam', 'POST /exams', practical)).toBe('409 NO_SPECIAL_DRIVES');
    const { number } = await done('sam', 'POST /lessons', await lesson('DS-1', more));
    await done('ines', `POST /lessons/${number}/hold`, { kilometres: 10 });
  }
  expect(await refused('sam', 'POST /exams', practical)).toBe('409 NO_FIRST_AID');
  const person = `PATCH /people/${await numberOf('sam')}`;
  await done('olga', person, { firstAid: day(-730) });
  expect(await refused('sam', 'POST /exams', practical)).toBe('409 NO_FIRST_AID');
  expect(await refused('olga', person, { firstAid: day(1) })).toBe('422 BAD_CERTIFICATE');
  await done('olga', person, { firstAid: day(-729) });
  await done('sam', 'POST /exams', practical);
  expect(await balance('sam')).toBe(525 - 2 * 80 - 45 - 2 * 60);
});

test('an accepted complaint changes the instructor and releases lessons', async () => {
  const { done, refused, pay, car, lesson, numberOf, balance } = await school();
  const [ines, ivan] = [await numberOf('ines'), await numberOf('ivan')];
  expect(await refused('sam', 'POST /complaints', { teacher: ivan, words: 'Shouts' })).toBe('422 INVALID');
  const assign = `POST /people/${await numberOf('sam')}/assign`;
  expect(await refused('olga', assign, { teacher: await numberOf('ilse') })).toBe('422 NOT_TEACHING');
  await done('olga', assign, { teacher: ines });
  await car('DS-1');
  await pay('sam', 100);
  await done('sam', 'POST /lessons', await lesson('DS-1'));
  expect(await refused('sam', 'POST /complaints', { teacher: ines, words: 'Shouts' })).toBe('422 SAME_INSTRUCTOR');
  const { number } = await done('sam', 'POST /complaints', { teacher: ivan, words: 'Shouts' });
  expect(await refused('sam', 'POST /complaints', { teacher: ivan, words: 'Again' })).toBe('409 OPEN_ALREADY');
  expect((await done('olga', 'GET /complaints'))['total']).toBe(0);
  await done('otto', `POST /complaints/${number}/accept`, {});
  expect(await done('sam', 'GET /me')).toMatchObject({ instructor: 'Ivan Instructor', balance: 100 });
  expect(await balance('sam')).toBe(100);
  expect(((await done('olga', 'GET /complaints'))['complaints'] as Body[])[0]).not.toHaveProperty('words');
});

test('people see only their part', async () => {
  const { ask, done, refused, car, lesson, course, pay } = await school();
  await car('DS-1', { note: 'red' });
  await pay('sam', 100);
  const { number } = await done('sam', 'POST /lessons', await lesson('DS-1'));
  expect((await ask('sue', `GET /lessons/${number}`)).status).toBe(404);
  expect((await ask('ivan', `GET /lessons/${number}`)).status).toBe(404);
  expect(((await done('sue', 'GET /cars'))['cars'] as Body[])[0]).toMatchObject({ booked: 0 });
  expect(((await done('sue', 'GET /cars'))['cars'] as Body[])[0]).not.toHaveProperty('note');
  expect(await done('ines', 'GET /people?below=50')).toMatchObject({ people: [{ name: 'Ines Instructor' }], total: 1 });
  expect(await refused('sam', 'GET /people')).toBe('403 FORBIDDEN');
  await done('sam', `POST /courses/${await course(8)}/bookings`);
  expect((await ask(null, 'GET /courses')).body['courses']).toMatchObject([{ teacher: null, free: 1, attendances: [] }]);
});

test('a fault is one switch', async () => {
  const second = async (fault: DrivingFault | null): Promise<string> => {
    const { done, refused, course } = await school(fault);
    const number = await course(8);
    await done('sam', `POST /courses/${number}/bookings`);
    return refused('sam', `POST /courses/${number}/bookings`);
  };
  expect(await second(null)).toBe('409 BOOKED_TWICE');
  expect(await second('mayBookTwice')).toBe('201 undefined');
});
