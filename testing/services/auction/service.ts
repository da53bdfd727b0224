import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, type Route, refuse, serviceOf } from '../hand-written.ts';
import { notEmpty } from '../hand-written-inputs.ts';
import { AuctionData, type Bid, type Invoice, type Item, type Person, type Sale, type Viewing } from './data.ts';
import type { AuctionFault, Others } from './faults.ts';
import { auctionInputs } from './inputs.ts';
import { auctionSteps } from './steps.ts';
import { auctionViewings } from './viewings.ts';
import { auctionViews, categories, places } from './views.ts';

const everyone = ['customer', 'expert', 'auctioneer', 'cashier'];
/** The paths of calls with a body, which is read before permissions are checked. */
const takes = /\/(people|session|sales|items|bids|viewings|accept|decline|agree|enter|pay|move)$/;
const staff = ['Aron Auctioneer', 'Alma Auctioneer', 'Eva Expert', 'Emil Expert', 'Kim Cashier', 'Carl Customer', 'Cora Customer'];

/**
 * The service of `document.md` over arrays, hand-written, with one of its faults or none. `now`:
 * milliseconds since the epoch.
 */
export function auctionService(now: () => number, fault: AuctionFault | null = null): Implementation {
  const has = (one: AuctionFault): boolean => fault === one;
  const data = new AuctionData();
  const inputs = auctionInputs(data, has, now);
  const steps = auctionSteps(data, has, now);
  const views = auctionViews(data, inputs, has);
  const sessions = new Map<string, Person>();
  let opened = 0;

  const addPerson = (name: string, email: string, password: string, role: string, phone: string | null): Person => {
    const person: Person = { number: data.next(), name, email, password, role, phone, bond: 0, blocked: false, balance: 0 };
    data.people.push(person);
    return person;
  };
  for (const name of staff) {
    const [first = '', role = ''] = name.toLowerCase().split(' ');
    addPerson(name, `${first}@example.com`, 'correct-horse', role, null);
  }

  const unauthorized = (): never => refuse(has('signedOutIsForbidden') ? 403 : 401, 'UNAUTHORIZED');
  const forbidden = (): never => refuse(has('forbiddenIs401') ? 401 : 403, 'FORBIDDEN');
  const missing = (): never => refuse(has('missingIs422') ? 422 : 404, 'NOT_FOUND');
  const hidden = (): never => (has('hiddenIsForbidden') ? forbidden() : refuse(404, 'NOT_FOUND'));
  const allow = (isAllowed: boolean): void => {
    if (!isAllowed) forbidden();
  };
  /** The acting person; null if signed out. */
  const actor = (request: Request): Person | null => {
    const { method, path, token } = request;
    const known = token === null ? null : sessions.get(token);
    const me = known ?? (known === null || has('unknownTokensAreVisitors') ? null : unauthorized());
    if (method === 'PATCH' || (method === 'POST' && takes.test(path))) inputs.parsed(request);
    return me;
  };
  const enter = (request: Request, wanted: readonly string[], others: Others = {}): Person => {
    const me = actor(request) ?? unauthorized();
    const isLax = fault !== null && others[fault] === me.role;
    allow(wanted.includes(me.role) || isLax);
    return me;
  };
  const opening = (person: Person): Body => {
    opened += 1;
    const token = `a${opened}-${'k'.repeat(24)}`;
    sessions.set(token, person);
    return { token, me: views.person(person, person) };
  };
  const isSame = (a: string, b: string): boolean => (has('emailsMindCase') ? a === b : a.toLowerCase() === b.toLowerCase());

  const signUp = (request: Request): Body => {
    const me = actor(request);
    const body = inputs.body(request, 'name', 'email', 'password', 'phone');
    if (me !== null) forbidden();
    const [name, email, password] = [inputs.text(body['name'], 40), inputs.email(body['email']), inputs.text(body['password'])];
    const phone = 'phone' in body ? inputs.orNull(body['phone'], (value) => inputs.text(value, 20)) : null;
    if (data.people.some((one) => isSame(one.email, email))) refuse(409, 'CONFLICT');
    inputs.checkPerson(name, phone, true);
    return opening(
      addPerson(
        name,
        email,
        notEmpty(password),
        has('whoSignsUpIsExpert') ? 'expert' : 'customer',
        has('signUpForgetsPhone') ? null : phone,
      ),
    );
  };
  const signIn = (request: Request): Body => {
    actor(request);
    const body = inputs.body(request, 'email', 'password');
    const [email, password] = [inputs.text(body['email']), inputs.text(body['password'])];
    const person = data.people.find((one) => isSame(one.email, email) && one.password === password);
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
    const body = inputs.body(request, 'name', 'phone');
    allow(Object.keys(body).length > 0);
    const name = 'name' in body ? inputs.text(body['name'], has('nameMayBeLongLater') ? undefined : 40) : me.name;
    const phone = 'phone' in body ? inputs.orNull(body['phone'], (value) => inputs.text(value, 20)) : me.phone;
    inputs.checkPerson(name, phone, false);
    const kept = has('patchOfNameClearsPhone') && !('phone' in body) ? null : phone;
    return views.person(Object.assign(me, { name, phone: kept }), me);
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
  const personOf = (number: string, me: Person): Person => numbered(data.people, number, (one) => views.seesPerson(one, me));
  const itemOf = (number: string, me: Person | null, lax?: boolean): Item =>
    numbered(data.items, number, (one) => views.seesItem(one, me), lax);
  const bidOf = (number: string, me: Person, lax?: boolean): Bid => numbered(data.bids, number, (one) => views.seesBid(one, me), lax);
  const invoiceOf = (number: string, me: Person, lax?: boolean): Invoice =>
    numbered(data.invoices, number, (one) => views.seesInvoice(one, me), lax);
  const viewingOf = (number: string, me: Person, lax?: boolean): Viewing =>
    numbered(data.viewings, number, (one) => views.seesViewing(one, me), lax);
  const saleOf = (code: string, me: Person | null): Sale => {
    const sale = data.sales.find((one) => one.code === code) ?? missing();
    return views.seesSale(sale, me) ? sale : hidden();
  };

  const editPerson = (number: string, request: Request): Body => {
    const me = enter(request, ['cashier'], { auctioneersSetBonds: 'auctioneer' });
    const body = inputs.body(request, 'bond', 'blocked');
    const person = personOf(number, me);
    allow(Object.keys(body).length > 0 && (person.role === 'customer' || has('staffGetBonds')));
    const bond = 'bond' in body ? inputs.whole(body['bond']) : person.bond;
    const blocked = 'blocked' in body ? inputs.yesOrNo(body['blocked']) : person.blocked;
    inputs.checkBond(person, bond);
    const isLifted = has('patchOfBondUnblocks') && 'bond' in body && !('blocked' in body);
    return views.person(Object.assign(person, { bond, blocked: blocked && !isLifted }), me);
  };

  const addSale = (request: Request): Body => {
    const me = enter(request, ['auctioneer'], { expertsPlanSales: 'expert' });
    const body = inputs.body(request, 'code', 'title', 'place', 'day', 'capacity', 'premium');
    const sale: Sale = {
      ...{ code: inputs.text(body['code'], 8), title: inputs.text(body['title'], 60), day: inputs.date(body['day']) },
      place: 'place' in body ? inputs.among(body['place'], places) : 'hall',
      ...{ capacity: inputs.whole(body['capacity']), premium: inputs.whole(body['premium']), closedAt: null, state: 'planned' },
    };
    if (data.sales.some((one) => one.code === sale.code) && !has('codesMayBeShared')) refuse(has('codeTakenIs422') ? 422 : 409, 'CONFLICT');
    inputs.checkSale(sale, null);
    data.sales.push(sale);
    return views.sale(sale, me);
  };
  const editSale = (code: string, request: Request): Body => {
    const me = enter(request, ['auctioneer'], { expertsEditSales: 'expert' });
    const body = inputs.body(request, 'title', 'place', 'day', 'capacity', 'premium');
    const sale = saleOf(code, me);
    allow(sale.state === 'planned' || (sale.state === 'published' && has('publishedIsEdited')));
    const changed = {
      ...{ code, title: 'title' in body ? inputs.text(body['title'], 60) : sale.title },
      place: 'place' in body ? inputs.among(body['place'], places) : sale.place,
      day: 'day' in body ? inputs.date(body['day']) : sale.day,
      capacity: 'capacity' in body ? inputs.whole(body['capacity']) : sale.capacity,
      premium: 'premium' in body ? inputs.whole(body['premium']) : sale.premium,
    };
    inputs.checkSale(changed, sale);
    return views.sale(has('patchOfSaleIsNotKept') ? { ...sale, ...changed } : Object.assign(sale, changed), me);
  };
  const deleteSale = (code: string, request: Request): null => {
    const sale = saleOf(code, enter(request, ['auctioneer']));
    allow(sale.state === 'planned' || sale.state === 'cancelled' || (sale.state === 'closed' && has('closedIsDeleted')));
    if (data.itemsOf(sale).length > 0 && !has('salesWithLotsAreDeleted')) refuse(409, 'CONFLICT');
    data.sales = data.sales.filter((one) => one !== sale);
    for (const item of data.itemsOf(sale)) item.sale = null;
    return null;
  };
  const laxSales: Readonly<Record<string, Others>> = {
    publish: { expertsPublish: 'expert' },
    begin: { expertsBegin: 'expert' },
    cancel: { cashiersCancelSales: 'cashier' },
  };
  const stepOfSale = (code: string, event: string, request: Request): Body => {
    const me = enter(request, ['auctioneer'], laxSales[event]);
    const sale = me.role === 'cashier' ? (data.sales.find((one) => one.code === code) ?? missing()) : saleOf(code, me);
    steps.sales[event]?.(sale);
    return views.sale(sale, me);
  };

  const addItem = (request: Request): Body => {
    const me = enter(request, ['customer'], { expertsOfferItems: 'expert' });
    const body = inputs.body(request, 'title', 'category');
    const title = inputs.text(body['title'], has('titleMayBeLong') ? undefined : 60);
    const usual = has('usualCategoryIsBook') ? 'book' : 'other';
    const category = 'category' in body ? inputs.among(body['category'], categories, has('categoryMayBeAnything')) : usual;
    if (me.blocked && !has('blockedOffer')) refuse(has('blockedIs409') ? 409 : 403, 'BLOCKED');
    if (has('countBeforeTitle')) inputs.checkOffers(me);
    inputs.notBlank(title);
    inputs.checkOffers(me);
    const item: Item = {
      ...{ number: data.next(), owner: me, title, category, low: null, high: null, reserve: 0, expert: null, reason: null },
      ...{ sale: null, lot: null, hammer: null, buyer: null, state: 'offered' },
    };
    data.items.push(item);
    return views.item(item, me);
  };
  const editItem = (number: string, request: Request): Body => {
    const me = enter(request, ['customer', 'expert']);
    const body = inputs.body(request, 'title', 'category', 'low', 'high');
    const item = itemOf(number, me, has('hiddenItemsAreEdited') || has('anyCustomerEditsItems'));
    const isExpert = me.role === 'expert';
    const isOwn = item.owner === me || has('anyCustomerEditsItems');
    allow(Object.keys(body).length > 0);
    const states = has('agreedIsEdited') ? ['offered', 'accepted', 'agreed'] : ['offered', 'accepted'];
    if ('title' in body || 'category' in body)
      allow((isOwn && !isExpert && states.includes(item.state)) || (isExpert && has('expertsRename')));
    if ('low' in body || 'high' in body) {
      const isSet = isExpert && (['accepted', 'agreed'].includes(item.state) || (item.state === 'entered' && has('enteredIsValued')));
      allow(isSet || (isOwn && !isExpert && item.state === 'accepted' && has('ownersSetEstimates')));
    }
    const changed = {
      title: 'title' in body ? inputs.text(body['title'], 60) : item.title,
      category: 'category' in body ? inputs.among(body['category'], categories) : item.category,
      low: 'low' in body ? inputs.orNull(body['low'], inputs.whole) : item.low,
      high: 'high' in body ? inputs.orNull(body['high'], inputs.whole) : item.high,
    };
    inputs.notBlank(changed.title, 'titleMayBeBlankLater');
    inputs.checkEstimate({ ...changed, reserve: item.reserve }, 'patchedLowIgnoresReserve');
    return views.item(Object.assign(item, changed), me);
  };
  const deleteItem = (number: string, request: Request): null => {
    const me = enter(request, ['customer']);
    const item = itemOf(number, me, has('anyCustomerDeletesItems'));
    const states = ['offered', 'declined', 'withdrawn'];
    if (has('agreedIsDeleted')) states.push('agreed');
    allow((item.owner === me || has('anyCustomerDeletesItems')) && states.includes(item.state));
    if (data.invoices.some((one) => one.item === item)) refuse(409, 'CONFLICT');
    data.items = data.items.filter((one) => one !== item);
    data.viewings = data.viewings.filter((one) => one.item !== item);
    if (!has('bidsOfDeletedItemsStay')) data.bids = data.bids.filter((one) => one.item !== item);
    return null;
  };

  const acceptItem = (number: string, request: Request): Body => {
    const me = enter(request, ['expert'], { auctioneersAccept: 'auctioneer' });
    const body = inputs.body(request, 'low', 'high');
    const item = itemOf(number, me, has('auctioneersAccept'));
    steps.from(item.state === 'offered' || (item.state === 'declined' && has('declinedIsAccepted')));
    const [low, high] = [inputs.whole(body['low']), inputs.whole(body['high'])];
    inputs.checkEstimate({ low, high, reserve: item.reserve });
    steps.accept(item, me, low, high);
    return views.item(item, me);
  };
  const declineItem = (number: string, request: Request): Body => {
    const me = enter(request, ['expert']);
    const body = inputs.body(request, 'reason');
    const item = itemOf(number, me);
    steps.from(item.state === 'offered' || (item.state === 'accepted' && has('acceptedIsDeclined')));
    steps.decline(item, inputs.text(body['reason'], has('reasonMayBeLong') ? undefined : 200));
    return views.item(item, me);
  };
  const agreeItem = (number: string, request: Request): Body => {
    const me = enter(request, ['customer'], { expertsAgree: 'expert' });
    const body = inputs.body(request, 'reserve');
    const item = itemOf(number, me, has('anyCustomerAgrees'));
    allow(item.owner === me || me.role === 'expert' || has('anyCustomerAgrees'));
    if (has('bodyBeforeState') && 'reserve' in body) inputs.whole(body['reserve']);
    steps.from(item.state === 'accepted');
    const reserve = 'reserve' in body ? inputs.whole(body['reserve']) : item.reserve;
    inputs.checkEstimate({ ...item, reserve }, 'reserveIsNotChecked');
    item.state = 'agreed';
    if (!has('agreeForgetsReserve')) item.reserve = reserve;
    return views.item(item, me);
  };
  const enterItem = (number: string, request: Request): Body => {
    const me = enter(request, ['expert'], { auctioneersEnter: 'auctioneer' });
    const body = inputs.body(request, 'code', 'lot');
    if ('code' in body) inputs.orNull(body['code'], inputs.text);
    const item = itemOf(number, me);
    const sale = saleOf(String(body['code'] ?? ''), me);
    const states = ['agreed', 'passed'];
    if (has('acceptedIsEntered')) states.push('accepted');
    steps.from(states.filter((state) => state !== 'passed' || !has('passedStaysOut')).includes(item.state));
    const lot = inputs.whole(body['lot']);
    steps.checkRoom(sale);
    inputs.checkLot(item, sale, lot);
    item.state = 'entered';
    if (!has('passedKeepsItsSale') || item.sale === null) item.sale = sale;
    item.lot = lot;
    return views.item(item, me);
  };
  const itemRoles: Readonly<Record<string, readonly [role: string, Others]>> = {
    withdraw: ['customer', { expertsWithdraw: 'expert' }],
    return: ['expert', { auctioneersReturn: 'auctioneer' }],
    call: ['auctioneer', { expertsCall: 'expert' }],
    knock: ['auctioneer', { expertsKnock: 'expert' }],
    pass: ['auctioneer', {}],
    collect: ['cashier', { buyersCollect: 'customer' }],
  };
  const stepOfItem = (number: string, event: string, request: Request): Body => {
    if (has('recordBeforeRole') && request.token !== null) itemOf(number, actor(request));
    const [role = '', others] = itemRoles[event] ?? [];
    const me = enter(request, [role], others);
    const isLax = event === 'withdraw' && has('anyCustomerWithdraws');
    const item = itemOf(number, me, isLax);
    if (event === 'withdraw') allow(item.owner === me || me.role === 'expert' || isLax);
    if (event === 'collect' && me.role === 'customer') allow(item.buyer === me);
    steps.items[event]?.(item);
    return views.item(item, me);
  };

  const addBid = (number: string, request: Request): Body => {
    const me = enter(request, ['customer'], { expertsBid: 'expert' });
    const body = inputs.body(request, 'amount');
    const item = itemOf(number, me);
    const amount = inputs.whole(body['amount']);
    const before = data.leading(item);
    if (has('stepBeforeTop') && amount % 10 !== 0) refuse(422, 'BAD_STEP');
    inputs.checkTop(item, amount);
    if (has('refusedBidsOutbid') && before !== null) before.state = 'outbid';
    inputs.checkBid({ item, bidder: me, amount }, before);
    if (!has('bidKeepsTheLast')) steps.outbid(data.bidsOn(item));
    const bid: Bid = { number: data.next(), item, bidder: me, amount, state: 'leading' };
    data.bids.push(bid);
    return views.bid(bid, me);
  };
  const retractBid = (number: string, request: Request): Body => {
    const me = enter(request, ['customer'], { auctioneersRetract: 'auctioneer' });
    const bid = bidOf(number, me);
    allow(bid.bidder === me || me.role === 'auctioneer' || has('ownersRetract'));
    steps.retract(bid);
    return views.bid(bid, me);
  };

  const payInvoice = (number: string, request: Request): Body => {
    const me = enter(request, ['cashier'], { buyersPay: 'customer' });
    const body = inputs.body(request, 'amount');
    const invoice = invoiceOf(number, me);
    if (has('amountBeforeState')) inputs.whole(body['amount']);
    steps.from(invoice.state === 'open');
    steps.pay(invoice, inputs.whole(body['amount']));
    return views.invoice(invoice, me);
  };
  const stepOfInvoice = (number: string, event: string, request: Request): Body => {
    const me = enter(request, ['cashier'], event === 'settle' ? { buyersSettle: 'customer' } : { buyersVoid: 'customer' });
    const invoice = invoiceOf(number, me);
    steps.invoices[event]?.(invoice);
    return views.invoice(invoice, me);
  };

  const { addViewing, moveViewing, stepOfViewing } = auctionViewings({ ...{ data, inputs, steps, views, has }, enter, itemOf, viewingOf });

  type On = (key: string, request: Request) => Body | null;
  const route = (method: string, path: string, on: On, status = method === 'DELETE' ? 204 : 200): Route => [
    method,
    new RegExp(`^/${path}$`),
    ([, key = ''], request) => [status === 204 && has('deletedIs200') ? 200 : status, on(key, request)],
  ];
  const events = (path: string, names: string, on: (key: string, event: string, request: Request) => Body): readonly Route[] =>
    names.split('|').map((name) => route('POST', `${path}/([^/]+)/${name}`, (key, request) => on(key, name, request)));
  const query = (request: Request): URLSearchParams => new URLSearchParams(request.query);
  const self: On = (_key, request) => {
    const me = enter(request, everyone);
    return views.person(me, me);
  };
  const onePerson: On = (number, request) => {
    const me = enter(request, ['auctioneer', 'cashier'], { expertsReadPeople: 'expert' });
    return views.person(me.role === 'expert' ? numbered(data.people, number, () => true) : personOf(number, me), me);
  };
  const oneInvoice: On = (number, request) => {
    const me = enter(request, ['customer', 'cashier']);
    return views.invoice(invoiceOf(number, me, has('anyCustomerReadsInvoices')), me);
  };
  const oneViewing: On = (number, request) => {
    const me = enter(request, ['customer', 'expert', 'auctioneer']);
    return views.viewing(viewingOf(number, me), me);
  };
  const viewers = ['customer', 'expert', 'auctioneer'];
  return serviceOf(
    [
      route('POST', 'people', (_key, request) => signUp(request), 201),
      route('POST', 'session', (_key, request) => signIn(request), has('signInIs201') ? 201 : 200),
      route('DELETE', 'session', (_key, request) => signOut(request)),
      route('GET', 'me', self),
      route('PATCH', 'me', (_key, request) => editMe(request)),
      route('GET', 'people', (_key, request) =>
        views.listPeople(enter(request, ['auctioneer', 'cashier'], { customersListPeople: 'customer' }), query(request)),
      ),
      route('GET', 'people/([^/]+)', onePerson),
      route('PATCH', 'people/([^/]+)', editPerson),
      route('GET', 'sales', (_key, request) => views.listSales(actor(request), query(request))),
      route('POST', 'sales', (_key, request) => addSale(request), has('saleIs200') ? 200 : 201),
      route('GET', 'sales/([^/]+)', (code, request) => {
        const me = actor(request);
        return views.sale(saleOf(code, me), me);
      }),
      route('PATCH', 'sales/([^/]+)', editSale),
      route('DELETE', 'sales/([^/]+)', deleteSale),
      ...events('sales', 'publish|unpublish|begin|close|cancel', stepOfSale),
      route('GET', 'items', (_key, request) =>
        views.listItems(has('itemsNeedASession') ? enter(request, everyone) : actor(request), query(request)),
      ),
      route('POST', 'items', (_key, request) => addItem(request), 201),
      route('GET', 'items/([^/]+)', (number, request) => {
        const me = actor(request);
        return views.item(itemOf(number, me, me?.role === 'customer' && has('anyCustomerReadsItems')), me);
      }),
      route('PATCH', 'items/([^/]+)', editItem),
      route('DELETE', 'items/([^/]+)', deleteItem),
      route('POST', 'items/([^/]+)/accept', acceptItem),
      route('POST', 'items/([^/]+)/decline', declineItem),
      route('POST', 'items/([^/]+)/agree', agreeItem),
      route('POST', 'items/([^/]+)/enter', enterItem),
      ...events('items', 'withdraw|return|call|knock|pass|collect', stepOfItem),
      route('GET', 'bids', (_key, request) => views.listBids(enter(request, ['customer', 'auctioneer']), query(request))),
      route('POST', 'items/([^/]+)/bids', addBid, has('bidIs200') ? 200 : 201),
      ...events('bids', 'retract', (number, _event, request) => retractBid(number, request)),
      route('GET', 'invoices', (_key, request) => views.listInvoices(enter(request, ['customer', 'cashier']), query(request))),
      route('GET', 'invoices/([^/]+)', oneInvoice),
      route('POST', 'invoices/([^/]+)/pay', payInvoice),
      ...events('invoices', 'void|settle', stepOfInvoice),
      route('GET', 'viewings', (_key, request) => views.listViewings(enter(request, viewers), query(request))),
      route('POST', 'items/([^/]+)/viewings', addViewing, 201),
      route('GET', 'viewings/([^/]+)', oneViewing),
      route('POST', 'viewings/([^/]+)/move', moveViewing),
      ...events('viewings', 'cancel|attend', stepOfViewing),
    ],
    now,
  );
}
