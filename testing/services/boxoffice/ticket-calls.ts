import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, refuse } from '../hand-written.ts';
import { orNull, text, whole, yesOrNo } from '../hand-written-inputs.ts';
import type { BookingCalls } from './booking-calls.ts';
import { from } from './booking-steps.ts';
import type { Person, Ticket } from './data.ts';
import type { Has, Others } from './faults.ts';
import type { HouseCalls } from './house-calls.ts';
import type { Theatre } from './theatre.ts';

/** The calls about tickets. */
export function ticketCalls({ data, rules, steps, access, views, door }: Theatre, house: HouseCalls, bookings: BookingCalls, has: Has) {
  const { allow, enter, numbered } = door;
  const sellers = ['customer', 'clerk'];

  const add = (number: string, request: Request): Body => {
    const { me, body } = enter(request, sellers, ['rowCode', 'seat', 'reduced'], {}, number);
    if ('rowCode' in body) orNull(body['rowCode'], text);
    const booking = bookings.bookingOf(number, me, has('anyoneAddsTickets'));
    const row = house.rowOf(body['rowCode']);
    const seat = whole(body['seat']);
    const reduced = 'reduced' in body ? yesOrNo(body['reduced']) : false;
    const one: Ticket = {
      ...{ number: 0, booking, performance: booking.performance, row, seat, reduced },
      ...{ price: 0, admittedAt: null, admittedBy: null, state: 'held' },
    };
    if (has('ticketRulesBeforeBasket')) rules.newTicket(one);
    const isBasket = booking.state === 'basket' || (booking.state === 'reserved' && has('reservedGetsTickets'));
    if (!isBasket) refuse(409, 'NOT_BASKET');
    rules.newTicket(one);
    const ticket = { ...one, number: data.next('ticket') };
    data.tickets.push(ticket);
    if (has('ticketProlongsBasket')) booking.begunAt = Math.max(booking.begunAt, rules.moment());
    return views.ticket(ticket, me);
  };

  /** `lax`: a fault that lets people find what they may not see. */
  const ticketOf = (number: string, me: Person, lax = false): Ticket =>
    numbered(data.tickets, number, (one) => access.seesTicket(one, me) || lax);
  const edit = (number: string, request: Request): Body => {
    const { me, body } = enter(request, sellers, ['reduced'], {}, number);
    const one = ticketOf(number, me);
    const { state } = one.booking;
    allow(
      state === 'basket' || (state === 'reserved' && has('reservedIsReduced')) || (me.role === 'clerk' && has('clerksReduceAnyTicket')),
    );
    const reduced = yesOrNo(body['reduced']);
    if (reduced && !one.reduced && !has('patchedReducedAreUnbounded')) rules.reduced(one.booking, one);
    one.reduced = reduced;
    return views.ticket(one, me);
  };
  const remove = (number: string, request: Request): null => {
    const { me } = enter(request, sellers, null, {}, number);
    const one = ticketOf(number, me, has('anyoneDeletesTickets'));
    from(one.state === 'held');
    const { state } = one.booking;
    const isFree = state === 'basket' || (state === 'reserved' && has('reservedLosesTickets'));
    if (!isFree) refuse(409, 'NOT_BASKET');
    data.tickets = data.tickets.filter((other) => other !== one);
    return null;
  };

  type Step = (one: Ticket, body: Body, me: Person) => void;
  const step =
    (roles: readonly string[], keys: readonly string[] | null, change: Step, others: Others = {}) =>
    (number: string, request: Request): Body => {
      const { me, body } = enter(request, roles, keys, others, number);
      if ('rowCode' in body) orNull(body['rowCode'], text);
      const one = ticketOf(number, me);
      change(one, body, me);
      return views.ticket(one, me);
    };
  const admit: Step = (one, _body, me) => {
    const isAgain = one.state === 'admitted' && has('admittedTwice');
    from(one.state === 'sold' || isAgain || (one.state === 'held' && has('heldIsAdmitted')));
    steps.admit(one, me);
  };
  const sendBack: Step = (one, _body, me) => {
    allow(me.role !== 'usher' || one.admittedBy === me || has('anyUsherSendsBack'));
    from(one.state === 'admitted');
    if (one.performance.state !== 'admitting' && !has('sentBackAfterwards')) refuse(409, 'NOT_OPEN');
    one.state = 'sold';
    one.admittedAt = null;
    if (!has('sentBackKeepsUsher')) one.admittedBy = null;
  };
  const reseat: Step = (one, body) => {
    const row = house.rowOf(body['rowCode']);
    from(one.state === 'sold' || (one.state === 'admitted' && has('admittedIsReseated')));
    const seat = whole(body['seat']);
    if (row === one.row && seat === one.seat) refuse(422, 'SAME_SEAT');
    if (row.band.price > one.row.band.price && !has('dearerSeatsAreGiven')) refuse(409, 'DEARER');
    rules.seat(row, seat, 'reseatIsNotChecked');
    rules.open(row, 'reseatedInClosedRows');
    rules.seatIsFree(one.performance, row, seat, one, 'reseatedOnTakenSeats');
    if (!has('reseatKeepsRow')) one.row = row;
    one.seat = seat;
  };
  return {
    ...{ add, edit, remove },
    admit: step(has('managersDoNotAdmit') ? ['usher'] : ['usher', 'manager'], null, admit, {
      clerksAdmit: 'clerk',
      customersAdmit: 'customer',
    }),
    sendBack: step(['usher', 'manager'], null, sendBack, { clerksSendBack: 'clerk' }),
    reseat: step(['usher', 'clerk'], ['rowCode', 'seat'], reseat, {
      managersReseat: 'manager',
      customersReseat: 'customer',
    }),
  };
}
