import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, refuse } from '../hand-written.ts';
import { among, date, orNull, text, whole } from '../hand-written-inputs.ts';
import { type CateringAccess, everyone } from './access.ts';
import {
  type CateredEvent,
  type CateringData,
  type Dish,
  type Item,
  type Order,
  type Person,
  type Rental,
  type Shift,
  trades,
} from './data.ts';
import type { CateringFault, Has, Others } from './faults.ts';
import type { CateringRules } from './rules.ts';
import type { CateringSteps } from './steps.ts';
import type { CateringViews } from './views.ts';

export type On = (key: string, request: Request) => Body | null;

interface Parts {
  readonly data: CateringData;
  readonly rules: CateringRules;
  readonly steps: CateringSteps;
  readonly views: CateringViews;
  readonly access: CateringAccess;
  readonly dishOf: (code: string, me: Person | null) => Dish;
  readonly itemOf: (code: string, me: Person) => Item;
  readonly has: Has;
  readonly now: () => number;
}

/** The calls about events, and about their orders, shifts and rentals. */
export function eventCalls({ data, rules, steps, views, access, dishOf, itemOf, has, now }: Parts) {
  const { allow, bodyOf, enter, numbered } = access;
  /** `lax`: a fault that lets people find what they may not see. */
  const isLax = (lax: CateringFault | null): boolean => lax !== null && has(lax);
  const eventOf = (number: string, me: Person, lax: CateringFault | null = null): CateredEvent =>
    numbered(data.events, number, (one) => views.seesEvent(one, me) || isLax(lax));
  const orderOf = (number: string, me: Person, lax: CateringFault | null = null): Order =>
    numbered(data.orders, number, (one) => views.seesOrder(one, me) || isLax(lax));
  const shiftOf = (number: string, me: Person, lax: CateringFault | null = null): Shift =>
    numbered(data.shifts, number, (one) => views.seesShift(one, me) || isLax(lax));
  const rentalOf = (number: string, me: Person, lax: CateringFault | null = null): Rental =>
    numbered(data.rentals, number, (one) => views.seesRental(one, me) || isLax(lax));

  const addEvent: On = (_key, request) => {
    const me = enter(request, ['customer'], { officeAsks: 'office' });
    const body = bodyOf(request, 'title', 'day', 'guests', 'place');
    const blocked = (): void => {
      if (me.blocked && !has('blockedAsk')) refuse(has('blockedIs409') ? 409 : 403, 'BLOCKED');
    };
    if (has('blockedBeforeValues')) blocked();
    const one: CateredEvent = {
      ...{ number: data.next(), customer: me, title: text(body['title'], has('titleMayBeLong') ? undefined : 60) },
      ...{ day: date(body['day']), guests: whole(body['guests']), place: text(body['place'], 80) },
      ...{ note: null, reason: null, total: 0, deposit: 0, paid: 0, credit: 0, fee: 0, changes: 0, reminders: 0 },
      ...{ complaint: null, billedOn: null, state: 'asked', since: now() },
    };
    if (has('rulesBeforeBlocked')) rules.newEvent(one);
    blocked();
    rules.newEvent(one);
    data.events.push(one);
    return views.event(one, me);
  };
  const readEvent: On = (number, request) => {
    const me = enter(request, everyone);
    return views.event(eventOf(number, me, me.role === 'staff' ? 'staffReadAllEvents' : 'anyoneReadsEvents'), me);
  };
  const editEvent: On = (number, request) => {
    const me = enter(request, ['customer', 'office'], { managersEditEvents: 'manager' });
    const body = bodyOf(request, 'title', 'guests', 'place', 'note');
    const one = eventOf(number, me, 'anyoneEditsEvents');
    const states = me.role === 'customer' ? ['asked'] : ['asked', 'offered', 'accepted'];
    if (me.role === 'customer' && has('offeredIsEdited')) states.push('offered');
    if (me.role === 'office' && has('preparedIsEdited')) states.push('prepared');
    if (me.role === 'office' && has('acceptedIsNotEdited')) states.pop();
    const isOther = Object.keys(body).some((key) => key === 'title' || key === 'place') || Object.keys(body).length === 0;
    allow(!isOther || states.includes(one.state));
    allow(!('guests' in body) || one.state === 'asked' || (one.state === 'offered' && has('guestsOfOfferedAreEdited')));
    allow(!('note' in body) || me.role !== 'customer' || has('customersWriteNotes'));
    allow(!('note' in body) || !has('noteNeedsAnOpenEvent') || states.includes(one.state));
    const changed = {
      title: 'title' in body ? text(body['title'], 60) : one.title,
      guests: 'guests' in body ? whole(body['guests']) : one.guests,
      place: 'place' in body ? text(body['place'], 80) : one.place,
      note:
        'note' in body
          ? orNull(body['note'], (value) => text(value, has('noteMayBeLong') ? undefined : 100))
          : has('editClearsNote')
            ? null
            : one.note,
    };
    if ('guests' in body && has('patchedGuestsAreNotKept')) changed.guests = one.guests;
    rules.eventFields(changed, one);
    return views.event(has('editIsNotKept') ? { ...one, ...changed } : Object.assign(one, changed), me);
  };
  /** A step of an event by people in these roles; `lax`: a fault that lets any customer do it. */
  const stepOf =
    (
      wanted: readonly string[],
      keys: readonly string[],
      step: (one: CateredEvent, body: Body) => void,
      others: Others = {},
      lax: CateringFault | null = null,
    ): On =>
    (number, request) => {
      const me = enter(request, wanted, others);
      const body = keys.length > 0 ? bodyOf(request, ...keys) : {};
      const one = eventOf(number, me, lax);
      step(one, body);
      return views.event(one, me);
    };
  const decline = (one: CateredEvent, body: Body): void => {
    if (has('reasonBeforeState')) text(body['reason']);
    steps.from(one.state, ['asked'], { offeredIsDeclined: 'offered' });
    steps.decline(one, text(body['reason'], has('reasonMayBeLong') ? undefined : 120));
  };
  const change = (one: CateredEvent, body: Body): void => {
    steps.from(one.state, ['accepted'], { offeredIsChanged: 'offered', preparedIsChanged: 'prepared' });
    steps.change(one, whole(body['count']));
  };
  const pay = (one: CateredEvent, body: Body): void => {
    if (has('amountBeforeState')) whole(body['amount']);
    const states = ['accepted', ...(has('billedIsNotPaid') ? [] : ['billed'])];
    steps.from(one.state, states, { offeredIsPaid: 'offered', servedIsPaid: 'served' });
    steps.pay(one, whole(body['amount']));
  };
  const complain = (one: CateredEvent, body: Body): void => {
    const states = ['served', ...(has('billedIsFine') ? [] : ['billed'])];
    steps.from(one.state, states, { preparedIsComplained: 'prepared' });
    steps.complain(one, text(body['complaint'], has('complaintMayBeLong') ? undefined : 200));
  };
  const compensate = (one: CateredEvent, body: Body): void => {
    const states = [...(has('servedIsNotCompensated') ? [] : ['served']), 'billed'];
    steps.from(one.state, states);
    steps.compensate(one, whole(body['amount']));
  };
  const cancel = (one: CateredEvent, body: Body): void => {
    const states = ['asked', 'offered', 'accepted'].filter((state) => {
      if (state === 'asked') return !has('askedStays');
      return state === 'offered' ? !has('offeredStays') : !has('acceptedStays');
    });
    steps.from(one.state, states, { preparedIsCancelled: 'prepared' });
    steps.cancel(one, 'reason' in body ? orNull(body['reason'], (value) => text(value, 120)) : undefined);
  };

  const addOrder: On = (number, request) => {
    const me = enter(request, ['customer', 'office']);
    const body = bodyOf(request, 'code', 'portions', 'wish');
    if ('code' in body) orNull(body['code'], text);
    const event = eventOf(number, me, 'anyoneOrders');
    const dish = dishOf(String(body['code'] ?? ''), me);
    const states = ['asked', ...(has('offeredIsOrdered') ? ['offered'] : [])];
    allow(states.includes(event.state) || me.role === 'staff');
    const one: Order = {
      ...{ number: data.next(), event, dish, portions: whole(body['portions']), price: dish.price },
      wish: 'wish' in body ? orNull(body['wish'], (value) => text(value, has('wishMayBeLong') ? undefined : 60)) : null,
    };
    rules.order(one);
    if (has('wishIsForgotten')) one.wish = null;
    data.orders.push(one);
    return views.order(one, me);
  };
  /** An order that may still be changed. */
  const openOrder = (number: string, me: Person, lax: CateringFault, late: CateringFault): Order => {
    const one = orderOf(number, me, lax);
    allow(one.event.state === 'asked' || (one.event.state === 'offered' && has(late)));
    return one;
  };
  const editOrder: On = (number, request) => {
    const me = enter(request, ['customer', 'office']);
    const body = bodyOf(request, 'portions', 'wish');
    const one = openOrder(number, me, 'anyoneEditsOrders', 'offeredOrderIsEdited');
    const changed = {
      portions: 'portions' in body ? whole(body['portions']) : one.portions,
      wish: 'wish' in body ? orNull(body['wish'], (value) => text(value, 60)) : has('editClearsWish') ? null : one.wish,
    };
    rules.portions({ ...one, ...changed }, one);
    if (has('editUpdatesPrice')) one.price = one.dish.price;
    return views.order(Object.assign(one, changed), me);
  };
  const deleteOrder: On = (number, request) => {
    const me = enter(request, ['customer', 'office']);
    const one = openOrder(number, me, 'anyoneDeletesOrders', 'offeredOrderIsDeleted');
    const isSame = (other: Order): boolean => (has('allOrdersAreDeleted') ? other.event === one.event : other === one);
    if (!has('orderIsNotDeleted')) data.orders = data.orders.filter((other) => !isSame(other));
    return null;
  };

  const addShift: On = (number, request) => {
    const me = enter(request, ['office'], { managersPlan: 'manager' });
    const body = bodyOf(request, 'trade', 'hours');
    const event = eventOf(number, me);
    const one: Shift = {
      ...{ number: data.next(), event, trade: among(body['trade'], trades), hours: whole(body['hours']) },
      ...{ person: null, worked: null, pay: 0, state: 'open' },
    };
    if (has('hoursBeforeAccepted')) rules.shift(one);
    const isOpen = ['accepted', ...(has('offeredIsStaffed') ? ['offered'] : []), ...(has('preparedIsStaffed') ? ['prepared'] : [])];
    if (!isOpen.includes(event.state)) refuse(has('notAcceptedIs422') ? 422 : 409, 'NOT_ACCEPTED');
    rules.shift(one);
    data.shifts.push(one);
    return views.shift(one, me);
  };
  const takeShift: On = (number, request) => {
    const me = enter(request, ['staff'], { officeTakes: 'office' });
    const one = shiftOf(number, me);
    allow(one.trade === me.trade || me.role !== 'staff' || has('anyTradeTakes'));
    steps.take(one, me);
    return views.shift(one, me);
  };
  const leaveShift: On = (number, request) => {
    const me = enter(request, ['staff']);
    const one = shiftOf(number, me, 'colleaguesLeave');
    if (has('stateBeforePerson')) steps.from(one.state, ['taken']);
    allow(one.person === me || me.role === 'office' || has('colleaguesLeave'));
    steps.leave(one);
    return views.shift(one, me);
  };
  const finishShift: On = (number, request) => {
    const me = enter(request, ['office'], { staffFinish: 'staff' });
    const body = bodyOf(request, 'worked');
    const one = shiftOf(number, me);
    if (has('workedBeforeState')) whole(body['worked']);
    steps.from(one.state, ['taken'], { openIsFinished: 'open' });
    steps.finish(one, whole(body['worked']));
    return views.shift(one, me);
  };
  const dropShift: On = (number, request) => {
    const me = enter(request, ['office'], { staffDrop: 'staff' });
    const one = shiftOf(number, me);
    const states = has('takenIsNotDropped') ? ['open'] : ['open', 'taken'];
    steps.from(one.state, states, { doneIsDropped: 'done' });
    steps.drop(one);
    return views.shift(one, me);
  };

  const addRental: On = (number, request) => {
    const me = enter(request, ['customer', 'office']);
    const body = bodyOf(request, 'code', 'amount');
    if ('code' in body) orNull(body['code'], text);
    const event = eventOf(number, me, 'anyoneRents');
    const item = itemOf(String(body['code'] ?? ''), me);
    const one: Rental = { ...{ number: data.next(), event, item, amount: whole(body['amount']) }, broken: 0, charge: 0, state: 'reserved' };
    const states = ['accepted', ...(has('offeredIsRented') ? ['offered'] : []), ...(has('preparedIsRented') ? ['prepared'] : [])];
    if (!states.includes(event.state)) refuse(409, 'NOT_ACCEPTED');
    rules.rental(one);
    if (has('rentalLeavesStock')) item.stock -= one.amount;
    data.rentals.push(one);
    return views.rental(one, me);
  };
  const releaseRental: On = (number, request) => {
    const me = enter(request, ['customer', 'office']);
    const one = rentalOf(number, me, 'anyoneReleases');
    steps.release(one);
    return views.rental(one, me);
  };
  const returnRental: On = (number, request) => {
    const me = enter(request, ['office'], { customersReturn: 'customer' });
    const body = bodyOf(request, 'broken');
    const one = rentalOf(number, me);
    steps.from(one.state, ['out'], { reservedIsReturned: 'reserved' });
    steps.giveBack(one, whole(body['broken']));
    return views.rental(one, me);
  };
  return {
    ...{ addEvent, readEvent, editEvent, stepOf, decline, change, pay, complain, compensate, cancel },
    ...{ addOrder, editOrder, deleteOrder, addShift, takeShift, leaveShift, finishShift, dropShift },
    ...{ addRental, releaseRental, returnRental },
  };
}
