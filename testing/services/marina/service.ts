import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import { type Body, jsonIn, type Route, refuse, serviceOf } from '../hand-written.ts';
import { among, date, dayOf, email, given, orNull, text } from '../hand-written-inputs.ts';
import { marinaAccess } from './access.ts';
import { berthRoutes } from './berth-routes.ts';
import { type Boat, MarinaData, type Person } from './data.ts';
import type { MarinaFault } from './faults.ts';
import { alphabetical, bodyOf, complete, decimal, pageIn } from './inputs.ts';
import { jobRoutes } from './job-routes.ts';
import { marinaRules } from './rules.ts';
import { stayRoutes } from './stay-routes.ts';
import { marinaSteps } from './steps.ts';
import { marinaViews } from './views.ts';

const roles = ['skipper', 'dockhand', 'harbourmaster'];
const kinds = ['sail', 'motor', 'multihull'];

/**
 * The service of `document.md` over arrays, hand-written, with one of its faults or none. `now`:
 * milliseconds since the epoch.
 */
export function marinaService(now: () => number, fault: MarinaFault | null = null): Implementation {
  const has = (one: MarinaFault): boolean => fault === one;
  const data = new MarinaData(has, dayOf(now()));
  const rules = marinaRules(data, has, now);
  const steps = marinaSteps(data, rules, has, now);
  const views = marinaViews(data, has);
  const sessions = new Map<string, Person>();
  let opened = 0;

  const access = marinaAccess(data, sessions, has);
  const { signedIn, personOf, enter, readsPerson, readsBoat, seesRemarks, boatNamed, forbidden } = access;

  /** Opens a session, which ends the one of the request. */
  const signIn = (person: Person, before: string | null): readonly [number, unknown] => {
    sessions.delete(before ?? '');
    opened += 1;
    const token = `marina-${opened}`;
    sessions.set(token, person);
    return [has('sessionIs200') ? 200 : 201, { token, user: views.person(person) }];
  };

  const newPerson = (body: Body, role: string): Person => {
    complete(body, has, ['name', 'email', 'password']);
    const person: Person = {
      name: text(body['name'], has('longNames') ? 200 : 80),
      email: has('anyEmail') ? text(body['email']) : email(body['email']),
      password: text(body['password']),
      phone: orNull(body['phone'] ?? null, (value) => text(value, 20)),
      role,
    };
    rules.person(person, data.people);
    data.people.push(person);
    return person;
  };

  const accountRoutes: readonly Route[] = [
    [
      'POST',
      /^\/api\/session$/,
      (_, request) => {
        const body = bodyOf(request, has, ['email', 'password']);
        complete(body, has, ['email', 'password']);
        const [address, password] = [text(body['email']).toLowerCase(), text(body['password'])];
        const person = data.people.find((one) => one.email.toLowerCase() === address);
        const isRight = person !== undefined && (person.password === password || has('anyPasswordSignsIn'));
        return isRight
          ? signIn(person, request.token)
          : refuse(has('wrongLoginIs422') ? 422 : 401, has('wrongLoginIsUnauthorized') ? 'UNAUTHORIZED' : 'WRONG_LOGIN');
      },
    ],
    [
      'DELETE',
      /^\/api\/session$/,
      (_, request) => {
        enter(request, ...roles);
        if (!has('signOutKeepsSession')) sessions.delete(request.token ?? '');
        return [204, null];
      },
    ],
    [
      'POST',
      /^\/api\/account$/,
      (_, request) => {
        const me = personOf(request);
        const body = bodyOf(request, has, ['name', 'email', 'password', 'phone']);
        if (me !== null && me.role !== 'harbourmaster') forbidden();
        return signIn(newPerson(body, has('signUpIsDockhand') ? 'dockhand' : 'skipper'), request.token);
      },
    ],
    ['GET', /^\/api\/me$/, (_, request) => [200, views.person(signedIn(request))]],
    [
      'PATCH',
      /^\/api\/me$/,
      (_, request) => {
        const me = signedIn(request);
        const body = bodyOf(request, has, ['name', 'phone']);
        const changed = { ...me };
        if ('name' in body) changed.name = text(body['name'], has('longNames') ? 200 : 80);
        if ('phone' in body) changed.phone = orNull(body['phone'], (value) => text(value, 20));
        if (has('phoneIsNotCleared') && changed.phone === null) changed.phone = me.phone;
        rules.person(
          changed,
          data.people.filter((other) => other !== me),
        );
        if (!has('nameIsNotChanged')) me.name = changed.name;
        me.phone = changed.phone;
        return [200, views.person(me)];
      },
    ],
    [
      'POST',
      /^\/api\/people$/,
      (_, request) => {
        enter(request, 'harbourmaster', has('skippersAddPeople') && 'skipper', has('dockhandsAddPeople') && 'dockhand');
        const body = bodyOf(request, has, ['name', 'email', 'password', 'role', 'phone']);
        complete(body, has, ['role']);
        const role = among(body['role'], roles);
        return [201, views.person(newPerson(body, has('addedPeopleAreSkippers') ? 'skipper' : role))];
      },
    ],
    [
      'GET',
      /^\/api\/people$/,
      (_, request) => {
        const query = new URLSearchParams(request.query);
        const cut = pageIn(query, has);
        const role = given(query, 'role', (value) => among(value, roles));
        const me = signedIn(request);
        const readable = data.people.filter((one) => readsPerson(me, one) || has('peopleListedToSkippers'));
        const found = readable.filter((one) => role === null || one.role === role || has('roleFilterIgnored'));
        if (!has('peopleUnsorted')) found.sort((one, other) => alphabetical(one.name, other.name));
        const { page, total } = cut(found);
        const all = has('peopleAreCounted') ? data.people.filter((one) => role === null || one.role === role).length : total;
        return [200, { people: page.map(views.person), total: all }];
      },
    ],
  ];

  const boatValues = (body: Body, boat: Boat): Boat => {
    const changed = { ...boat };
    if ('name' in body) changed.name = text(body['name'], has('boatNamesOfAnyLength') ? 1000 : 60);
    if ('registration' in body) changed.registration = text(body['registration'], 12);
    if ('kind' in body) changed.kind = among(body['kind'], kinds, has('anyKindOfBoat'));
    if ('length' in body) changed.length = decimal(body['length']);
    if ('beam' in body) changed.beam = decimal(body['beam']);
    if ('draught' in body) changed.draught = decimal(body['draught']);
    if ('insuredUntil' in body) changed.insuredUntil = orNull(body['insuredUntil'], has('anyInsuranceDate') ? text : date);
    if ('remarks' in body) changed.remarks = orNull(body['remarks'], (value) => text(value, has('longRemarks') ? 5000 : 500));
    return changed;
  };

  const boatKeys = ['name', 'registration', 'kind', 'length', 'beam', 'draught', 'insuredUntil'];

  const boatRoutes: readonly Route[] = [
    [
      'POST',
      /^\/api\/boats$/,
      (_, request) => {
        const me = enter(request, 'skipper', has('dockhandsAddBoats') && 'dockhand', has('harbourmasterAddsBoats') && 'harbourmaster');
        const body = bodyOf(request, has, boatKeys);
        complete(body, has, ['name', 'registration', 'length', 'beam', 'draught']);
        const start = { name: '', registration: '', kind: has('boatsAreMotorboats') ? 'motor' : 'sail', length: 0, beam: 0, draught: 0 };
        const boat = boatValues(body, { ...start, insuredUntil: null, owner: me, remarks: null, visits: 0, lastLifted: null });
        rules.boat(boat, null);
        if (has('insuranceNotKept')) boat.insuredUntil = null;
        data.boats.push(boat);
        return [201, views.boat(boat, seesRemarks(me) || has('remarksOfNewBoats'))];
      },
    ],
    [
      'GET',
      /^\/api\/boats$/,
      (_, request) => {
        const query = new URLSearchParams(request.query);
        const cut = pageIn(query, has);
        const kind = given(query, 'kind', (value) => among(value, kinds));
        const search = given(query, 'search', text);
        const me = signedIn(request);
        const isFound = ({ name }: Boat): boolean => {
          if (search === null || has('searchIgnored')) return true;
          if (has('searchByStart')) return name.toLowerCase().startsWith(search.toLowerCase());
          return has('searchByCapitals') ? name.includes(search) : name.toLowerCase().includes(search.toLowerCase());
        };
        const matching = data.boats.filter((one) => (kind === null || one.kind === kind || has('kindFilterIgnored')) && isFound(one));
        const showsAll =
          has('boatListShowsAll') || (has('searchFindsAllBoats') && search !== null) || (has('kindFindsAllBoats') && kind !== null);
        const found = matching.filter((one) => showsAll || readsBoat(me, one));
        if (!has('boatsUnsorted')) found.sort((one, other) => alphabetical(one.name, other.name));
        const { page, total } = cut(found);
        const boats = page.map((one) => views.boat(one, seesRemarks(me) || has('remarksInList')));
        return [200, { boats, total: has('allBoatsAreCounted') ? matching.length : total }];
      },
    ],
    [
      'GET',
      /^\/api\/boats\/([^/]+)$/,
      ([, registration = ''], request) => {
        const me = signedIn(request);
        const boat = boatNamed(me, registration, has('anySkipperReadsBoats'));
        return [
          200,
          views.boat(boat, has('remarksHiddenFromDockhands') ? me.role === 'harbourmaster' : seesRemarks(me) || has('remarksShown')),
        ];
      },
    ],
    [
      'PATCH',
      /^\/api\/boats\/([^/]+)$/,
      ([, registration = ''], request) => {
        const me = signedIn(request);
        const body = bodyOf(request, has, [...boatKeys, 'remarks']);
        const boat = boatNamed(me, registration, has('anySkipperEditsBoats'));
        const isGiven = (key: string): boolean => key in body;
        if (me.role === 'skipper') {
          if (isGiven('registration') && !has('skippersChangeRegistration')) forbidden();
          if (isGiven('remarks') && !has('skippersWriteRemarks')) forbidden();
        }
        if (me.role === 'dockhand') {
          const isOther = !isGiven('remarks') || Object.keys(body).length > 1;
          if ((isOther && !has('dockhandsEditBoats')) || has('dockhandsWriteNoRemarks')) forbidden();
        }
        if (me.role === 'harbourmaster' && isGiven('registration') && has('registrationIsFixed')) forbidden();
        const changed = boatValues(body, boat);
        rules.boat(changed, boat);
        Object.assign(boat, changed);
        return [200, views.boat(boat, seesRemarks(me) || has('remarksOfChangedBoats'))];
      },
    ],
    [
      'DELETE',
      /^\/api\/boats\/([^/]+)$/,
      ([, registration = ''], request) => {
        const me = enter(request, 'skipper', has('harbourmasterDeletesBoats') && 'harbourmaster');
        const boat = boatNamed(me, registration, has('anySkipperDeletesBoats'));
        const isUsed = data.stays.some((stay) => stay.boat === boat) || data.jobs.some((job) => job.boat === boat);
        if (isUsed && !has('usedBoatIsDeleted')) refuse(409, 'CONFLICT');
        if (!has('boatIsNotDeleted')) data.boats = data.boats.filter((other) => other !== boat);
        return [204, null];
      },
    ],
  ];

  const parts = { data, rules, steps, views, access, has, now };
  const all = [...accountRoutes, ...boatRoutes, ...berthRoutes(parts), ...stayRoutes(parts), ...jobRoutes(parts)];
  /** Timers that are due come before each request. */
  const timed = all.map(
    ([method, path, handle]): Route => [
      method,
      path,
      (match, request) => {
        access.personOf(request);
        if (request.body !== null && jsonIn(request.body) === undefined) refuse(400, 'MALFORMED');
        steps.timers();
        return handle(match, request);
      },
    ],
  );
  return serviceOf(timed, now);
}
