import { refuse } from '../hand-written.ts';
import { dayOf } from '../hand-written-inputs.ts';
import { afterMonths, type Car, type Course, type DrivingData, daysBetween, type Exam, type Lesson, type Person } from './data.ts';
import type { DrivingFault, Has } from './faults.ts';

export type DrivingRules = ReturnType<typeof drivingRules>;

/** The rules of section 5. `now`: milliseconds since the epoch. */
export function drivingRules(data: DrivingData, has: Has, now: () => number) {
  const today = (): string => dayOf(now());
  const daysUntil = (date: string): number => daysBetween(today(), date);
  const notBlank = (value: string, fault?: DrivingFault): void => {
    const isBlank = has('spacesAreWords') ? value === '' : value.trim() === '';
    if (isBlank && !(fault !== undefined && has(fault))) refuse(422, 'BLANK');
  };

  const age = (born: string): void => {
    const months = has('ageOfAMonthLess') ? 197 : has('eighteenToStart') ? 216 : 198;
    if (afterMonths(born, months) > today() && !has('ageIsNotChecked')) refuse(422, 'TOO_YOUNG');
  };
  const lorry = (licence: string, born: string, fault?: DrivingFault): void => {
    const isYoung = licence === 'lorry' && afterMonths(born, has('lorriesAtTwenty') ? 240 : 252) > today();
    if (isYoung && !(fault !== undefined && has(fault))) refuse(422, 'TOO_YOUNG_FOR_LORRIES');
  };
  const lessonsAhead = (person: Person, licence: string): void => {
    const states = has('heldLessonsKeepLicence') ? ['booked', 'held'] : ['booked'];
    const own = data.lessons.filter((one) => one.student === person && states.includes(one.state));
    if (own.some((one) => one.car.licence !== licence) && !has('licenceChangesWithLessons')) refuse(409, 'LESSONS_AHEAD');
  };
  const certificate = (day: string): void => {
    const isAhead = has('certificateNotToday') ? daysUntil(day) >= 0 : daysUntil(day) > 0;
    if (isAhead && !has('certificateOfTheFuture')) refuse(422, 'BAD_CERTIFICATE');
  };
  const students = (person: Person, instructor: Person): void => {
    const own = data.people.filter((one) => one.instructor === instructor && (one !== person || has('sameStudentCountsTwice')));
    if (own.length >= (has('oneMoreStudent') ? 4 : 3) && !has('studentsAreUnlimited')) refuse(has('tooBusyIs422') ? 422 : 409, 'TOO_BUSY');
  };

  const course = (one: Course): void => {
    const same = data.courses.filter(
      ({ day, hour, state }) =>
        day === one.day && (hour === one.hour || has('oneCourseADay')) && (state === 'open' || has('calledOffCoursesClash')),
    );
    const isClash = same.some(({ teacher }) => teacher === one.teacher || has('coursesOfOthersClash'));
    if (isClash && !has('coursesMayClash')) refuse(409, 'COURSE_CLASH');
    notBlank(one.topic, 'topicMayBeBlank');
    if (daysUntil(one.day) < 0 && !has('coursesOfThePast')) refuse(422, 'BAD_DAY');
    if (one.hour < 7 || one.hour > (has('coursesAtNine') ? 21 : has('coursesUntilSeven') ? 19 : 20)) refuse(422, 'BAD_HOUR');
    if (one.places < (has('courseOfNoPlaces') ? 0 : 1) || one.places > (has('oneMorePlace') ? 21 : 20)) refuse(422, 'BAD_PLACES');
    const isEvening = has('eveningBeginsLater') ? one.hour > 18 : one.hour >= 18;
    if (isEvening && one.places > (has('oneMoreInTheEvening') ? 13 : 12) && !has('eveningIsNotChecked')) refuse(422, 'EVENING_FULL');
  };
  const booking = (of: Course, student: Person): void => {
    const all = data.attendances.filter((one) => one.course === of);
    const states = has('withdrawnIsTwice')
      ? ['booked', 'attended', 'withdrawn']
      : has('attendedMayComeAgain')
        ? ['booked']
        : ['booked', 'attended'];
    const own = all.filter((one) => one.student === student && states.includes(one.state));
    if (own.length > 0 && !has('mayBookTwice')) refuse(409, 'BOOKED_TWICE');
    if ((of.state !== 'open' && !has('calledOffIsBooked')) || daysUntil(of.day) < 0) refuse(409, 'NOT_OPEN');
    if (of.licence !== student.licence && !has('otherLicencesCome')) refuse(409, 'OTHER_LICENCE');
    const counted = all.filter(
      ({ state }) =>
        state === 'booked' || (state === 'attended' && !has('attendedFreesPlace')) || (state === 'withdrawn' && has('withdrawnTakesPlace')),
    );
    if (counted.length >= of.places + (has('oneBookingMore') ? 1 : 0))
      refuse(409, has('courseFullIsConflict') ? 'CONFLICT' : 'COURSE_FULL');
  };

  const hours = ({ hour, length, kind }: Lesson): void => {
    if (length < (has('lessonOfNoHours') ? 0 : 1) || length > (has('threeHours') ? 3 : 2)) refuse(422, 'BAD_LENGTH');
    if (hour < (has('sixIsOpen') ? 6 : has('sevenIsClosed') ? 8 : 7) || hour > 20) refuse(422, 'BAD_HOUR');
    const isLate = hour + length > (has('closesAtTen') ? 22 : has('closesEarlier') ? 20 : 21);
    if (isLate && !has('endIsNotChecked')) refuse(422, 'ENDS_LATE');
    if (kind === 'night' && hour < (has('nightIsStrict') ? 19 : 18) && !has('nightByDay')) refuse(422, 'NOT_NIGHT');
  };
  /** Whether two lessons are at the same time. */
  const meets = (a: Lesson, b: Lesson): boolean => {
    if (a.day !== b.day) return false;
    if (has('lengthIsIgnored')) return a.hour === b.hour;
    if (has('lessonsMayNotTouch')) return a.hour <= b.hour + b.length && b.hour <= a.hour + a.length;
    if (has('onlyLaterStartsMeet')) return a.hour >= b.hour && a.hour < b.hour + b.length;
    return a.hour < b.hour + b.length && b.hour < a.hour + a.length;
  };
  /** Paying for a lesson updates the student, whose rules come before those of lessons. */
  const newCar = ({ car, student }: Lesson): void => {
    if (car.licence !== student.licence && !has('anyCarFits')) refuse(409, 'LESSONS_AHEAD');
  };
  /** `isNew`: the lesson is being booked, not moved. */
  const lesson = (one: Lesson, isNew: boolean): void => {
    const { student, instructor, car, day, kind } = one;
    if (isNew || !has('movedHourIsFree')) hours(one);
    if (daysUntil(day) < (has('notToday') ? 1 : 0) && !(!isNew && has('movedToThePast'))) refuse(422, 'BAD_DAY');
    if (daysUntil(day) > (has('oneDayFurther') ? 61 : 60) && !(!isNew && has('movedFarAway'))) refuse(422, 'TOO_FAR');
    if (isNew) {
      const isTeaching =
        (instructor.role === 'instructor' || has('anyoneTeaches')) && (instructor.licence === student.licence || has('anyLicenceIsTaught'));
      if (!isTeaching) refuse(422, 'NOT_TEACHING');
    }
    if (car.state !== 'ready' && !has('carAwayIsBooked') && !(!isNew && has('moveIgnoresCar'))) refuse(409, 'CAR_AWAY');
    const others = data.lessons.filter((each) => each !== one);
    const own = others.filter((each) => each.student === student || has('lessonsOfAllCount'));
    if (isNew && kind !== 'ordinary') {
      const practice = own.filter(({ state }) => state === 'held' || (state === 'missed' && has('missedIsPractice')));
      if (practice.length < (has('twoToPractise') ? 2 : 1) && !(kind === 'motorway' && has('motorwayAtOnce'))) refuse(409, 'TOO_NEW');
    }
    const counted = own.filter(
      ({ state }) =>
        state === 'booked' || (state === 'held' && !has('heldIsNotCounted')) || (state === 'cancelled' && has('cancelledIsCounted')),
    );
    const sameDay = counted
      .filter((each) => each.day === day)
      .reduce((sum, each) => sum + (has('lessonsNotHoursADay') ? 1 : each.length), 0);
    const mostHours = has('fourHoursADay') ? 4 : 3;
    if (sameDay + one.length > mostHours && !(!isNew && has('moveIgnoresTheDay'))) refuse(409, 'TOO_MUCH_A_DAY');
    const week = counted.filter((each) => {
      const days = daysBetween(each.day, day);
      return days >= (has('weekLooksAhead') ? -6 : 0) && days < (has('weekOfEightDays') ? 8 : has('weekOfSixDays') ? 6 : 7);
    });
    if (week.length >= (has('fiveAWeek') ? 5 : has('threeAWeek') ? 3 : 4)) refuse(409, 'TOO_MANY_A_WEEK');
    const same = others.filter(
      (each) => (each.state === 'booked' || (each.state === 'cancelled' && has('cancelledClashes'))) && meets(one, each),
    );
    if (same.some((each) => each.student === student) && !has('studentMayClash')) refuse(409, 'LESSON_CLASH');
    if (same.some((each) => each.instructor === instructor) && !has('instructorMayBeBusy') && !(!isNew && has('moveIgnoresInstructor')))
      refuse(409, 'INSTRUCTOR_BUSY');
    if (same.some((each) => each.car === car) && !has('carMayBeBusy')) refuse(409, 'CAR_BUSY');
  };
  const kilometres = ({ length }: Lesson, value: number): void => {
    const most = has('kilometresOfOneHour') ? 60 : length * 60;
    if (value < 0 || (has('kilometresAreStrict') ? value >= most : value > most)) refuse(422, 'BAD_KILOMETRES');
  };

  const mileage = (value: number): void => {
    if ((value < 0 && !has('mileageBelowZero')) || value > (has('oneMoreKilometre') ? 300_001 : 300_000)) refuse(422, 'BAD_MILEAGE');
  };
  const service = (serviceAt: number, driven: number): void => {
    const most = has('serviceOneLater') ? 15_001 : has('serviceIsStrict') ? 14_999 : 15_000;
    if (serviceAt - driven > most && !has('serviceIsNotChecked')) refuse(422, 'BAD_SERVICE');
  };
  const car = ({ plate, mileage: driven, serviceAt, licence, gearbox }: Car): void => {
    const form = has('plateMayBeSmall')
      ? /^[A-Z]{2}-[1-9][0-9]{0,3}$/i
      : has('plateMayBeginWithZero')
        ? /^[A-Z]{2}-[0-9]{1,4}$/
        : has('plateHasNoEnd')
          ? /^[A-Z]{2}-[1-9][0-9]{0,3}/
          : /^[A-Z]{2}-[1-9][0-9]{0,3}$/;
    if (!form.test(plate)) refuse(422, 'BAD_PLATE');
    mileage(driven);
    service(serviceAt, driven);
    if (licence === 'motorcycle' && gearbox !== 'manual' && !has('motorcyclesAreAutomatic')) refuse(422, 'BAD_GEARBOX');
  };
  const change = (was: Car, driven: number, serviceAt: number): void => {
    mileage(driven);
    if (driven !== was.mileage || serviceAt !== was.serviceAt) {
      if (!(driven === was.mileage && has('patchedServiceIsFree'))) service(serviceAt, driven);
    }
    const isLess = has('mileageMustGrow') ? driven <= was.mileage : driven < was.mileage;
    if (isLess && !has('mileageMayFall')) refuse(has('mileageFallsIs422') ? 422 : 409, 'MILEAGE_FALLS');
  };

  const exam = (one: Exam): void => {
    const { student, kind, day, attempt } = one;
    const own = data.exams.filter((each) => each.student === student);
    const same = own.filter((each) => each.kind === kind || has('examsOfAllKinds'));
    const open = has('confirmedIsNotOpen') ? ['requested'] : ['requested', 'confirmed'];
    if (same.some(({ state }) => open.includes(state)) && !has('mayRegisterTwice')) refuse(409, 'REGISTERED');
    if (daysUntil(day) < 0 && !has('examsOfThePast')) refuse(422, 'BAD_DAY');
    if (daysUntil(day) > (has('examOneDayFurther') ? 61 : 60)) refuse(422, 'TOO_FAR');
    if (same.some(({ state }) => state === 'passed') && !has('passedMayRepeat')) refuse(409, 'PASSED_ALREADY');
    if (attempt > 3) refuse(403, 'NO_MORE_ATTEMPTS');
    const wait = has('waitADayLess') ? 13 : has('waitIsStrict') ? 15 : 14;
    const isSoon = same.some((each) => each.state === 'failed' && daysBetween(each.day, day) < wait);
    if (isSoon && !has('noWaitingTime')) refuse(409, 'WAITING_TIME');
    if (kind === 'theory') {
      const states = has('bookedCoursesCount') ? ['booked', 'attended'] : ['attended'];
      const courses = data.attendances.filter(
        (each) => (each.student === student || has('coursesOfAllCount')) && states.includes(each.state),
      );
      if (courses.length < (has('oneCourseIsEnough') ? 1 : 2)) refuse(409, 'TOO_FEW_COURSES');
    } else {
      const isPassed = own.some(
        (each) => each.kind === 'theory' && (each.state === 'passed' || (each.state === 'confirmed' && has('confirmedTheoryIsEnough'))),
      );
      if (!isPassed && !has('practicalWithoutTheory')) refuse(409, 'NO_THEORY');
      const driven = data.lessons.filter(
        (each) => each.student === student && (each.state === 'held' || (each.state === 'booked' && has('bookedDrivesCount'))),
      );
      const wanted = has('motorwayIsNotNeeded') ? ['night'] : ['night', 'motorway'];
      const isDriven = (each: string): boolean => driven.some((drive) => drive.kind === each);
      const areDriven = has('oneSpecialDrive') ? wanted.some(isDriven) : wanted.every(isDriven);
      if (!areDriven && !has('specialDrivesAreForgotten')) refuse(409, 'NO_SPECIAL_DRIVES');
      const { firstAid } = student;
      const isOld = firstAid === null ? !has('firstAidIsOptional') : daysBetween(firstAid, has('firstAidToday') ? today() : day) > 730;
      if (isOld && !(firstAid !== null && has('oldFirstAidIsFine'))) refuse(409, 'NO_FIRST_AID');
    }
    const left = student.balance - 80;
    if (left < (has('examMayBeOwed') ? -50 : 0) && !has('feeIsNotChecked')) refuse(has('debtIs409') ? 409 : 402, 'IN_DEBT');
  };
  const points = (value: number): void => {
    if (value < (has('pointsBelowZero') ? -50 : 0) || value > (has('oneMorePoint') ? 51 : 50)) refuse(422, 'BAD_POINTS');
  };
  const complaint = (student: Person, wish: Person, words: string): void => {
    const own = data.complaints.filter(
      (one) => one.student === student && (one.state === 'open' || (one.state === 'rejected' && has('rejectedBlocks'))),
    );
    if (own.length > 0 && !has('complaintsPileUp')) refuse(409, 'OPEN_ALREADY');
    notBlank(words, 'complaintsMayBeBlank');
    if (wish === student.instructor && !has('sameInstructorAgain')) refuse(422, 'SAME_INSTRUCTOR');
    const isTeaching = wish.role === 'instructor' && (wish.licence === student.licence || has('wishForAnyLicence'));
    if (!isTeaching) refuse(422, 'NOT_TEACHING');
  };
  return {
    ...{ today, notBlank, age, lorry, lessonsAhead, certificate, students, course, booking },
    ...{ newCar, lesson, kilometres, mileage, car, change, service, exam, points, complaint },
  };
}
