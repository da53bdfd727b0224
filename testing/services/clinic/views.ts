import type { Body } from '../hand-written.ts';
import type { ClinicData, Has, Person, Prescription, Surgery, Visit } from './data.ts';
import type { ClinicInputs } from './inputs.ts';

/** The reader; null if signed out. */
export type Reader = Person | null;

/** The parts of the clinic's records that people see. */
export function clinicViews(data: ClinicData, inputs: ClinicInputs, has: Has) {
  const is = (me: Reader, role: string): boolean => me?.role === role;
  const seesSurgery = ({ state, doctor }: Surgery, me: Reader): boolean => {
    if (me === null) return state === 'open' || (state === 'closed' && has('visitorsSeeClosed'));
    if (me.role === 'nurse' || state !== 'planned') return true;
    return me.role === 'patient' ? has('patientsSeePlanned') : doctor === me || has('doctorsSeeOthersPlanned');
  };
  const seesVisit = ({ patient, surgery }: Visit, me: Reader): boolean => {
    if (is(me, 'patient')) return patient === me || has('patientsSeeAllVisits');
    return is(me, 'nurse') || surgery.doctor === me || has('doctorsSeeAllVisits');
  };
  const seesPrescription = ({ visit }: Prescription, me: Reader): boolean => {
    if (is(me, 'patient')) return visit.patient === me || has('patientsSeeAllPrescriptions');
    return is(me, 'nurse') || visit.surgery.doctor === me;
  };
  const moment = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());
  const nameOf = (one: Person, me: Reader): string | null => {
    const isSeen = me !== null && (me.role !== 'patient' || one === me);
    return isSeen || (has('namesOfDoctorsAreShown') && one.role === 'doctor') ? one.name : null;
  };
  const personShown = ({ number, name, role, missed, blocked, password }: Person): Body => ({
    ...{ number, name, role, blocked },
    ...(has('missedIsLeftOut') ? {} : { missed }),
    ...(has('passwordIsShown') ? { password } : {}),
  });
  const surgeryShown = (surgery: Surgery, me: Reader): Body => {
    const { number, doctor, room, day, places, booked, state } = surgery;
    const mine = data.visits.filter((one) => one.surgery === surgery && (one.patient === me || has('mineCountsAll')));
    return {
      ...{ number, doctor: nameOf(doctor, me), room, day, places, state },
      ...{ free: places - (has('freeIsPlaces') ? 0 : booked), mine: mine.length },
    };
  };
  const visitShown = (visit: Visit, me: Reader): Body => {
    const { number, surgery, patient, reason, kind, fee, note, seenAt, state } = visit;
    const seesNote = is(me, 'doctor') ? !has('notesAreHiddenFromDoctors') : is(me, 'patient') && has('notesAreShown');
    const doses = data.prescriptions.filter((one) => one.visit === visit).map((one) => one.doses);
    return {
      ...{ number, surgery: surgery.number, patient: nameOf(patient, me), reason, kind, fee, state },
      ...(seesNote ? { note } : {}),
      seenAt: moment(seenAt),
      doses: has('dosesCountOne') ? (doses[0] ?? 0) : doses.reduce((sum, one) => sum + one, 0),
    };
  };
  const prescriptionShown = ({ number, visit, drug, doses, given, endedAt, state }: Prescription): Body => ({
    ...{ number, visit: visit.number, drug, doses, given, state },
    ...{ left: has('leftIsDoses') ? doses : doses - given, endedAt: moment(endedAt) },
  });

  const listSurgeries = (me: Reader, query: URLSearchParams): Body => {
    const state = inputs.oneOf(query, 'state', ['planned', 'open', 'closed', 'off']);
    const given = query.get('from') || null;
    const from = given === null ? null : inputs.day(given);
    const free = inputs.number(query, 'free');
    const fits = (one: Surgery): boolean => {
      const isIn = has('fromFilterIsTo')
        ? one.day <= (from ?? '')
        : has('fromFilterIsStrict')
          ? one.day > (from ?? '')
          : one.day >= (from ?? '');
      const left = one.places - (has('freeFilterIgnoresBooked') ? 0 : one.booked) - (has('freeFilterIsStrict') ? 1 : 0);
      const byState = state === null || one.state === state || has('stateFilterDoesNothing');
      return byState && (from === null || isIn) && (free === null || left >= free);
    };
    const found = data.surgeries.filter((one) => (seesSurgery(one, me) || (me !== null && has('surgeryListShowsPlanned'))) && fits(one));
    const sign = has('surgeriesAreByAge') ? 0 : has('surgeriesAreLastFirst') ? -1 : 1;
    found.sort((a, b) => sign * a.day.localeCompare(b.day) || a.number - b.number);
    const [page, total] = inputs.page(found, query);
    return {
      surgeries: page.map((one) => surgeryShown(one, me)),
      total: has('surgeryTotalCountsHidden') ? data.surgeries.length : total,
    };
  };
  const listVisits = (me: Reader, query: URLSearchParams): Body => {
    const state = inputs.oneOf(query, 'state', ['asked', 'waiting', 'booked', 'seen', 'missed', 'cancelled', 'dropped']);
    const kind = inputs.oneOf(query, 'kind', ['first', 'follow', 'vaccine']);
    const [surgery, words] = [inputs.number(query, 'surgery'), query.get('words') || null];
    const same = (text: string): string => (has('wordsMindCase') ? text : text.toLowerCase());
    const fits = (one: Visit): boolean => {
      const reason = same(one.reason);
      const hasWords = words === null || (has('wordsMustBegin') ? reason.startsWith(same(words)) : reason.includes(same(words)));
      return (
        hasWords &&
        (state === null || one.state === state || has('visitStateFilterDoesNothing')) &&
        (kind === null || one.kind === kind || has('kindFilterDoesNothing')) &&
        (surgery === null || one.surgery.number === surgery || has('visitSurgeryFilterDoesNothing'))
      );
    };
    const isHidden = (one: Visit): boolean => one.state === 'waiting' && is(me, 'patient') && has('visitListHidesWaiting');
    const sees = (one: Visit): boolean => (seesVisit(one, me) && !isHidden(one)) || (is(me, 'patient') && has('visitListShowsAll'));
    const found = data.visits.filter((one) => sees(one) && fits(one));
    found.sort((a, b) => (has('visitsAreByAge') ? 0 : a.reason < b.reason ? -1 : a.reason > b.reason ? 1 : 0) || a.number - b.number);
    const [page, total] = inputs.page(found, query);
    return { visits: page.map((one) => visitShown(one, me)), total: has('visitTotalCountsHidden') ? data.visits.length : total };
  };
  const listPrescriptions = (me: Reader, query: URLSearchParams): Body => {
    const state = inputs.oneOf(query, 'state', ['issued', 'finished', 'revoked']);
    const visit = inputs.number(query, 'visit');
    const fits = (one: Prescription): boolean =>
      (state === null || one.state === state || has('prescriptionStateFilterDoesNothing')) &&
      (visit === null || one.visit.number === visit || has('prescriptionVisitFilterDoesNothing'));
    const found = data.prescriptions.filter((one) => (seesPrescription(one, me) || has('prescriptionListShowsAll')) && fits(one));
    found.sort((a, b) => (has('prescriptionsAreSmallFirst') ? 1 : -1) * (a.doses - b.doses) || a.number - b.number);
    const [page, total] = inputs.page(found, query);
    return { prescriptions: page.map(prescriptionShown), total };
  };
  return {
    ...{ seesSurgery, seesVisit, seesPrescription },
    ...{ personShown, surgeryShown, visitShown, prescriptionShown },
    ...{ listSurgeries, listVisits, listPrescriptions },
  };
}
