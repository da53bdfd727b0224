import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, jsonIn, refuse } from '../hand-written.ts';
import * as shared from '../hand-written-inputs.ts';
import type { AuctionData, Bid, Item, Person, Sale, Viewing } from './data.ts';
import type { AuctionFault, Has } from './faults.ts';

const { dayOf, given, integer, invalid } = shared;
const milliseconds = 86_400_000;

export type AuctionInputs = ReturnType<typeof auctionInputs>;

/** The inputs that the auction house accepts, and the rules of section 5. */
export function auctionInputs(data: AuctionData, has: Has, now: () => number) {
  const daysUntil = (date: string): number => (Date.parse(date) - Date.parse(dayOf(now()))) / milliseconds;

  const parsed = (request: Request): unknown => {
    const json = request.body === null ? {} : jsonIn(request.body);
    if (json === undefined) return has('brokenJsonIsEmpty') ? {} : refuse(has('brokenJsonIs422') ? 422 : 400, 'MALFORMED');
    return json;
  };
  const body = (request: Request, ...keys: string[]): Body => {
    const json = parsed(request);
    if (json === null || typeof json !== 'object' || Array.isArray(json)) return invalid();
    if (!has('unknownKeysAreIgnored')) for (const key of Object.keys(json)) if (!keys.includes(key)) invalid();
    return json as Body;
  };

  const whole = (value: unknown): number =>
    has('numbersMayBeText') && typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : shared.whole(value);

  const page = <T>(all: readonly T[], query: URLSearchParams, fits: (one: T) => boolean): { shown: T[]; total: number } => {
    const limit = given(query, 'limit', integer) ?? (has('usualLimitIsTen') ? 10 : 20);
    const offset = given(query, 'offset', integer) ?? 0;
    if (limit < 0 || limit > 1000 || offset < 0) invalid();
    const from = has('offsetIsOneLess') ? Math.max(0, offset - 1) : offset;
    const found = all.filter(fits);
    const shown = has('pageBeforeFilter') ? all.slice(from, from + limit).filter(fits) : found.slice(from, from + limit);
    return { shown, total: has('totalIsOfThePage') ? shown.length : found.length };
  };

  const notBlank = (value: string, fault?: AuctionFault): void => {
    if (value.trim() === '' && !(fault !== undefined && has(fault))) refuse(422, 'BLANK');
  };
  const checkPerson = (name: string, phone: string | null, isNew: boolean): void => {
    notBlank(name, isNew ? undefined : 'nameMayBeBlankLater');
    const form = has('phoneMayHaveAnything') ? /[0-9 ]{6,19}/ : /^[+]?[0-9 ]{6,19}$/;
    const isPhone = phone === null || form.test(phone) || (!isNew && has('patchedPhoneIsNotChecked'));
    if (!isPhone) refuse(422, 'BAD_PHONE');
  };
  const checkBond = (person: Person, bond: number): void => {
    const isLow = bond < 0 && !has('bondMayBeNegative');
    const isUneven = bond % 50 !== 0 && !has('bondHasNoSteps');
    if (isLow || bond > (has('bondIsStrict') ? 999 : 1000) || isUneven) refuse(422, 'BAD_BOND');
    if (bond !== person.bond && leadingSum(person) > bond * 3 && !has('bondMayBeInUse')) refuse(409, 'BOND_IN_USE');
  };
  const leadingSum = (person: Person): number =>
    data.bids
      .filter((bid) => bid.bidder === person && bid.state === 'leading')
      .filter(({ item }) => item.state === 'bidding' || (item.state === 'sold' && has('bondHoldsForSold')))
      .reduce((sum, { amount }) => sum + amount, 0);

  /** `was`: the sale before a change; null if it is new. */
  const checkSale = (sale: Omit<Sale, 'closedAt' | 'state'>, was: Sale | null): void => {
    const form = has('codeMayBeSmall') ? /^[A-Z]{2}[0-9]{3}$/i : has('codeMayBeLonger') ? /^[A-Z]{2}[0-9]{3}/ : /^[A-Z]{2}[0-9]{3}$/;
    if (was === null && !form.test(sale.code)) refuse(422, 'BAD_CODE');
    notBlank(sale.title);
    const isDay = was === null || was.day !== sale.day;
    const days = daysUntil(sale.day);
    if (isDay) {
      if (days < (has('saleMustBeLater') ? 1 : 0) && !(was !== null && has('patchedDayMayBePast'))) refuse(422, 'BAD_DAY');
      if (days > (has('oneMoreDay') ? 91 : 90)) refuse(422, 'TOO_FAR');
    }
    if (sale.capacity < (has('noLotIsFine') ? 0 : 1) || sale.capacity > (has('oneMoreLot') ? 31 : 30)) refuse(422, 'BAD_CAPACITY');
    const lots = was === null ? 0 : data.itemsOf(was).length;
    if (lots > sale.capacity && !has('capacityMayShrink')) refuse(409, 'NO_ROOM');
    const isOnline =
      sale.place === 'online' && !has('onlineIsNotChecked') && !(was?.premium === sale.premium && has('movedOnlineIsNotChecked'));
    if (sale.premium < 0 || sale.premium > (isOnline ? 12 : has('premiumIsUnlimited') ? 100 : 25)) refuse(422, 'BAD_PREMIUM');
    const isMoved = isDay || was.place !== sale.place;
    if (!isMoved || (was !== null && has('movedSalesAreNotCounted'))) return;
    const others = data.sales.filter((one) => one !== was && one.day === sale.day && (one.place === sale.place || has('allPlacesCount')));
    const counted = others.filter((one) => one.state !== 'cancelled' || has('cancelledSalesCount'));
    if (counted.length >= (has('oneMoreSale') ? 3 : 2)) refuse(409, 'PLACE_TAKEN');
  };

  const checkOffers = (owner: Person): void => {
    const states = ['offered'];
    if (!has('acceptedDoNotCount')) states.push('accepted');
    if (has('declinedCount')) states.push('declined');
    const own = data.items.filter((item) => (item.owner === owner || has('offersOfAllCount')) && states.includes(item.state));
    if (own.length >= (has('oneMoreOffer') ? 5 : 4)) refuse(has('tooManyIs409') ? 409 : 429, 'TOO_MANY');
  };
  type Estimate = Pick<Item, 'low' | 'high' | 'reserve'>;
  const checkEstimate = ({ low, high, reserve }: Estimate, fault?: AuctionFault): void => {
    if (low !== null) {
      const isHigh = low > 5000 && !has('lowIsUnlimited');
      if (low < (has('lowIsStrict') ? 21 : 20) || isHigh) refuse(422, 'BAD_ESTIMATE');
      if (high === null) refuse(422, 'BAD_ESTIMATE');
      const top = high ?? 0;
      if (top < low && !has('estimateMayBeReversed')) refuse(422, 'BAD_ESTIMATE');
      if (top > low * 2 + (has('wideIsOffByOne') ? 1 : 0) && !has('wideIsNotChecked')) refuse(422, 'TOO_WIDE');
    }
    if (fault !== undefined && has(fault)) return;
    const most = has('reserveMayReachHigh') ? high : low;
    const isLow = reserve < 0 && !has('reserveMayBeNegative');
    if (isLow || (most !== null && reserve > most)) refuse(422, 'BAD_RESERVE');
  };
  const checkLot = (item: Item, sale: Sale, lot: number): void => {
    if (lot < (has('lotMayBeZero') ? 0 : 1) || lot > 99) refuse(422, 'BAD_LOT');
    const isTaken = data.items.some((one) => one !== item && one.lot === lot && (one.sale === sale || has('lotsAreUniqueEverywhere')));
    if (isTaken && !has('lotsMayBeShared')) refuse(409, 'LOT_TAKEN');
  };

  const checkTop = (item: Item, amount: number): void => {
    const leading = data.leading(item);
    const step = has('sameBidIsFine') ? 0 : has('anyHigherBidIsFine') ? 1 : 10;
    if (leading !== null && amount < leading.amount + step && !has('lowBidsAreTaken')) refuse(409, 'BID_TOO_LOW');
  };
  /** `before`: the leading bid so far. */
  const checkBid = ({ item, bidder, amount }: Pick<Bid, 'item' | 'bidder' | 'amount'>, before: Bid | null): void => {
    const isUneven = amount % 10 !== 0 && !has('bidsHaveNoSteps');
    if ((amount <= 0 && !has('bidMayBeZero')) || isUneven) refuse(422, 'BAD_STEP');
    const isOpen = item.state === 'bidding' || (item.state === 'entered' && has('enteredTakesBids'));
    if (!isOpen) refuse(409, 'NOT_OPEN');
    if (item.owner === bidder && !has('ownersBid')) refuse(403, 'OWN_ITEM');
    if (bidder.blocked && !has('blockedBid')) refuse(403, 'BLOCKED');
    const own = before !== null && before.bidder === bidder && !has('bondCountsOutbid') ? before.amount : 0;
    const bound = (has('bondIgnoresOtherItems') ? 0 : leadingSum(bidder) - own) + amount;
    const most = bidder.bond * (has('bondIsNotTripled') ? 1 : 3);
    if (bound > most || (bound === most && has('bondMustExceed'))) refuse(has('bondIs409') ? 409 : 402, 'BOND_TOO_LOW');
  };

  const isOccupied = ({ item, day, slot }: Pick<Viewing, 'item' | 'day' | 'slot'>, was: Viewing | null): boolean => {
    const holds = has('cancelledSlotsAreHeld') ? ['booked', 'cancelled'] : ['booked'];
    const same = data.viewings.filter((one) => one !== was && one.day === day && one.slot === slot && holds.includes(one.state));
    const isTaken = same.some((one) => one.item === item || has('slotsAreOfAllItems'));
    return isTaken && !has('slotsMayBeShared') && !(was !== null && has('movedSlotIsNotChecked'));
  };
  const checkVisit = (viewing: Viewing, was: Viewing | null): void => {
    const { item, day, guests } = viewing;
    if ((was === null || was.day !== day) && daysUntil(day) < (has('yesterdayIsFine') ? -1 : 0)) refuse(422, 'BAD_DAY');
    const isAfter = item.sale === null || (has('notOnTheDayOfSale') ? day >= item.sale.day : day > item.sale.day);
    if (isAfter && !(was !== null && has('movedAfterSale'))) refuse(422, 'AFTER_SALE');
    if (guests < (has('noGuestIsFine') ? 0 : 1) || guests > (has('oneMoreGuest') ? 7 : 6)) refuse(422, 'BAD_GUESTS');
    if (isOccupied(viewing, was)) refuse(409, 'OCCUPIED');
  };
  const checkViewings = (visitor: Person): void => {
    const states = has('viewingsCountAttended') ? ['booked', 'attended'] : ['booked'];
    const own = data.viewings.filter((one) => one.visitor === visitor && states.includes(one.state));
    if (own.length >= (has('oneMoreViewing') ? 4 : 3) && !has('viewingsAreUnlimited')) refuse(429, 'TOO_MANY');
  };
  return {
    ...{ ...shared, parsed, body, whole, page },
    ...{ notBlank, checkPerson, checkBond, checkSale, checkOffers, checkEstimate, checkLot },
    ...{ checkTop, checkBid, isOccupied, checkVisit, checkViewings },
  };
}
