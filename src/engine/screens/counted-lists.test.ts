import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withFewExamples } from '../../../testing/few-examples.ts';
import { productInMemory } from '../../../testing/product.ts';
import type { Part } from '../../model/ast/screens.ts';
import type { ListOptions } from '../part-data.ts';
import { SessionHost } from '../session-host.ts';

const helpdesk = withFewExamples('helpdesk.md', readFileSync(new URL('../../../specs/helpdesk.md', import.meta.url), 'utf8'));

const flat = (parts: readonly Part[]): readonly Part[] => parts.flatMap((part) => [part, ...('parts' in part ? flat(part.parts) : [])]);

test('lists count no further than 10,000 unless the exact number is requested', async () => {
  const { product, id } = productInMemory(helpdesk);
  const host = new SessionHost(product);
  await host.actAs(id('Mia'));
  const [one] = product.store.query({ entity: 'Ticket', conditions: [], limit: 1 });
  const before = product.store.count({ entity: 'Ticket', conditions: [] });
  product.store.transaction(() => {
    for (let number = 1; number <= 10_000; number += 1) {
      const its = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
      product.store.apply({ kind: 'insert', entity: 'Ticket', record: { ...one, id: its, number: BigInt(1000 + number) } });
    }
  });
  const list = flat(product.index.screen('Queue')?.parts ?? []).find(({ kind }) => kind === 'list')?.id ?? '';
  const counted = async (options: ListOptions) => {
    const outcome = await host.part({ address: { screen: 'Queue', parameters: {} }, part: list }, options);
    return outcome.ok ? outcome.value : outcome.refusals;
  };
  expect(await counted({ offset: 25 })).toMatchObject({ total: 10_000, more: true });
  expect(await counted({ exact: true, totals: [] })).toMatchObject({ total: 10_000 + before, more: false });
  expect(await counted({ offset: 5000 })).toMatchObject({ total: 10_000 + before, more: false });
});
