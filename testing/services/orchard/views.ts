import type { Body } from '../hand-written.ts';
import type { OrchardAccess } from './access.ts';
import type { Complaint, Fruit, Line, OrchardData, Order, Person, Price, Tour } from './data.ts';
import type { Has } from './faults.ts';

/** The views of section 7: what people see of a record. */
export function orchardViews(data: OrchardData, access: OrchardAccess, has: Has) {
  const { isOffice, seesPerson, seesOrder, seesLine, seesTour, seesComplaint } = access;
  const nameOf = (one: Person, me: Person, lax = false): string | null => (lax || seesPerson(one, me) ? one.name : null);
  const euros = (cents: number): number => (has('moneyIsCents') ? cents : cents / 100);

  const person = (one: Person, me: Person): Body => ({
    ...{ number: one.number, name: one.name, role: one.role },
    town: one.town,
    ...(access.seesMoney(me) || (me.role === 'driver' && has('driversSeeLimits')) ? { creditLimit: euros(one.creditLimit) } : {}),
    ...(access.seesMoney(me) ? { blocked: one.blocked } : {}),
  });
  const fruit = (one: Fruit, me: Person | null): Body => ({
    ...{ code: one.code, name: one.name, onSale: one.onSale },
    ...(access.seesPrice(me) ? { price: euros(one.price) } : {}),
    ...(access.seesStock(me) ? { stock: one.stock } : {}),
    ...(access.seesCost(me) ? { cost: euros(one.cost) } : {}),
  });
  const price = (one: Price, me: Person): Body => ({
    ...{ number: one.number, fruit: one.fruit.code, was: euros(one.was), price: euros(one.price) },
    author: nameOf(one.author, me, has('authorsAreNamed')),
    changedOn: has('changedOnIsTime') ? `${one.changedOn}T00:00:00.000Z` : one.changedOn,
  });
  const line = (one: Line, me: Person): Body => {
    const seesAmount = access.seesMoney(me);
    return {
      ...{ number: one.number, order: one.order.number, fruit: one.fruit.code, boxes: one.boxes },
      ...(seesAmount || (me.role === 'driver' && has('driversSeeLinePrices')) ? { price: euros(one.price) } : {}),
      ...(seesAmount || (me.role === 'picker' && has('pickersSeeAmounts')) ? { amount: euros(data.amount(one)) } : {}),
    };
  };
  const order = (one: Order, me: Person): Body => {
    const lines = data.linesOf(one).filter((each) => seesLine(each, me));
    const complaints = data
      .complaintsAbout(one)
      .filter((each) => seesComplaint(each, me) || has('hiddenComplaintsAreCounted'))
      .filter(({ state }) => state !== 'withdrawn' || !has('withdrawnIsNotShown'));
    const { tour, picker } = one;
    const seesTotal = access.seesMoney(me) || (me.role === 'driver' && has('driversSeeTotals'));
    return {
      ...{ number: one.number, shop: nameOf(one.shop, me, has('shopsAreNamed')), wanted: one.wanted, state: one.state },
      note: one.note === null && has('noNoteIsEmpty') ? '' : one.note,
      ...(access.seesInternal(me) ? { internal: one.internal } : {}),
      ...(seesTotal ? { total: euros(one.total) } : {}),
      ...(access.seesMoney(me) ? { credit: euros(one.credit) } : {}),
      ...(access.seesMoney(me) ? { due: euros(data.due(one)) } : {}),
      ...{ placedOn: one.placedOn, deliveredOn: one.deliveredOn },
      tour: tour !== null && (seesTour(tour, me) || has('allToursAreNumbered')) ? tour.number : null,
      picker: picker === null ? null : nameOf(picker, me, has('pickersAreNamed')),
      ...(one.reason === null && has('noReasonIsLeftOut') ? {} : { reason: one.reason }),
      boxes: data.boxes(one),
      complaints: has('openComplaintsOnly') ? complaints.filter(({ state }) => state === 'open').length : complaints.length,
      lines: (has('newestLineFirst') ? lines.reverse() : lines).map((each) => line(each, me)),
    };
  };
  const tour = (one: Tour, me: Person): Body => {
    const all = data.ordersOn(one);
    const orders = all.filter((each) => seesOrder(each, me) || has('stopsAreOfAll'));
    return {
      ...{ number: one.number, day: one.day, driver: nameOf(one.driver, me, has('driversAreNamed')), state: one.state },
      ...(access.seesRoom(me) ? { capacity: one.capacity } : {}),
      ...(access.seesRoom(me) ? { load: data.load(one) } : {}),
      stops: has('stopsAreUndelivered') ? orders.filter(({ state }) => state === 'confirmed' || state === 'picked').length : orders.length,
    };
  };
  const complaint = (one: Complaint, me: Person): Body => {
    const { handledBy } = one;
    const seesAnswer = me.role === 'shop' || isOffice(me) || (me.role === 'driver' && (one.kind === 'late' || has('driversSeeAllAnswers')));
    return {
      ...{ number: one.number, order: one.order.number, kind: one.kind, text: one.text, boxes: one.boxes, state: one.state },
      ...(access.seesMoney(me) || (me.role === 'picker' && has('pickersSeeCredit')) ? { credit: euros(one.credit) } : {}),
      ...(seesAnswer ? { answer: one.answer } : {}),
      handledBy: handledBy !== null && isOffice(me) ? nameOf(handledBy, me, has('whoIsNamed')) : null,
    };
  };
  return { person, fruit, price, order, line, tour, complaint };
}
