import { type Invoice, type Item, type Job, type Part, type Person, share, sumOf, type WorkshopData } from './data.ts';
import type { Has } from './faults.ts';

export type Sums = ReturnType<typeof workshopSums>;

/** What is computed from the records. */
export function workshopSums(data: WorkshopData, has: Has) {
  const workload = (job: Job): number => {
    const items = data.itemsOf(job).filter(({ state }) => state === 'approved' || (state === 'proposed' && has('workloadCountsProposed')));
    return sumOf(items.map(({ minutes }) => minutes));
  };
  const load = (mechanic: Person): number => {
    const jobs = data.jobs.filter(({ mechanic: worker, state }) => worker === mechanic && (state === 'in work' || state === 'waiting'));
    return sumOf(jobs.map(workload));
  };

  const labour = ({ skill, minutes }: Item): number => {
    const timed = has('startedHoursCount') ? Math.ceil(minutes / 60) * 60 : minutes;
    return ((skill === 'general' ? 8400 : 10_200) * timed) / 60;
  };
  const cost = (item: Item): number => {
    const { part, quantity } = item;
    if (part === null) return labour(item);
    if (has('partReplacesLabour')) return part.price * quantity;
    const each = has('costUsesPurchasePrice') ? part.cost : part.price;
    return labour(item) + each * quantity;
  };
  const total = (job: Job): number => {
    const states: string[] = ['approved', 'done'];
    if (has('totalCountsProposed')) states.push('proposed');
    const items = data.itemsOf(job).filter(({ state }) => states.includes(state));
    return sumOf(items.map((one) => one.price));
  };
  const net = (job: Job): number => {
    if (job.warranty) return 0;
    const amount = total(job) * (100 - job.discount);
    return has('netRoundsDown') ? Math.floor(amount / 100) : share(amount, 1);
  };
  const reserved = (part: Part): number => {
    const items = data.items.filter((one) => one.part === part && one.state === 'approved');
    return sumOf(items.filter(({ issued }) => !issued).map(({ quantity }) => quantity));
  };
  const rest = ({ amount, paid }: Invoice): number => amount - paid;
  return { workload, load, cost, total, net, reserved, rest };
}
