import { type Course, dayAfter, type Enrolment, type Person, type PoolData, part, type Rental } from './data.ts';
import type { Has } from './faults.ts';

/** The day on which someone becomes as old as a number of years. */
const birthday = (born: string, years: number): string => {
  const [year = '', month = '', day = ''] = born.split('-');
  const then = String(Number(year) + years).padStart(4, '0');
  const last = new Date(Date.UTC(Number(then), Number(month), 0)).getUTCDate();
  return `${then}-${month}-${String(Math.min(Number(day), last)).padStart(2, '0')}`;
};

/** What is computed from the records. */
export function poolFigures(data: PoolData, has: Has, today: () => string) {
  const isChild = ({ born }: Person): boolean => {
    const until = birthday(born, 16);
    return until > today() || (until === today() && has('childOnTheBirthday'));
  };
  /** What a person pays of a full price in cents. */
  const reduced = (price: number, one: Person): number => {
    const child = isChild(one) && !has('childrenPayFull');
    if (child && one.member && has('childrenGetBothReductions')) return part(price, 40, 100);
    return part(price, child ? 50 : one.member ? 80 : 100, 100);
  };
  const free = (course: Course): number => course.places - data.taken(course);
  /** The place in the waiting list, from 1; 0 for those who do not wait. */
  const position = (one: Enrolment): number => {
    if (one.state !== 'waiting') return 0;
    const before = data.waiting(one.course).filter(({ number }) => number < one.number);
    return before.length + (has('positionFromZero') ? 0 : 1);
  };
  /** The day on which a key is due. */
  const back = ({ begins, term }: Rental): string => dayAfter(begins, term);
  return { isChild, reduced, free, position, back };
}

export type PoolFigures = ReturnType<typeof poolFigures>;
