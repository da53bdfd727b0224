import { refuse } from '../hand-written.ts';
import type { BillSteps } from './bill-steps.ts';
import {
  type Connection,
  dayAfter,
  daysBetween,
  type Meter,
  monthsAfter,
  type Person,
  type Reading,
  type Tariff,
  type WaterData,
} from './data.ts';
import type { Has } from './faults.ts';
import type { Money } from './money.ts';
import { from, type WaterRules } from './rules.ts';

export type SupplySteps = ReturnType<typeof supplySteps>;

/**
 * The events of tariffs, connections, meters and readings. `given` reads what the caller sent, once
 * the state allows the event.
 */
export function supplySteps(data: WaterData, rules: WaterRules, prices: Money, bills: BillSteps, has: Has) {
  const { today } = rules;
  const nextQuarter = (): string => (has('quarterIsNinetyDays') ? dayAfter(today(), 90) : monthsAfter(today(), 3));

  const adopt = (one: Tariff): void => {
    from(one.state === 'draft');
    const others = data.tariffs.filter(({ kind, state }) => state === 'in force' && kind === one.kind);
    if (others.length >= (has('threeTariffs') ? 3 : 2)) refuse(409, 'TOO_MANY_TARIFFS');
    one.state = 'in force';
  };
  const retire = (one: Tariff): void => {
    from(one.state === 'in force' || (one.state === 'draft' && has('draftIsRetired')));
    const used = data.connections.filter(({ tariff, state }) => {
      if (tariff !== one) return false;
      if (state === 'dry' && has('dryConnectionsDoNotHold')) return false;
      return state !== 'dismantled';
    });
    if (used.length > 0) refuse(409, 'TARIFF_USED');
    one.state = 'retired';
  };

  const isLettable = ({ state }: Connection): boolean =>
    state === 'dry' || state === 'supplied' || (state === 'shut' && has('shutIsTakenOver'));
  /** What was used is billed to the customer, and the next one begins with nothing. */
  const settle = (one: Connection): void => {
    if (one.customer !== null && prices.unbilled(one) > 0) bills.charge(one, one.customer);
    if (has('newcomerPaysFormerUse')) return;
    for (const meter of data.metersAt(one)) if (!has('vacancyIsBilled')) meter.billed = meter.dial;
    one.carried = 0;
  };
  const takeOver = (one: Connection, newcomer: Person): void => {
    from(isLettable(one));
    if (newcomer.role !== 'customer') refuse(has('notCustomerIs409') ? 409 : 422, 'NOT_CUSTOMER');
    if (one.customer === newcomer && !has('sameCustomerIsFine')) refuse(409, 'SAME_CUSTOMER');
    const arrears = prices.arrears(newcomer);
    const isHigh = arrears > 10_000 || (arrears === 10_000 && has('hundredIsTooMuch'));
    if (isHigh && !has('arrearsAreIgnored')) refuse(has('hasArrearsIs409') ? 409 : 402, 'HAS_ARREARS');
    settle(one);
    one.customer = newcomer;
  };
  const vacate = (one: Connection): void => {
    from(isLettable(one));
    if (one.customer === null && !has('vacantIsVacated')) refuse(409, 'VACANT');
    settle(one);
    if (!has('vacateKeepsCustomer')) one.customer = null;
  };
  const changeTariff = (one: Connection, next: Tariff): void => {
    from(one.state === 'dry' || one.state === 'supplied');
    if (next.state !== 'in force' && !(next.state === 'draft' ? has('draftIsChosen') : has('retiredIsChosen'))) {
      refuse(has('notInForceIs422') ? 422 : 409, 'NOT_IN_FORCE');
    }
    if (next === one.tariff) refuse(409, 'SAME_TARIFF');
    if (has('newTariffForFormerUse')) one.tariff = next;
    if (one.customer !== null && prices.unbilled(one) > 0 && !has('changeIsNotBilled')) bills.charge(one, one.customer);
    one.tariff = next;
  };
  const billEarly = (one: Connection): void => {
    from(one.state === 'supplied' || (one.state === 'announced' && !has('announcedIsNotBilled')));
    const customer = one.customer ?? refuse(409, 'VACANT');
    if (prices.unbilled(one) <= 0 && !has('nothingUsedIsBilled')) refuse(has('nothingUsedIs422') ? 422 : 409, 'NOTHING_USED');
    bills.charge(one, customer);
    if (!has('earlyBillKeepsDay')) one.nextBill = nextQuarter();
  };
  /** The bill of a quarter. */
  const billQuarter = (one: Connection, planned: string): void => {
    if (one.customer !== null) bills.charge(one, one.customer);
    one.nextBill = has('quarterIsNinetyDays') ? dayAfter(planned, 90) : monthsAfter(planned, 3);
  };
  const announce = (one: Connection): void => {
    from(one.state === 'supplied');
    if (!prices.dunned(one) && !has('announcedWithoutGround')) refuse(409, 'NO_GROUND');
    one.state = 'announced';
    one.closeOn = dayAfter(today(), has('noticeOfAWeek') ? 7 : 14);
  };
  const callOff = (one: Connection): void => {
    from(one.state === 'announced' || (one.state === 'shut' && has('shutIsCalledOff')));
    bills.callOff(one);
  };
  const shut = (one: Connection): void => {
    from(one.state === 'announced');
    const day = new Date(today()).getUTCDay();
    const rest = has('fridayIsFine') ? [0, 6] : has('sundayIsFine') ? [5, 6] : [0, 5, 6];
    const weekCheck = (): void => {
      if (rest.includes(day)) refuse(has('weekendIs422') ? 422 : 409, 'WEEKEND');
    };
    if (has('weekendBeforeNotice')) weekCheck();
    const first = one.closeOn ?? '';
    const isEarly = has('shutTheDayAfter') ? today() <= first : today() < first;
    if (isEarly && !has('noticeIsIgnored')) refuse(409, 'TOO_EARLY');
    weekCheck();
    one.state = 'shut';
    const bad = data.billsOf(one).filter(({ state }) => state === 'final notice');
    for (const bill of bad) bill.fees += has('shuttingIsFree') ? 0 : 4500;
  };
  const reopen = (one: Connection): void => {
    from(one.state === 'shut');
    const owing = data.bills.filter((bill) => {
      if (!prices.isUnpaid(bill) || (bill.state === 'contested' && has('contestedMayReopen'))) return false;
      if (bill.state === 'in parts' && has('partsMayReopen')) return false;
      return bill.customer === one.customer && (bill.connection === one || !has('otherConnectionsMayReopen'));
    });
    if (owing.length > 0 && !has('reopenedUnpaid')) refuse(402, 'STILL_OWED');
    one.state = 'supplied';
    one.closeOn = null;
    if (!has('reopenKeepsBillDay')) one.nextBill = nextQuarter();
  };
  const dismantle = (one: Connection, given: () => string): void => {
    from(one.state === 'dry');
    const reason = given();
    if (one.customer !== null && !has('letIsDismantled')) refuse(409, 'STILL_LET');
    if (data.billsOf(one).some(prices.isUnpaid)) refuse(402, 'STILL_OWED');
    rules.notBlank(reason);
    one.state = 'dismantled';
    if (!has('dismantleForgetsReason')) one.reason = reason;
  };

  const rests = (meter: Meter): number => daysBetween(today(), meter.sealedUntil);
  const restCheck = (meter: Meter, lax: 'anySealIsInstalled' | 'anySealIsExchanged'): void => {
    const isShort = rests(meter) < 30 || (rests(meter) === 30 && has('restOfMoreThanThirty'));
    if (isShort && !has(lax)) refuse(has('sealTooShortIs422') ? 422 : 409, 'SEAL_TOO_SHORT');
  };
  const install = (meter: Meter, connection: Connection): void => {
    from(meter.state === 'in store');
    if (has('sealBeforeDry')) restCheck(meter, 'anySealIsInstalled');
    const isDry = connection.state === 'dry' || (connection.state === 'supplied' && has('secondMeterIsInstalled'));
    if (!isDry) refuse(has('notDryIs422') ? 422 : 409, 'NOT_DRY');
    restCheck(meter, 'anySealIsInstalled');
    meter.state = 'installed';
    meter.connection = connection;
    connection.state = 'supplied';
    if (!has('installPlansNoBill')) connection.nextBill = nextQuarter();
  };
  const carry = (meter: Meter, connection: Connection, final: number): void => {
    meter.dial = final;
    if (!has('formerUseIsLost')) connection.carried += has('carriedIsTheDial') ? final : final - meter.billed;
    meter.billed = final;
  };
  const isInPlace = ({ state }: Meter): boolean => state === 'installed' || (state === 'expired' && !has('expiredStays'));
  const finalCheck = (meter: Meter, final: number): void => {
    if (final < meter.dial && !has('finalMayBeBelow')) refuse(has('belowDialIs409') ? 409 : 422, 'BELOW_DIAL');
  };
  const exchange = (meter: Meter, next: Meter, given: () => number): void => {
    const { connection } = meter;
    from(isInPlace(meter));
    if (connection === null) return;
    const final = given();
    const storeCheck = (): void => {
      const isThere = next.state === 'in store' || (next.state === 'removed' && has('removedIsPutIn'));
      if (!isThere) refuse(409, 'NOT_IN_STORE');
    };
    if (has('storeBeforeDial')) storeCheck();
    finalCheck(meter, final);
    storeCheck();
    if (next.size !== meter.size && !(next.size === 'large' && has('largerSizesFit')))
      refuse(has('wrongSizeIs409') ? 409 : 422, 'WRONG_SIZE');
    restCheck(next, 'anySealIsExchanged');
    rules.dial(final);
    carry(meter, connection, final);
    meter.state = has('exchangedIsInStore') ? 'in store' : 'removed';
    next.state = 'installed';
    next.connection = connection;
  };
  const takeOut = (meter: Meter, given: () => number): void => {
    const { connection } = meter;
    from(isInPlace(meter));
    if (connection === null) return;
    const final = given();
    finalCheck(meter, final);
    const { state } = connection;
    from(state === 'supplied' || state === 'shut' || (state === 'announced' && has('announcedLosesMeter')));
    rules.dial(final);
    carry(meter, connection, final);
    meter.state = 'removed';
    connection.state = 'dry';
    connection.nextBill = null;
    if (connection.customer === null) return;
    if (prices.unbilled(connection) > 0 || has('takenOutIsEstimated')) bills.charge(connection, connection.customer);
  };
  const reseal = (meter: Meter, given: () => string): void => {
    from(meter.state === 'removed');
    const sealedUntil = given();
    const rest = daysBetween(today(), sealedUntil);
    if (rest < 30 && !has('sealOfADayIsFine')) refuse(has('sealTooShortIs422') ? 422 : 409, 'SEAL_TOO_SHORT');
    rules.seal(sealedUntil, 'resealIsUnbounded');
    meter.state = 'in store';
    meter.sealedUntil = sealedUntil;
    meter.connection = null;
  };
  const scrap = (meter: Meter, given: () => string): void => {
    from((meter.state === 'in store' && !has('storedIsNotScrapped')) || meter.state === 'removed');
    const reason = given();
    rules.notBlank(reason, null, 'scrappedWithSpaces');
    meter.state = 'scrapped';
    meter.reason = reason;
  };

  /** What is believed without a second look. */
  const mostOf = ({ connection, source }: Reading): number => {
    return connection.persons * 60 * (source === 'reader' && !has('readersAreDoubtedAsWell') ? 2 : 1);
  };
  /** `one`: as it will be once it is accepted. */
  const read = (one: Reading): Reading => {
    const isInstalled = one.meter.state === 'installed' || has('expiredIsRead');
    const sealCheck = (): void => {
      if (!isInstalled) refuse(409, 'SEAL_EXPIRED');
    };
    if (has('rulesBeforeSeal')) rules.newReading(one);
    sealCheck();
    rules.newReading(one);
    const used = has('doubtLooksAtDial') ? one.shown : one.shown - one.before;
    const isDoubtful = used > mostOf(one);
    const reading: Reading = { ...one, number: data.next('reading'), state: isDoubtful ? 'doubtful' : 'accepted' };
    data.readings.push(reading);
    if (!isDoubtful && !has('readingKeepsDial')) reading.meter.dial = reading.shown;
    return reading;
  };
  const accept = (one: Reading): void => {
    from(one.state === 'doubtful' || (one.state === 'rejected' && has('rejectedIsAccepted')));
    const { meter, shown } = one;
    if (meter.state !== 'installed' && !has('goneMetersAreAccepted')) refuse(has('meterGoneIs404') ? 404 : 409, 'METER_GONE');
    if (shown < meter.dial && !has('acceptRunsBack')) refuse(has('belowDialIs409') ? 409 : 422, 'BELOW_DIAL');
    one.state = 'accepted';
    meter.dial = shown;
  };
  const reject = (one: Reading, given: () => string): void => {
    from(one.state === 'doubtful' || (one.state === 'accepted' && has('acceptedIsRejected')));
    const reply = given();
    rules.notBlank(reply, null, 'rejectedWithSpaces');
    one.state = 'rejected';
    if (!has('rejectForgetsReply')) one.reply = reply;
  };
  return {
    ...{ adopt, retire, takeOver, vacate, changeTariff, billEarly, billQuarter, announce, callOff, shut, reopen, dismantle },
    ...{ install, exchange, takeOut, reseal, scrap, read, accept, reject },
  };
}
