import type { Bill, Concert, Enrolment, Instrument, Lesson, Person, Piece } from './data.ts';
import type { Has } from './faults.ts';

/** What people may see. */
export function musicAccess(has: Has) {
  const seesPerson = (one: Person, me: Person): boolean => {
    if (one === me || me.role === 'clerk') return true;
    if (me.role !== 'family') return one.role === 'family';
    return one.role === 'teacher' || (one.role === 'family' && has('familiesSeeGuests'));
  };
  const seesEnrolment = ({ family, teacher }: Enrolment, me: Person): boolean => {
    if (me.role === 'family') return family === me;
    if (me.role === 'teacher') return teacher === me || has('teachersSeeAllPupils');
    return me.role === 'clerk' || (me.role === 'caretaker' && has('caretakersReadEnrolments'));
  };
  const seesLesson = ({ enrolment, teacher }: Lesson, me: Person): boolean => {
    if (me.role === 'family') return enrolment.family === me;
    if (me.role === 'teacher') return teacher === me || has('teachersSeeAllLessons');
    return me.role === 'clerk' || (me.role === 'caretaker' && has('caretakersListLessons'));
  };
  const seesInstrument = ({ state, borrower }: Instrument, me: Person): boolean => {
    if (me.role !== 'family') return true;
    if (borrower === me) return state !== 'checking' || !has('borrowersLoseChecked');
    return state === 'in store' || has('familiesSeeLent');
  };
  const seesBill = ({ family, kind }: Bill, me: Person): boolean => {
    if (me.role === 'family') return family === me;
    if (me.role === 'caretaker') return kind === 'loan' || has('caretakersSeeTermFees');
    return me.role === 'clerk' || (me.role === 'teacher' && has('teachersListBills'));
  };
  /** `me` is null if signed out. */
  const seesConcert = ({ state }: Concert, me: Person | null): boolean => {
    if (me === null) return state === 'open' || (state === 'planned' && has('visitorsSeePlanned'));
    if (me.role === 'family') return state === 'open' || state === 'over';
    if (me.role === 'caretaker') return state !== 'planned';
    return true;
  };
  /** `me` is null if signed out. */
  const seesPiece = ({ enrolment, state }: Piece, me: Person | null): boolean => {
    if (me === null) return false;
    if (me.role === 'clerk' || state === 'accepted') return true;
    if (me.role === 'family') return enrolment.family === me || has('familiesSeeProposals');
    if (me.role === 'teacher') return enrolment.teacher === me;
    return false;
  };
  return { seesPerson, seesEnrolment, seesLesson, seesInstrument, seesBill, seesConcert, seesPiece };
}

export type MusicAccess = ReturnType<typeof musicAccess>;
