import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, refuse } from '../hand-written.ts';
import type { AuctionData, Item, Person, Viewing } from './data.ts';
import type { Has, Others } from './faults.ts';
import type { AuctionInputs } from './inputs.ts';
import type { AuctionSteps } from './steps.ts';
import { type AuctionViews, slots } from './views.ts';

interface Parts {
  readonly data: AuctionData;
  readonly inputs: AuctionInputs;
  readonly steps: AuctionSteps;
  readonly views: AuctionViews;
  readonly has: Has;
  readonly enter: (request: Request, wanted: readonly string[], others?: Others) => Person;
  readonly itemOf: (number: string, me: Person) => Item;
  readonly viewingOf: (number: string, me: Person, lax?: boolean) => Viewing;
}

/** The calls about viewings. */
export function auctionViewings({ data, inputs, steps, views, has, enter, itemOf, viewingOf }: Parts) {
  const addViewing = (number: string, request: Request): Body => {
    const me = enter(request, ['customer'], { expertsBook: 'expert' });
    const body = inputs.body(request, 'day', 'slot', 'guests');
    const item = itemOf(number, me);
    const viewing: Viewing = {
      ...{ number: data.next(), item, visitor: me, day: inputs.date(body['day']), state: 'booked' },
      slot: 'slot' in body ? inputs.among(body['slot'], slots) : has('usualSlotIsMorning') ? 'morning' : 'noon',
      guests: 'guests' in body ? inputs.whole(body['guests']) : 1,
    };
    const isShown = item.sale?.state === 'published' || (item.sale?.state === 'live' && has('liveIsViewed'));
    if (!(item.state === 'entered' && isShown) && !inputs.isOccupied(viewing, null)) refuse(409, 'NOT_SHOWN');
    inputs.checkVisit(viewing, null);
    inputs.checkViewings(me);
    data.viewings.push(viewing);
    return views.viewing(viewing, me);
  };
  const moveViewing = (number: string, request: Request): Body => {
    const me = enter(request, ['customer'], { expertsMoveViewings: 'expert' });
    const body = inputs.body(request, 'day', 'slot');
    const viewing = viewingOf(number, me, has('anyCustomerMovesViewings'));
    steps.from(viewing.state === 'booked' || (viewing.state === 'cancelled' && has('cancelledIsMoved')));
    const [day, slot] = [inputs.date(body['day']), inputs.among(body['slot'], slots)];
    if (viewing.item.sale?.state !== 'published' && !has('liveIsMoved')) refuse(409, 'NOT_SHOWN');
    inputs.checkVisit({ ...viewing, day, slot }, viewing);
    viewing.day = day;
    if (!has('moveKeepsSlot')) viewing.slot = slot;
    return views.viewing(viewing, me);
  };
  const stepOfViewing = (number: string, event: string, request: Request): Body => {
    const isCancel = event === 'cancel';
    const wanted = isCancel ? (has('expertsMayNotCancel') ? ['customer'] : ['customer', 'expert']) : ['expert'];
    const me = enter(request, wanted, isCancel ? { auctioneersCancelViewings: 'auctioneer' } : { visitorsAttend: 'customer' });
    const viewing = viewingOf(number, me, has('anyCustomerCancelsViewings'));
    steps.viewings[event]?.(viewing);
    return views.viewing(viewing, me);
  };
  return { addViewing, moveViewing, stepOfViewing };
}
