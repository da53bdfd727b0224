import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Command, CommandResult } from '../../src/engine/session.ts';
import type { ScreenAnswer } from '../../src/serve/engine/engine.ts';
import { Service } from '../../src/serve/engine/service.ts';
import { mailHandler } from '../../src/serve/mail/mail-handler.ts';
import { openMailServer, readable } from '../../testing/mail-server.ts';
import { startPostgres, type TestServer, whyNoServer } from '../../testing/postgres/postgres-server.ts';

const helpdesk = readFileSync(new URL('../../testing/documents/helpdesk.md', import.meta.url), 'utf8').replace(
  '| Session | `SESSION_LENGTH` |',
  '| Confirm email | yes |\n| Reset password | by mail |\n| Session | `SESSION_LENGTH` |',
);
const missing = whyNoServer();
const url = 'https://help.example.com';

describe.skipIf(missing !== null)(
  `mailed links of two processes over one Postgres${missing === null ? '' : ` (left out: ${missing})`}`,
  () => {
    let server: TestServer;
    let mails: Awaited<ReturnType<typeof openMailServer>>;
    let services: Service[] = [];
    const logged: string[] = [];

    beforeAll(async () => {
      server = await startPostgres();
      mails = await openMailServer();
      services = await Promise.all(
        [0, 1].map(() =>
          Service.start({
            text: helpdesk,
            database: { kind: 'server', url: server.address },
            examples: true,
            jobs: [mailHandler({ smtp: mails.url, from: 'Help <help@example.com>', url })],
            log: (level, message) => {
              if (level === 'error') logged.push(message);
            },
          }),
        ),
      );
    }, 90_000);

    afterAll(async () => {
      await Promise.all(services.map((service) => service.close()));
      await mails?.close();
      await server?.close();
    });

    const run = async (
      at: number,
      command: Command,
      token: string | null = null,
    ): Promise<ScreenAnswer & { readonly ran: CommandResult }> => {
      const answer = await (services[at] as Service).screen({ token, name: 'run', args: [command] });
      return { ...answer, ran: answer.value as CommandResult };
    };

    /** The token in the nth mail, to that address. */
    const mailed = async (nth: number, address: string): Promise<string> => {
      await expect.poll(() => mails.received.length, { timeout: 20_000 }).toBe(nth);
      const { to, raw } = mails.received[nth - 1] ?? { to: [], raw: '' };
      expect(to).toEqual([address]);
      return /\?~link=([\w.-]+)/.exec(readable(raw))?.[1] ?? '';
    };

    test('an account begins in one process with a link that the other asked for', async () => {
      const values = { name: 'Nia', email: 'nia@example.com', password: 'long-enough-1' };
      const asked = await run(0, { kind: 'sign-up', values });
      expect([asked.ran, asked.token]).toMatchObject([{ ok: true, value: { mailed: true } }, null]);
      const token = await mailed(1, 'nia@example.com');
      const used = await run(1, { kind: 'use-link', token, values: { password: 'long-enough-1' } });
      expect(used.ran).toMatchObject({ ok: true });
      expect((await run(0, { kind: 'change-password', current: 'long-enough-1', next: 'long-enough-2' }, used.token)).ran.ok).toBe(true);
      // The address is taken now, and the answer is the same.
      const again = await run(1, { kind: 'sign-up', values: { ...values, name: 'Eve' } });
      expect({ ...again, value: null, ran: { ...again.ran, change: null } }).toEqual({
        ...asked,
        value: null,
        ran: { ...asked.ran, change: null },
      });
      expect(await mailed(2, 'nia@example.com')).toBe('');
    }, 60_000);

    test('of two who use one link at the same moment, one does', async () => {
      expect((await run(0, { kind: 'mail-link', purpose: 'reset', address: 'carl@example.com' })).ran.ok).toBe(true);
      const token = await mailed(3, 'carl@example.com');
      const used = await Promise.all(
        [0, 1, 0, 1].map((at, index) => run(at, { kind: 'use-link', token, values: { password: `a-new-password-${index}` } })),
      );
      expect(used.filter(({ ran }) => ran.ok)).toHaveLength(1);
      expect(used.filter((one) => one.token !== null)).toHaveLength(1);
      expect(logged).toEqual([]);
    }, 60_000);
  },
);
