import { refuse } from '../hand-written.ts';
import {
  type Attendance,
  type Car,
  type Complaint,
  type Course,
  type DrivingData,
  daysBetween,
  type Exam,
  type Lesson,
  type Person,
  priceOf,
} from './data.ts';
import type { Has } from './faults.ts';
import type { DrivingRules } from './rules.ts';

/** The events of the driving school's records. */
export function drivingSteps(data: DrivingData, rules: DrivingRules, has: Has) {
  const from = (isThere: boolean): void => {
    if (!isThere) refuse(has('conflictIs400') ? 400 : 409, 'CONFLICT');
  };
  const { today } = rules;
  const isDue = (day: string): boolean => day <= today();
  const tooEarly = (): never => refuse(has('tooEarlyIs422') ? 422 : 409, 'TOO_EARLY');

  const pay = (person: Person, amount: number): void => {
    const most = has('payOneMore') ? 2001 : 2000;
    if (amount < (has('payNothing') ? 0 : 1) || (amount > most && !has('payAnything')))
      refuse(has('badAmountIs409') ? 409 : 422, 'BAD_AMOUNT');
    const isPackage = has('packageIsStrict') ? amount > 500 : amount >= 500;
    const bonus = has('bonusForEach') ? Math.floor(amount / 500) * 25 : isPackage && !has('noBonus') ? 25 : has('bonusForAll') ? 25 : 0;
    person.balance = has('payReplacesBalance') ? amount + bonus : person.balance + amount + bonus;
  };
  const assign = (person: Person, instructor: Person): void => {
    const isTeaching =
      (instructor.role === 'instructor' || has('anyoneIsAssigned')) &&
      (instructor.licence === person.licence || has('assignIgnoresLicence'));
    if (!isTeaching) refuse(has('notTeachingIs409') ? 409 : 422, 'NOT_TEACHING');
    rules.students(person, instructor);
    if (!has('assignForgets')) person.instructor = instructor;
  };

  const lessonsWith = (car: Car): Lesson[] => data.lessons.filter((lesson) => lesson.car === car && lesson.state === 'booked');
  const cars: Readonly<Record<string, (car: Car) => void>> = {
    service(car) {
      from(car.state === 'ready' || (car.state === 'in service' && has('servicedTwice')));
      const isNeeded = lessonsWith(car).some(({ day }) => day <= today() || has('laterLessonsNeedIt'));
      if (isNeeded && !has('serviceIgnoresLessons')) refuse(409, has('neededIsInUse') ? 'IN_USE' : 'NEEDED_TODAY');
      car.state = 'in service';
    },
    retire(car) {
      from(
        car.state === 'ready' ||
          (car.state === 'in service' && !has('servicedIsNotRetired')) ||
          (car.state === 'retired' && has('retiredAgain')),
      );
      const lessons = has('heldLessonsUseIt') ? data.lessons.filter((one) => one.car === car) : lessonsWith(car);
      if (lessons.some(({ day }) => !has('onlyTodayIsInUse') || day <= today()) && !has('usedIsRetired')) refuse(409, 'IN_USE');
      car.state = 'retired';
    },
  };
  const bringBack = (car: Car, serviceAt: number): void => {
    const isSoon = has('serviceMayBeDue') ? serviceAt < car.mileage : serviceAt <= car.mileage;
    if (isSoon && !has('anyServiceIsFine')) refuse(422, 'BAD_SERVICE');
    rules.service(serviceAt, car.mileage);
    if (!has('returnKeepsService')) car.serviceAt = serviceAt;
    car.state = 'ready';
  };

  const callOff = (course: Course): void => {
    from(course.state === 'open' || has('calledOffTwice'));
    const all = data.attendances.filter((one) => one.course === course);
    const isInTime = has('notOnTheDay') ? course.day > today() : course.day > today() || all.length === 0;
    if (!isInTime && !has('calledOffAnyTime')) refuse(409, 'TOO_LATE');
    course.state = 'called off';
    if (has('callOffKeepsBookings')) return;
    const booked = all.filter(({ state }) => state === 'booked' || (state === 'withdrawn' && has('callOffDropsAll')));
    for (const one of has('callOffDropsOne') ? booked.slice(0, 1) : booked) one.state = has('callOffWithdraws') ? 'withdrawn' : 'dropped';
  };
  const attend = (one: Attendance): void => {
    from(one.state === 'booked' || (one.state === 'withdrawn' && has('withdrawnAttends')));
    if (!isDue(one.course.day) && !has('attendAnyTime')) tooEarly();
    one.state = 'attended';
  };
  const withdraw = (one: Attendance): void => {
    from(one.state === 'booked' || (one.state === 'dropped' && has('droppedWithdraws')));
    const isLate = has('withdrawOnTheDay') ? one.course.day < today() : one.course.day <= today();
    if (isLate) refuse(has('tooLateIs403') ? 403 : 409, 'TOO_LATE');
    if (!has('withdrawDoesNothing')) one.state = 'withdrawn';
  };

  const book = (lesson: Lesson): void => {
    const { student } = lesson;
    const price = has('specialCostsTheSame') ? lesson.length * 45 : has('everyHourCostsTheSame') ? 45 : priceOf(lesson);
    const most = has('noDebt') ? 0 : has('debtIsStrict') ? -49 : -50;
    const left = has('debtBeforeThePrice') ? student.balance : student.balance - priceOf(lesson);
    if (left < most && !has('debtIsIgnored')) refuse(has('debtIs409') ? 409 : 402, 'IN_DEBT');
    rules.newCar(lesson);
    rules.lesson(lesson, true);
    if (!has('bookingIsFree')) student.balance -= price;
    data.lessons.push(lesson);
  };
  const move = (lesson: Lesson, day: string, hour: number): void => {
    if (lesson.moves >= (has('moveTwice') ? 2 : 1) && !has('moveForEver')) refuse(409, 'MOVED_ALREADY');
    const moved = { day, hour: has('moveKeepsHour') ? lesson.hour : hour };
    const was = { day: lesson.day, hour: lesson.hour };
    try {
      rules.lesson(Object.assign(lesson, { day, hour }), false);
    } catch (error) {
      Object.assign(lesson, has('refusedMoveIsKept') ? {} : was);
      throw error;
    }
    Object.assign(lesson, moved);
    if (!has('movesAreNotCounted')) lesson.moves += 1;
  };
  const release = (lesson: Lesson): void => {
    lesson.state = 'cancelled';
    if (!has('releaseKeepsMoney')) lesson.student.balance += priceOf(lesson);
  };
  const cancel = (lesson: Lesson): void => {
    from(lesson.state === 'booked' || (lesson.state === 'missed' && has('missedIsCancelled')));
    const days = daysBetween(today(), lesson.day);
    const isEarly = days >= (has('cancelADayLater') ? 1 : has('cancelADayEarlier') ? 3 : 2);
    const price = priceOf(lesson);
    lesson.state = 'cancelled';
    if (isEarly) lesson.student.balance += has('earlyPaysHalf') ? Math.trunc(price / 2) : price;
    else if (has('lateIsFree')) lesson.student.balance += price;
    else if (!has('latePaysAll')) lesson.student.balance += has('halfIsRoundedUp') ? Math.ceil(price / 2) : Math.trunc(price / 2);
  };
  const hold = (lesson: Lesson, kilometres: number, remark: string | null): void => {
    const { car } = lesson;
    if (!isDue(lesson.day) && !has('holdAnyTime')) tooEarly();
    rules.kilometres(lesson, kilometres);
    rules.mileage(car.mileage + kilometres);
    lesson.state = 'held';
    lesson.kilometres = has('holdForgetsKilometres') ? null : kilometres;
    if (!has('holdForgetsRemark')) lesson.remark = remark;
    if (has('mileageIsReplaced')) car.mileage = kilometres;
    else if (!has('mileageStays')) car.mileage += kilometres;
    const isWorn = has('wearIsStrict') ? car.mileage > car.serviceAt : car.mileage >= car.serviceAt;
    if (car.state === 'ready' && isWorn && !has('wornIsReady')) car.state = 'in service';
  };
  const miss = (lesson: Lesson): void => {
    from(lesson.state === 'booked' || (lesson.state === 'cancelled' && has('cancelledIsMissed')));
    if (!isDue(lesson.day) && !has('missAnyTime')) tooEarly();
    lesson.state = 'missed';
    if (has('missedIsPaidBack')) lesson.student.balance += priceOf(lesson);
  };

  const register = (student: Person, kind: string, day: string): Exam => {
    const failed = data.exams.filter(
      (one) => one.student === student && (one.kind === kind || has('attemptsOfAllKinds')) && one.state === 'failed',
    );
    const attempt = has('attemptIsOne') ? 1 : failed.length + 1;
    const exam: Exam = { number: data.next(), student, kind, day, attempt, examiner: null, points: null, state: 'requested' };
    rules.exam(exam);
    if (!has('examIsFree')) student.balance -= has('secondExamIsHalf') && attempt > 1 ? 40 : 80;
    data.exams.push(exam);
    return exam;
  };
  const confirm = (exam: Exam, examiner: string): void => {
    exam.state = 'confirmed';
    if (!has('confirmForgetsExaminer')) exam.examiner = examiner;
  };
  const mark = (exam: Exam, points: number): void => {
    if (!isDue(exam.day) && !has('markAnyTime')) tooEarly();
    rules.points(points);
    const most = exam.kind === 'theory' || has('practicalLikeTheory') ? 10 : 3;
    const isPassed = has('passingIsStrict') ? points < most : points <= (has('passWithOneMore') ? most + 1 : most);
    exam.state = isPassed ? 'passed' : 'failed';
    if (!has('markForgetsPoints')) exam.points = points;
    if (has('failingCostsAgain') && !isPassed) exam.student.balance -= 80;
  };

  const accept = (complaint: Complaint, answer: string | null): void => {
    const { student, about, wish } = complaint;
    if (!has('acceptKeepsInstructor')) assign(student, wish);
    complaint.state = 'accepted';
    if (!has('acceptForgetsAnswer')) complaint.answer = answer;
    if (has('acceptKeepsLessons')) return;
    const booked = data.lessons.filter((one) => one.student === student && one.state === 'booked');
    const old = booked.filter((one) => one.instructor === about || has('acceptReleasesAll'));
    for (const lesson of has('acceptReleasesOne') ? old.slice(0, 1) : old) release(lesson);
  };
  const reject = (complaint: Complaint, answer: string): void => {
    complaint.state = 'rejected';
    if (!has('rejectForgetsAnswer')) complaint.answer = answer;
  };
  return {
    ...{ from, pay, assign, cars, bringBack, callOff, attend, withdraw },
    ...{ book, move, cancel, hold, miss, register, confirm, mark, accept, reject },
  };
}
