import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, type Route, refuse, serviceOf } from '../hand-written.ts';
import { among, date, email, invalid, notEmpty, orNull, text, whole, yesOrNo } from '../hand-written-inputs.ts';
import { orchardAccess } from './access.ts';
import { type Complaint, type Fruit, kinds, type Line, OrchardData, type Order, type Person, roles, type Tour } from './data.ts';
import { orchardDoor } from './door.ts';
import type { OrchardFault, Others } from './faults.ts';
import { cents } from './inputs.ts';
import { orchardLists } from './lists.ts';
import { orchardRules } from './rules.ts';
import { orchardSteps } from './steps.ts';
import { orchardViews } from './views.ts';

/**
 * The service of `document.md` over arrays, hand-written, with one of its faults or none. `now`:
 * milliseconds since the epoch.
 */
export function orchardService(now: () => number, fault: OrchardFault | null = null): Implementation {
  const has = (one: OrchardFault): boolean => fault === one;
  const data = new OrchardData(has);
  const access = orchardAccess(data, has);
  const rules = orchardRules(data, has, now);
  const steps = orchardSteps(data, rules, has, now);
  const views = orchardViews(data, access, has);
  const lists = orchardLists(data, access, views, has);
  const sessions = new Map<string, Person>();
  const { forbidden, missing, hidden, allow, bodyOf, actor, enter } = orchardDoor(sessions, fault);
  let opened = 0;

  const addPerson = (name: string, address: string, password: string, role: string, town: string | null = null): Person => {
    const creditLimit = has('limitBeginsAtNothing') ? 0 : 50_000;
    const person: Person = { number: data.next(), name, email: address, password, role, town, creditLimit, blocked: false };
    data.people.push(person);
    return person;
  };
  for (const name of ['Sam Shop', 'Sue Shop', 'Pia Picker', 'Paul Picker', 'Dan Driver', 'Dora Driver', 'Olga Office', 'Max Manager']) {
    const [first = '', last = ''] = name.toLowerCase().split(' ');
    addPerson(name, `${first}@example.com`, 'correct-horse', last).creditLimit = 50_000;
  }

  const opening = (person: Person): Body => {
    opened += 1;
    const token = `o${opened}-${'f'.repeat(24)}`;
    sessions.set(token, person);
    return { token, me: views.person(person, person) };
  };
  const isSame = (a: string, b: string): boolean => (has('emailsMindCase') ? a === b : a.toLowerCase() === b.toLowerCase());
  const nameIn = (value: unknown): string => text(value, has('nameMayBeLong') ? undefined : 50);
  const townIn = (value: unknown): string | null => orNull(value, (one) => text(one, 40));
  const noteIn = (value: unknown): string | null => orNull(value, (one) => text(one, has('noteMayBeLong') ? undefined : 120));

  const signUp = (request: Request): Body => {
    const me = actor(request);
    const body = bodyOf(request, 'name', 'email', 'password', 'town');
    if (me !== null) forbidden();
    const [name, address, password] = [nameIn(body['name']), email(body['email']), text(body['password'])];
    const town = 'town' in body && !has('townIsNotKept') ? townIn(body['town']) : null;
    if (data.people.some((one) => isSame(one.email, address))) refuse(has('takenIs422') ? 422 : 409, 'CONFLICT');
    rules.notBlank(name, 'nameMayBeBlank', 'nameMayBeSpaces');
    const person = addPerson(name, address, notEmpty(password), has('whoSignsUpIsPicker') ? 'picker' : 'shop', town);
    return opening(person);
  };
  const signIn = (request: Request): Body => {
    actor(request);
    const body = bodyOf(request, 'email', 'password');
    const [address, password] = [text(body['email']), text(body['password'])];
    if (address === '' || password === '') invalid();
    const person = data.people.find((one) => isSame(one.email, address) && one.password === password);
    if (person === undefined) return refuse(has('wrongPasswordIs403') ? 403 : 401, 'UNAUTHORIZED');
    sessions.delete(request.token ?? '');
    return opening(person);
  };
  const signOut = (request: Request): null => {
    enter(request, roles);
    if (!has('signOutKeepsSession')) sessions.delete(request.token ?? '');
    return null;
  };

  const numbered = <T extends { readonly number: number }>(all: readonly T[], number: string, sees: (one: T) => boolean): T => {
    const sought = /^-?\d+$/.test(number) ? Number(number) : Number.NaN;
    const record = all.find((one) => one.number === sought) ?? missing();
    return sees(record) ? record : hidden();
  };
  const personOf = (number: string, me: Person): Person =>
    numbered(data.people, number, (one) => access.seesPerson(one, me) || has('allPeopleAreFound'));
  const fruitOf = (code: string, me: Person | null): Fruit => {
    const fruit = data.fruits.find((one) => one.code === code) ?? missing();
    return access.seesFruit(fruit, me) || has('unsoldIsFound') ? fruit : hidden();
  };
  /** `lax`: a fault that lets people find what they may not see. */
  const orderOf = (number: string, me: Person, lax = false): Order =>
    numbered(data.orders, number, (one) => lax || access.seesOrder(one, me));
  const lineOf = (number: string, me: Person, lax = false): Line => numbered(data.lines, number, (one) => lax || access.seesLine(one, me));
  const tourOf = (number: string, me: Person, lax = false): Tour => numbered(data.tours, number, (one) => lax || access.seesTour(one, me));
  const complaintOf = (number: string, me: Person, lax = false): Complaint =>
    numbered(data.complaints, number, (one) => lax || access.seesComplaint(one, me));

  const editMe = (_key: string, request: Request): Body => {
    const me = enter(request, ['shop']);
    const body = bodyOf(request, 'name', 'town');
    allow('name' in body || 'town' in body);
    const changed = {
      name: 'name' in body ? nameIn(body['name']) : me.name,
      town: 'town' in body ? townIn(body['town']) : has('patchClearsTown') ? null : me.town,
    };
    rules.notBlank(changed.name, 'patchedNameMayBeBlank');
    return views.person(has('patchedMeIsNotKept') ? { ...me, ...changed } : Object.assign(me, changed), me);
  };
  const editPerson = (number: string, request: Request): Body => {
    const me = enter(request, ['office', 'manager'], { driversBlock: 'driver' });
    const body = bodyOf(request, 'creditLimit', 'blocked');
    const person = personOf(number, me);
    allow('creditLimit' in body || 'blocked' in body);
    allow(person.role === 'shop' || has('staffIsEdited'));
    allow(!('creditLimit' in body) || me.role === 'manager' || has('officeSetsLimits'));
    const creditLimit = 'creditLimit' in body ? cents(body['creditLimit']) : person.creditLimit;
    const blocked = 'blocked' in body ? yesOrNo(body['blocked']) : person.blocked && !has('limitUnblocks');
    rules.limit(creditLimit);
    if (!has('limitIsNotKept')) person.creditLimit = creditLimit;
    person.blocked = blocked;
    return views.person(person, me);
  };

  const addFruit = (_key: string, request: Request): Body => {
    const me = enter(request, ['manager'], { officeAddsFruits: 'office' });
    const body = bodyOf(request, 'code', 'name', 'price', 'cost', 'stock', 'onSale');
    const fruit: Fruit = {
      code: text(body['code'], 6),
      name: text(body['name'], has('fruitNameMayBeLong') ? undefined : 40),
      ...{ price: cents(body['price'], has('priceInAnyPlaces')), cost: cents(body['cost']) },
      stock: 'stock' in body ? whole(body['stock']) : has('stockBeginsAtOne') ? 1 : 0,
      onSale: 'onSale' in body ? yesOrNo(body['onSale']) : true,
    };
    if (has('givenStockIsNotKept')) fruit.stock = 0;
    rules.newFruit(fruit);
    data.fruits.push(fruit);
    return views.fruit(fruit, me);
  };
  const editFruit = (code: string, request: Request): Body => {
    const me = enter(request, ['office', 'manager'], { pickersEditFruits: 'picker' });
    const body = bodyOf(request, 'name', 'cost', 'onSale');
    const fruit = fruitOf(code, me);
    allow(!('cost' in body) || me.role !== 'office' || has('officeSetsCosts'));
    const changed = {
      name: 'name' in body ? text(body['name'], 40) : fruit.name,
      cost: 'cost' in body ? cents(body['cost']) : fruit.cost,
      onSale: 'onSale' in body ? yesOrNo(body['onSale']) : fruit.onSale,
    };
    rules.notBlank(changed.name, 'patchedFruitNameMayBeBlank');
    rules.cost({ price: fruit.price, cost: changed.cost }, 'patchedFruitMayCostMore');
    if (has('costIsNotKept')) changed.cost = fruit.cost;
    return views.fruit(Object.assign(fruit, changed), me);
  };
  const deleteFruit = (code: string, request: Request): null => {
    const fruit = fruitOf(code, enter(request, ['manager'], { officeDeletesFruits: 'office' }));
    allow(fruit.stock === 0 || has('stockIsDeleted'));
    const isPriced = data.prices.some((one) => one.fruit === fruit) && !has('pricedIsDeleted');
    const isOrdered = data.lines.some((one) => one.fruit === fruit) && !has('orderedIsDeleted');
    if (isPriced || isOrdered) refuse(409, 'CONFLICT');
    data.fruits = data.fruits.filter((one) => one !== fruit);
    return null;
  };
  const repriceFruit = (code: string, request: Request): Body => {
    const me = enter(request, ['office', 'manager'], { shopsReprice: 'shop' });
    if (me.role === 'office' && has('officeDoesNotReprice')) forbidden();
    const body = bodyOf(request, 'amount');
    const fruit = fruitOf(code, me);
    steps.reprice(fruit, cents(body['amount']), me);
    return views.fruit(fruit, me);
  };
  const harvestFruit = (code: string, request: Request): Body => {
    const me = enter(request, ['picker', 'manager'], { driversHarvest: 'driver', officeHarvests: 'office' });
    const body = bodyOf(request, 'boxes');
    const fruit = fruitOf(code, me);
    steps.harvest(fruit, whole(body['boxes']));
    return views.fruit(fruit, me);
  };

  const addOrder = (_key: string, request: Request): Body => {
    const me = enter(request, ['shop'], { officeOrders: 'office' });
    const body = bodyOf(request, 'wanted', 'note');
    if (has('blockedBeforeValues') && me.blocked) refuse(403, 'BLOCKED');
    const order: Order = {
      ...{ number: data.next(), shop: me, wanted: date(body['wanted']) },
      note: 'note' in body && !has('newNoteIsNotKept') ? noteIn(body['note']) : null,
      ...{ internal: null, total: 0, credit: 0, placedOn: null, placedAt: 0 },
      ...{ deliveredOn: null, tour: null, picker: null, reason: null, state: has('newIsPlaced') ? 'placed' : 'draft' },
    };
    if (has('rulesBeforeBlocked')) rules.newOrder(order);
    if (me.blocked && !has('blockedOrder')) refuse(has('blockedIs409') ? 409 : 403, 'BLOCKED');
    rules.newOrder(order);
    data.orders.push(order);
    return views.order(order, me);
  };
  const editOrder = (number: string, request: Request): Body => {
    const me = enter(request, ['shop']);
    const body = bodyOf(request, 'wanted', 'note');
    const order = orderOf(number, me, has('shopsEditAll'));
    allow('wanted' in body || 'note' in body);
    allow(order.state === 'draft' || (order.state === 'placed' && has('placedIsEdited')));
    const wanted = 'wanted' in body ? date(body['wanted']) : order.wanted;
    const note = 'note' in body ? noteIn(body['note']) : has('patchClearsNote') ? null : order.note;
    if (wanted !== order.wanted) rules.wanted(wanted, 'patchedWantedIsNotChecked');
    if (!has('wantedIsNotKept')) order.wanted = wanted;
    order.note = note;
    return views.order(order, me);
  };
  const deleteOrder = (number: string, request: Request): null => {
    const me = enter(request, ['shop']);
    const order = orderOf(number, me, has('shopsDeleteAll'));
    allow(order.state === 'draft' || (order.state === 'cancelled' && has('cancelledIsDeleted')));
    data.orders = data.orders.filter((one) => one !== order);
    if (!has('deleteKeepsLines')) data.lines = data.lines.filter((one) => one.order !== order);
    return null;
  };
  const editInternal = (number: string, request: Request): Body => {
    const me = enter(request, ['office', 'manager'], { pickersNote: 'picker' });
    const body = bodyOf(request, 'internal');
    const order = orderOf(number, me);
    allow(order.state !== 'settled' || has('settledIsNoted'));
    if (!('internal' in body)) invalid();
    const internal = orNull(body['internal'], (one) => text(one, has('internalMayBeLong') ? undefined : 120));
    order.internal = internal;
    return views.order(order, me);
  };
  const addLine = (number: string, request: Request): Body => {
    const me = enter(request, ['shop'], { officeAddsLines: 'office' });
    const body = bodyOf(request, 'code', 'boxes');
    if ('code' in body) orNull(body['code'], text);
    const order = orderOf(number, me, has('shopsAddToAll'));
    const fruit = fruitOf(String(body['code'] ?? ''), me);
    allow(order.state === 'draft' || (order.state === 'placed' && (has('placedTakesLines') || has('officeAddsLines'))));
    const price = has('linesBeginFree') ? 0 : fruit.price;
    const line: Line = { number: data.next(), order, fruit, boxes: whole(body['boxes']), price };
    rules.newLine(line);
    data.lines.push(line);
    return views.line(line, me);
  };
  const editLine = (number: string, request: Request): Body => {
    const me = enter(request, ['shop']);
    const body = bodyOf(request, 'boxes');
    const line = lineOf(number, me, has('shopsEditAllLines'));
    const { state } = line.order;
    allow(state === 'draft' || (state === 'placed' && has('placedLinesAreEdited')));
    const boxes = whole(body['boxes']);
    rules.boxes(boxes, false);
    line.boxes = has('patchedBoxesAreAdded') ? line.boxes + boxes : boxes;
    if (has('patchedLineIsRepriced')) line.price = line.fruit.price;
    return views.line(line, me);
  };
  const deleteLine = (number: string, request: Request): null => {
    const me = enter(request, ['shop']);
    const line = lineOf(number, me, has('shopsDeleteAllLines'));
    allow(line.order.state === 'draft' || (line.order.state === 'placed' && has('placedLinesAreDeleted')));
    data.lines = data.lines.filter((one) => one !== line);
    return null;
  };

  const addTour = (_key: string, request: Request): Body => {
    const me = enter(request, ['office', 'manager'], { driversAddTours: 'driver' });
    const body = bodyOf(request, 'day', 'driverNumber', 'capacity');
    if ('driverNumber' in body) orNull(body['driverNumber'], whole);
    const driver = personOf(String(body['driverNumber'] ?? ''), me);
    const tour: Tour = {
      ...{ number: data.next(), day: date(body['day']), driver, capacity: whole(body['capacity']) },
      state: 'planned',
    };
    rules.tour(tour, null);
    data.tours.push(tour);
    return views.tour(tour, me);
  };
  const editTour = (number: string, request: Request): Body => {
    const me = enter(request, ['office', 'manager']);
    const body = bodyOf(request, 'day', 'capacity');
    const tour = tourOf(number, me);
    const { state } = tour;
    allow(state === 'planned' || (state === 'running' && has('runningIsEdited')));
    const day = 'day' in body ? date(body['day']) : tour.day;
    const capacity = 'capacity' in body ? whole(body['capacity']) : tour.capacity;
    rules.tour({ ...tour, day, capacity }, tour);
    if (!has('patchedDayIsNotKept')) tour.day = day;
    if (!has('patchedCapacityIsNotKept')) tour.capacity = capacity;
    return views.tour(tour, me);
  };

  type On = (key: string, request: Request) => Body | null;
  /** A step of an order; `lax`: a fault that lets people find all orders. */
  const onOrder =
    (wanted: readonly string[], step: (one: Order, me: Person) => void, others: Others = {}, lax: OrchardFault | null = null): On =>
    (number, request) => {
      const me = enter(request, wanted, others);
      const order = orderOf(number, me, lax !== null && has(lax));
      step(order, me);
      return views.order(order, me);
    };
  const onTour =
    (wanted: readonly string[], step: (one: Tour) => void, others: Others = {}, lax: OrchardFault | null = null): On =>
    (number, request) => {
      const me = enter(request, wanted, others);
      const tour = tourOf(number, me, lax !== null && has(lax));
      step(tour);
      return views.tour(tour, me);
    };
  const confirmOrder: On = (number, request) => {
    const me = enter(request, ['office'], { managerConfirms: 'manager' });
    const body = bodyOf(request, 'tourNumber');
    if ('tourNumber' in body) orNull(body['tourNumber'], whole);
    const order = orderOf(number, me);
    const tour = tourOf(String(body['tourNumber'] ?? ''), me);
    steps.confirm(order, tour);
    return views.order(order, me);
  };
  const declineOrder: On = (number, request) => {
    const me = enter(request, ['office'], { managerDeclines: 'manager' });
    const body = bodyOf(request, 'reason');
    const order = orderOf(number, me);
    if (has('reasonBeforeState')) text(body['reason'], 120);
    steps.from(order.state === 'placed' || (order.state === 'confirmed' && has('confirmedIsDeclined')));
    steps.decline(order, text(body['reason'], has('reasonMayBeLong') ? undefined : 120));
    return views.order(order, me);
  };

  const addComplaint: On = (number, request) => {
    const me = enter(request, ['shop'], { driversComplain: 'driver' });
    const body = bodyOf(request, 'kind', 'text', 'boxes');
    const order = orderOf(number, me, has('shopsComplainForAll'));
    if (has('deliveredBeforeValues') && order.state !== 'delivered') refuse(409, 'NOT_DELIVERED');
    const complaint: Complaint = {
      ...{ number: data.next(), order, kind: among(body['kind'], kinds, has('kindMayBeAnything')) },
      ...{ text: text(body['text'], 200), boxes: whole(body['boxes']) },
      ...{ credit: 0, answer: null, handledBy: null, state: 'open' },
    };
    steps.file(complaint);
    return views.complaint(complaint, me);
  };
  const acceptComplaint: On = (number, request) => {
    const me = enter(request, ['office', 'manager'], { driversAccept: 'driver' });
    const body = bodyOf(request, 'credit');
    const complaint = complaintOf(number, me);
    if (has('creditBeforeState')) cents(body['credit']);
    steps.from(complaint.state === 'open' || (complaint.state === 'rejected' && has('rejectedIsAccepted')));
    steps.accept(complaint, cents(body['credit']), me);
    return views.complaint(complaint, me);
  };
  const rejectComplaint: On = (number, request) => {
    const me = enter(request, ['office', 'manager']);
    const body = bodyOf(request, 'answer');
    const complaint = complaintOf(number, me);
    steps.from(complaint.state === 'open' || (complaint.state === 'withdrawn' && has('withdrawnIsRejected')));
    steps.reject(complaint, text(body['answer'], 200), me);
    return views.complaint(complaint, me);
  };
  const withdrawComplaint: On = (number, request) => {
    const me = enter(request, ['shop']);
    const complaint = complaintOf(number, me, has('shopsWithdrawAll'));
    steps.withdraw(complaint);
    return views.complaint(complaint, me);
  };

  const route = (method: string, path: string, on: On, status = method === 'DELETE' ? 204 : 200): Route => [
    method,
    new RegExp(`^/${path}$`),
    ([, key = ''], request) => {
      steps.expire();
      const isPlain = (status === 204 && has('deletedIs200')) || (status === 201 && has('createdIs200'));
      return [isPlain ? 200 : status, on(key, request)];
    },
  ];
  const listed =
    (wanted: readonly string[], list: (me: Person, query: URLSearchParams) => Body, others: Others = {}): On =>
    (_key, request) =>
      list(enter(request, wanted, others), new URLSearchParams(request.query));
  const office = ['office', 'manager'];
  return serviceOf(
    [
      route('POST', 'people', (_key, request) => signUp(request), 201),
      route('POST', 'session', (_key, request) => signIn(request)),
      route('DELETE', 'session', (_key, request) => signOut(request)),
      route(
        'GET',
        'me',
        listed(roles, (me) => views.person(me, me)),
      ),
      route('PATCH', 'me', editMe),
      route('GET', 'people', listed(office, lists.people)),
      route('GET', 'people/([^/]+)', (number, request) => {
        const me = enter(request, office, { driversFindPeople: 'driver' });
        return views.person(personOf(number, me), me);
      }),
      route('PATCH', 'people/([^/]+)', editPerson),
      route('GET', 'fruits', (_key, request) => lists.fruits(actor(request), new URLSearchParams(request.query))),
      route('POST', 'fruits', addFruit, 201),
      route('GET', 'fruits/([^/]+)', (code, request) => {
        const me = actor(request);
        return views.fruit(fruitOf(code, me), me);
      }),
      route('PATCH', 'fruits/([^/]+)', editFruit),
      route('DELETE', 'fruits/([^/]+)', deleteFruit),
      route('POST', 'fruits/([^/]+)/price', repriceFruit),
      route('POST', 'fruits/([^/]+)/harvest', harvestFruit),
      route('GET', 'fruits/([^/]+)/prices', (code, request) => {
        const me = enter(request, office, { shopsSeeHistory: 'shop' });
        return lists.prices(() => fruitOf(code, me), me, new URLSearchParams(request.query));
      }),
      route('GET', 'orders', listed(roles, lists.orders)),
      route('POST', 'orders', addOrder, 201),
      route('GET', 'orders/([^/]+)', (number, request) => {
        const me = enter(request, roles);
        return views.order(orderOf(number, me, me.role === 'shop' && has('shopsReadAllOrders')), me);
      }),
      route('PATCH', 'orders/([^/]+)', editOrder),
      route('DELETE', 'orders/([^/]+)', deleteOrder),
      route('PATCH', 'orders/([^/]+)/internal', editInternal),
      route('POST', 'orders/([^/]+)/lines', addLine, 201),
      route('GET', 'lines', listed(roles, lists.lines)),
      route('PATCH', 'lines/([^/]+)', editLine),
      route('DELETE', 'lines/([^/]+)', deleteLine),
      route('POST', 'orders/([^/]+)/place', onOrder(['shop'], steps.place, { managerPlaces: 'manager' }, 'shopsPlaceAll')),
      route('POST', 'orders/([^/]+)/confirm', confirmOrder),
      route('POST', 'orders/([^/]+)/decline', declineOrder),
      route('POST', 'orders/([^/]+)/cancel', onOrder(['shop', 'office'], steps.cancel, {}, 'shopsCancelAll')),
      route('POST', 'orders/([^/]+)/pick', onOrder(['picker'], steps.pick, { officePicks: 'office' })),
      route('POST', 'orders/([^/]+)/deliver', onOrder(['driver'], steps.deliver, { officeDelivers: 'office' }, 'driversDeliverAll')),
      route('POST', 'orders/([^/]+)/settle', onOrder(office, steps.settle, { shopsSettle: 'shop' })),
      route('GET', 'tours', listed(roles, lists.tours)),
      route('POST', 'tours', addTour, 201),
      route('GET', 'tours/([^/]+)', (number, request) => {
        const me = enter(request, roles);
        return views.tour(tourOf(number, me, me.role === 'driver' && has('driversReadAllTours')), me);
      }),
      route('PATCH', 'tours/([^/]+)', editTour),
      route('POST', 'tours/([^/]+)/start', onTour(['driver'], steps.start, { officeStarts: 'office' }, 'driversStartAll')),
      route('POST', 'tours/([^/]+)/finish', onTour(['driver'], steps.finish, { managerFinishes: 'manager' }, 'driversFinishAll')),
      route('POST', 'tours/([^/]+)/cancel', onTour(office, steps.cancelTour, { driversCancelTours: 'driver' })),
      route('POST', 'orders/([^/]+)/complaints', addComplaint, 201),
      route('GET', 'complaints', listed(roles, lists.complaints)),
      route('GET', 'complaints/([^/]+)', (number, request) => {
        const me = enter(request, roles);
        const isLax = me.role === 'shop' && has('shopsReadAllComplaints');
        return views.complaint(complaintOf(number, me, isLax), me);
      }),
      route('POST', 'complaints/([^/]+)/accept', acceptComplaint),
      route('POST', 'complaints/([^/]+)/reject', rejectComplaint),
      route('POST', 'complaints/([^/]+)/withdraw', withdrawComplaint),
    ],
    now,
  );
}
