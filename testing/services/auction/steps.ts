import { refuse } from '../hand-written.ts';
import { dayOf } from '../hand-written-inputs.ts';
import type { AuctionData, Bid, Invoice, Item, Person, Sale, Viewing } from './data.ts';
import type { Has } from './faults.ts';

export type AuctionSteps = ReturnType<typeof auctionSteps>;

/** The events of the auction house's records. `now`: milliseconds since the epoch. */
export function auctionSteps(data: AuctionData, has: Has, now: () => number) {
  const from = (isThere: boolean): void => {
    if (!isThere) refuse(has('conflictIs400') ? 400 : 409, 'CONFLICT');
  };
  const today = (): string => dayOf(now());

  const cancelViewing = (viewing: Viewing): void => {
    from(viewing.state === 'booked' || (viewing.state === 'attended' && has('attendedIsCancelled')));
    viewing.state = 'cancelled';
  };
  const giveBack = (item: Item): void => {
    item.state = 'agreed';
    if (!has('returnKeepsSale')) item.sale = null;
    if (!has('returnKeepsLot')) item.lot = null;
    if (has('returnKeepsViewings')) return;
    const booked = data.viewingsOf(item).filter(({ state }) => state === 'booked' || has('returnCancelsAttended'));
    for (const viewing of has('returnCancelsOneViewing') ? booked.slice(0, 1) : booked) viewing.state = 'cancelled';
  };
  const sales: Readonly<Record<string, (sale: Sale) => void>> = {
    publish(sale) {
      from(sale.state === 'planned');
      if (data.itemsOf(sale).length === 0 && !has('emptySalesArePublished')) refuse(409, 'EMPTY_SALE');
      sale.state = 'published';
    },
    unpublish(sale) {
      from(sale.state === 'published' || (sale.state === 'live' && has('liveIsUnpublished')));
      const items = has('unpublishLooksAtOneItem') ? data.itemsOf(sale).slice(0, 1) : data.itemsOf(sale);
      const holds = has('unpublishMindsAllViewings') ? ['booked', 'attended', 'cancelled'] : ['booked'];
      const isBooked = items.some((item) => data.viewingsOf(item).some(({ state }) => holds.includes(state)));
      if (isBooked && !has('bookedIsUnpublished')) refuse(409, 'BOOKED');
      sale.state = 'planned';
    },
    begin(sale) {
      from(sale.state === 'published' || (sale.state === 'planned' && has('plannedBegins')));
      const isToday = has('dayOfSaleIsTooEarly') ? sale.day < today() : sale.day <= today();
      if (!isToday && !has('salesBeginEarly')) refuse(409, has('earlyIsNotLive') ? 'NOT_LIVE' : 'TOO_EARLY');
      sale.state = 'live';
    },
    close(sale) {
      from(sale.state === 'live');
      const done = ['sold', 'passed'];
      if (!has('closeForgetsCollected')) done.push('collected');
      if (has('closeIgnoresEntered')) done.push('entered');
      const items = data.itemsOf(sale);
      const isDone = ({ state }: Item): boolean => done.includes(state);
      if (!(has('closeNeedsOneDone') ? items.some(isDone) : items.every(isDone))) refuse(409, 'UNFINISHED');
      sale.state = 'closed';
      if (!has('closeForgetsTime')) sale.closedAt = now();
    },
    cancel(sale) {
      from(sale.state === 'planned' || sale.state === 'published' || (sale.state === 'live' && has('liveIsCancelled')));
      const items = data.itemsOf(sale);
      sale.state = 'cancelled';
      if (has('cancelKeepsItems')) return;
      for (const item of has('cancelReturnsOneItem') ? items.slice(0, 1) : items) giveBack(item);
    },
  };

  const outbid = (bids: readonly Bid[]): void => {
    for (const bid of bids) if (bid.state === 'leading') bid.state = 'outbid';
  };
  const accept = (item: Item, me: Person, low: number, high: number): void => {
    item.state = 'accepted';
    Object.assign(item, has('estimateIsSwapped') ? { low, high: low } : { low, high });
    if (!has('acceptForgetsExpert')) item.expert = me;
  };
  const decline = (item: Item, reason: string): void => {
    item.state = 'declined';
    if (!has('declineForgetsReason')) item.reason = reason;
  };
  const checkRoom = (sale: Sale): void => {
    const isOpen = sale.state === 'planned' || (sale.state === 'published' && has('enterAfterPublishing'));
    const capacity = sale.capacity - (has('enterLeavesOne') ? 1 : 0);
    if (!isOpen || (data.itemsOf(sale).length >= capacity && !has('enterIgnoresCapacity'))) refuse(409, 'NO_ROOM');
  };
  const knock = (item: Item): void => {
    const leading = data.leading(item);
    const isLow = leading !== null && (has('reserveIsStrict') ? leading.amount <= item.reserve : leading.amount < item.reserve);
    const bid = leading === null || (isLow && !has('knockIgnoresReserve')) ? refuse(409, 'NO_BID') : leading;
    const bids = data.bidsOn(item);
    const buyer = has('firstBidderBuys') ? (bids[0] ?? bid).bidder : bid.bidder;
    item.state = 'sold';
    item.hammer = has('reserveIsTheHammer') ? item.reserve : bid.amount;
    if (!has('knockForgetsBuyer')) item.buyer = buyer;
    const { sale, hammer } = item;
    if (has('knockForgetsInvoice')) return;
    const premium = ((has('premiumIsOfTheLow') ? (item.low ?? 0) : hammer) * (sale?.premium ?? 0)) / 100;
    data.invoices.push({
      ...{ number: data.next(), item, buyer, hammer, paid: 0, paidAt: null, state: 'open' },
      premium: has('premiumIsForgotten') ? 0 : has('premiumIsRoundedUp') ? Math.ceil(premium) : Math.floor(premium),
      due: dayOf(now() + (has('dueIsAMonth') ? 30 : 14) * 86_400_000),
    });
  };
  const annul = (item: Item): void => {
    item.state = 'passed';
    if (!has('annulKeepsHammer')) item.hammer = null;
    if (!has('annulKeepsBuyer')) item.buyer = null;
    if (!has('annulKeepsBid')) outbid(data.bidsOn(item));
  };
  const items: Readonly<Record<string, (item: Item) => void>> = {
    withdraw(item) {
      const states = ['accepted', 'agreed'];
      if (has('enteredIsWithdrawn')) states.push('entered');
      if (has('offeredIsWithdrawn')) states.push('offered');
      from(states.includes(item.state));
      item.state = 'withdrawn';
    },
    return(item) {
      from(item.state === 'entered');
      const states = ['planned', 'cancelled'];
      if (has('publishedIsReturned')) states.push('published');
      if (!states.includes(item.sale?.state ?? '')) refuse(409, 'PUBLISHED');
      giveBack(item);
    },
    call(item) {
      from(item.state === 'entered' || (item.state === 'passed' && has('passedIsCalled')));
      const { sale } = item;
      const isLive = sale?.state === 'live' || (sale?.state === 'published' && has('publishedIsCalled'));
      const isOne = has('severalAreCalled') || data.items.every((one) => one.sale !== sale || one.state !== 'bidding');
      if (!isLive || !isOne) refuse(409, 'NOT_LIVE');
      item.state = 'bidding';
    },
    knock(item) {
      from(item.state === 'bidding');
      knock(item);
    },
    pass(item) {
      from(item.state === 'bidding' || (item.state === 'entered' && has('enteredIsPassed')));
      const leading = data.leading(item);
      if (leading !== null && leading.amount >= item.reserve && !has('passIgnoresReserve')) refuse(409, 'RESERVE_MET');
      item.state = 'passed';
      if (!has('passKeepsBid')) outbid(data.bidsOn(item));
    },
    collect(item) {
      from(item.state === 'sold');
      const isPaid = data.invoices.some((one) => one.item === item && one.state === 'paid');
      const isBegun = has('collectNeedsAPayment') && data.invoices.some((one) => one.item === item && one.paid > 0);
      if (!isPaid && !isBegun && !has('collectIgnoresInvoice')) refuse(has('unpaidIs409') ? 409 : 402, 'UNPAID');
      item.state = 'collected';
    },
  };

  const retract = (bid: Bid): void => {
    from(bid.state === 'leading' || (bid.state === 'outbid' && has('outbidIsRetracted')));
    if (bid.item.state !== 'bidding' && !has('soldIsRetracted')) refuse(409, 'NOT_OPEN');
    bid.state = 'retracted';
    if (!has('retractRevivesTheLast')) return;
    const last = data.bidsOn(bid.item).filter(({ state }) => state === 'outbid');
    const [highest] = last.sort((a, b) => b.amount - a.amount);
    if (highest !== undefined) highest.state = 'leading';
  };

  const totalOf = ({ hammer, premium }: Invoice): number => hammer + premium;
  const pay = (invoice: Invoice, amount: number): void => {
    const left = totalOf(invoice) - invoice.paid;
    const isAll = amount === left || (amount > left && has('mayPayMore'));
    const isPart = amount >= (has('mayPayLittle') ? 1 : has('leastIsStrict') ? 11 : 10) && amount < left;
    if (!isAll && !isPart) refuse(has('badAmountIs409') ? 409 : 422, 'BAD_AMOUNT');
    if (isAll) {
      invoice.state = 'paid';
      if (!has('payForgetsTime')) invoice.paidAt = now();
      invoice.paid = has('lastPaymentIsForgotten') ? invoice.paid : totalOf(invoice);
    } else {
      invoice.paid = has('partReplacesPaid') ? amount : invoice.paid + amount;
      if (has('partPaysAll')) invoice.state = 'paid';
    }
  };
  const invoices: Readonly<Record<string, (invoice: Invoice) => void>> = {
    void(invoice) {
      from(invoice.state === 'open' || (invoice.state === 'paid' && has('paidIsVoid')));
      if (invoice.paid > 0 && !has('voidIgnoresPayments') && invoice.state === 'open') refuse(409, 'HAS_PAYMENTS');
      invoice.state = 'void';
      if (!has('voidKeepsItem')) annul(invoice.item);
      if (!has('voidKeepsBuyer')) invoice.buyer.blocked = true;
      if (has('voidTakesBond')) invoice.buyer.bond = 0;
    },
    settle(invoice) {
      from(invoice.state === 'paid');
      if (invoice.item.state !== 'collected' && !has('settleIgnoresItem')) refuse(409, 'NOT_COLLECTED');
      invoice.state = 'settled';
      const commission = has('commissionIsForgotten') ? 0 : Math.floor((invoice.hammer * 10) / 100);
      const due = has('settlePaysPremium') ? totalOf(invoice) - commission : invoice.hammer - commission;
      const to = has('settlePaysBuyer') ? invoice.buyer : invoice.item.owner;
      if (has('settleReplacesBalance')) to.balance = due;
      else if (!has('settleForgetsBalance')) to.balance += due;
    },
  };

  const viewings: Readonly<Record<string, (viewing: Viewing) => void>> = {
    cancel: cancelViewing,
    attend(viewing) {
      from(viewing.state === 'booked');
      if (viewing.day > today() && !has('attendIgnoresDay')) refuse(409, 'TOO_EARLY');
      viewing.state = 'attended';
    },
  };
  return { from, outbid, sales, accept, decline, checkRoom, items, retract, pay, invoices, viewings };
}
