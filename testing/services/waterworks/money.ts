import { type Bill, type Connection, type Person, type Tariff, total, type WaterData } from './data.ts';
import type { Has } from './faults.ts';

/** A share of an amount in cents, rounded half up. */
const rounded = (amount: number, parts: number): number => Math.floor((2 * amount + parts) / (2 * parts));

export type Money = ReturnType<typeof waterMoney>;

/** What is computed from the records: volumes, amounts and debts. */
export function waterMoney(data: WaterData, has: Has) {
  const unpaid: readonly string[] = ['open', 'reminded', 'final notice', 'in parts', 'contested'];
  const isUnpaid = ({ state }: Bill): boolean => unpaid.includes(state);

  const waterOf = (tariff: Tariff, volume: number): number => {
    const within = Math.min(volume, tariff.block);
    const beyond = Math.max(volume - tariff.block, 0);
    if (has('overIsIgnored')) return tariff.unit * volume;
    if (has('overIsForAll') && beyond > 0) return tariff.over * volume;
    return tariff.unit * within + tariff.over * beyond;
  };
  const amountOf = (tariff: Tariff, water: number): number => {
    if (has('sewageIsForgotten')) return tariff.standing + water;
    if (has('sewageOnStanding')) return rounded((tariff.standing + water) * (100 + tariff.sewage), 100);
    return tariff.standing + rounded(water * (100 + tariff.sewage), 100);
  };
  const owed = ({ amount, fees, credit, paid }: Bill): number => {
    if (has('owedIgnoresFees')) return amount - credit - paid;
    return amount + fees - credit - paid;
  };
  const unbilled = (connection: Connection): number => {
    const meters = data
      .metersAt(connection)
      .filter(({ state }) => state === 'installed' || !has('expiredMetersCountNothing'))
      .map(({ dial, billed }) => dial - billed);
    return (has('unbilledIgnoresCarried') ? 0 : connection.carried) + total(meters);
  };
  const dunned = (connection: Connection): boolean => {
    const states = has('remindedIsDunned') ? ['reminded', 'final notice'] : ['final notice'];
    return data.billsOf(connection).some(({ state }) => states.includes(state));
  };
  const arrears = (person: Person): number => {
    const bills = data.bills.filter((one) => one.customer === person && isUnpaid(one));
    return total(bills.filter(({ state }) => state !== 'contested' || !has('contestedIsNoArrear')).map(owed));
  };
  /** The amounts of the instalments of a sum. */
  const partsOf = (sum: number, parts: number): number[] => {
    const each = has('partsRoundDown') ? Math.floor(sum / parts) : rounded(sum, parts);
    const amounts = Array.from({ length: parts }, () => each);
    const rest = has('restIsLost') ? each : sum - each * (parts - 1);
    amounts[has('restComesFirst') ? 0 : parts - 1] = rest;
    return amounts;
  };
  return { isUnpaid, waterOf, amountOf, owed, unbilled, dunned, arrears, partsOf };
}
