import type { Body } from '../hand-written.ts';
import { among, date, flag, given, integer, invalid } from '../hand-written-inputs.ts';
import type { WaterAccess } from './access.ts';
import {
  type Bill,
  billStates,
  type Connection,
  connectionStates,
  type Leak,
  leakStates,
  type Meter,
  meterStates,
  methods,
  type Objection,
  objectionStates,
  type Payment,
  type Person,
  paymentStates,
  type Reading,
  readingStates,
  roles,
  severities,
  sizes,
  sources,
  total as sumOf,
  type Tariff,
  tariffKinds,
  tariffStates,
  type WaterData,
  zones,
} from './data.ts';
import type { Has } from './faults.ts';
import { cents } from './inputs.ts';
import type { Money } from './money.ts';
import type { WaterViews } from './views.ts';

const folded = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
/** A to Z count as a to z. */
const byText = (a: string, b: string): number => {
  const [first, second] = [folded(a), folded(b)];
  return first < second ? -1 : first > second ? 1 : 0;
};

interface Parts {
  readonly data: WaterData;
  readonly access: WaterAccess;
  readonly views: WaterViews;
  readonly prices: Money;
}

/** The lists of the waterworks. `me` is null if signed out. */
export function waterLists({ data, access, views, prices }: Parts, has: Has) {
  const page = <T>(all: readonly T[], query: URLSearchParams, fits: (one: T) => boolean): { shown: T[]; total: number } => {
    const limit = given(query, 'limit', integer) ?? (has('usualLimitIsTen') ? 10 : 20);
    const offset = given(query, 'offset', integer) ?? 0;
    if (limit < 0 || (limit > 1000 && !has('limitIsUnbounded')) || offset < 0) invalid();
    const found = all.filter(fits);
    const from = has('offsetCountsPages') ? offset * limit : offset;
    const shown = found.slice(from, from + limit);
    return { shown, total: found.length };
  };
  const holds = (text: string, words: string): boolean => {
    if (has('wordsMindCase')) return text.includes(words);
    return text.toLowerCase().includes(words.toLowerCase());
  };
  const is = <T>(wanted: T | null, value: T): boolean => wanted === null || wanted === value;
  const isAt = (wanted: string | null, connection: Connection | null, me: Person): boolean => {
    if (wanted === null) return true;
    return connection?.code === wanted && (access.seesConnection(connection, me) || has('filterFindsFormerConnections'));
  };

  const people = (me: Person, query: URLSearchParams): Body => {
    const role = given(query, 'role', (value) => among(value, roles));
    const owing = given(query, 'owing', cents);
    const words = query.get('words');
    const rank = (one: Person): number => (has('rolesAreByAlphabet') ? [...roles].sort() : roles).indexOf(one.role);
    const all = [...data.people].sort((a, b) => rank(a) - rank(b) || byText(a.name, b.name) || a.number - b.number);
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesPerson(one, me) || !is(role, one.role)) return false;
      if (owing !== null && (has('owingIsStrict') ? prices.arrears(one) <= owing : prices.arrears(one) < owing)) return false;
      return words === null || holds(one.name, words);
    });
    return { people: shown.map((one) => views.person(one, me)), total };
  };
  const tariffs = (me: Person | null, query: URLSearchParams): Body => {
    const kind = given(query, 'kind', (value) => among(value, tariffKinds));
    const state = given(query, 'state', (value) => among(value, tariffStates));
    const most = given(query, 'most', cents);
    const byUnit = (a: Tariff, b: Tariff): number => a.unit - b.unit;
    const byCode = (a: Tariff, b: Tariff): number => byText(b.code, a.code) * (has('codesAscend') ? -1 : 1);
    const all = [...data.tariffs].sort((a, b) => byUnit(a, b) || byCode(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesTariff(one, me)) return false;
      if (!is(kind, one.kind) || !is(state, one.state)) return false;
      if (most === null) return true;
      return has('mostLooksAtOver') ? one.over <= most : has('mostIsStrict') ? one.unit < most : one.unit <= most;
    });
    return { tariffs: shown.map((one) => views.tariff(one, me)), total };
  };
  const connections = (me: Person, query: URLSearchParams): Body => {
    const zone = given(query, 'zone', (value) => among(value, zones));
    const state = given(query, 'state', (value) => among(value, connectionStates));
    const vacant = given(query, 'vacant', flag);
    const billing = given(query, 'billing', date);
    const words = query.get('words');
    const rank = (one: Connection): number => (has('zonesAreByAlphabet') ? [...zones].sort() : zones).indexOf(one.zone);
    const byStreet = (a: Connection, b: Connection): number => byText(a.street, b.street);
    const all = [...data.connections].sort((a, b) => rank(a) - rank(b) || byStreet(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesConnection(one, me)) return false;
      if (!is(zone, one.zone) || !is(state, one.state)) return false;
      if (!is(vacant, one.customer === null)) return false;
      if (billing !== null && (one.nextBill === null || one.nextBill > billing)) return false;
      return words === null || holds(one.street, words) || holds(one.code, words);
    });
    return { connections: shown.map((one) => views.connection(one, me)), total };
  };
  const meters = (me: Person, query: URLSearchParams): Body => {
    const size = given(query, 'size', (value) => among(value, sizes));
    const state = given(query, 'state', (value) => among(value, meterStates));
    const until = given(query, 'until', date);
    const code = query.get('connection');
    const bySeal = (a: Meter, b: Meter): number => byText(a.sealedUntil, b.sealedUntil);
    const bySerial = (a: Meter, b: Meter): number => (has('metersAreByAge') ? 0 : byText(a.serial, b.serial));
    const all = [...data.meters].sort((a, b) => bySeal(a, b) || bySerial(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesMeter(one, me)) return false;
      if (!is(size, one.size) || !is(state, one.state) || !isAt(code, one.connection, me)) return false;
      if (until === null) return true;
      return has('untilIncludesTheDay') ? one.sealedUntil <= until : one.sealedUntil < until;
    });
    return { meters: shown.map((one) => views.meter(one, me)), total };
  };
  const readings = (me: Person, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, readingStates));
    const source = given(query, 'source', (value) => among(value, sources));
    const from = given(query, 'from', date);
    const code = query.get('connection');
    const byDay = (a: Reading, b: Reading): number => (has('readingsAreByEntry') ? 0 : byText(b.readOn, a.readOn));
    const byNumber = (a: Reading, b: Reading): number => b.number - a.number;
    const all = [...data.readings].sort((a, b) => byDay(a, b) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesReading(one, me)) return false;
      if (!is(state, one.state) || !is(source, one.source) || !isAt(code, one.connection, me)) return false;
      return from === null || (has('fromIsStrict') ? one.readOn > from : one.readOn >= from);
    });
    return { readings: shown.map((one) => views.reading(one, me)), total };
  };
  const bills = (me: Person, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, billStates));
    const estimated = given(query, 'estimated', flag);
    const least = given(query, 'least', cents);
    const before = given(query, 'before', date);
    const code = query.get('connection');
    const words = query.get('words');
    const byDue = (a: Bill, b: Bill): number => byText(a.due, b.due);
    const byNumber = (a: Bill, b: Bill): number => b.number - a.number;
    const all = [...data.bills].sort((a, b) => byDue(a, b) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesBill(one, me)) return false;
      if (!is(state, one.state) || !isAt(code, one.connection, me)) return false;
      if (!is(estimated, one.estimated)) return false;
      if (least !== null && prices.owed(one) < least) return false;
      if (before !== null && one.due >= before) return false;
      return words === null || (access.seesPerson(one.customer, me) && holds(one.customer.name, words));
    });
    const counted = has('owedIsOfAll') ? data.bills.filter((one) => access.seesBill(one, me)) : shown;
    const owed = counted.map(prices.owed);
    return { bills: shown.map((one) => views.bill(one, me)), total, owed: views.money(sumOf(owed)) };
  };
  const payments = (me: Person, query: URLSearchParams): Body => {
    const method = given(query, 'method', (value) => among(value, methods));
    const state = given(query, 'state', (value) => among(value, paymentStates));
    const most = given(query, 'most', cents);
    const byAmount = (a: Payment, b: Payment): number => b.amount - a.amount;
    const all = [...data.payments].sort((a, b) => byAmount(a, b) || a.number - b.number);
    const { shown, total } = page(all, query, (one) => {
      const isOwn = access.seesBill(one.bill, me);
      if (!isOwn && !(me.role === 'customer' && has('customersListAllPayments'))) return false;
      return is(method, one.method) && is(state, one.state) && (most === null || one.amount <= most);
    });
    const counted = has('sumLeavesOutBounced') ? shown.filter((one) => one.state === 'booked') : shown;
    return { payments: shown.map((one) => views.payment(one, me)), total, sum: views.money(sumOf(counted.map(({ amount }) => amount))) };
  };
  const objections = (me: Person, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, objectionStates));
    const urgent = given(query, 'urgent', flag);
    const byUrgency = (a: Objection, b: Objection): number => (has('urgencyIsNoOrder') ? 0 : Number(b.urgent) - Number(a.urgent));
    const all = [...data.objections].sort((a, b) => byUrgency(a, b) || a.number - b.number);
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesBill(one.bill, me)) return false;
      return is(state, one.state) && is(urgent, one.urgent);
    });
    return { objections: shown.map((one) => views.objection(one, me)), total };
  };
  const leaks = (me: Person, query: URLSearchParams): Body => {
    const zone = given(query, 'zone', (value) => among(value, zones));
    const state = given(query, 'state', (value) => among(value, leakStates));
    const severity = given(query, 'severity', (value) => among(value, severities));
    const urgent = given(query, 'urgent', flag);
    const words = query.get('words');
    const rank = (one: Leak): number => (has('severitiesAreByAlphabet') ? [...severities].sort() : severities).indexOf(one.severity);
    const byRank = (a: Leak, b: Leak): number => rank(b) - rank(a);
    const all = [...data.leaks].sort((a, b) => byRank(a, b) || a.number - b.number);
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesLeak(one, me) && !(me.role === 'crew' && has('crewsListAllLeaks'))) return false;
      if (!is(zone, one.zone) || !is(state, one.state) || !is(severity, one.severity) || !is(urgent, one.urgent)) return false;
      return words === null || holds(one.place, words) || (has('wordsFindNotes') && holds(one.note ?? '', words));
    });
    return { leaks: shown.map((one) => views.leak(one, me)), total };
  };
  const overview = (me: Person): Body => {
    const places = data.connections.filter((one) => access.seesConnection(one, me) || has('overviewIsOfAllZones'));
    const bills = data.bills.filter((one) => (access.seesBill(one, me) || has('overviewShowsDebts')) && prices.isUnpaid(one));
    const counted = data.readings.filter((one) => access.seesReading(one, me));
    return {
      doubtful: counted.filter((one) => one.state === 'doubtful').length,
      expired: data.meters.filter((one) => one.state === 'expired' && access.seesMeter(one, me)).length,
      dunned: places.filter(prices.dunned).length,
      shut: places.filter((one) => one.state === 'shut' || (one.state === 'announced' && has('announcedIsShut'))).length,
      leaks: data.leaks.filter((one) => {
        const isOpen = one.state === 'reported' || one.state === 'assigned';
        return isOpen && access.seesLeak(one, me);
      }).length,
      owed: views.money(sumOf(bills.map(prices.owed))),
    };
  };
  return { people, tariffs, connections, meters, readings, bills, payments, objections, leaks, overview };
}
