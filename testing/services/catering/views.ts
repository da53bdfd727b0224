import type { Body } from '../hand-written.ts';
import {
  type CateredEvent,
  type CateringData,
  type Dish,
  type Item,
  type Order,
  owed,
  type Person,
  type Rental,
  type Shift,
  sum,
} from './data.ts';
import type { Has } from './faults.ts';

export type CateringViews = ReturnType<typeof cateringViews>;

const working = ['accepted', 'prepared', 'served'];

/** The parts of the company's records that people see. `me` is null if signed out. */
export function cateringViews(data: CateringData, has: Has) {
  const seesPerson = (one: Person, me: Person): boolean => {
    if (me === one || me.role === 'manager') return true;
    return me.role === 'office' && (one.role === 'customer' || one.role === 'staff' || has('officeSeesManagers'));
  };
  const seesDish = ({ offered }: Dish, me: Person | null): boolean => {
    if (me === null) return offered || has('visitorsSeeTheWholeMenu');
    return offered || me.role !== 'customer' || has('customersSeeTheWholeMenu');
  };
  const seesEvent = ({ customer, state }: CateredEvent, me: Person): boolean => {
    if (me.role === 'customer') return customer === me;
    if (me.role !== 'staff') return true;
    return (
      working.includes(state) || (state === 'offered' && has('offeredIsSeenByStaff')) || (state === 'billed' && has('billedIsSeenByStaff'))
    );
  };
  const seesOrder = ({ event }: Order, me: Person): boolean =>
    seesEvent(event, me) && !(me.role === 'staff' && !working.includes(event.state));
  const seesShift = ({ person, state }: Shift, me: Person): boolean => {
    if (me.role === 'staff') return person === me || state === 'open' || (state === 'done' && has('colleaguesWorkIsSeen'));
    return me.role !== 'customer';
  };
  const seesItem = ({ stock }: Item, me: Person): boolean => me.role !== 'customer' || stock > 0 || has('emptyStockIsSeen');
  const seesRental = ({ event }: Rental, me: Person): boolean => me.role !== 'customer' || event.customer === me;

  const person = (one: Person, me: Person): Body => ({
    ...{ number: one.number, name: one.name, role: one.role, trade: one.trade, blocked: one.blocked },
    ...(me.role === 'staff' || me.role === 'manager' || (me.role === 'office' && has('officeSeesWages')) ? { wage: one.wage } : {}),
    ...(me.role !== 'staff' || has('staffSeeDiscounts') ? { discount: one.discount } : {}),
    ...(has('emailsAreShown') ? { email: one.email } : {}),
  });
  const dish = (one: Dish, me: Person | null): Body => {
    const seesCost = me?.role === 'office' || me?.role === 'manager' || has('costsArePublic');
    return {
      ...{ code: one.code, name: one.name, course: one.course, price: one.price, allergen: one.allergen },
      ...{ minimum: one.minimum, offered: one.offered },
      ...(seesCost ? { cost: one.cost } : {}),
    };
  };
  const order = (one: Order, me: Person): Body => ({
    ...{ number: one.number, event: one.event.number, portions: one.portions },
    dish: seesDish(one.dish, me) || has('hiddenDishIsNamed') ? one.dish.code : null,
    ...(me.role !== 'staff' || has('staffSeePrices') ? { price: has('pricesFollowTheMenu') ? one.dish.price : one.price } : {}),
    ...(one.wish === null && has('noWishIsLeftOut') ? {} : { wish: one.wish }),
  });
  const event = (one: CateredEvent, me: Person): Body => {
    const seesMoney = me.role !== 'staff';
    const orders = data.ordersOf(one).filter((each) => seesOrder(each, me));
    const shifts = data.shiftsOf(one).filter((each) => seesShift(each, me) || has('allShiftsAreCounted'));
    const counted = has('droppedShiftsAreNotCounted') ? shifts.filter(({ state }) => state !== 'dropped') : shifts;
    return {
      ...{ number: one.number, title: one.title, day: one.day, guests: one.guests, place: one.place, state: one.state },
      customer: seesPerson(one.customer, me) || has('customersAreNamed') ? one.customer.name : null,
      ...(me.role !== 'customer' || has('notesAreShown') ? { note: one.note === null && has('noNoteIsEmpty') ? '' : one.note } : {}),
      reason: one.reason,
      ...(seesMoney || has('staffSeeTotals') ? { total: one.total } : {}),
      ...(seesMoney ? { deposit: one.deposit, paid: one.paid } : {}),
      ...(seesMoney ? { owed: has('owedForgetsCredit') ? one.total - one.paid : owed(one) } : {}),
      ...(seesMoney ? { credit: one.credit, fee: one.fee } : {}),
      ...(seesMoney || has('staffSeeComplaints') ? { complaint: one.complaint } : {}),
      ...(seesMoney ? { reminders: one.reminders } : {}),
      changes: one.changes,
      billedOn: one.billedOn !== null && has('billedOnIsTime') ? `${one.billedOn}T00:00:00.000Z` : one.billedOn,
      orders: (has('newestOrderFirst') ? orders.reverse() : orders).map((each) => order(each, me)),
      shifts: counted.length,
    };
  };
  const shift = (one: Shift, me: Person): Body => ({
    ...{ number: one.number, trade: one.trade, hours: one.hours, worked: one.worked, state: one.state },
    event: seesEvent(one.event, me) || has('hiddenEventIsNumbered') ? one.event.number : null,
    person: one.person === null ? null : seesPerson(one.person, me) ? one.person.name : null,
    ...(me.role !== 'office' || has('officeSeesPay') ? { pay: one.pay } : {}),
  });
  const item = (one: Item, me: Person): Body => ({
    ...{ code: one.code, name: one.name, stock: one.stock, rent: one.rent },
    ...(me.role !== 'customer' || has('valuesAreShown') ? { value: one.value } : {}),
  });
  const rental = (one: Rental, me: Person): Body => ({
    ...{ number: one.number, event: one.event.number, amount: one.amount, broken: one.broken, charge: one.charge, state: one.state },
    item: seesItem(one.item, me) || has('hiddenItemIsNamed') ? one.item.code : null,
  });

  const figures = (): Body => {
    const open = data.events.filter(({ state }) => state === 'asked' || (state === 'offered' && !has('offeredIsNotOpen')));
    const billed = data.events.filter(({ state }) => state === 'billed' || (state === 'served' && has('servedIsOwed')));
    return {
      open: open.length,
      owed: sum(billed.map((one) => (has('figuresForgetPayments') ? one.total - one.credit : owed(one)))),
      fees: sum(data.events.map(({ fee }) => fee)),
    };
  };
  return {
    ...{ seesPerson, seesDish, seesEvent, seesOrder, seesShift, seesItem, seesRental },
    ...{ person, dish, event, order, shift, item, rental, figures },
  };
}
