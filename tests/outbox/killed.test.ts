import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong } from '../../testing/long-run.ts';
import { startPostgres, type TestServer, whyNoServer } from '../../testing/postgres/postgres-server.ts';
import { killedOutbox } from './run.ts';

const missing = whyNoServer();
/**
 * What “once” means here. A process may be killed between the receiver's yes and the commit that
 * notes it, so a request or a mail may arrive again. It then has the id of the first time
 * (Idempotency-Key, Message-ID), by which receivers recognise it. So for each order there is one id
 * at each receiver, and in the product the answer took effect one time.
 */
describe.skipIf(missing !== null)(`the outbox under kills${missing === null ? '' : ` (left out: ${missing})`}`, () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startPostgres();
  }, 60_000);
  afterAll(() => server?.close());

  test(
    'each charge and each mail is one at its receiver and in the product',
    async () => {
      const kills = isLong ? 100 : 6;
      const { made, orders, charges, mails, reports, errors } = await killedOutbox(server.address, {
        kills,
        seed: Number(process.env['NINEFOLD_SEED'] ?? 17),
      });
      if (isLong) {
        const again = (all: typeof charges): number => all.filter(({ accepted }) => accepted > 1).length;
        console.info(
          `${kills} kills: ${orders.length} orders; recognised by their id: ${again(charges)} charges, ${again(mails)} mails; refused at first: ${charges.filter(({ refused }) => refused > 0).length} charges, ${mails.filter(({ refused }) => refused > 0).length} mails; ${errors.length} errors reported`,
        );
      }
      const codes = orders.map(({ code }) => code).sort();
      expect(new Set(codes).size).toBe(codes.length);
      expect(made.filter((code) => !codes.includes(code))).toEqual([]);
      expect(made.length).toBeGreaterThan(kills);
      expect(errors.filter((error) => error.includes('when it ran again'))).toEqual([]);
      // The calendar: what was due while no process ran happens once, so days may be left out.
      expect(new Set(reports).size).toBe(reports.length);
      expect(reports.length).toBeGreaterThan(kills);
      // In the product: one effect for each answer, and it is the receiver's.
      expect(orders.filter(({ charges: count, status }) => count !== 1 || status !== 'paid')).toEqual([]);
      // At the receivers: one id for each order, which was accepted.
      expect(charges.map(({ about }) => about).sort()).toEqual(codes);
      expect(orders.filter(({ code, charge }) => charges.find(({ about }) => about === code)?.id !== charge?.slice(3))).toEqual([]);
      expect(mails.map(({ about }) => about).sort()).toEqual(codes.map((code) => `order ${code}`).sort());
      expect([...charges, ...mails].filter(({ accepted }) => accepted === 0)).toEqual([]);
      expect([...charges, ...mails].some(({ refused }) => refused > 0)).toBe(true);
    },
    isLong ? 900_000 : 240_000,
  );
});
