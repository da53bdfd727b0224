import { daysBetween, type Firm, type Hire, type Line, share, type ToolData, total } from './data.ts';
import type { Has } from './faults.ts';

export type Pricing = ReturnType<typeof pricing>;

/** What is computed from the records: prices, machines that are free, and debts. */
export function pricing(data: ToolData, has: Has) {
  const daysOf = ({ begins, ends }: Hire): number => daysBetween(begins, ends) + (has('lastDayCounts') ? 1 : 0);

  /** `hire`: the line's, perhaps with other dates. */
  const cost = ({ category }: Line, hire: Hire): number => {
    const days = daysOf(hire);
    if (has('startedWeekIsFull') && days > 7) return category.weekly * Math.ceil(days / 7);
    const rest = category.daily * (days % 7);
    return category.weekly * Math.floor(days / 7) + (has('weekIsNoCap') ? rest : Math.min(rest, category.weekly));
  };
  const quote = (hire: Hire, lines: readonly Line[]): number => {
    const costs = lines.map((line) => cost(line, hire));
    const percent = 100 - (hire.firm === null || has('discountIsForgotten') ? 0 : hire.firm.discount);
    if (has('discountRoundsEachLine')) return total(costs.map((one) => share(one, percent)));
    return share(total(costs), percent);
  };

  /** The machines that no other line holds. `hire`: the line’s, perhaps with other days. */
  const free = (line: Line, hire: Hire): number => {
    const machines = data.machines.filter(({ category, depot, state }) => {
      if (category !== line.category || depot !== hire.depot) return false;
      if (state === 'in service' && has('machinesInServiceAreNotFree')) return false;
      return state !== 'written off' || has('writtenOffIsFree');
    });
    const states: string[] = ['reserved', 'out', 'overdue'];
    if (has('draftsHoldMachines')) states.push('draft');
    if (has('overdueHoldsNothing')) states.pop();
    const others = data.lines.filter((other) => {
      if (other.number === line.number || other.category !== line.category) return false;
      if (other.hire === line.hire) return !has('ownLinesHoldNothing');
      if (other.hire.depot !== hire.depot && !has('otherDepotsHoldMachines')) return false;
      if (!states.includes(other.hire.state)) return false;
      if (has('holdingIncludesTheEnd')) return other.hire.begins <= hire.ends && hire.begins <= other.hire.ends;
      return other.hire.begins < hire.ends && hire.begins < other.hire.ends;
    });
    return machines.length - others.length;
  };

  const owed = (firm: Firm): number => {
    const unpaid: string[] = ['open', 'overdue', 'collection', 'disputed'];
    if (has('disputedIsNotOwed')) unpaid.pop();
    if (has('collectionIsNotOwed')) unpaid.splice(2, 1);
    const held = ['reserved', 'out', 'overdue'];
    const invoices = data.invoices.filter((one) => one.firm === firm && unpaid.includes(one.state));
    const hires = data.hires.filter((one) => one.firm === firm && held.includes(one.state));
    return (
      total(invoices.map(({ amount, paid }) => amount - (has('paidIsOwed') ? 0 : paid))) +
      total(has('hiresAreNotOwed') ? [] : hires.map(({ price, deposited }) => price - deposited))
    );
  };
  return { daysOf, cost, quote, free, owed };
}
