import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import { type Body, type Route, refuse, serviceOf } from '../hand-written.ts';
import { among, orNull, text, whole, yesOrNo } from '../hand-written-inputs.ts';
import { cateringAccess, everyone } from './access.ts';
import { allergens, CateringData, courses, type Dish, type Item, type Person } from './data.ts';
import { eventCalls, type On } from './event-calls.ts';
import type { CateringFault, Has, Others } from './faults.ts';
import { cateringLists } from './lists.ts';
import { cateringRules } from './rules.ts';
import { cateringSteps } from './steps.ts';
import { cateringViews } from './views.ts';

/**
 * The service of `document.md` over arrays, hand-written, with one of its faults or none. `now`:
 * milliseconds since the epoch.
 */
export function cateringService(now: () => number, fault: CateringFault | null = null): Implementation {
  const has: Has = (one) => fault === one;
  const data = new CateringData();
  const rules = cateringRules(data, has, now);
  const steps = cateringSteps(data, rules, has, now);
  const views = cateringViews(data, has);
  const lists = cateringLists(data, views, has);
  const access = cateringAccess(data, rules, views, has, fault, now);
  const { actor, allow, bodyOf, enter, forbidden, found, numbered } = access;

  const dishOf = (code: string, me: Person | null, lax = false): Dish =>
    found(
      data.dishes.find((one) => one.code === code),
      (one) => views.seesDish(one, me) || lax,
    );
  const itemOf = (code: string, me: Person): Item =>
    found(
      data.items.find((one) => one.code === code),
      (one) => views.seesItem(one, me) || has('emptyStockIsRented'),
    );

  const editPerson: On = (number, request) => {
    const me = enter(request, ['office', 'manager']);
    const body = bodyOf(request, 'blocked', 'discount');
    const person = numbered(data.people, number, (one) => views.seesPerson(one, me));
    if (Object.keys(body).length === 0) forbidden();
    const isCustomer = person.role === 'customer';
    if ('blocked' in body) {
      const isLax = (me.role === 'office' && has('officeBlocksStaff')) || (me.role === 'manager' && has('managersBlockStaff'));
      allow((isCustomer || isLax) && !(me.role === 'office' && has('officeDoesNotBlock')));
    }
    if ('discount' in body) {
      allow(me.role === 'manager' || has('officeGivesDiscounts'));
      allow(isCustomer);
    }
    const blocked = 'blocked' in body ? yesOrNo(body['blocked']) : person.blocked;
    const discount = 'discount' in body ? whole(body['discount']) : person.discount;
    if (discount !== person.discount) rules.discount(discount);
    if (!has('blockedIsNotKept')) person.blocked = blocked;
    if (!has('discountIsNotKept')) person.discount = blocked && has('blockedLosesDiscount') ? 0 : discount;
    return views.person(person, me);
  };

  const addDish: On = (_key, request) => {
    const me = enter(request, ['office', 'manager'], { staffAddDishes: 'staff' });
    if (me.role === 'manager' && has('managersAddNoDishes')) forbidden();
    const body = bodyOf(request, 'code', 'name', 'course', 'price', 'cost', 'allergen', 'minimum');
    allow(!('cost' in body) || me.role === 'manager' || has('officeSetsCosts'));
    const cost = 'cost' in body ? orNull(body['cost'], whole) : null;
    const allergen = 'allergen' in body ? among(body['allergen'], allergens, has('allergenMayBeAnything')) : 'none';
    const minimum = 'minimum' in body ? whole(body['minimum']) : has('usualMinimumIsOne') ? 1 : 10;
    const dish: Dish = {
      ...{ code: text(body['code'], 5), name: text(body['name'], 40) },
      course: among(body['course'], courses, has('courseMayBeAnything')),
      ...{ price: whole(body['price']), cost },
      allergen: has('allergenIsForgotten') ? 'none' : allergen,
      minimum,
      offered: !has('newDishesAreHidden'),
    };
    const isTaken = data.dishes.some((one) => one.code === dish.code);
    if (isTaken && !has('dishCodesMayRepeat')) refuse(409, 'CONFLICT');
    rules.code(dish.code);
    rules.dish(dish, null);
    data.dishes.push(dish);
    return views.dish(dish, me);
  };
  const editDish: On = (code, request) => {
    const me = enter(request, ['office', 'manager'], { staffEditDishes: 'staff' });
    const body = bodyOf(request, 'name', 'price', 'cost', 'minimum', 'offered');
    const dish = dishOf(code, me);
    allow(!('cost' in body) || me.role === 'manager' || has('officeEditsCosts'));
    const changed = {
      name: 'name' in body ? text(body['name'], 40) : dish.name,
      price: 'price' in body ? whole(body['price']) : dish.price,
      cost: 'cost' in body ? orNull(body['cost'], whole) : has('editClearsCost') ? null : dish.cost,
      minimum: 'minimum' in body ? whole(body['minimum']) : has('editResetsMinimum') ? 10 : dish.minimum,
      offered: 'offered' in body ? yesOrNo(body['offered']) : dish.offered || has('editOffers'),
    };
    rules.dish(changed, dish);
    return views.dish(Object.assign(dish, changed), me);
  };
  const deleteDish: On = (code, request) => {
    const me = enter(request, ['manager'], { officeDeletesDishes: 'office' });
    const dish = dishOf(code, me);
    allow(!dish.offered || has('offeredIsDeleted'));
    const isUsed = data.orders.some((one) => one.dish === dish);
    if (isUsed && !has('orderedIsDeleted')) refuse(409, 'CONFLICT');
    data.dishes = data.dishes.filter((one) => one !== dish);
    if (has('orderedIsDeleted')) data.orders = data.orders.filter((one) => one.dish !== dish);
    return null;
  };

  const addItem: On = (_key, request) => {
    const me = enter(request, ['office', 'manager'], { customersAddItems: 'customer' });
    const body = bodyOf(request, 'code', 'name', 'stock', 'rent', 'value');
    const item: Item = {
      ...{ code: text(body['code'], 8), name: text(body['name'], 40) },
      ...{ stock: whole(body['stock']), rent: whole(body['rent']) },
      value: 'value' in body ? whole(body['value']) : 0,
    };
    const isTaken = data.items.some((one) => one.code === item.code);
    if (isTaken && !has('itemCodesMayRepeat')) refuse(409, 'CONFLICT');
    rules.item(item, null);
    if (has('valueIsForgotten')) item.value = 0;
    data.items.push(item);
    return views.item(item, me);
  };
  const editItem: On = (code, request) => {
    const me = enter(request, ['office', 'manager'], { staffEditItems: 'staff' });
    if (me.role === 'office' && has('officeEditsNoItems')) forbidden();
    const body = bodyOf(request, 'name', 'stock', 'rent', 'value');
    const item = itemOf(code, me);
    const stock = 'stock' in body ? whole(body['stock']) : item.stock;
    const changed = {
      ...{ code: item.code, name: 'name' in body ? text(body['name'], 40) : item.name },
      stock: has('patchedStockAddsUp') && 'stock' in body ? item.stock + stock : stock,
      rent: 'rent' in body ? whole(body['rent']) : item.rent,
      value: 'value' in body ? whole(body['value']) : has('editClearsValue') ? 0 : item.value,
    };
    rules.item(changed, item);
    return views.item(Object.assign(item, changed), me);
  };

  const route = (method: string, path: string, on: On, status = method === 'DELETE' ? 204 : 200): Route => [
    method,
    new RegExp(`^/${path}$`),
    ([, key = ''], request) => {
      steps.expire();
      const isOk = (status === 204 && has('deletedIs200')) || (status === 201 && has('createdIs200'));
      return [isOk ? 200 : status, on(key, request)];
    },
  ];
  const seen =
    (wanted: readonly string[], show: (me: Person, query: URLSearchParams) => Body, others: Others = {}): On =>
    (_key, request) =>
      show(enter(request, wanted, others), new URLSearchParams(request.query));
  const calls = eventCalls({ data, rules, steps, views, access, dishOf, itemOf, has, now });
  const { stepOf } = calls;
  const onEvent = (name: string, on: On): Route => route('POST', `events/([^/]+)/${name}`, on);
  return serviceOf(
    [
      route('POST', 'people', (_key, request) => access.signUp(request), 201),
      route('POST', 'session', (_key, request) => access.signIn(request)),
      route('DELETE', 'session', (_key, request) => access.signOut(request)),
      // biome-ignore format: one call a line
      route('GET', 'me', seen(everyone, (me) => views.person(me, me))),
      route('GET', 'people', seen(['office', 'manager'], lists.people, { staffListPeople: 'staff' })),
      route('PATCH', 'people/([^/]+)', editPerson),
      route('GET', 'dishes', (_key, request) => lists.dishes(actor(request), new URLSearchParams(request.query))),
      route('POST', 'dishes', addDish, 201),
      route('GET', 'dishes/([^/]+)', (code, request) => {
        const me = actor(request);
        return views.dish(dishOf(code, me, has('allDishesAreRead')), me);
      }),
      route('PATCH', 'dishes/([^/]+)', editDish),
      route('DELETE', 'dishes/([^/]+)', deleteDish),
      route('GET', 'events', seen(everyone, lists.events)),
      route('POST', 'events', calls.addEvent, 201),
      route('GET', 'events/([^/]+)', calls.readEvent),
      route('PATCH', 'events/([^/]+)', calls.editEvent),
      route('POST', 'events/([^/]+)/orders', calls.addOrder, 201),
      route('PATCH', 'orders/([^/]+)', calls.editOrder),
      route('DELETE', 'orders/([^/]+)', calls.deleteOrder),
      onEvent('offer', stepOf(['office'], [], steps.offer, { customersOffer: 'customer' })),
      onEvent('decline', stepOf(['office'], ['reason'], calls.decline)),
      onEvent('accept', stepOf(['customer'], [], steps.accept, { officeAccepts: 'office' }, 'anyoneAccepts')),
      onEvent('change', stepOf(['customer', 'office'], ['count'], calls.change, { managersChange: 'manager' }, 'anyoneChanges')),
      onEvent('prepare', stepOf(['office'], [], steps.prepare, { staffPrepare: 'staff' })),
      onEvent('serve', stepOf(['office'], [], steps.serve, { staffServe: 'staff' })),
      onEvent('bill', stepOf(['office'], [], steps.bill, { managersBill: 'manager' })),
      onEvent('pay', stepOf(['customer'], ['amount'], calls.pay, { officePays: 'office' }, 'anyonePays')),
      onEvent('remind', stepOf(['office'], [], steps.remind)),
      onEvent('close', stepOf(['office'], [], steps.close, { customersClose: 'customer' })),
      onEvent('complain', stepOf(['customer'], ['complaint'], calls.complain, { officeComplains: 'office' }, 'anyoneComplains')),
      onEvent('compensate', stepOf(['manager'], ['amount'], calls.compensate, { officeCompensates: 'office' })),
      onEvent('cancel', stepOf(['customer', 'manager'], ['reason'], calls.cancel, { officeCancels: 'office' }, 'anyoneCancels')),
      route('POST', 'events/([^/]+)/shifts', calls.addShift, 201),
      route('GET', 'shifts', seen(['staff', 'office', 'manager'], lists.shifts, { customersListShifts: 'customer' })),
      route('POST', 'shifts/([^/]+)/take', calls.takeShift),
      route('POST', 'shifts/([^/]+)/leave', calls.leaveShift),
      route('POST', 'shifts/([^/]+)/finish', calls.finishShift),
      route('POST', 'shifts/([^/]+)/drop', calls.dropShift),
      route('GET', 'items', seen(['customer', 'office', 'manager'], lists.items, { staffListItems: 'staff' })),
      route('POST', 'items', addItem, 201),
      route('PATCH', 'items/([^/]+)', editItem),
      route('POST', 'events/([^/]+)/rentals', calls.addRental, 201),
      route('GET', 'rentals', seen(['customer', 'office', 'manager'], lists.rentals)),
      route('POST', 'rentals/([^/]+)/release', calls.releaseRental),
      route('POST', 'rentals/([^/]+)/return', calls.returnRental),
      route('GET', 'figures', seen(['manager'], views.figures, { officeReadsFigures: 'office' })),
    ],
    now,
  );
}
