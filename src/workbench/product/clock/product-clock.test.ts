import { expect, test } from 'vitest';
import type { FiredTimer } from '../../../engine/host.ts';
import { observable } from '../../state/observable.ts';
import type { ConnectedHost, Product, ProductState } from '../product.ts';
import { createProductClock } from './product-clock.ts';

const fired = {
  entity: 'Ticket',
  id: '1',
  label: 'Boiler',
  at: '2026-01-06T09:00:00Z',
  refusals: [],
  to: 'closed',
} as unknown as FiredTimer;

/** A product with one timer that fires each time its clock is set forward. */
function running() {
  let ahead = 0;
  const listeners = new Set<() => void>();
  const restored: Uint8Array[] = [];
  const host = {
    clock: async () => ahead,
    setClock: async (next: number) => {
      ahead = next;
      return next === 0 ? { fired: [], total: 0 } : { fired: [fired], total: 1 };
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as ConnectedHost;
  const product = {
    state: observable({ kind: 'running', host } as unknown as ProductState),
    snapshot: async () => Uint8Array.of(ahead),
    restore: async (bytes: Uint8Array) => {
      restored.push(bytes);
      ahead = 0;
      return '';
    },
  } as unknown as Product;
  let readAgain = 0;
  const clock = createProductClock(product, () => readAgain++);
  const elsewhere = async (next: number): Promise<void> => {
    ahead = next;
    for (const listener of listeners) listener();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { clock, restored, readAgain: () => readAgain, elsewhere };
}

test('the clock moves further ahead each time, lists all fired timers, and can restore the earlier data', async () => {
  const { clock, restored, readAgain } = running();
  await clock.forward(3);
  await clock.forward(4);
  expect(clock.state.get()).toEqual({ ahead: 7, fired: [fired, fired], total: 2, busy: false, before: true });
  await expect(clock.forward(0)).rejects.toThrow(RangeError);
  await clock.undo();
  expect(restored).toEqual([Uint8Array.of(0)]);
  expect(readAgain()).toBe(1);
  expect(clock.state.get()).toMatchObject({ ahead: 0, total: 0, before: false });
});

test('returning to now keeps the data and discards the earlier data', async () => {
  const { clock, restored } = running();
  await clock.forward(3);
  await clock.backToNow();
  expect(clock.state.get()).toEqual({ ahead: 0, fired: [], total: 0, busy: false, before: false });
  await expect(clock.undo()).rejects.toThrow('not known');
  expect(clock.state.get().busy).toBe(false);
  expect(restored).toEqual([]);
});

test('detects a clock that another tab has set', async () => {
  const { clock, elsewhere } = running();
  await elsewhere(60_000);
  expect(clock.state.get()).toMatchObject({ ahead: 60_000, total: 0, before: false });
});
