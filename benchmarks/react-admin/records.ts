/** One contact as a file or an API would have it. */
export interface Contact {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly company: string;
  readonly city: string;
  readonly stage: string;
  readonly score: number;
  /** `2024-05-01` */
  readonly since: string;
  readonly budget: number;
  readonly active: boolean;
}

const cities = ['Lisbon', 'Oslo', 'Turin', 'Ghent', 'Cork', 'Graz', 'Vigo'];
const stages = ['lead', 'active', 'lost'];

/**
 * The same contacts every time. No two have one company, so that what an order begins with is one
 * contact's, everyone who sorts.
 */
export function contacts(count: number): Contact[] {
  return Array.from({ length: count }, (_, index) => {
    // 7919 is a prime that divides none of our counts: each number below `count` once, in no order,
    // and the lowest not first.
    const mixed = (index * 7919 + (count >> 1)) % count;
    return {
      name: `Person ${index}`,
      email: `person${index}@example.com`,
      phone: `+351210${String(100_000 + index)}`,
      company: `Company ${String(mixed).padStart(6, '0')}`,
      city: cities[mixed % cities.length] ?? '',
      stage: stages[mixed % stages.length] ?? '',
      score: mixed % 101,
      since: new Date(Date.UTC(2015, 0, 1 + (mixed % 3650))).toISOString().slice(0, 10),
      budget: (mixed * 37) % 100_000,
      active: mixed % 2 === 0,
    };
  });
}
