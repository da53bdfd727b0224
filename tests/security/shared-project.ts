import { readFileSync } from 'node:fs';
import type { Address } from '../../src/engine/record-data.ts';
import type { Command } from '../../src/engine/session.ts';
import { SessionHost } from '../../src/engine/session-host.ts';
import { nobody } from '../../src/engine/world/world.ts';
import { readModel } from '../../src/model/read.ts';
import { as, flat, type Running } from './two-organisations.ts';

/* Who has the link to one project of two organisations, for the tests of what the link grants. */

export const shared = readModel(readFileSync(new URL('shared.md', import.meta.url), 'utf8'));
export const idOf = ({ ids }: Running, name: string): string => ids[name]?.id ?? '';
export const stored = (of: Running, name: string) => of.product.store.record(of.ids[name]?.entity ?? '', idOf(of, name));
export const keyOf = (of: Running, project: string): string => String(stored(of, project)?.['shareKey']);
export const numberOf = (of: Running, item: string): string => String(stored(of, item)?.['number']);
export const guest = ({ product }: Running): SessionHost => new SessionHost(product, { remembers: false, person: nobody });
/** An id of the same form; a record without a name is called by the end of its id. */
export const missing = (id: string): string => `${id.slice(0, 24)}ffff${id.slice(28)}`;

/** The places of the link, for items of the project and of others. */
export function placesOf(of: Running, key = keyOf(of, 'Bridge')): readonly Address[] {
  const at = (screen: string, more: Readonly<Record<string, string>> = {}): Address => ({ screen, parameters: { shareKey: key, ...more } });
  return [at('Shared'), at('Items'), ...['Piers', 'Roof', 'Buoys'].map((item) => at('Item', { number: numberOf(of, item) }))];
}

export const partsOf = ({ screen }: Address) => flat(shared.screens.find(({ name }) => name.text === screen)?.parts ?? []);

/** Much happens: outside of Bridge by the people there, and in what its guests may not read. */
export async function livenOutside(of: Running): Promise<void> {
  const { product } = of;
  const run = async (host: SessionHost, command: Command): Promise<string> => {
    const outcome = await host.run(command);
    if (!outcome.ok) throw new Error(`${JSON.stringify(command)}: ${JSON.stringify(outcome.refusals)}`);
    return outcome.value.record?.id ?? '';
  };
  for (const [name, project, org] of [
    ['Ada', 'Station', 'North'],
    ['Mats', 'Regatta', 'South'],
  ] as const) {
    const host = new SessionHost(product, { remembers: false, person: as(of, name) });
    const create = (entity: string, values: Record<string, string | number>) => run(host, { kind: 'create', part: null, entity, values });
    await run(host, {
      kind: 'update',
      entity: 'Project',
      id: idOf(of, project),
      values: { name: 'Zebra line', budget: 77, wish: 'zebra' },
    });
    const another = await create('Project', { org: idOf(of, org), name: 'Zebra two', budget: 5 });
    for (const one of [another, idOf(of, project)]) {
      const contact = await create('Contact', { project: one, name: 'Ezra Zebra', phone: '99' });
      const item = await create('Item', { project: one, title: 'Zebra item', contact, hours: 9, grade: 'high', due: '2026-01-12' });
      await create('Remark', { item, text: 'zebra' });
    }
  }
  // What hides in records that the guest reads is changed beneath the product: `updatedAt` is
  // theirs to see.
  const hidden = (name: string, values: Record<string, string | number>): void =>
    product.store.withoutRuleChecks(() =>
      product.store.apply({ kind: 'update', entity: of.ids[name]?.entity ?? '', id: idOf(of, name), values }),
    );
  hidden('Bridge', { budget: 99 });
  hidden('Piers', { hours: 99 });
  hidden('Bob', { phone: 'zebra' });
  hidden('North', { name: 'Zebra Ltd' });
  hidden('Late', { text: 'zebra' });
}
