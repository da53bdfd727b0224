import { exampleRecords } from '../../src/engine/change/seed.ts';
import type { Product } from '../../src/engine/product.ts';
import { isLong } from '../../testing/long-run.ts';

/**
 * The example people about whom a suite asks. The same rows hide the same from people with the same
 * roles, so except in the long run one of them is enough: the last, since the first often owns most
 * of the records. `always`: people to include in any case.
 */
export function askedPeople(product: Product, always: (name: string) => boolean): readonly string[] {
  const account = product.model.account?.entity.text;
  const people = Object.entries(exampleRecords(product)).filter(([, { entity }]) => entity === account);
  const rolesOf = (id: string): string => [...product.world(product.as(id)).access.roles()].sort().join();
  const last = new Map(people.flatMap(([name, { id }]) => (always(name) ? [] : [[rolesOf(id), name]])));
  const chosen = new Set(last.values());
  return people.flatMap(([name]) => (isLong || always(name) || chosen.has(name) ? [name] : []));
}
