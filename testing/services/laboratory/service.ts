import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, type Route, refuse, serviceOf } from '../hand-written.ts';
import { notEmpty } from '../hand-written-inputs.ts';
import { type Box, LaboratoryData, type Order, type Person, type Sample, type Test } from './data.ts';
import type { LaboratoryFault } from './faults.ts';
import { invalid, laboratoryInputs } from './inputs.ts';
import { laboratorySteps } from './steps.ts';
import { laboratoryViews, methods } from './views.ts';

const prices: Readonly<Record<string, number>> = { acid: 40, metal: 90, microbe: 150 };

/**
 * The service of `document.md` over arrays, hand-written, with one of its faults or none. `now`:
 * milliseconds since the epoch.
 */
export function laboratoryService(now: () => number, fault: LaboratoryFault | null = null): Implementation {
  const has = (one: LaboratoryFault): boolean => fault === one;
  const data = new LaboratoryData();
  const inputs = laboratoryInputs(data, has, now);
  const steps = laboratorySteps(data, has, now);
  const views = laboratoryViews(data, inputs, has);
  const sessions = new Map<string, Person>();
  let opened = 0;

  const addPerson = (name: string, email: string, password: string, role: string): Person => {
    const person: Person = { ...{ number: data.next(), name, email, password, role }, limit: 400, owed: 0, suspended: false };
    data.people.push(person);
    return person;
  };
  for (const name of ['Mia Manager', 'Max Manager', 'Ann Analyst', 'Abe Analyst', 'Cleo Client']) {
    const [first = '', role = ''] = name.toLowerCase().split(' ');
    addPerson(name, `${first}@example.com`, 'correct-horse', role);
  }

  const unauthorized = (): never => refuse(has('signedOutIsForbidden') ? 403 : 401, 'UNAUTHORIZED');
  const forbidden = (): never => refuse(403, 'FORBIDDEN');
  const missing = (): never => refuse(has('missingIs400') ? 400 : 404, 'NOT_FOUND');
  const hidden = (): never => (has('hiddenIsForbidden') ? forbidden() : refuse(404, 'NOT_FOUND'));
  const allow = (isAllowed: boolean): void => {
    if (!isAllowed) forbidden();
  };
  /**
   * The signed-in person, who must have one of these roles; `others`: a fault lets a role in, too.
   */
  const enter = ({ token }: Request, roles: readonly string[], others: Readonly<Partial<Record<LaboratoryFault, string>>> = {}): Person => {
    const me = (token === null ? undefined : sessions.get(token)) ?? unauthorized();
    const isLax = fault !== null && others[fault] === me.role;
    allow(roles.includes(me.role) || isLax);
    return me;
  };
  const everyone = ['client', 'analyst', 'manager'];
  const opening = (person: Person): Body => {
    opened += 1;
    const token = `l${opened}-${'z'.repeat(24)}`;
    sessions.set(token, person);
    return { token, me: views.person(person) };
  };
  const isSame = (a: string, b: string): boolean => (has('emailsMindCase') ? a === b : a.toLowerCase() === b.toLowerCase());

  const signUp = (request: Request): Body => {
    const me = request.token === null ? null : enter(request, everyone);
    const body = inputs.body(request, 'name', 'email', 'password');
    allow(me === null);
    const [name, email, password] = [inputs.text(body['name'], 40), inputs.email(body['email']), inputs.text(body['password'])];
    if (data.people.some((one) => isSame(one.email, email))) refuse(has('conflictIs422') ? 422 : 409, 'CONFLICT');
    return opening(addPerson(name, email, notEmpty(password), has('whoSignsUpIsAnalyst') ? 'analyst' : 'client'));
  };
  const signIn = (request: Request): Body => {
    if (request.token !== null) enter(request, everyone);
    const body = inputs.body(request, 'email', 'password');
    const [email, password] = [inputs.text(body['email']), inputs.text(body['password'])];
    const person = data.people.find((one) => isSame(one.email, email) && one.password === password);
    return person === undefined ? refuse(has('wrongPasswordIs422') ? 422 : 401, 'UNAUTHORIZED') : opening(person);
  };
  const signOut = (request: Request): null => {
    enter(request, everyone);
    if (!has('signOutKeepsSession')) sessions.delete(request.token ?? '');
    return null;
  };
  const editPerson = (number: string, request: Request): Body => {
    const me = enter(request, ['manager'], { analystsSetLimits: 'analyst', clientsSetTheirLimit: 'client' });
    const body = inputs.body(request, 'limit', 'suspended');
    const person = data.people.find((one) => String(one.number) === number) ?? missing();
    if (me.role === 'client') allow(person === me);
    const limit = 'limit' in body ? inputs.whole(body['limit']) : person.limit;
    const suspended = 'suspended' in body ? inputs.yesOrNo(body['suspended']) : person.suspended;
    inputs.checkLimit(limit);
    const isLifted = has('patchOfLimitLiftsSuspension') && !('suspended' in body);
    Object.assign(person, { limit, suspended: suspended && !isLifted });
    return views.person(person);
  };

  const boxOf = (code: string, me: Person): Box => {
    const box = data.boxes.find((one) => one.code === code) ?? missing();
    if (views.seesBox(box, me)) return box;
    return has('retiredBoxesAreForbidden') ? forbidden() : hidden();
  };
  const kinds = ['fridge', 'freezer'];
  const addBox = (request: Request): Body => {
    enter(request, ['manager'], { clientsAddBoxes: 'client' });
    const body = inputs.body(request, 'code', 'room', 'kind', 'slots');
    const [code, room] = [inputs.text(body['code'], has('codeMayBeLong') ? undefined : 8), inputs.text(body['room'], 20)];
    const kind = 'kind' in body ? inputs.among(body['kind'], kinds) : 'fridge';
    const box: Box = { ...{ code, room, kind, slots: inputs.whole(body['slots']) }, taken: 0, state: 'ready' };
    if (data.boxes.some((one) => one.code === code) && !has('codesMayBeShared')) refuse(has('conflictIs422') ? 422 : 409, 'CONFLICT');
    inputs.checkBox(box, true);
    data.boxes.push(box);
    return views.box(box);
  };
  const editBox = (code: string, request: Request): Body => {
    const me = enter(request, ['manager'], { analystsEditBoxes: 'analyst' });
    const body = inputs.body(request, 'room', 'kind', 'slots');
    const box = boxOf(code, me);
    allow(box.state !== 'retired' || has('retiredIsEdited'));
    const room = 'room' in body ? inputs.text(body['room'], 20) : box.room;
    const kind = 'kind' in body ? inputs.among(body['kind'], kinds) : box.kind;
    const slots = 'slots' in body ? inputs.whole(body['slots']) : box.slots;
    inputs.checkBox({ code, room, slots, taken: box.taken }, false);
    return views.box(Object.assign(box, { room, kind, slots }));
  };
  const deleteBox = (code: string, request: Request): null => {
    const box = boxOf(code, enter(request, ['manager']));
    allow(box.state === 'retired' || (box.state === 'ready' && box.taken === 0 && has('emptyBoxesAreDeleted')));
    data.boxes = data.boxes.filter((one) => one !== box);
    return null;
  };
  const stepOfBox = (code: string, event: string, request: Request): Body => {
    const me = enter(request, ['manager'], event === 'defrost' ? { analystsDefrost: 'analyst' } : {});
    const box = boxOf(code, me);
    steps.boxes[event]?.(box);
    return views.box(box);
  };

  /** `lax`: a fault lets clients see records of other clients. */
  const numbered = <T extends { readonly number: number }>(
    all: readonly T[],
    number: string,
    sees: (one: T) => boolean,
    lax = false,
  ): T => {
    const record = all.find((one) => String(one.number) === number) ?? missing();
    return sees(record) || lax ? record : hidden();
  };
  const orderOf = (number: string, me: Person, lax?: boolean): Order =>
    numbered(data.orders, number, (one) => views.seesOrder(one, me), lax);
  const sampleOf = (number: string, me: Person, lax?: boolean): Sample =>
    numbered(data.samples, number, (one) => views.seesSample(one, me), lax);
  const testOf = (number: string, me: Person, lax?: boolean): Test => numbered(data.tests, number, (one) => views.seesTest(one, me), lax);

  const newSample = (order: Order, body: Body): Sample => ({
    ...{ number: data.next(), order, name: inputs.text(body['name'], 30), volume: inputs.whole(body['volume']) },
    ...{ box: null, state: 'expected' },
  });
  const addOrder = (request: Request): Body => {
    const me = enter(request, ['client'], { managersOrder: 'manager' });
    const body = inputs.body(request, 'title', 'urgent', 'due', 'samples');
    const order: Order = {
      ...{ number: data.next(), client: me, title: inputs.text(body['title'], 60), due: inputs.date(body['due']) },
      urgent: 'urgent' in body ? inputs.yesOrNo(body['urgent']) : false,
      ...{ price: 0, note: null, sentAt: null, reportedAt: null, state: 'draft' },
    };
    const entries = 'samples' in body ? body['samples'] : [];
    const samples = (Array.isArray(entries) ? entries : invalid()).map((one) => newSample(order, inputs.object(one, ['name', 'volume'])));
    if (me.suspended && !has('suspendedClientsOrder')) refuse(has('suspendedIs409') ? 409 : 403, 'SUSPENDED');
    if (has('countBeforeTitle')) inputs.checkOpen(me);
    inputs.checkOrder(order, null);
    inputs.checkOpen(me);
    const before = data.samples;
    data.orders.push(order);
    try {
      for (const sample of samples) {
        inputs.checkSample(sample.name, sample.volume, true);
        inputs.checkName(order, sample.name, null, true);
        inputs.checkSampleCount(order, true);
        data.samples = [...data.samples, sample];
      }
    } catch (error) {
      if (!has('refusedOrdersStay')) {
        data.samples = before;
        data.orders.pop();
      }
      throw error;
    }
    return views.order(order, me);
  };
  const editOrder = (number: string, request: Request): Body => {
    const me = enter(request, ['client']);
    const body = inputs.body(request, 'title', 'urgent', 'due');
    const order = orderOf(number, me, has('anyClientEditsOrders'));
    allow(order.state === 'draft' || (order.state === 'sent' && has('sentIsEdited')));
    const title = 'title' in body ? inputs.text(body['title'], 60) : order.title;
    const urgent = 'urgent' in body ? inputs.yesOrNo(body['urgent']) : order.urgent;
    const due = 'due' in body ? inputs.date(body['due']) : order.due;
    inputs.checkOrder({ title, urgent, due }, order);
    return views.order(Object.assign(order, { title, urgent, due }), me);
  };
  const removeSamples = (samples: readonly Sample[]): void => {
    data.samples = data.samples.filter((one) => !samples.includes(one));
    if (!has('testsOfDeletedSamplesStay')) data.tests = data.tests.filter((one) => !samples.includes(one.sample));
  };
  const deleteOrder = (number: string, request: Request): null => {
    const order = orderOf(number, enter(request, ['client']), has('anyClientDeletesOrders'));
    allow(['draft', 'cancelled'].includes(order.state));
    data.orders = data.orders.filter((one) => one !== order);
    removeSamples(data.samplesOf(order));
    return null;
  };
  const orderRoles: Readonly<Record<string, readonly [string, Readonly<Partial<Record<LaboratoryFault, string>>>]>> = {
    send: ['client', {}],
    reopen: ['client', {}],
    cancel: ['client', {}],
    return: ['manager', {}],
    accept: ['manager', { analystsAccept: 'analyst' }],
    settle: ['manager', { clientsSettle: 'client' }],
    report: ['analyst', { managersReport: 'manager' }],
  };
  const stepOfOrder = (number: string, event: string, request: Request): Body => {
    if (has('recordBeforeRole') && request.token !== null) orderOf(number, enter(request, everyone));
    const body = (): Body => inputs.body(request, 'note');
    if (event === 'return' && has('bodyBeforeRole')) inputs.text(body()['note']);
    const [role, others] = orderRoles[event] ?? ['', {}];
    const me = enter(request, [role], others);
    const taken = event === 'return' ? body() : {};
    // A fault that allows a step must also show the order, which the service otherwise hides.
    const isLax = (event === 'send' && has('anyClientSends')) || (event === 'cancel' && has('anyClientCancels'));
    const order = orderOf(number, me, isLax || (me.role === 'analyst' && has('analystsAccept')));
    if (event === 'return') {
      allow(!has('managersMayNotReturn'));
      steps.from(order.state === 'sent');
      steps.giveBack(order, inputs.text(taken['note']));
    } else steps.orders[event]?.(order);
    return views.order(order, me);
  };

  const addSample = (number: string, request: Request): Body => {
    const me = enter(request, ['client']);
    const body = inputs.body(request, 'name', 'volume');
    const order = orderOf(number, me, has('anyClientAddsSamples'));
    const sample = newSample(order, body);
    const isOpen = order.state === 'draft' || (order.state === 'sent' && has('samplesAfterSending'));
    if (!isOpen) {
      inputs.checkName(order, sample.name, null);
      refuse(409, 'CLOSED');
    }
    inputs.checkSample(sample.name, sample.volume, false);
    inputs.checkName(order, sample.name, null);
    inputs.checkSampleCount(order, false);
    data.samples = [...data.samples, sample];
    return views.sample(sample, me);
  };
  const editSample = (number: string, request: Request): Body => {
    const me = enter(request, ['client']);
    const body = inputs.body(request, 'name', 'volume');
    const sample = sampleOf(number, me, has('anyClientEditsSamples'));
    allow(sample.order.state === 'draft');
    const name = 'name' in body ? inputs.text(body['name'], 30) : sample.name;
    const volume = 'volume' in body ? inputs.whole(body['volume']) : sample.volume;
    inputs.checkSample(name, volume, false);
    if ('name' in body) inputs.checkName(sample.order, name, sample);
    return views.sample(Object.assign(sample, { name, volume }), me);
  };
  const deleteSample = (number: string, request: Request): null => {
    const sample = sampleOf(number, enter(request, ['client']));
    allow(sample.order.state === 'draft');
    removeSamples([sample]);
    return null;
  };
  const keepSample = (number: string, event: string, request: Request): Body => {
    const me = enter(request, ['analyst'], event === 'store' ? { managersStore: 'manager' } : {});
    const body = inputs.body(request, 'code');
    const sample = sampleOf(number, me);
    const box = boxOf(inputs.text(body['code']), me);
    steps.from(sample.state === (event === 'store' ? 'expected' : 'stored'));
    if (event === 'store') steps.store(sample, box);
    else steps.move(sample, box);
    return views.sample(sample, me);
  };
  const stepOfSample = (number: string, event: string, request: Request): Body => {
    const me = enter(request, ['analyst']);
    const sample = sampleOf(number, me);
    steps.samples[event]?.(sample);
    return views.sample(sample, me);
  };

  const addTest = (number: string, request: Request): Body => {
    const me = enter(request, ['client']);
    const body = inputs.body(request, 'method');
    const sample = sampleOf(number, me);
    const usual = has('usualMethodIsMetal') ? 'metal' : 'acid';
    const method = 'method' in body ? inputs.among(body['method'], methods, has('methodMayBeAnything')) : usual;
    const { order } = sample;
    if (order.state !== 'draft' && !(order.state === 'sent' && has('testsAfterSending'))) refuse(409, 'CLOSED');
    if (data.testsOf(sample).some((one) => one.method === method) && !has('methodsMayRepeat')) refuse(409, 'TWICE');
    const price = (order.urgent && !has('urgentIsNotDearer') ? 2 : 1) * (prices[method] ?? 150);
    const test: Test = {
      ...{ number: data.next(), sample, method, price, analyst: null, result: null, repeats: 0, startedAt: null, state: 'wanted' },
    };
    data.tests.push(test);
    return views.test(test, me);
  };
  const deleteTest = (number: string, request: Request): null => {
    const test = testOf(number, enter(request, ['client']), has('anyClientDeletesTests'));
    allow(test.sample.order.state === 'draft');
    data.tests = data.tests.filter((one) => one !== test);
    return null;
  };
  const measureTest = (number: string, request: Request): Body => {
    const me = enter(request, ['analyst']);
    const body = inputs.body(request, 'result');
    const test = testOf(number, me);
    const allowed = (): void => allow(test.analyst === me || (test.analyst !== null && has('anyAnalystMeasures')));
    if (!has('stateBeforeAnalyst')) allowed();
    if (has('resultBeforeState')) inputs.result(body['result']);
    steps.from(test.state === 'running');
    allowed();
    steps.measure(test, inputs.result(body['result']));
    return views.test(test, me);
  };
  const stepOfTest = (number: string, event: string, request: Request): Body => {
    const isDrop = event === 'drop';
    const others: Readonly<Partial<Record<LaboratoryFault, string>>> = isDrop
      ? { analystsDrop: 'analyst' }
      : event === 'approve'
        ? { managersApprove: 'manager' }
        : {};
    const me = enter(request, [isDrop ? 'manager' : 'analyst'], others);
    const test = testOf(number, me);
    if (event === 'fail') allow(test.analyst === me || (test.analyst !== null && has('anyAnalystFails')));
    steps.tests[event]?.(test, me);
    return views.test(test, me);
  };

  type On = (key: string, request: Request) => Body | null;
  const route = (method: string, path: string, on: On, status = method === 'DELETE' ? 204 : 200): Route => [
    method,
    new RegExp(`^/${path}$`),
    ([, key = ''], request) => [status === 204 && has('deletedIs200') ? 200 : status, on(key, request)],
  ];
  const events = (path: string, names: string, on: (key: string, event: string, request: Request) => Body): readonly Route[] =>
    names.split('|').map((name) => route('POST', `${path}/([^/]+)/${name}`, (key, request) => on(key, name, request)));
  const query = (request: Request): URLSearchParams => new URLSearchParams(request.query);
  const listPeople: On = (_key, request) => {
    enter(request, ['manager'], { clientsListPeople: 'client' });
    return views.listPeople(query(request));
  };
  return serviceOf(
    [
      route('POST', 'people', (_key, request) => signUp(request), has('signUpIs200') ? 200 : 201),
      route('POST', 'session', (_key, request) => signIn(request)),
      route('DELETE', 'session', (_key, request) => signOut(request)),
      route('GET', 'me', (_key, request) => views.person(enter(request, everyone))),
      route('GET', 'people', listPeople),
      route('PATCH', 'people/([^/]+)', editPerson),
      route('GET', 'boxes', (_key, request) => views.listBoxes(enter(request, ['analyst', 'manager']), query(request))),
      route('POST', 'boxes', (_key, request) => addBox(request), 201),
      route('GET', 'boxes/([^/]+)', (code, request) => views.box(boxOf(code, enter(request, ['analyst', 'manager'])))),
      route('PATCH', 'boxes/([^/]+)', editBox),
      route('DELETE', 'boxes/([^/]+)', deleteBox),
      ...events('boxes', 'defrost|resume|retire', stepOfBox),
      route('GET', 'orders', (_key, request) => views.listOrders(enter(request, everyone), query(request))),
      route('POST', 'orders', (_key, request) => addOrder(request), has('orderIs200') ? 200 : 201),
      route('GET', 'orders/([^/]+)', (number, request) => {
        const me = enter(request, everyone);
        return views.order(orderOf(number, me), me);
      }),
      route('PATCH', 'orders/([^/]+)', editOrder),
      route('DELETE', 'orders/([^/]+)', deleteOrder),
      ...events('orders', 'send|return|reopen|cancel|accept|report|settle', stepOfOrder),
      route('POST', 'orders/([^/]+)/samples', addSample, 201),
      route('GET', 'samples', (_key, request) => views.listSamples(enter(request, everyone), query(request))),
      route('GET', 'samples/([^/]+)', (number, request) => {
        const me = enter(request, everyone);
        return views.sample(sampleOf(number, me), me);
      }),
      route('PATCH', 'samples/([^/]+)', editSample),
      route('DELETE', 'samples/([^/]+)', deleteSample),
      ...events('samples', 'store|move', keepSample),
      ...events('samples', 'reject|discard', stepOfSample),
      route('POST', 'samples/([^/]+)/tests', addTest, 201),
      route('GET', 'tests', (_key, request) => views.listTests(enter(request, everyone), query(request))),
      route('GET', 'tests/([^/]+)', (number, request) => {
        const me = enter(request, everyone);
        return views.test(testOf(number, me), me);
      }),
      route('DELETE', 'tests/([^/]+)', deleteTest),
      route('POST', 'tests/([^/]+)/measure', measureTest),
      ...events('tests', 'start|approve|repeat|fail|drop', stepOfTest),
    ],
    now,
  );
}
