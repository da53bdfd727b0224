import { type Body, type Route, refuse } from '../hand-written.ts';
import { among, date, given, invalid, orNull, text, whole } from '../hand-written-inputs.ts';
import type { MarinaParts } from './berth-routes.ts';
import type { Job, Person, Task } from './data.ts';
import { bodyOf, complete, keysOf, pageIn } from './inputs.ts';

const statuses = ['ordered', 'planned', 'under way', 'done', 'declined', 'withdrawn'];
const kinds = ['lift', 'wash', 'paint', 'mast', 'engine'];

export function jobRoutes({ data, rules, steps, views, access, has }: MarinaParts): readonly Route[] {
  const { signedIn, enter, forbidden, missing, readsBoat, readsJob, jobNumbered } = access;

  const taskOf = (body: Body, task: Task): Task => {
    const changed = { ...task };
    if ('kind' in body) changed.kind = among(body['kind'], kinds, has('anyKindOfTask'));
    if ('hours' in body) changed.hours = whole(body['hours']);
    if ('note' in body) changed.note = orNull(body['note'], (value) => text(value, 200));
    return changed;
  };

  const newTask = (body: Body): Task => {
    complete(body, has, ['kind']);
    return taskOf(body, { id: data.taskId(), kind: '', hours: has('twoHoursByDefault') ? 2 : 1, note: null });
  };

  const entriesOf = (value: unknown, keys: readonly string[]): readonly Body[] =>
    Array.isArray(value) ? value.map((entry) => keysOf(entry, has, keys)) : invalid();

  /** The tasks that are meant: named by their id they change, without one they are new. */
  const tasksOf = (entries: readonly Body[], job: Job): Task[] => {
    const meant = entries.map((body) => {
      if ((body['id'] ?? null) === null) return newTask(body);
      const task = job.tasks.find(({ id }) => id === body['id']) ?? invalid();
      return has('tasksAreNotChanged') ? task : taskOf(body, task);
    });
    const isNamed = ({ id }: Task): boolean => meant.some((one) => one.id === id);
    const order = (one: Task): number => job.tasks.findIndex(({ id }) => id === one.id);
    const kept = meant.filter((one) => order(one) >= 0).sort((one, other) => order(one) - order(other));
    const added = meant.filter((one) => order(one) < 0);
    return [...kept, ...(has('tasksAreOnlyAdded') ? job.tasks.filter((one) => !isNamed(one)) : []), ...added];
  };

  const noteOf = (value: unknown): string | null => orNull(value, (note) => text(note, 300));

  const shown = (job: Job): readonly [number, unknown] => [200, views.job(job)];

  const create: Route = [
    'POST',
    /^\/api\/jobs$/,
    (_, request) => {
      const me = enter(request, 'skipper', has('harbourmasterOrders') && 'harbourmaster', has('dockhandsOrder') && 'dockhand');
      const body = bodyOf(request, has, ['registration', 'wishedOn', 'tasks', 'note']);
      const tasks = entriesOf(body['tasks'] ?? [], ['kind', 'hours', 'note']);
      const registration = orNull(body['registration'] ?? null, text);
      const boat = data.boats.find((one) => one.registration === registration) ?? refuse(404, 'NO_SUCH_BOAT');
      if (!readsBoat(me, boat) && !has('anySkipperOrders')) refuse(404, 'NO_SUCH_BOAT');
      complete(body, has, ['wishedOn', 'tasks']);
      if (body['tasks'] === null) invalid();
      const empty = { plannedOn: null, dockhand: null, reason: null, finishedAt: null };
      const status = has('newJobsArePlanned') ? 'planned' : 'ordered';
      const values = { wishedOn: date(body['wishedOn']), note: noteOf(body['note'] ?? null), tasks: tasks.map(newTask) };
      const job: Job = { number: 0, boat, status, ...empty, ...values };
      rules.job(job, true);
      if (has('onlyFirstTaskKept')) job.tasks.splice(1);
      const kept = { ...job, number: data.next('job') };
      data.jobs.push(kept);
      return [201, views.job(kept)];
    },
  ];

  const list: Route = [
    'GET',
    /^\/api\/jobs$/,
    (_, request) => {
      const query = new URLSearchParams(request.query);
      const cut = pageIn(query, has);
      const status = given(query, 'status', (value) => among(value, statuses));
      const me = signedIn(request);
      const matching = data.jobs.filter((one) => status === null || one.status === status || has('jobFilterIgnored'));
      const showsAll =
        (has('jobListShowsAll') && me.role === 'skipper') ||
        (has('jobsListedToDockhands') && me.role === 'dockhand') ||
        (has('statusFilterFindsAllJobs') && status !== null) ||
        (has('orderedListedToDockhands') && me.role === 'dockhand' && status === 'ordered');
      const found = matching.filter((one) => showsAll || readsJob(me, one));
      const sign = has('oldestWishFirst') ? -1 : 1;
      if (has('jobsByNumber')) found.sort((one, other) => other.number - one.number);
      else
        found.sort((one, other) =>
          one.wishedOn === other.wishedOn ? other.number - one.number : one.wishedOn > other.wishedOn ? -sign : sign,
        );
      const { page, total } = cut(found);
      return [200, { jobs: page.map(views.job), total: has('allJobsAreCounted') ? matching.length : total }];
    },
  ];

  const read: Route = [
    'GET',
    /^\/api\/jobs\/(\d+)$/,
    ([, number = ''], request) => {
      const me = signedIn(request);
      return shown(jobNumbered(me, number, has(me.role === 'dockhand' ? 'anyDockhandReadsJobs' : 'anySkipperReadsJobs')));
    },
  ];

  const update: Route = [
    'PATCH',
    /^\/api\/jobs\/(\d+)$/,
    ([, number = ''], request) => {
      const me = enter(request, 'skipper', has('harbourmasterEditsJobs') && 'harbourmaster');
      const body = bodyOf(request, has, ['wishedOn', 'note', 'tasks']);
      const tasks = 'tasks' in body ? entriesOf(body['tasks'], ['id', 'kind', 'hours', 'note']) : null;
      const job = jobNumbered(me, number, has('anySkipperEditsJobs'));
      if (job.status !== 'ordered' && !(has('plannedIsEdited') && job.status === 'planned')) forbidden();
      const changed = { ...job };
      if ('wishedOn' in body) changed.wishedOn = date(body['wishedOn']);
      if ('note' in body) changed.note = noteOf(body['note']);
      if (tasks !== null) changed.tasks = tasksOf(tasks, job);
      rules.job(changed, false);
      Object.assign(job, has('wishIsNotChanged') ? { ...changed, wishedOn: job.wishedOn } : changed);
      return shown(job);
    },
  ];

  /**
   * A route of an event of a job. `wanted`: the roles that may call it; where it is empty,
   * `run` says
   * who may. `evenFor`: a role that finds those it may not read.
   */
  const event = (
    name: string,
    wanted: readonly (string | false)[],
    keys: readonly string[],
    run: (me: Person, job: Job, body: Body) => void,
    evenFor: string | false = false,
  ): Route => [
    'POST',
    new RegExp(`^/api/jobs/([^/]+)/${name}$`),
    ([, number = ''], request) => {
      if (wanted.length === 0 && !/^\d+$/.test(number)) missing();
      const me = wanted.length === 0 ? signedIn(request) : enter(request, ...wanted);
      const body = keys.length === 0 ? {} : bodyOf(request, has, keys);
      orNull(body['email'] ?? null, text);
      const job = jobNumbered(me, number, evenFor === me.role);
      run(me, job, body);
      return shown(job);
    },
  ];

  /** Only these roles; the others are forbidden once the job is found. */
  const only = (me: Person, ...wanted: (string | false)[]): void => {
    if (!wanted.includes(me.role)) forbidden();
  };

  const events: readonly Route[] = [
    event(
      'accept',
      ['harbourmaster', has('dockhandsAccept') && 'dockhand', has('skippersAccept') && 'skipper'],
      ['plannedOn', 'email'],
      (_, job, body) => {
        const email = body['email'];
        const person = data.people.find((one) => one.email === email) ?? refuse(has('noSuchPersonIs422') ? 422 : 404, 'NO_SUCH_PERSON');
        steps.accept(job, () => date(body['plannedOn']), person);
      },
      has('dockhandsAccept') && 'dockhand',
    ),
    event('replan', ['harbourmaster', has('dockhandsReplan') && 'dockhand'], ['plannedOn'], (_, job, { plannedOn }) =>
      steps.replan(job, () => date(plannedOn)),
    ),
    event('decline', ['harbourmaster', has('skippersDeclineJobs') && 'skipper'], ['reason'], (_, job, { reason }) =>
      steps.declineJob(job, () => text(reason, 300)),
    ),
    event(
      'start',
      [],
      [],
      (me, job) => {
        only(me, 'dockhand', has('harbourmasterStarts') && 'harbourmaster');
        steps.start(job);
      },
      has('anyDockhandStarts') && 'dockhand',
    ),
    event(
      'finish',
      [],
      [],
      (me, job) => {
        only(me, 'dockhand', has('harbourmasterFinishes') && 'harbourmaster');
        steps.finish(me, job);
      },
      has('anyDockhandFinishes') && 'dockhand',
    ),
    event(
      'withdraw',
      [],
      [],
      (me, job) => {
        only(me, 'skipper', has('harbourmasterWithdraws') && 'harbourmaster', has('dockhandsWithdraw') && 'dockhand');
        steps.withdraw(job);
      },
      has('anySkipperWithdraws') && 'skipper',
    ),
  ];

  return [create, list, read, update, ...events];
}
