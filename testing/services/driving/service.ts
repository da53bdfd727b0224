import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, jsonIn, type Route, refuse, serviceOf } from '../hand-written.ts';
import { among, date, email, invalid, notEmpty, orNull, text, whole } from '../hand-written-inputs.ts';
import { type Attendance, type Car, type Complaint, type Course, DrivingData, type Exam, type Lesson, type Person } from './data.ts';
import type { DrivingFault, Others } from './faults.ts';
import { drivingRules } from './rules.ts';
import { drivingSteps } from './steps.ts';
import { drivingViews, examKinds, gearboxes, lessonKinds, licences } from './views.ts';

const everyone = ['student', 'instructor', 'office', 'owner'];
/** The paths of calls with a body, which is read before permissions are checked. */
const takes = /\/(people|session|pay|assign|cars|return|courses|lessons|move|hold|exams|confirm|mark|complaints|accept|reject)$/;

/**
 * The service of `document.md` over arrays, hand-written, with one of its faults or none. `now`:
 * milliseconds since the epoch.
 */
export function drivingService(now: () => number, fault: DrivingFault | null = null): Implementation {
  const has = (one: DrivingFault): boolean => fault === one;
  const data = new DrivingData();
  const rules = drivingRules(data, has, now);
  const steps = drivingSteps(data, rules, has);
  const views = drivingViews(data, has);
  const sessions = new Map<string, Person>();
  let opened = 0;

  const addPerson = (name: string, address: string, password: string, role: string, born: string, licence: string): Person => {
    const more = { firstAid: null, instructor: null, balance: has('welcomeBonus') ? 25 : 0 };
    const person: Person = { number: data.next(), name, email: address, password, role, born, licence, ...more };
    data.people.push(person);
    return person;
  };
  for (const line of [
    ...['Olga Office 1980 car', 'Otto Owner 1970 car', 'Ines Instructor 1985 car', 'Ivan Instructor 1986 car'],
    ...['Ilse Instructor 1987 motorcycle', 'Sam Student 2005 car', 'Sue Student 2004 car', 'Moe Student 2003 motorcycle'],
  ]) {
    const [first = '', role = '', year = '', licence = ''] = line.split(' ');
    addPerson(`${first} ${role}`, `${first.toLowerCase()}@example.com`, 'correct-horse', role.toLowerCase(), `${year}-01-15`, licence);
  }

  const unauthorized = (): never => refuse(has('signedOutIs403') ? 403 : 401, 'UNAUTHORIZED');
  const forbidden = (): never => refuse(has('forbiddenIs401') ? 401 : 403, 'FORBIDDEN');
  const missing = (): never => refuse(has('missingIs410') ? 410 : 404, 'NOT_FOUND');
  const hidden = (): never => (has('hiddenIsForbidden') ? forbidden() : refuse(404, 'NOT_FOUND'));
  const allow = (isAllowed: boolean): void => {
    if (!isAllowed) forbidden();
  };
  const parsed = (request: Request): unknown => {
    const json = request.body === null ? {} : jsonIn(request.body);
    if (json === undefined) return has('brokenJsonIs422') ? invalid() : refuse(400, 'MALFORMED');
    return json;
  };
  const bodyOf = (request: Request, ...keys: string[]): Body => {
    const json = parsed(request);
    if (json === null || typeof json !== 'object' || Array.isArray(json)) return invalid();
    if (!has('unknownKeysAreIgnored')) for (const key of Object.keys(json)) if (!keys.includes(key)) invalid();
    return json as Body;
  };
  /** The acting person; null if signed out. */
  const actor = (request: Request): Person | null => {
    const { method, path, token } = request;
    const me = token === null ? null : (sessions.get(token) ?? (has('unknownTokenIsVisitor') ? null : unauthorized()));
    if (method === 'PATCH' || (method === 'POST' && takes.test(path))) parsed(request);
    return me;
  };
  const enter = (request: Request, wanted: readonly string[], others: Others = {}): Person => {
    const me = actor(request) ?? unauthorized();
    allow(wanted.includes(me.role) || (fault !== null && others[fault] === me.role));
    return me;
  };
  const opening = (person: Person): Body => {
    opened += 1;
    const token = `d${opened}-${'r'.repeat(24)}`;
    sessions.set(token, person);
    return { token, me: views.person(person, person) };
  };
  const isSame = (a: string, b: string): boolean => (has('emailsMindCase') ? a === b : a.toLowerCase() === b.toLowerCase());

  const signUp = (request: Request): Body => {
    const me = actor(request);
    const body = bodyOf(request, 'name', 'email', 'password', 'born', 'licence');
    if (me !== null && !has('membersSignUpOthers')) forbidden();
    const [name, address, password] = [
      text(body['name'], has('nameMayBeLong') ? undefined : 40),
      email(body['email']),
      text(body['password']),
    ];
    const [born, licence] = [date(body['born']), among(body['licence'], licences, has('anyLicence'))];
    if (data.people.some((one) => isSame(one.email, address))) refuse(has('emailTakenIs422') ? 422 : 409, 'CONFLICT');
    rules.notBlank(name);
    rules.age(born);
    rules.lorry(licence, born);
    return opening(addPerson(name, address, notEmpty(password), has('signUpAsInstructor') ? 'instructor' : 'student', born, licence));
  };
  const signIn = (request: Request): Body => {
    actor(request);
    const body = bodyOf(request, 'email', 'password');
    const [address, password] = [text(body['email']), text(body['password'])];
    const person = data.people.find((one) => isSame(one.email, address) && one.password === password);
    if (person === undefined) return refuse(has('wrongPasswordIs404') ? 404 : 401, 'UNAUTHORIZED');
    sessions.delete(request.token ?? '');
    return opening(person);
  };
  const signOut = (request: Request): null => {
    enter(request, everyone);
    if (!has('signOutKeepsSession')) sessions.delete(request.token ?? '');
    return null;
  };
  const editMe = (request: Request): Body => {
    const me = enter(request, everyone);
    const body = bodyOf(request, 'name', 'licence');
    if ('licence' in body) allow(me.role === 'student' || (me.role === 'instructor' && has('instructorsChangeLicence')));
    const name = text(body['name'], 40);
    const licence = 'licence' in body ? among(body['licence'], licences) : me.licence;
    rules.notBlank(name, 'nameMayBeBlankLater');
    if (licence !== me.licence) rules.lorry(licence, me.born, 'lorriesLater');
    rules.lessonsAhead(me, licence);
    if (licence !== me.licence && has('newLicenceClearsInstructor')) me.instructor = null;
    me.name = name;
    if (!has('licenceIsNotKept')) me.licence = licence;
    return views.person(me, me);
  };

  /** `lax`: a fault lets people find records that they may not see. */
  const numbered = <T extends { readonly number: number }>(
    all: readonly T[],
    number: string,
    sees: (one: T) => boolean,
    lax = false,
  ): T => {
    const record = all.find((one) => String(one.number) === number) ?? missing();
    return sees(record) || lax ? record : hidden();
  };
  const personOf = (number: unknown, me: Person): Person => numbered(data.people, String(number), (one) => views.seesPerson(one, me));
  const carOf = (plate: string, me: Person): Car => {
    const car = data.cars.find((one) => one.plate === plate) ?? missing();
    return views.seesCar(car, me) ? car : hidden();
  };
  const courseOf = (number: string, me: Person): Course => numbered(data.courses, number, (one) => views.seesCourse(one, me));
  const attendanceOf = (number: string, me: Person, lax?: boolean): Attendance =>
    numbered(data.attendances, number, (one) => views.seesAttendance(one, me), lax);
  const lessonOf = (number: string, me: Person, lax?: boolean): Lesson =>
    numbered(data.lessons, number, (one) => views.seesLesson(one, me), lax);
  const examOf = (number: string, me: Person): Exam => numbered(data.exams, number, (one) => views.seesExam(one, me));
  const complaintOf = (number: string, me: Person): Complaint => numbered(data.complaints, number, (one) => views.seesComplaint(one, me));
  /** A number or a plate that only finds a record. */
  const key = (value: unknown, read: (value: unknown) => unknown): string => (value === undefined ? '' : String(orNull(value, read) ?? ''));

  const editPerson = (number: string, request: Request): Body => {
    const me = enter(request, ['office'], { instructorsNoteFirstAid: 'instructor' });
    const body = bodyOf(request, 'firstAid');
    const person = personOf(number, me);
    allow(person.role === 'student' || has('staffHaveFirstAid'));
    if (!('firstAid' in body)) invalid();
    const firstAid = orNull(body['firstAid'], date);
    if (firstAid !== null && firstAid !== person.firstAid) rules.certificate(firstAid);
    if (!has('firstAidIsNotKept')) person.firstAid = firstAid;
    return views.person(person, me);
  };
  const payFor = (number: string, request: Request): Body => {
    const me = enter(request, ['office'], { ownersTakePayments: 'owner', studentsPayThemselves: 'student' });
    const body = bodyOf(request, 'amount');
    const person = personOf(number, me);
    allow(person.role === 'student' || has('staffPay'));
    steps.pay(person, whole(body['amount']));
    return views.person(person, me);
  };
  const assignTo = (number: string, request: Request): Body => {
    const me = enter(request, ['office'], { instructorsAssign: 'instructor', ownersAssign: 'owner' });
    const body = bodyOf(request, 'teacher');
    const wanted = key(body['teacher'], whole);
    const person = personOf(number, me);
    const teacher = personOf(wanted, me);
    allow(person.role === 'student' || has('staffAreAssigned'));
    steps.assign(person, teacher);
    return views.person(person, me);
  };

  const addCar = (request: Request): Body => {
    const me = enter(request, ['office'], { ownersAddCars: 'owner', instructorsAddCars: 'instructor' });
    const body = bodyOf(request, 'plate', 'gearbox', 'licence', 'mileage', 'serviceAt', 'note');
    const car: Car = {
      ...{ plate: text(body['plate'], 8), licence: among(body['licence'], licences) },
      gearbox: 'gearbox' in body ? among(body['gearbox'], gearboxes) : has('carsAreAutomatic') ? 'automatic' : 'manual',
      ...{ mileage: whole(body['mileage']), serviceAt: whole(body['serviceAt']) },
      note: 'note' in body ? orNull(body['note'], (value) => text(value, has('noteMayBeLong') ? undefined : 80)) : null,
      state: has('newCarsAreInService') ? 'in service' : 'ready',
    };
    if (has('plateBeforeConflict')) rules.car(car);
    const isTaken = data.cars.some((one) => one.plate === car.plate && !(one.state === 'retired' && has('retiredPlatesAreFree')));
    if (isTaken && !has('platesMayBeShared')) refuse(has('plateTakenIs422') ? 422 : 409, 'CONFLICT');
    rules.car(car);
    data.cars.push(car);
    return views.car(car, me);
  };
  const editCar = (plate: string, request: Request): Body => {
    const me = enter(request, ['office'], { instructorsEditCars: 'instructor', ownersEditCars: 'owner' });
    const body = bodyOf(request, 'mileage', 'serviceAt', 'note');
    const car = carOf(plate, me);
    allow(car.state !== 'retired' || !has('retiredIsNotEdited'));
    const mileage = 'mileage' in body ? whole(body['mileage']) : car.mileage;
    const serviceAt = 'serviceAt' in body ? whole(body['serviceAt']) : car.serviceAt;
    const note = 'note' in body ? orNull(body['note'], (value) => text(value, 80)) : has('patchClearsNote') ? null : car.note;
    rules.change(car, mileage, serviceAt);
    if (has('patchedMileageEndsService') && car.state === 'in service') car.state = 'ready';
    return views.car(Object.assign(car, { mileage, serviceAt, note }), me);
  };
  const stepOfCar = (plate: string, event: string, request: Request): Body => {
    const me =
      event === 'retire'
        ? enter(request, has('ownersDoNotRetire') ? ['office'] : ['office', 'owner'], { instructorsRetire: 'instructor' })
        : enter(request, ['office'], { instructorsSendIn: 'instructor', ownersSendIn: 'owner' });
    const car = carOf(plate, me);
    steps.cars[event]?.(car);
    return views.car(car, me);
  };
  const returnCar = (plate: string, request: Request): Body => {
    const me = enter(request, ['office'], { ownersBringBack: 'owner', instructorsBringBack: 'instructor' });
    const body = bodyOf(request, 'serviceAt');
    const car = carOf(plate, me);
    const serviceAt = has('numberBeforeState') ? whole(body['serviceAt']) : null;
    steps.from(car.state === 'in service' || (car.state === 'retired' && has('retiredComesBack')));
    steps.bringBack(car, serviceAt ?? whole(body['serviceAt']));
    return views.car(car, me);
  };

  const addCourse = (request: Request): Body => {
    const me = enter(request, ['instructor'], { officePlansCourses: 'office', studentsPlanCourses: 'student' });
    const body = bodyOf(request, 'topic', 'licence', 'day', 'hour', 'places');
    const course: Course = {
      ...{
        number: data.next(),
        topic: text(body['topic'], has('topicMayBeLong') ? undefined : 40),
        licence: among(body['licence'], licences),
      },
      ...{ day: date(body['day']), hour: whole(body['hour']), places: whole(body['places']), teacher: me, state: 'open' },
    };
    rules.course(course);
    data.courses.push(course);
    return views.course(course, me);
  };
  const cancelCourse = (number: string, request: Request): Body => {
    const me = enter(request, has('officeDoesNotCallOff') ? ['instructor'] : ['instructor', 'office'], { ownersCallOff: 'owner' });
    const course = courseOf(number, me);
    allow(me.role !== 'instructor' || course.teacher === me || has('anyInstructorCallsOff'));
    steps.callOff(course);
    return views.course(course, me);
  };
  const bookCourse = (number: string, request: Request): Body => {
    const me = enter(request, ['student'], { instructorsBookCourses: 'instructor' });
    const course = courseOf(number, me);
    rules.booking(course, me);
    const attendance: Attendance = { number: data.next(), course, student: me, state: has('bookedIsAttended') ? 'attended' : 'booked' };
    data.attendances.push(attendance);
    return views.attendance(attendance, me);
  };
  const stepOfAttendance = (number: string, event: string, request: Request): Body => {
    const isAttend = event === 'attend';
    const me = enter(
      request,
      [isAttend ? 'instructor' : 'student'],
      isAttend ? { officeAttends: 'office', studentsAttend: 'student' } : { officeWithdraws: 'office' },
    );
    const attendance = attendanceOf(number, me, isAttend ? has('anyInstructorAttends') : has('anyStudentWithdraws'));
    if (isAttend) steps.attend(attendance);
    else steps.withdraw(attendance);
    return views.attendance(attendance, me);
  };

  const addLesson = (request: Request): Body => {
    const me = enter(request, ['student'], { instructorsBookLessons: 'instructor' });
    const body = bodyOf(request, 'teacher', 'plate', 'kind', 'day', 'hour', 'length');
    const [wanted, plate] = [key(body['teacher'], whole), key(body['plate'], text)];
    const instructor = personOf(wanted, me);
    const car = carOf(plate, me);
    const lesson: Lesson = {
      ...{ number: data.next(), student: me, instructor, car, moves: 0, kilometres: null, remark: null, state: 'booked' },
      kind: 'kind' in body ? among(body['kind'], lessonKinds) : 'ordinary',
      ...{ day: date(body['day']), hour: whole(body['hour']) },
      length: 'length' in body ? whole(body['length']) : has('lessonsTakeTwoHours') ? 2 : 1,
    };
    steps.book(lesson);
    return views.lesson(lesson, me);
  };
  const moveLesson = (number: string, request: Request): Body => {
    const me = enter(request, has('officeDoesNotMove') ? ['student'] : ['student', 'office'], { instructorsMove: 'instructor' });
    const body = bodyOf(request, 'day', 'hour');
    const lesson = lessonOf(number, me, has('anyStudentMoves'));
    if (has('dayBeforeState')) date(body['day']);
    steps.from(lesson.state === 'booked' || (lesson.state === 'missed' && has('missedIsMoved')));
    steps.move(lesson, date(body['day']), whole(body['hour']));
    return views.lesson(lesson, me);
  };
  const laxLessons: Readonly<Record<string, DrivingFault>> = { cancel: 'anyStudentCancels', miss: 'anyInstructorMisses' };
  const stepOfLesson = (number: string, event: string, request: Request): Body => {
    const isCancel = event === 'cancel';
    const wanted = isCancel && !has('instructorsDoNotCancel') ? ['student', 'instructor'] : [isCancel ? 'student' : 'instructor'];
    const me = enter(request, wanted, isCancel ? { officeCancels: 'office' } : { studentsMiss: 'student', officeMisses: 'office' });
    const lesson = lessonOf(number, me, fault !== null && laxLessons[event] === fault);
    if (isCancel) steps.cancel(lesson);
    else steps.miss(lesson);
    return views.lesson(lesson, me);
  };
  const holdLesson = (number: string, request: Request): Body => {
    if (has('recordBeforeRole') && request.token !== null) lessonOf(number, enter(request, everyone));
    const me = enter(request, ['instructor'], { studentsHold: 'student', officeHolds: 'office' });
    const body = bodyOf(request, 'kilometres', 'remark');
    const lesson = lessonOf(number, me, has('anyInstructorHolds'));
    steps.from(lesson.state === 'booked' || (lesson.state === 'missed' && has('missedIsHeld')));
    const kilometres = whole(body['kilometres']);
    const remark = 'remark' in body ? orNull(body['remark'], (value) => text(value, has('remarkMayBeLong') ? undefined : 80)) : null;
    steps.hold(lesson, kilometres, remark);
    return views.lesson(lesson, me);
  };

  const addExam = (request: Request): Body => {
    const me = enter(request, ['student'], { instructorsRegister: 'instructor' });
    const body = bodyOf(request, 'kind', 'day');
    return views.exam(steps.register(me, among(body['kind'], examKinds), date(body['day'])), me);
  };
  const confirmExam = (number: string, request: Request): Body => {
    const me = enter(request, ['office'], { ownersConfirm: 'owner' });
    const body = bodyOf(request, 'examiner');
    const exam = examOf(number, me);
    steps.from(exam.state === 'requested' || (exam.state === 'confirmed' && has('confirmedAgain')));
    steps.confirm(exam, text(body['examiner'], has('examinerMayBeLong') ? undefined : 40));
    return views.exam(exam, me);
  };
  const markExam = (number: string, request: Request): Body => {
    const me = enter(request, ['office'], { instructorsMark: 'instructor', ownersMark: 'owner' });
    const body = bodyOf(request, 'points');
    const exam = examOf(number, me);
    const states = ['confirmed', ...(has('requestedIsMarked') ? ['requested'] : []), ...(has('failedIsMarked') ? ['failed'] : [])];
    steps.from(states.includes(exam.state));
    steps.mark(exam, whole(body['points']));
    return views.exam(exam, me);
  };

  const addComplaint = (request: Request): Body => {
    const me = enter(request, ['student']);
    const body = bodyOf(request, 'teacher', 'words');
    const wish = personOf(key(body['teacher'], whole), me);
    const words = text(body['words'], has('complaintMayBeLong') ? undefined : 200);
    const about = me.instructor ?? refuse(has('noInstructorIs409') ? 409 : 422, 'INVALID');
    rules.complaint(me, wish, words);
    const complaint: Complaint = { number: data.next(), student: me, about, wish, words, answer: null, state: 'open' };
    data.complaints.push(complaint);
    return views.complaint(complaint, me);
  };
  const acceptComplaint = (number: string, request: Request): Body => {
    const me = enter(request, ['owner'], { officeAccepts: 'office' });
    const body = bodyOf(request, 'answer');
    const complaint = complaintOf(number, me);
    steps.from(complaint.state === 'open' || (complaint.state === 'rejected' && has('rejectedIsAccepted')));
    steps.accept(complaint, 'answer' in body ? orNull(body['answer'], (value) => text(value, 80)) : null);
    return views.complaint(complaint, me);
  };
  const rejectComplaint = (number: string, request: Request): Body => {
    const me = enter(request, ['owner'], { officeRejects: 'office' });
    const body = bodyOf(request, 'answer');
    const complaint = complaintOf(number, me);
    steps.from(complaint.state === 'open' || (complaint.state === 'accepted' && has('acceptedIsRejected')));
    const answer =
      body['answer'] === undefined && has('rejectsWithoutAnswer') ? '' : text(body['answer'], has('answerMayBeLong') ? undefined : 80);
    steps.reject(complaint, answer);
    return views.complaint(complaint, me);
  };

  type On = (key: string, request: Request) => Body | null;
  const route = (method: string, path: string, on: On, status = method === 'DELETE' ? 204 : 200): Route => [
    method,
    new RegExp(`^/${path}$`),
    ([, first = ''], request) => [status === 204 && has('signOutIs200') ? 200 : status, on(first, request)],
  ];
  const created = (path: string, on: On): Route => route('POST', path, on, has('createdIs200') ? 200 : 201);
  const events = (path: string, names: string, on: (key: string, event: string, request: Request) => Body): readonly Route[] =>
    names.split('|').map((name) => route('POST', `${path}/([^/]+)/${name}`, (first, request) => on(first, name, request)));
  /** The answer for people in these roles, depending on the query. */
  const seen =
    (wanted: readonly string[], show: (me: Person, query: URLSearchParams) => Body, others: Others = {}): On =>
    (_key, request) =>
      show(enter(request, wanted, others), new URLSearchParams(request.query));
  return serviceOf(
    [
      created('people', (_key, request) => signUp(request)),
      route('POST', 'session', (_key, request) => signIn(request)),
      route('DELETE', 'session', (_key, request) => signOut(request)),
      route(
        'GET',
        'me',
        seen(everyone, (me) => views.person(me, me)),
      ),
      route('PATCH', 'me', (_key, request) => editMe(request)),
      route('GET', 'people', seen(['instructor', 'office', 'owner'], views.listPeople, { studentsListPeople: 'student' })),
      route('PATCH', 'people/([^/]+)', editPerson),
      route('POST', 'people/([^/]+)/pay', payFor),
      route('POST', 'people/([^/]+)/assign', assignTo),
      route('GET', 'cars', (_key, request) => views.listCars(actor(request), new URLSearchParams(request.query))),
      created('cars', (_key, request) => addCar(request)),
      route('PATCH', 'cars/([^/]+)', editCar),
      ...events('cars', 'service|retire', stepOfCar),
      route('POST', 'cars/([^/]+)/return', returnCar),
      route('GET', 'courses', (_key, request) => views.listCourses(actor(request), new URLSearchParams(request.query))),
      created('courses', (_key, request) => addCourse(request)),
      route('POST', 'courses/([^/]+)/cancel', cancelCourse),
      route('POST', 'courses/([^/]+)/bookings', bookCourse, has('bookingIs200') ? 200 : 201),
      ...events('bookings', 'attend|withdraw', stepOfAttendance),
      route('GET', 'lessons', seen(everyone, views.listLessons)),
      created('lessons', (_key, request) => addLesson(request)),
      route('GET', 'lessons/([^/]+)', (number, request) => {
        const me = enter(request, everyone);
        return views.lesson(lessonOf(number, me, has('anyoneReadsLessons')), me);
      }),
      route('POST', 'lessons/([^/]+)/move', moveLesson),
      ...events('lessons', 'cancel|miss', stepOfLesson),
      route('POST', 'lessons/([^/]+)/hold', holdLesson),
      route('GET', 'exams', seen(everyone, views.listExams)),
      created('exams', (_key, request) => addExam(request)),
      route('POST', 'exams/([^/]+)/confirm', confirmExam),
      route('POST', 'exams/([^/]+)/mark', markExam),
      route('GET', 'complaints', seen(['student', 'office', 'owner'], views.listComplaints, { instructorsListComplaints: 'instructor' })),
      created('complaints', (_key, request) => addComplaint(request)),
      route('POST', 'complaints/([^/]+)/accept', acceptComplaint),
      route('POST', 'complaints/([^/]+)/reject', rejectComplaint),
    ],
    now,
  );
}
