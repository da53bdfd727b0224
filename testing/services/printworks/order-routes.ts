import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, type Route, refuse } from '../hand-written.ts';
import { among, date, orNull, text, whole, yesOrNo } from '../hand-written-inputs.ts';
import { type Item, kinds, type Order, type Person } from './data.ts';
import type { On } from './door.ts';
import type { Others, PrintFault } from './faults.ts';
import { money } from './money.ts';
import type { Works } from './works.ts';

const desk = ['office', 'manager'];
const shop = ['printer', 'manager'];
const everyone = ['customer', 'designer', 'printer', 'office', 'manager'];

/** The calls about orders and their items. */
export function orderRoutes(works: Works): Route[] {
  const { data, rules, steps, views, lists, door, has, orderOf, paperOf, pressOf, personOf } = works;
  const { enter, bodyOf, allow, forbidden, numbered, checkNumber, route, seen } = door;
  const itemOf = (number: string, me: Person, lax = false): Item => numbered(data.items, number, (one) => lax || views.seesItem(one, me));
  const note = (value: unknown): string | null => orNull(value, (given) => text(given, 200));
  const addOrder = (request: Request): Body => {
    const me = enter(request, ['customer']);
    const body = bodyOf(request, 'title', 'kind', 'paper', 'due', 'rush', 'note');
    if ('paper' in body) orNull(body['paper'], text);
    const paper = paperOf(String(body['paper'] ?? ''), me);
    if (has('suspendedBeforeValues') && me.suspended) refuse(403, 'SUSPENDED');
    const order: Order = {
      ...{ number: data.next(), customer: me, title: text(body['title'], has('titleMayBeLong') ? undefined : 60) },
      ...{ kind: among(body['kind'], kinds, has('kindMayBeAnything')), paper, due: date(body['due']) },
      ...{ rush: 'rush' in body ? yesOrNo(body['rush']) : false, note: 'note' in body ? note(body['note']) : null },
      ...{ remark: null, price: null, discount: null, quotedAt: null, designer: null, rounds: 0 },
      ...{ press: null, printDay: null, printer: null, spoiled: 0, deliveredOn: null, reason: null, complaint: null, answer: null },
      ...{ refund: 0, state: 'asked' },
    };
    if (has('rulesBeforeSuspended')) rules.order(order, null);
    if (me.suspended && !has('suspendedAsk')) refuse(403, 'SUSPENDED');
    rules.order(order, null);
    data.orders.push(order);
    return views.order(order, me);
  };
  const editOrder = (number: string, request: Request): Body => {
    const me = enter(request, ['customer'], { officeEditsOrders: 'office' });
    checkNumber(number);
    const body = bodyOf(request, 'title', 'due', 'rush', 'note');
    const one = orderOf(number, me, has('anyoneEditsOrders'));
    allow(one.state === 'asked' || (one.state === 'quoted' && has('quotedIsEdited')));
    const changed = {
      title: 'title' in body ? text(body['title'], 60) : one.title,
      due: 'due' in body ? date(body['due']) : one.due,
      rush: 'rush' in body ? yesOrNo(body['rush']) : one.rush && !has('patchEndsRush'),
      note: 'note' in body ? note(body['note']) : has('patchClearsNote') ? null : one.note,
    };
    rules.order({ ...one, ...changed }, one);
    return views.order(has('orderPatchIsNotKept') ? { ...one, ...changed } : Object.assign(one, changed), me);
  };
  type OnOrder = (one: Order, body: Body, me: Person) => void;
  /** A step of an order by people in some roles; `lax`: a fault that lets any customer do it. */
  const stepOf =
    (wanted: readonly string[], keys: readonly string[], step: OnOrder, others: Others = {}, lax: PrintFault | null = null): On =>
    (number, request) => {
      const me = enter(request, wanted, others);
      checkNumber(number);
      const body = keys.length > 0 ? bodyOf(request, ...keys) : {};
      const one = orderOf(number, me, lax !== null && has(lax));
      step(one, body, me);
      return views.order(one, me);
    };
  const words = (body: Body, key: string): string => text(body[key], has('wordsMayBeLong') ? undefined : 200);
  const { from } = steps;
  const was = (one: Order, ...states: readonly string[]): void => from(states.includes(one.state));

  const setDesigner = (number: string, request: Request): Body => {
    const me = enter(request, desk, { designersChooseDesigners: 'designer' });
    checkNumber(number);
    const body = bodyOf(request, 'person');
    if ('person' in body) orNull(body['person'], whole);
    const one = orderOf(number, me);
    const person = personOf(String(body['person'] ?? ''), me);
    const open = ['asked', 'quoted', 'accepted', 'returned', ...(has('designerChangesLate') ? ['proof sent'] : [])];
    allow(me.role === 'manager' || open.includes(one.state) || has('officeChangesDesigners'));
    const isOne = person.role === 'designer' || (person.role === 'printer' && has('printersDesign'));
    if (!isOne && !has('anyoneDesigns')) refuse(has('notADesignerIs409') ? 409 : 422, 'NOT_A_DESIGNER');
    one.designer = person;
    return views.order(one, me);
  };

  const addItem = (number: string, request: Request): Body => {
    const me = enter(request, ['customer'], { officeAddsItems: 'office' });
    checkNumber(number);
    const body = bodyOf(request, 'name', 'copies', 'pages');
    const order = orderOf(number, me, has('anyoneAddsItems'));
    if (has('itemValuesComeFirst')) whole(body['copies']);
    allow(order.state === 'asked' || (order.state === 'quoted' && has('quotedTakesItems')));
    const name = text(body['name'], has('itemNameMayBeLong') ? undefined : 40);
    const one: Item = { number: data.next(), order, name, copies: whole(body['copies']), pages: whole(body['pages']) };
    rules.item(one, null);
    data.items.push(one);
    return views.item(one);
  };
  const editItem = (number: string, request: Request): Body => {
    const me = enter(request, ['customer']);
    checkNumber(number);
    const body = bodyOf(request, 'name', 'copies', 'pages');
    const one = itemOf(number, me, has('anyoneEditsItems'));
    allow(one.order.state === 'asked' || has('quotedItemsAreEdited'));
    const changed = {
      name: 'name' in body ? text(body['name'], 40) : one.name,
      copies: 'copies' in body ? whole(body['copies']) : one.copies,
      pages: 'pages' in body ? whole(body['pages']) : one.pages,
    };
    rules.item({ ...one, ...changed }, one);
    return views.item(has('itemPatchIsNotKept') ? { ...one, ...changed } : Object.assign(one, changed));
  };
  const deleteItem = (number: string, request: Request): null => {
    const me = enter(request, ['customer']);
    const item = itemOf(number, me);
    allow(item.order.state === 'asked');
    data.items = data.items.filter((one) => one !== item || has('itemIsNotDeleted'));
    return null;
  };

  const schedule = (number: string, request: Request): Body => {
    const me = enter(request, shop, { officeSchedules: 'office' });
    if (has('managersDoNotSchedule') && me.role === 'manager') forbidden();
    checkNumber(number);
    const body = bodyOf(request, 'press', 'printDay');
    if ('press' in body) orNull(body['press'], text);
    const one = orderOf(number, me);
    const press = pressOf(String(body['press'] ?? ''));
    if (has('dayBeforeState')) date(body['printDay']);
    was(one, 'approved', ...(has('scheduledIsScheduled') ? ['scheduled'] : []));
    steps.schedule(one, press, date(body['printDay']));
    return views.order(one, me);
  };

  const quote: OnOrder = (one, body) => {
    was(one, 'asked', ...(has('quotedIsQuoted') ? ['quoted'] : []));
    steps.quote(one, money(body['extra']));
  };
  const reject: OnOrder = (one, body) => {
    was(one, 'asked', ...(has('quotedIsRejected') ? ['quoted'] : []));
    steps.reject(one, words(body, 'reason'));
  };
  const finish: OnOrder = (one, body) => {
    was(one, 'in print', ...(has('scheduledIsFinished') ? ['scheduled'] : []));
    steps.finish(one, whole(body['spoiled']));
  };
  const complain: OnOrder = (one, body) => {
    was(one, 'delivered', ...(has('finishedIsComplainedOf') ? ['finished'] : []));
    steps.complain(one, words(body, 'complaint'));
  };
  const settle: OnOrder = (one, body, me) => {
    if (has('refundBeforeState')) money(body['refund']);
    was(one, 'complained', ...(has('deliveredIsSettled') ? ['delivered'] : []));
    steps.settle(one, money(body['refund']), words(body, 'answer'), me);
  };
  const remark: OnOrder = (one, body) => {
    const given = orNull(body['remark'], () => words(body, 'remark'));
    if (!has('remarkIsNotKept')) one.remark = given;
  };
  const start: OnOrder = (one, _body, me) => steps.start(one, me);
  const id = '([^/]+)';
  return [
    route('GET', 'orders', seen(everyone, lists.orders)),
    route('POST', 'orders', (_key, request) => addOrder(request), 201),
    route('GET', `orders/${id}`, (number, request) => {
      const me = enter(request, everyone);
      return views.order(orderOf(number, me, has('anyoneReadsOrders')), me);
    }),
    route('PATCH', `orders/${id}`, editOrder),
    route('PUT', `orders/${id}/remark`, stepOf(desk, ['remark'], remark, { printersRemark: 'printer' })),
    route('PUT', `orders/${id}/designer`, setDesigner),
    route('POST', `orders/${id}/items`, addItem, 201),
    route('PATCH', `items/${id}`, editItem),
    route('DELETE', `items/${id}`, deleteItem),
    route('POST', `orders/${id}/quote`, stepOf(desk, ['extra'], quote, { designersQuote: 'designer' })),
    route('POST', `orders/${id}/reject`, stepOf(desk, ['reason'], reject, { customersReject: 'customer' })),
    route('POST', `orders/${id}/accept`, stepOf(['customer'], [], steps.accept, { officeAccepts: 'office' }, 'anyoneAccepts')),
    route('POST', `orders/${id}/ask-again`, stepOf(['customer'], [], steps.askAgain)),
    route('POST', `orders/${id}/cancel`, stepOf(['customer', 'office'], [], steps.cancel, { managersCancel: 'manager' }, 'anyoneCancels')),
    route('POST', `orders/${id}/schedule`, schedule),
    route('POST', `orders/${id}/unschedule`, stepOf(shop, [], steps.unschedule, { officeUnschedules: 'office' })),
    route('POST', `orders/${id}/start`, stepOf(['printer'], [], start, { managersStart: 'manager' })),
    route('POST', `orders/${id}/break-off`, stepOf(['printer'], [], steps.breakOff)),
    route('POST', `orders/${id}/finish`, stepOf(['printer'], ['spoiled'], finish, { managersFinish: 'manager' })),
    route('POST', `orders/${id}/deliver`, stepOf(desk, [], steps.deliver, { printersDeliver: 'printer' })),
    route('POST', `orders/${id}/complain`, stepOf(['customer'], ['complaint'], complain)),
    route('POST', `orders/${id}/settle`, stepOf(desk, ['refund', 'answer'], settle, { customersSettle: 'customer' })),
  ];
}
