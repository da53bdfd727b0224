import type { Body } from '../hand-written.ts';
import { among, date, given, integer, invalid } from '../hand-written-inputs.ts';
import {
  type Attendance,
  type Car,
  type Complaint,
  type Course,
  type DrivingData,
  type Exam,
  type Lesson,
  type Person,
  priceOf,
} from './data.ts';
import type { Has } from './faults.ts';

const roles = ['student', 'instructor', 'office', 'owner'];
export const licences = ['car', 'motorcycle', 'lorry'];
export const gearboxes = ['manual', 'automatic'];
export const lessonKinds = ['ordinary', 'night', 'motorway'];
export const examKinds = ['theory', 'practical'];

const byText = (a: string, b: string): number => a.localeCompare(b, 'en');

/** The parts of the driving school's records that people see. `me` is null if signed out. */
export function drivingViews(data: DrivingData, has: Has) {
  const isStaff = (me: Person | null): boolean => me?.role === 'office' || me?.role === 'owner';
  const seesPerson = (one: Person, me: Person | null): boolean => {
    if (me === null) return false;
    if (one === me || isStaff(me) || one.role === 'instructor') return true;
    return me.role === 'instructor' && (one.role === 'student' || has('instructorsSeeStaff'));
  };
  const seesCar = ({ state }: Car, me: Person | null): boolean => {
    if (me === null) return state === 'ready' || (state === 'in service' && has('servicedCarsArePublic'));
    return isStaff(me) || state !== 'retired' || has('retiredCarsAreSeen');
  };
  const seesCourse = ({ state }: Course, me: Person | null): boolean => me !== null || state === 'open';
  const seesAttendance = ({ student, course: { teacher } }: Attendance, me: Person | null): boolean =>
    isStaff(me) || (me !== null && (me.role === 'instructor' ? teacher === me : student === me));
  const seesLesson = ({ student, instructor, state }: Lesson, me: Person | null): boolean => {
    if (me === null) return false;
    if (me.role === 'owner') return state !== 'cancelled' || has('ownersSeeCancelled');
    return me.role === 'office' || (me.role === 'instructor' ? instructor === me : student === me);
  };
  const seesExam = ({ student }: Exam, me: Person): boolean =>
    isStaff(me) || (me.role === 'instructor' ? student.instructor === me : student === me);
  const seesComplaint = ({ student, state }: Complaint, me: Person): boolean => {
    if (me.role === 'office') return state !== 'open' || has('officeSeesOpenComplaints');
    return me.role === 'owner' || (me.role === 'student' && student === me);
  };
  const seesBalance = (one: Person, me: Person): boolean =>
    isStaff(me) || one === me || (me.role === 'instructor' && one.role === 'student' && has('balancesAreShown'));

  const nameOf = (one: Person | null, me: Person | null): string | null => (one !== null && seesPerson(one, me) ? one.name : null);
  const person = (one: Person, me: Person): Body => {
    const { number, name, role, licence, balance } = one;
    const isOwn = one === me || isStaff(me);
    return {
      ...{ number, name, role, licence, instructor: nameOf(one.instructor, me) },
      ...((isOwn && me.role !== 'instructor') || has('birthdaysAreShown') ? { born: one.born } : {}),
      ...(isOwn || has('certificatesAreShown') ? { firstAid: one.firstAid } : {}),
      ...(seesBalance(one, me) ? { balance: has('debtsAreShownAsZero') ? Math.max(0, balance) : balance } : {}),
    };
  };
  const car = (one: Car, me: Person | null): Body => {
    const booked = data.lessons.filter((each) => each.car === one && (each.state === 'booked' || has('bookedCountsHeld')));
    return {
      ...{ plate: one.plate, gearbox: one.gearbox, licence: one.licence, mileage: one.mileage, state: one.state },
      ...(isStaff(me) || (me?.role === 'instructor' && has('notesAreShown')) ? { note: one.note } : {}),
      ...(isStaff(me) || (me !== null && has('servicesAreShown')) ? { serviceAt: one.serviceAt } : {}),
      booked: booked.filter((each) => seesLesson(each, me) || has('bookedIsOfAll')).length,
    };
  };
  const attendance = (one: Attendance, me: Person | null): Body => ({
    ...{ number: one.number, course: one.course.number, student: nameOf(one.student, me), state: one.state },
  });
  const course = (one: Course, me: Person | null): Body => {
    const { number, topic, licence, day, hour, places, state } = one;
    const all = data.attendances.filter((each) => each.course === one);
    const taken = all.filter((each) => ['booked', ...(has('freeForgetsAttended') ? [] : ['attended'])].includes(each.state));
    const counted = has('freeIsOfTheSeen') ? taken.filter((each) => seesAttendance(each, me)) : taken;
    return {
      ...{ number, topic, licence, day, hour, places, state },
      free: places - counted.length,
      teacher: has('teachersArePublic') ? one.teacher.name : nameOf(one.teacher, me),
      attendances: all
        .filter((each) => seesAttendance(each, me) || (me !== null && has('attendancesAreOfAll')))
        .map((each) => attendance(each, me)),
    };
  };
  const seesRemark = ({ state }: Lesson, me: Person): boolean =>
    me.role === 'student' ? state === 'held' || has('remarkIsNullBefore') : me.role !== 'office' || has('remarksAreShownToOffice');
  const lesson = (one: Lesson, me: Person): Body => {
    const { number, kind, day, hour, length, moves, state } = one;
    return {
      ...{ number, kind, day: has('daysAreTimes') ? `${day}T00:00:00.000Z` : day, hour, length, moves, state },
      price: has('priceIsText') ? String(priceOf(one)) : priceOf(one),
      ...{ student: nameOf(one.student, me), instructor: nameOf(one.instructor, me) },
      car: seesCar(one.car, me) || has('retiredCarsAreNamed') ? one.car.plate : null,
      kilometres: one.kilometres === null && has('noKilometresAreZero') ? 0 : one.kilometres,
      ...(seesRemark(one, me) ? { remark: one.remark } : {}),
    };
  };
  const exam = (one: Exam, me: Person): Body => ({
    ...{ number: one.number, student: nameOf(one.student, me), kind: one.kind, day: one.day, attempt: one.attempt, state: one.state },
    ...(isStaff(me) || (me.role === 'student' && has('examinersAreShown')) ? { examiner: one.examiner } : {}),
    ...(me.role !== 'instructor' || has('pointsAreShownToInstructors') ? { points: one.points } : {}),
  });
  const complaint = (one: Complaint, me: Person): Body => ({
    ...{ number: one.number, student: nameOf(one.student, me), about: nameOf(one.about, me), wish: nameOf(one.wish, me), state: one.state },
    ...(me.role !== 'office' || has('wordsAreShownToOffice') ? { words: one.words } : {}),
    ...(one.answer === null && has('noAnswerIsLeftOut') ? {} : { answer: one.answer }),
  });

  const page = <T>(all: readonly T[], query: URLSearchParams, fits: (one: T) => boolean): { shown: T[]; total: number } => {
    const limit = given(query, 'limit', integer) ?? (has('usualLimitIsFifty') ? 50 : 20);
    const offset = given(query, 'offset', integer) ?? 0;
    if (limit < 0 || limit > (has('limitIsUnbounded') ? Number.POSITIVE_INFINITY : 1000) || offset < 0) invalid();
    const found = all.filter(fits);
    const first = has('offsetStartsAtOne') ? Math.max(0, offset - 1) : offset;
    return {
      shown: found.slice(first, first + limit),
      total: has('totalIsOfThePage') ? found.slice(first, first + limit).length : found.length,
    };
  };
  const holds = (value: string, words: string): boolean =>
    has('wordsMindCase')
      ? value.includes(words)
      : has('wordsAreTheBeginning')
        ? value.toLowerCase().startsWith(words.toLowerCase())
        : value.toLowerCase().includes(words.toLowerCase());
  const choice = (query: URLSearchParams, name: string, values: readonly string[]): string | null =>
    given(query, name, (value) => (has('unknownFiltersFindNothing') ? value : among(value, values)));

  const listPeople = (me: Person, query: URLSearchParams): Body => {
    const role = choice(query, 'role', roles);
    const licence = choice(query, 'licence', licences);
    const below = given(query, 'below', integer);
    const words = given(query, 'words', String);
    const all = [...data.people].sort((a, b) => (has('peopleAreByNumber') ? 0 : byText(a.name, b.name)) || a.number - b.number);
    const { shown, total } = page(all, query, (one) => {
      if (!seesPerson(one, me)) return false;
      if (role !== null && one.role !== role) return false;
      if (licence !== null && one.licence !== licence && !(role !== null && has('licenceIsIgnoredWithRole'))) return false;
      if (words !== null && !holds(one.name, words)) return false;
      if (below === null) return true;
      if (!seesBalance(one, me) && !has('belowShowsHidden')) return false;
      return has('belowIncludesEqual') ? one.balance <= below : one.balance < below;
    });
    return { people: shown.map((one) => person(one, me)), total };
  };
  const listCars = (me: Person | null, query: URLSearchParams): Body => {
    const licence = choice(query, 'licence', licences);
    const gearbox = choice(query, 'gearbox', gearboxes);
    const state = choice(query, 'state', ['ready', 'in service', 'retired']);
    const byMileage = (a: Car, b: Car): number => (has('newestCarFirst') ? a.mileage - b.mileage : b.mileage - a.mileage);
    const byPlate = (a: Car, b: Car): number => (has('equalCarsAreByEntry') ? 0 : byText(a.plate, b.plate));
    const all = [...data.cars].sort((a, b) => byMileage(a, b) || byPlate(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!seesCar(one, me) && !(me !== null && has('retiredCarsAreListed'))) return false;
      if (licence !== null && one.licence !== licence) return false;
      if (gearbox !== null && one.gearbox !== gearbox && !has('gearboxIsIgnored')) return false;
      return state === null || one.state === state;
    });
    return { cars: shown.map((one) => car(one, me)), total: has('carTotalIsOfAll') ? data.cars.length : total };
  };
  const listCourses = (me: Person | null, query: URLSearchParams): Body => {
    const licence = choice(query, 'licence', licences);
    const state = choice(query, 'state', ['open', 'called off']);
    const start = given(query, 'from', date);
    const words = given(query, 'words', String);
    const byNumber = (a: Course, b: Course): number => (has('oldestCourseFirst') ? a.number - b.number : b.number - a.number);
    const all = [...data.courses].sort((a, b) => byText(a.day, b.day) || (has('hoursAreMixed') ? 0 : a.hour - b.hour) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!seesCourse(one, me) && !has('calledOffIsListedToAll')) return false;
      if (licence !== null && one.licence !== licence) return false;
      if (state !== null && one.state !== state) return false;
      if (start !== null && (has('fromIsStrict') ? one.day <= start : one.day < start)) return false;
      return words === null || holds(one.topic, words);
    });
    return { courses: shown.map((one) => course(one, me)), total };
  };
  const listLessons = (me: Person, query: URLSearchParams): Body => {
    const state = choice(query, 'state', ['booked', 'held', 'cancelled', 'missed']);
    const kind = choice(query, 'kind', lessonKinds);
    const plate = given(query, 'plate', String);
    const start = given(query, 'from', date);
    const end = given(query, 'until', date);
    const byDay = (a: Lesson, b: Lesson): number => (has('lessonDaysAscend') ? byText(a.day, b.day) : byText(b.day, a.day));
    const byHour = (a: Lesson, b: Lesson): number => (has('lateHoursFirst') ? b.hour - a.hour : a.hour - b.hour);
    const all = [...data.lessons].sort((a, b) => byDay(a, b) || byHour(a, b) || a.number - b.number);
    const { shown, total } = page(all, query, (one) => {
      if (
        !seesLesson(one, me) &&
        !(me.role === 'student' ? has('lessonsOfAll') : me.role === 'instructor' && has('instructorsSeeAllLessons'))
      )
        return false;
      if (state !== null && one.state !== state) return false;
      if (kind !== null && (has('kindMeansSpecial') && kind !== 'ordinary' ? one.kind === 'ordinary' : one.kind !== kind)) return false;
      if (plate !== null && !(one.car.plate === plate && (seesCar(one.car, me) || has('plateShowsRetired')))) return false;
      if (start !== null && one.day < start && !(end !== null && has('fromIsIgnoredWithUntil'))) return false;
      return end === null || (has('untilIsStrict') ? one.day < end : one.day <= end);
    });
    return { lessons: shown.map((one) => lesson(one, me)), total };
  };
  const listExams = (me: Person, query: URLSearchParams): Body => {
    const kind = choice(query, 'kind', examKinds);
    const state = choice(query, 'state', ['requested', 'confirmed', 'passed', 'failed']);
    const byNumber = (a: Exam, b: Exam): number => (has('firstExamFirst') ? a.number - b.number : b.number - a.number);
    const all = [...data.exams].sort((a, b) => byText(a.day, b.day) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (
        !seesExam(one, me) &&
        !(me.role === 'instructor' && has('instructorsSeeAllExams')) &&
        !(me.role === 'student' && has('examsOfAll'))
      )
        return false;
      if (kind !== null && one.kind !== kind) return false;
      if (state === null || has('examStateIsIgnored')) return true;
      return one.state === state;
    });
    return { exams: shown.map((one) => exam(one, me)), total };
  };
  const listComplaints = (me: Person, query: URLSearchParams): Body => {
    const state = choice(query, 'state', ['open', 'accepted', 'rejected']);
    const about = given(query, 'about', integer);
    const all = [...data.complaints].sort((a, b) => (has('oldestComplaintFirst') ? a.number - b.number : b.number - a.number));
    const { shown, total } = page(all, query, (one) => {
      if (!seesComplaint(one, me) && !(me.role === 'student' && has('complaintsOfAll'))) return false;
      if (state !== null && one.state !== state) return false;
      return about === null || (has('aboutIsTheWish') ? one.wish : one.about).number === about;
    });
    return { complaints: shown.map((one) => complaint(one, me)), total };
  };
  return {
    ...{ seesPerson, seesCar, seesCourse, seesAttendance, seesLesson, seesExam, seesComplaint },
    ...{ person, car, course, attendance, lesson, exam, complaint },
    ...{ listPeople, listCars, listCourses, listLessons, listExams, listComplaints },
  };
}
