import type { Body } from '../hand-written.ts';
import type { MusicAccess } from './access.ts';
import type { Bills } from './bill-steps.ts';
import type { Bill, Concert, Enrolment, Instrument, Lesson, MusicData, Person, Piece } from './data.ts';
import type { Has } from './faults.ts';

/** How many places each family has. */
export const familyPlaces = 3;

/** The parts of the records that people see. */
export function musicViews(data: MusicData, access: MusicAccess, bills: Bills, has: Has) {
  const money = (cents: number): number | string => (has('moneyIsText') ? (cents / 100).toFixed(2) : cents / 100);
  const moment = (time: number): string => new Date(time).toISOString();
  const isOffice = ({ role }: Person): boolean => role === 'clerk' || role === 'caretaker';
  const nameOf = (one: Person | null, me: Person): string | null => (one !== null && access.seesPerson(one, me) ? one.name : null);

  const person = (one: Person, me: Person): Body => {
    const seesPhone = me.role !== 'family' || one === me;
    const seesSuspended = isOffice(me) || (me.role === 'family' && one === me) || (me.role === 'teacher' && has('teachersSeeSuspended'));
    const seesRemark = me.role === 'clerk' || (me.role === 'caretaker' && has('caretakersSeeRemarks'));
    return {
      ...{ number: one.number, name: one.name, role: one.role, teaches: one.teaches },
      ...(seesPhone ? { phone: one.phone } : {}),
      ...(seesSuspended ? { suspended: one.suspended } : {}),
      ...(seesRemark ? { remark: one.remark } : {}),
    };
  };
  const lesson = (one: Lesson, me: Person): Body => {
    const isSeen = access.seesEnrolment(one.enrolment, me);
    return {
      ...{ number: one.number, enrolment: isSeen ? one.enrolment.number : null, pupil: isSeen ? one.enrolment.pupil : null },
      ...{ teacher: nameOf(one.teacher, me), kind: one.kind, room: one.room, day: one.day },
      ...{ begins: moment(one.begins), ends: moment(one.ends) },
      ...{ note: one.note, reason: one.reason, state: one.state },
    };
  };
  const enrolment = (one: Enrolment, me: Person): Body => {
    const all = data.lessonsOf(one).filter((each) => access.seesLesson(each, me));
    const lessons = has('droppedLessonsAreHidden') ? all.filter(({ state }) => state !== 'dropped') : all;
    const seesRemark = me.role !== 'family' || has('familiesSeeRemarks');
    return {
      ...{ number: one.number, family: nameOf(one.family, me), pupil: one.pupil, born: one.born, instrument: one.instrument },
      wish: one.wish,
      ...(seesRemark ? { remark: one.remark } : {}),
      ...{ teacher: nameOf(one.teacher, me), familyAgreed: one.familyAgreed, teacherAgreed: one.teacherAgreed, first: one.first },
      ...{ hour: one.hour, weeks: one.weeks, room: one.room, excused: one.excused, reason: one.reason, state: one.state },
      lessons: lessons.map((each) => lesson(each, me)),
    };
  };
  const instrument = (one: Instrument, me: Person): Body => {
    const seesLoan =
      isOffice(me) || (me.role === 'family' && one.borrower === me) || (me.role === 'teacher' && has('teachersSeeBorrowers'));
    const seesRefund = seesLoan || (me.role === 'family' && has('refundsAreShown'));
    const seesValue = isOffice(me);
    return {
      ...{ code: one.code, kind: one.kind, title: one.title },
      ...(seesValue ? { value: money(one.value) } : {}),
      ...{ monthly: money(one.monthly), deposit: money(one.deposit), condition: one.condition },
      ...(isOffice(me) ? { note: one.note } : {}),
      borrower: seesLoan ? nameOf(one.borrower, me) : null,
      ...(seesLoan ? { until: one.until, held: money(one.held) } : {}),
      ...(seesRefund ? { refund: money(one.refund) } : {}),
      state: one.state,
    };
  };
  const bill = (one: Bill, me: Person): Body => {
    const { enrolment: term, instrument: lent } = one;
    const seesLent = lent !== null && (access.seesInstrument(lent, me) || has('returnedIsNamed'));
    return {
      ...{ number: one.number, family: nameOf(one.family, me), kind: one.kind },
      enrolment: term !== null && access.seesEnrolment(term, me) ? term.number : null,
      instrument: seesLent ? lent.code : null,
      ...{ amount: money(one.amount), discount: one.discount, charges: money(one.charges), total: money(bills.total(one)) },
      ...{ paid: money(one.paid), parts: one.parts, owed: money(bills.owed(one)), due: one.due },
      ...{ settledOn: one.settledOn, state: one.state },
    };
  };
  /** `me` is null if signed out. */
  const piece = (one: Piece, me: Person | null): Body => {
    const isSeen = me !== null && access.seesEnrolment(one.enrolment, me);
    const seesConcert = access.seesConcert(one.concert, me);
    return {
      ...{ number: one.number, concert: seesConcert ? one.concert.number : null },
      pupil: isSeen || has('allPupilsAreNamed') ? one.enrolment.pupil : null,
      ...{ title: one.title, composer: one.composer, minutes: one.minutes, state: one.state },
    };
  };
  const minutes = (one: Concert): number => {
    const counted = data.piecesOf(one).filter(({ state }) => state === 'accepted' || has('proposalsTakeTime'));
    return counted.reduce((sum, each) => sum + each.minutes, 0);
  };
  const concert = (one: Concert, me: Person | null): Body => {
    const guests = data.people.filter((each) => one.guests.has(each) && me !== null && access.seesPerson(each, me));
    const seesGuests = me !== null && (me.role !== 'caretaker' || has('caretakersSeeGuests'));
    const pieces = data.piecesOf(one).filter((each) => access.seesPiece(each, me));
    return {
      ...{ number: one.number, title: one.title, day: one.day, places: one.places },
      free: one.places - one.guests.size * (has('guestsTakeOnePlace') ? 1 : familyPlaces),
      ...{ minutes: minutes(one), guests: seesGuests ? guests.map(({ name }) => name) : null },
      ...{ pieces: pieces.map((each) => piece(each, me)), state: one.state },
    };
  };
  return { money, person, enrolment, lesson, instrument, bill, concert, piece, minutes };
}

export type MusicViews = ReturnType<typeof musicViews>;
