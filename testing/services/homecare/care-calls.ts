import type { Request } from '../../../src/verifier/answers/request.ts';
import type { Body, Route } from '../hand-written.ts';
import { among, date, given, orNull, text, whole } from '../hand-written-inputs.ts';
import { everyone } from './access.ts';
import type { Company, Entry, On } from './company.ts';
import { type Care, type Person, skills, type Task } from './data.ts';
import { moment } from './inputs.ts';

/** The calls about cares and their plans. */
export function careCalls(company: Company): Route[] {
  const { data, rules, steps, views, lists, has, now, allow, bodyOf, enter, find, stepOn, is, words, route, seen, shown } = company;

  const wishOf = (value: unknown): string => text(value, 200);
  const addCare = (request: Request): Body => {
    const me = enter(request, ['family'], { coordinatorsAsk: 'coordinator' });
    const body = bodyOf(request, 'client', 'birthYear', 'wish');
    const one: Care = {
      ...{ number: data.next(), family: me, client: text(body['client'], has('clientMayBeLong') ? undefined : 60) },
      ...{ birthYear: whole(body['birthYear']), wish: 'wish' in body ? orNull(body['wish'], wishOf) : null },
      ...{ grade: null, level: null, hours: null, coordinator: null, note: null, startsOn: null, reason: null },
      ...{ expired: 0, alert: false, state: has('newIsAssessed') ? 'assessed' : 'asked', assessedAt: now() },
    };
    if (has('rulesBeforeBlocked')) rules.care(one, null);
    steps.notBlocked(me, 'blockedAsk');
    rules.care(one, null);
    data.cares.push(one);
    return views.care(one, me);
  };
  const editCare = (number: string, request: Request): Body => {
    const me = enter(request, ['family', 'coordinator', 'manager'], { carersEditCares: 'carer' });
    const body = bodyOf(request, 'client', 'birthYear', 'wish', 'note');
    const one = find.care(number, me);
    const { note, ...rest } = body;
    const isNote = 'note' in body;
    const editsRest =
      (me.role === 'family' && (one.state === 'asked' || has('familiesEditAlways'))) ||
      (me.role === 'coordinator' && (one.state !== 'ended' || has('endedIsEdited'))) ||
      (me.role === 'manager' && has('managersEditCares'));
    const editsNote =
      (me.role === 'coordinator' && one.state !== 'ended') ||
      (me.role === 'manager' && !has('managersDoNotNote')) ||
      (me.role === 'family' && has('familiesNote')) ||
      me.role === 'carer';
    allow(!isNote || editsNote);
    allow((Object.keys(rest).length === 0 && isNote) || editsRest);
    const changed = {
      ...one,
      client: 'client' in body ? text(body['client'], 60) : one.client,
      birthYear: 'birthYear' in body ? whole(body['birthYear']) : one.birthYear,
      wish: 'wish' in body ? orNull(body['wish'], wishOf) : has('patchClearsWish') ? null : one.wish,
      note: isNote ? orNull(note, (value) => text(value, 200)) : has('patchClearsNote') ? null : one.note,
    };
    rules.care(changed, one);
    return views.care(has('carePatchIsNotKept') ? one : Object.assign(one, changed), me);
  };
  const deleteCare = (number: string, request: Request): null => {
    const me = enter(request, ['family']);
    const one = find.care(number, me);
    steps.from(
      one.state === 'asked' || (one.state === 'assessed' && has('assessedIsDeleted')) || (one.state === 'ended' && has('endedIsDeleted')),
    );
    data.cares = data.cares.filter((other) => other !== one);
    if (!has('tasksStay')) data.tasks = data.tasks.filter(({ care }) => care !== one);
    return null;
  };
  const ofCare = stepOn(find.care, views.care);
  const assess: On<Care> = (one, body, me) => {
    if (has('gradeBeforeState')) whole(body['grade']);
    is(one, 'asked', ...(has('assessedAgain') ? ['assessed'] : []));
    steps.assess(one, whole(body['grade']), among(body['level'], skills), whole(body['hours']), me);
  };
  const decline: On<Care> = (one, body) => {
    is(one, 'assessed');
    steps.decline(one, wishOf(body['wish']));
  };
  const start: On<Care> = (one, body, me) => {
    allow(me.role !== 'coordinator' || one.coordinator === me || has('anyCoordinatorStarts'));
    is(one, 'agreed', ...(has('assessedIsStarted') ? ['assessed'] : []));
    steps.start(one, date(body['day']));
  };
  const startDay = (body: Body): void => {
    if ('day' in body) orNull(body['day'], date);
  };
  const pause: On<Care> = (one, body) => {
    is(one, 'running', ...(has('agreedIsPaused') ? ['agreed'] : []));
    steps.pause(one, words(body, 'reason'));
  };
  const end: On<Care> = (one, body) => {
    is(one, 'assessed', 'agreed', 'running', 'paused', ...(has('askedStays') ? [] : ['asked']));
    steps.end(one, words(body, 'reason'));
  };

  const plans = (care: Care, me: Person): void => allow(care.coordinator === me || has('anyCoordinatorPlans') || me.role === 'manager');
  const addTask = (number: string, request: Request): Body => {
    const me = enter(request, ['coordinator'], { managersAddTasks: 'manager' });
    const body = bodyOf(request, 'title', 'duration');
    const care = find.care(number, me);
    plans(care, me);
    const one: Task = {
      number: data.next(),
      care,
      title: text(body['title'], has('titleMayBeLong') ? undefined : 60),
      duration: whole(body['duration']),
    };
    rules.task(one, null);
    data.tasks.push(one);
    return views.task(one, me);
  };
  const editTask = (number: string, request: Request): Body => {
    const me = enter(request, ['coordinator']);
    const body = bodyOf(request, 'title', 'duration');
    const one = find.task(number, me);
    if (!has('anyCoordinatorEdits')) plans(one.care, me);
    const title = 'title' in body ? text(body['title'], 60) : one.title;
    const duration = 'duration' in body ? whole(body['duration']) : one.duration;
    rules.task({ ...one, title, duration }, one);
    return views.task(Object.assign(one, { title, duration: has('durationIsNotKept') ? one.duration : duration }), me);
  };
  const deleteTask = (number: string, request: Request): null => {
    const me = enter(request, ['coordinator']);
    const one = find.task(number, me);
    if (!has('anyCoordinatorDeletes')) plans(one.care, me);

    data.tasks = data.tasks.filter((other) => other !== one);
    for (const visit of data.visits) visit.ticked = visit.ticked.filter((other) => other !== one);
    return null;
  };

  const listTasks: Entry = (number, request) => {
    const me = enter(request, ['family', 'carer', 'coordinator', 'manager']);
    const query = new URLSearchParams(request.query);
    lists.paging(query);
    return lists.tasks(find.care(number, me), me, query);
  };
  const statement: Entry = (number, request) => {
    const me = enter(request, ['family', 'office', 'manager'], {
      carersReadStatements: 'carer',
    });
    const from = given(new URLSearchParams(request.query), 'from', moment);
    return views.statement(find.care(number, me), from, me);
  };

  return [
    route('POST', 'cares', (_key, request) => addCare(request), 201),
    route('GET', 'cares', seen(everyone, lists.cares)),
    route(
      'GET',
      'cares/:n',
      shown(everyone, (number, me) => find.care(number, me, has('everyoneReadsCares')), views.care),
    ),
    route('PATCH', 'cares/:n', editCare),
    route('DELETE', 'cares/:n', deleteCare),
    route(
      'POST',
      'cares/:n/assess',
      ofCare(['coordinator'], assess, { keys: ['grade', 'level', 'hours'], others: { managersAssess: 'manager' } }),
    ),
    route('POST', 'cares/:n/agree', ofCare(['family'], steps.agree, { lax: 'anyFamilyAgrees' })),
    route('POST', 'cares/:n/decline', ofCare(['family'], decline, { keys: ['wish'] })),
    route(
      'POST',
      'cares/:n/start',
      ofCare(['coordinator', 'manager'], start, { keys: ['day'], others: { familiesStart: 'family' }, early: startDay }),
    ),
    route('POST', 'cares/:n/pause', ofCare(['family'], pause, { keys: ['reason'], lax: 'anyFamilyPauses' })),
    route('POST', 'cares/:n/resume', ofCare(['family', 'manager'], steps.resume, { others: { coordinatorsResume: 'coordinator' } })),
    route('POST', 'cares/:n/end', ofCare(['family', 'manager'], end, { keys: ['reason'], others: { officeEnds: 'office' } })),
    route('GET', 'cares/:n/tasks', listTasks),
    route('POST', 'cares/:n/tasks', addTask, 201),
    route('PATCH', 'tasks/:n', editTask),
    route('DELETE', 'tasks/:n', deleteTask),
    route('GET', 'cares/:n/statement', statement),
  ];
}
