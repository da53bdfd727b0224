import { refuse } from '../hand-written.ts';
import { dayAfter, daysBetween, type Hire, type Line, type Machine, share, type ToolData, total } from './data.ts';
import type { Has } from './faults.ts';
import { type FleetSteps, from } from './fleet-steps.ts';
import type { Pricing } from './pricing.ts';
import type { ToolRules } from './rules.ts';

export type HireSteps = ReturnType<typeof hireSteps>;

/** The events of hires and of their lines. */
export function hireSteps(data: ToolData, rules: ToolRules, prices: Pricing, fleet: FleetSteps, has: Has) {
  const { today } = rules;

  const invoice = (hire: Hire, amount: number): void => {
    data.invoices.push({
      ...{ number: data.next('invoice'), hire, customer: hire.customer, firm: has('invoiceForgetsFirm') ? null : hire.firm, amount },
      ...{ paid: 0, credit: 0, due: dayAfter(today(), has('paymentInThirtyDays') ? 30 : 14), settledOn: null, reason: null, reply: null },
      ...{ state: 'open', overdueAt: 0 },
    });
  };
  /** Invoices what the deposit does not cover, and refunds what is left of it. */
  const settle = (one: Hire, owed: number): void => {
    if (owed > one.deposited) {
      invoice(one, has('invoiceForgetsDeposit') ? owed : owed - one.deposited);
    } else if (owed < one.deposited && !has('restIsNotRefunded')) {
      one.refund = one.deposited - owed;
    }
  };
  const agree = (one: Hire, lines: readonly Line[]): void => {
    one.price = prices.quote(one, lines);
    if (!has('linesKeepTheirPrice')) for (const line of lines) line.price = prices.cost(line, one);
  };

  const reserve = (one: Hire): void => {
    from(one.state === 'draft');
    const { firm } = one;
    const lines = data.linesOf(one);
    if (lines.length === 0 && !has('emptyIsReserved')) refuse(422, 'NO_LINES');
    if (one.begins < today() && !has('pastIsReserved')) refuse(422, 'PAST');
    const free = lines.map((line) => prices.free(line, one));
    const isFull = has('oneFreeIsEnough')
      ? !free.some((left) => left > 0)
      : has('lastIsKept')
        ? free.some((left) => left <= 1)
        : free.some((left) => left <= 0);
    const limitCheck = (): void => {
      if (firm === null || has('ceilingIsIgnored')) return;
      const owed = has('ceilingIgnoresDebts') ? 0 : prices.owed(firm);
      const sum = owed + prices.quote(one, lines);
      if (sum > firm.ceiling || (sum === firm.ceiling && has('ceilingIsStrict'))) refuse(has('overLimitIs409') ? 409 : 402, 'OVER_LIMIT');
    };
    if (has('ceilingBeforeMachines')) limitCheck();
    if (lines.length > 0 && isFull && !has('fullIsReserved')) refuse(has('noneLeftIs422') ? 422 : 409, 'NONE_LEFT');
    limitCheck();
    one.state = 'reserved';
    one.reservedFor = one.begins;
    agree(one, lines);
    if (firm !== null && !has('firmsPayDeposits')) return;
    const deposits = lines.map(({ category }) => category.deposit);
    one.deposit = has('highestDepositOnly') ? Math.max(0, ...deposits) : total(deposits);
  };
  /** What follows once the days of a hire were changed. */
  const moved = (one: Hire): void => {
    if (one.state === 'reserved' && !has('movedKeepsPrice')) agree(one, data.linesOf(one));
  };
  const payDeposit = (one: Hire, payment: number): void => {
    const owed = one.deposit - one.deposited;
    const isMore = has('depositMustBeLess') ? payment >= owed : payment > (has('depositIsPaidTwice') ? one.deposit : owed);
    if (payment < 0 || (payment === 0 && !has('nothingIsPaid')) || isMore) refuse(422, 'BAD_AMOUNT');
    one.deposited = has('depositReplaces') ? payment : one.deposited + payment;
  };
  const cancel = (one: Hire, reason: string | null | undefined): void => {
    const { state } = one;
    one.state = 'cancelled';
    if (reason !== undefined && !has('cancelForgetsReason')) one.reason = reason;
    if (state !== 'reserved') return;
    const notice = daysBetween(today(), one.begins);
    const least = has('noticeOfThreeDays') ? 3 : has('noticeOfADay') ? 1 : 2;
    if (notice >= least) {
      one.refund = has('cancelRefundsDeposit') ? one.deposit : one.deposited;
      return;
    }
    one.fee = has('wholePriceIsTheFee') ? one.price : has('feeRoundsDown') ? Math.floor((one.price * 40) / 100) : share(one.price, 40);
    settle(one, one.fee);
  };
  const lapse = (one: Hire): void => {
    const { customer } = one;
    const lines = data.linesOf(one);
    one.state = 'lapsed';
    const days = lines.map(({ category }) => category.daily);
    one.fee = has('lapseCostsThePrice') ? one.price : total(days);
    settle(one, one.fee);
    if (!has('missIsNotCounted')) customer.misses += 1;
    if (customer.misses >= 2 && !has('missesDoNotBlock')) customer.blocked = true;
  };
  const handOut = (one: Hire): void => {
    from(one.state === 'reserved');
    const lines = data.linesOf(one);
    const depositCheck = (): void => {
      const isPaid = has('someDepositIsEnough') ? one.deposited > 0 || one.deposit === 0 : one.deposited >= one.deposit;
      if (!isPaid && !has('noDepositIsNeeded')) refuse(has('noDepositIs409') ? 409 : 402, 'NO_DEPOSIT');
    };
    if (has('depositBeforeDay')) depositCheck();
    if (one.begins > today() && !has('handedOutEarly')) refuse(409, 'TOO_EARLY');
    depositCheck();
    const isAssigned = has('oneAssignedIsEnough')
      ? lines.some(({ state }) => state === 'assigned')
      : lines.every(({ state }) => state === 'assigned');
    if (!isAssigned) refuse(409, 'NOT_ASSIGNED');
    const isReady = ({ machine }: Line): boolean => machine === null || machine.state === 'available';
    if (!lines.every(isReady) && !has('machineInServiceLeaves')) refuse(409, 'NOT_READY');
    one.state = 'out';
    one.outOn = today();
    for (const line of lines) {
      line.state = 'out';
      if (line.machine !== null && !has('handedOutIsAvailable')) line.machine.state = 'out';
    }
  };
  const extend = (one: Hire, ends: string): void => {
    if (has('sameDayExtends') ? ends < one.ends : ends <= one.ends) refuse(422, 'NOT_LATER');
    const changed = { ...one, ends };
    if (one.begins >= ends) refuse(422, 'DATES_REVERSED');
    rules.days(changed, 'extendMayBeLong');
    if (!has('extendsWhenNoneIsLeft')) rules.room(changed);
    one.ends = ends;
    if (!has('extendKeepsPrice')) agree(one, data.linesOf(one));
  };
  const close = (one: Hire): void => {
    from(one.state === 'out' || (one.state === 'overdue' && !has('overdueIsNotClosed')));
    const lines = data.linesOf(one);
    const isOut = lines.some(({ state }) => state === 'out');
    if (isOut && !has('outIsClosed')) refuse(has('notAllBackIs422') ? 422 : 409, 'NOT_ALL_BACK');
    one.state = 'closed';
    one.backOn = today();
    one.extras = has('lostIsFree')
      ? total(lines.filter(({ state }) => state !== 'lost').map(({ charge }) => charge))
      : total(lines.map(({ charge }) => charge));
    const late = daysBetween(one.ends, today());
    const percent = has('lateIsNoDearer') ? 100 : 150;
    const daily = total(lines.map(({ category }) => category.daily));
    if (late > 0) one.late = share(daily * late, percent);
    const owed = has('extrasAreNotOwed')
      ? one.price + one.late
      : has('lateIsNotOwed')
        ? one.price + one.extras
        : one.price + one.extras + one.late;
    settle(one, owed);
  };

  const assign = (line: Line, machine: Machine): void => {
    from(line.state === 'asked' || (line.state === 'assigned' && !has('assignedStays')));
    const { hire, category } = line;
    if (hire.state !== 'reserved' && !(hire.state === 'draft' && has('draftIsAssigned'))) refuse(409, 'NOT_RESERVED');
    const isFit = machine.category === category || (machine.category.kind === category.kind && has('sameKindIsAssigned'));
    if (!isFit) refuse(422, 'WRONG_CATEGORY');
    if (machine.depot !== hire.depot && !has('otherDepotIsAssigned')) refuse(409, 'WRONG_DEPOT');
    if (machine.state !== 'available') refuse(409, 'NOT_READY');
    const others = data.lines.filter((other) => other !== line && other.machine === machine && other.state === 'assigned');
    const isPromised = others.some(
      (other) => (other.hire.state === 'reserved' || has('lapsedHoldsMachine')) && (other.hire === hire || !has('promisedInTheHireOnly')),
    );
    if (isPromised && !has('promisedIsAssigned')) refuse(409, 'PROMISED');
    line.state = 'assigned';
    line.machine = machine;
  };
  const bringBack = (line: Line, hours: number, tank: number, damage: string | null): void => {
    const { machine, category, hire } = line;
    if (machine === null) return;
    const isReversed = has('hoursMustGrow') ? hours <= machine.hours : hours < machine.hours;
    if (isReversed && !has('hoursMayGoBack')) refuse(422, 'HOURS_REVERSED');
    if ((tank < 0 && !has('tankMayBeNegative')) || tank > (has('tankMayOverflow') ? 200 : 100)) refuse(422, 'BAD_TANK');
    rules.hours(hours, 'hoursBackAreUnbounded');
    if (damage !== null) rules.notBlank(damage, 'damageMayBeBlank');
    line.state = 'back';
    const ran = hours - machine.hours;
    if (!has('ranIsForgotten')) line.ran = ran;
    line.tank = tank;
    line.damage = damage;
    const isFuelled = category.fuelled || has('allPayFuel');
    const fuel = isFuelled ? 220 * (100 - tank) : 0;
    const included = 8 * (has('hoursOfADayAreIncluded') ? 1 : prices.daysOf(hire));
    const over = ran > included ? 750 * (has('allHoursAreOver') ? ran : ran - included) : 0;
    const broken = damage === null ? 0 : share(category.deposit, has('damageCostsDeposit') ? 100 : 50);
    line.charge = has('overHoursReplaceFuel') && over > 0 ? over + broken : fuel + over + broken;
    fleet.comeBack(machine, hours, damage);
  };
  const lose = (line: Line): void => {
    const { machine } = line;
    if (line.hire.state !== 'overdue' && !has('outIsLost')) refuse(409, 'NOT_OVERDUE');
    line.state = 'lost';
    if (machine === null) return;
    line.charge = has('lostCostsDeposit') ? line.category.deposit : machine.value;
    if (!has('lostStaysOut')) machine.state = 'written off';
    machine.reason = 'Lost';
  };
  return { reserve, moved, payDeposit, cancel, lapse, handOut, extend, close, assign, bringBack, lose };
}
