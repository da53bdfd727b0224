import type { Body } from '../hand-written.ts';
import type { AuctionData, Bid, Invoice, Item, Person, Sale, Viewing } from './data.ts';
import type { Has } from './faults.ts';
import type { AuctionInputs } from './inputs.ts';

export type AuctionViews = ReturnType<typeof auctionViews>;

const roles = ['customer', 'expert', 'auctioneer', 'cashier'];
export const places = ['hall', 'garden', 'online'];
export const categories = ['painting', 'furniture', 'jewel', 'book', 'other'];
export const slots = ['morning', 'noon', 'evening'];
const saleStates = ['planned', 'published', 'live', 'closed', 'cancelled'];
const itemStates = ['offered', 'accepted', 'declined', 'agreed', 'withdrawn', 'entered', 'bidding', 'sold', 'passed', 'collected'];
const bidStates = ['leading', 'outbid', 'retracted'];
const invoiceStates = ['open', 'paid', 'void', 'settled'];
const viewingStates = ['booked', 'attended', 'cancelled'];
const shownSales = ['published', 'live', 'closed'];

const byText = (a: string, b: string): number => a.localeCompare(b, 'en');

/** The parts of the auction house's records that people see. `me` is null if signed out. */
export function auctionViews(data: AuctionData, inputs: AuctionInputs, has: Has) {
  const { given, integer, flag, among, page } = inputs;

  const seesPerson = (person: Person, me: Person | null): boolean => {
    if (me === null) return false;
    if (me === person || me.role === 'cashier') return true;
    return me.role === 'auctioneer' && (person.role === 'customer' || has('auctioneersSeeStaff'));
  };
  const seesSale = ({ state }: Sale, me: Person | null): boolean => {
    if (me?.role === 'expert' || me?.role === 'auctioneer') return true;
    return (me?.role === 'cashier' ? ['live', 'closed'] : shownSales).includes(state);
  };
  const seesItem = ({ owner, sale, state }: Item, me: Person | null): boolean => {
    if (me?.role === 'expert') return true;
    if (me?.role === 'auctioneer') return state !== 'offered' && state !== 'declined';
    if (me?.role === 'cashier') return state === 'sold' || state === 'collected';
    return (me !== null && owner === me) || (sale !== null && shownSales.includes(sale.state));
  };
  const seesBid = ({ bidder, item }: Bid, me: Person | null): boolean => {
    if (me === null) return false;
    if (me.role === 'auctioneer') return true;
    return bidder === me || (item.owner === me && !has('ownersDoNotSeeBids'));
  };
  const seesInvoice = ({ buyer }: Invoice, me: Person): boolean => me.role === 'cashier' || buyer === me;
  const seesViewing = ({ visitor, state }: Viewing, me: Person | null): boolean => {
    if (me === null) return false;
    return me.role === 'expert' || visitor === me || (me.role === 'auctioneer' && state === 'booked');
  };

  const moment = (time: number | null): string | number | null =>
    time === null || has('timesAreNumbers') ? time : new Date(time).toISOString();
  const nameOf = (person: Person | null, me: Person | null): string | null =>
    person !== null && seesPerson(person, me) ? person.name : null;

  const person = (one: Person, me: Person): Body => {
    const seesBond = me.role !== 'expert' || has('bondsAreShownToExperts');
    const seesPhone = me === one || me.role !== 'auctioneer' || has('phonesAreShownToAuctioneers');
    const seesBalance = ['customer', 'cashier'].includes(me.role) || has('balancesAreShownToStaff');
    return {
      ...{ number: one.number, name: one.name, role: one.role, blocked: one.blocked },
      ...(seesPhone ? { phone: one.phone } : {}),
      ...(seesBond ? { bond: one.bond } : {}),
      ...(seesBalance ? { balance: one.balance } : {}),
      ...(has('emailsAreShown') ? { email: one.email } : {}),
    };
  };
  const sale = (one: Sale, me: Person | null): Body => {
    const items = data.itemsOf(one);
    const shown = has('lotsAreOfAll') ? items : items.filter((item) => seesItem(item, me));
    const seesTurnover = me?.role === 'auctioneer' || me?.role === 'cashier' || has('turnoverIsPublic');
    const sold = has('turnoverCountsEstimates') ? items.map(({ low }) => low) : items.map(({ hammer }) => hammer);
    return {
      ...{ code: one.code, title: one.title, place: one.place, day: has('dayIsTime') ? `${one.day}T00:00:00.000Z` : one.day },
      ...{ capacity: one.capacity, premium: one.premium, closedAt: moment(one.closedAt), state: one.state },
      lots: shown.map(({ number }) => number),
      ...(seesTurnover ? { turnover: sold.reduce<number>((sum, hammer) => sum + (hammer ?? 0), 0) } : {}),
    };
  };
  const codeOf = ({ sale: of }: Item, me: Person | null): string | null =>
    of !== null && (seesSale(of, me) || has('plannedSalesAreNamed')) ? of.code : null;
  const bidsOf = (item: Item, me: Person | null): Bid[] => data.bidsOn(item).filter((bid) => seesBid(bid, me) || has('nestedBidsAreOfAll'));
  const row = (one: Item, me: Person | null): Body => ({
    ...{ number: one.number, title: one.title, category: one.category, low: one.low, high: one.high },
    ...{ sale: codeOf(one, me), lot: one.lot, hammer: one.hammer, state: one.state },
    bids: has('rowsCountAllBids') ? data.bidsOn(one).length : bidsOf(one, me).length,
    mine: me !== null && (has('mineIsTheBuyers') ? one.buyer === me : one.owner === me),
  });
  const bid = (one: Bid, me: Person): Body => ({
    ...{ number: one.number, item: seesItem(one.item, me) ? one.item.number : null, amount: one.amount, state: one.state },
    bidder: has('biddersAreShown') ? one.bidder.name : nameOf(one.bidder, me),
  });
  const item = (one: Item, me: Person | null): Body => {
    const isOwner = me?.role === 'customer' && one.owner === me;
    const seesReserve = isOwner || me?.role === 'expert' || me?.role === 'auctioneer';
    const isLeaked = (me?.role === 'customer' && has('reservesAreShown')) || (me?.role === 'cashier' && has('cashiersSeeReserves'));
    const seesReason = me?.role === 'customer' || me?.role === 'expert' || (me !== null && has('reasonsAreShown'));
    const sold = data.bidsOn(one).filter(({ state }) => state === 'leading' || (state === 'outbid' && has('currentIsOfAllBids')));
    const current = sold.length === 0 ? (has('noBidIsZero') ? 0 : null) : Math.max(...sold.map(({ amount }) => amount));
    return {
      ...{ number: one.number, owner: has('ownersAreShown') ? one.owner.name : nameOf(one.owner, me), title: one.title },
      ...{ category: one.category, low: one.low, high: one.high, expert: nameOf(one.expert, me) },
      ...(seesReserve || isLeaked ? { reserve: one.reserve } : {}),
      ...(seesReason ? { reason: one.reason } : {}),
      ...{ sale: codeOf(one, me), lot: one.lot, current, hammer: one.hammer, state: one.state },
      buyer: has('buyersAreShown') ? (one.buyer?.name ?? null) : nameOf(one.buyer, me),
      bids: bidsOf(one, me).map((each) => ({ ...bid(each, me ?? each.bidder) })),
      viewings: data.viewingsOf(one).filter((each) => seesViewing(each, me) || has('viewingsOfAllAreCounted')).length,
    };
  };
  const invoice = (one: Invoice, me: Person): Body => {
    const total = one.hammer + one.premium;
    const paidAt = moment(one.paidAt);
    return {
      ...{ number: one.number, item: seesItem(one.item, me) ? one.item.number : null, buyer: nameOf(one.buyer, me) },
      ...{ hammer: one.hammer, premium: one.premium, total, paid: one.paid, due: one.due, state: one.state },
      left: has('leftForgetsPremium') ? one.hammer - one.paid : total - one.paid,
      ...(paidAt === null && has('nullsAreLeftOut') ? {} : { paidAt }),
    };
  };
  const viewing = (one: Viewing, me: Person): Body => ({
    ...{ number: one.number, item: seesItem(one.item, me) ? one.item.number : null },
    visitor: has('visitorsAreShown') ? one.visitor.name : nameOf(one.visitor, me),
    ...{ day: one.day, slot: one.slot, guests: one.guests, state: one.state },
  });

  const hasWords = (value: string, words: string | null): boolean => {
    if (words === null) return true;
    if (has('wordsMindCase')) return value.includes(words);
    const [text, part] = [value.toLowerCase(), words.toLowerCase()];
    return has('wordsAreTheWhole') ? text === part : text.includes(part);
  };
  const listPeople = (me: Person, query: URLSearchParams): Body => {
    const role = given(query, 'role', (value) => among(value, roles));
    const blocked = given(query, 'blocked', flag);
    const words = given(query, 'words', String);
    const all = [...data.people].sort((a, b) => (has('peopleAreByNumber') ? 0 : byText(a.name, b.name)) || a.number - b.number);
    const { shown, total } = page(all, query, (one) => {
      if (!seesPerson(one, me) || (role !== null && one.role !== role)) return false;
      if (has('blockedFilterIgnoresFalse') ? blocked && !one.blocked : blocked !== null && one.blocked !== blocked) return false;
      return hasWords(one.name, words);
    });
    return { people: shown.map((one) => person(one, me)), total };
  };
  const listSales = (me: Person | null, query: URLSearchParams): Body => {
    const place = given(query, 'place', (value) => among(value, places));
    const state = given(query, 'state', (value) => among(value, saleStates));
    const after = given(query, 'after', inputs.date);
    const room = given(query, 'room', integer);
    const all = [...data.sales].sort(
      (a, b) =>
        (has('latestSaleFirst') ? byText(b.day, a.day) : byText(a.day, b.day)) ||
        (has('codesAscend') ? byText(a.code, b.code) : byText(b.code, a.code)),
    );
    const { shown, total } = page(all, query, (one) => {
      const isLeaked = me?.role === 'customer' && one.state === 'planned' && has('plannedIsListed');
      if (!seesSale(one, me) && !isLeaked && !(me?.role === 'cashier' && has('cashiersListAllSales'))) return false;
      if (place !== null && one.place !== place && !has('placeFilterIsIgnored')) return false;
      if (state !== null && one.state !== state) return false;
      if (after !== null && (has('afterIncludesTheDay') ? one.day < after : one.day <= after)) return false;
      const items = data.itemsOf(one).filter((each) => seesItem(each, me));
      const free = one.capacity - (has('roomIsTheCapacity') ? 0 : items.length);
      return room === null || (has('roomIsStrict') ? free > room : free >= room);
    });
    return { sales: shown.map((one) => sale(one, me)), total };
  };
  const listItems = (me: Person | null, query: URLSearchParams): Body => {
    const category = given(query, 'category', (value) => among(value, categories));
    const state = given(query, 'state', (value) => among(value, itemStates));
    const code = given(query, 'sale', String);
    const least = given(query, 'least', integer);
    const most = given(query, 'most', integer);
    const words = given(query, 'words', String);
    const byLot = (a: Item, b: Item): number => {
      if (a.lot === b.lot) return 0;
      if (a.lot === null || b.lot === null) return (a.lot === null) === has('nullLotsAreOtherwise') ? -1 : 1;
      return a.lot - b.lot;
    };
    const all = [...data.items].sort(
      (a, b) => (has('itemsAreByNumber') ? 0 : byLot(a, b)) || (has('oldestItemFirst') ? a.number - b.number : b.number - a.number),
    );
    const { shown, total } = page(all, query, (one) => {
      const isLeaked = (me?.role === 'customer' && has('itemsOfAll')) || (me?.role === 'auctioneer' && has('offersAreListed'));
      if (!seesItem(one, me) && !isLeaked) return false;
      if (category !== null && one.category !== category) return false;
      if (state !== null && one.state !== state && !(words !== null && has('stateIsIgnoredWithWords'))) return false;
      if (code !== null && !(one.sale?.code === code && (seesSale(one.sale, me) || has('saleFilterShowsHidden')))) return false;
      if (least !== null && !(one.high !== null && (has('leastIsOfLow') ? (one.low ?? 0) : one.high) >= least)) return false;
      if (most !== null && !(one.low !== null && (has('mostIsStrict') ? one.low < most : one.low <= most))) return false;
      return hasWords(one.title, words);
    });
    return { items: shown.map((one) => row(one, me)), total: has('itemTotalIsOfAll') ? data.items.length : total };
  };
  const listBids = (me: Person, query: URLSearchParams): Body => {
    const of = given(query, 'item', integer);
    const state = given(query, 'state', (value) => among(value, bidStates));
    const least = given(query, 'least', integer);
    const all = [...data.bids].sort((a, b) => (has('lowestBidFirst') ? a.amount - b.amount : b.amount - a.amount) || a.number - b.number);
    const { shown, total } = page(all, query, (one) => {
      if (!seesBid(one, me) && !has('bidsOfAll')) return false;
      if (of !== null && !(one.item.number === of && seesItem(one.item, me)) && !has('bidsOfOtherItems')) return false;
      if (state !== null && one.state !== state) return false;
      return least === null || (has('leastBidIsStrict') ? one.amount > least : one.amount >= least);
    });
    return { bids: shown.map((one) => bid(one, me)), total };
  };
  const listInvoices = (me: Person, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, invoiceStates));
    const before = given(query, 'before', inputs.date);
    const owing = given(query, 'owing', integer);
    const all = [...data.invoices].sort((a, b) => (has('invoicesAreByNumber') ? 0 : b.hammer - a.hammer) || a.number - b.number);
    const { shown, total } = page(all, query, (one) => {
      if (!seesInvoice(one, me) && !has('invoicesOfAll')) return false;
      if (state !== null && one.state !== state) return false;
      if (before !== null && (has('beforeIncludesTheDay') ? one.due > before : one.due >= before)) return false;
      const left = one.hammer + one.premium - (has('owingIsOfTheTotal') ? 0 : one.paid);
      return owing === null || (has('owingIsStrict') ? left > owing : left >= owing);
    });
    return { invoices: shown.map((one) => invoice(one, me)), total };
  };
  const listViewings = (me: Person, query: URLSearchParams): Body => {
    const of = given(query, 'item', integer);
    const state = given(query, 'state', (value) => among(value, viewingStates));
    const slot = given(query, 'slot', (value) => among(value, slots));
    const day = given(query, 'day', inputs.date);
    const all = [...data.viewings].sort((a, b) => (has('viewingsAreByNumber') ? 0 : byText(a.day, b.day)) || a.number - b.number);
    const { shown, total } = page(all, query, (one) => {
      const isLeaked = (me.role === 'customer' && has('viewingsOfAll')) || (me.role === 'auctioneer' && has('pastViewingsAreListed'));
      if (!seesViewing(one, me) && !isLeaked) return false;
      if (of !== null && !(one.item.number === of && seesItem(one.item, me))) return false;
      if (state !== null && one.state !== state) return false;
      if (slot !== null && one.slot !== slot && !has('slotFilterIsIgnored')) return false;
      return day === null || (has('dayIsTheFirst') ? one.day >= day : one.day === day);
    });
    return { viewings: shown.map((one) => viewing(one, me)), total };
  };
  return {
    ...{ seesPerson, seesSale, seesItem, seesBid, seesInvoice, seesViewing },
    ...{ person, sale, item, bid, invoice, viewing },
    ...{ listPeople, listSales, listItems, listBids, listInvoices, listViewings },
  };
}
