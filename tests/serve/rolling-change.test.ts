import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallAnswer } from '../../src/serve/calls/call-request.ts';
import { Service } from '../../src/serve/engine/service.ts';
import { startPostgres, type TestServer, whyNoServer } from '../../testing/postgres/postgres-server.ts';
import { askCall } from '../../testing/process/ask-call.ts';

const missing = whyNoServer();

const before = `# Specification: Notes

## 3. Entities and their fields

### Note

| Field | Type | Required | Unique |
|---|---|---|---|
| title | text | yes | yes |
| lenght | integer | | |

## 5. Validation rules

| Rule | On | Must hold |
|---|---|---|
| short | Note.lenght | \`lenght < 1000\` |
`;

/** A slip in a field's name is corrected, which the table Was says, and a rule that allows less. */
const renamed = before
  .replace('| lenght | integer | | |', '| length | integer | | |\n\n| Was | Is |\n|---|---|\n| lenght | length |')
  .replace('| short | Note.lenght | `lenght < 1000` |', '| short | Note.length | `length < 100` |');

/** A field more. */
const after = renamed.replace('| length | integer | | |', '| length | integer | | |\n| about | text | | |');

/**
 * One process brings the data to a changed document while others serve it: they go on as the new
 * document, and nothing is lost, doubled or refused as a mistake of ours.
 */
describe.skipIf(missing !== null)(`a document that changes while it is served${missing === null ? '' : ` (left out: ${missing})`}`, () => {
  let server: TestServer;
  const services: Service[] = [];
  const logged: string[] = [];

  beforeAll(async () => {
    server = await startPostgres();
  }, 60_000);

  afterAll(async () => {
    await Promise.all(services.map((service) => service.close()));
    await server?.close();
  });

  async function serve(text: string, followed: (text: string) => void = () => undefined): Promise<Service> {
    const service = await Service.start({
      text,
      database: { kind: 'server', url: server.address },
      examples: false,
      log(level, message) {
        // The role of these tests is a superuser, which is reported.
        if (!message.startsWith('the database: ')) logged.push(`${level}: ${message}`);
      },
      followed,
    });
    services.push(service);
    return service;
  }

  const ask = (service: Service, method: string, path: string, body?: unknown, query = ''): Promise<CallAnswer> =>
    askCall(service, method, path, { body, query });

  interface Note {
    readonly title: string;
    readonly length: number | null;
  }
  const notes = async (service: Service): Promise<readonly Note[]> => {
    const all: Note[] = [];
    for (;;) {
      const { status, body } = await ask(service, 'GET', '/api/notes', undefined, `limit=1000&offset=${all.length}`);
      expect(status).toBe(200);
      const page = JSON.parse(body ?? '') as { readonly notes: readonly Note[]; readonly total: number };
      all.push(...page.notes);
      if (all.length >= page.total || page.notes.length === 0) return all;
    }
  };
  const titles = async (service: Service): Promise<readonly string[]> => (await notes(service)).map(({ title }) => title);

  test('under load', async () => {
    let [ofFirst, ofSecond, ofThird] = [before, before, renamed];
    const first = await serve(before, (text) => {
      ofFirst = text;
    });
    const second = await serve(before, (text) => {
      ofSecond = text;
    });
    expect((await ask(first, 'POST', '/api/notes', { title: 'the first', lenght: 500 })).status).toBe(201);

    const acknowledged: string[] = [];
    const odd: string[] = [];
    let going = true;
    const keep = (title: string, { status, body }: CallAnswer): void => {
      if (status === 201) acknowledged.push(title);
      else odd.push(`${title}: ${status} ${body}`);
    };
    const write = async (service: Service, name: string): Promise<void> => {
      for (let count = 0; going; count++) {
        const title = `${name} ${count}`;
        keep(title, await ask(service, 'POST', '/api/notes', { title }));
      }
    };
    const read = async (service: Service): Promise<void> => {
      while (going) {
        const { status, body } = await ask(service, 'GET', '/api/notes', undefined, 'limit=5');
        if (status !== 200) odd.push(`list: ${status} ${body}`);
      }
    };
    const load = [first, second].flatMap((service, index) => [write(service, `${index} a`), write(service, `${index} b`), read(service)]);
    const enough = async (count: number): Promise<void> => {
      await expect.poll(() => acknowledged.length + odd.length, { timeout: 60_000 }).toBeGreaterThan(count);
    };
    await enough(50);
    const third = await serve(renamed, (text) => {
      ofThird = text;
    });
    await enough(acknowledged.length + 50);
    const fourth = await serve(after);
    await enough(acknowledged.length + 50);
    going = false;
    await Promise.all(load);

    expect(odd).toEqual([]);
    // Until a process has followed, it refuses a field that only the new document has.
    await expect.poll(() => [ofFirst, ofSecond, ofThird], { timeout: 20_000 }).toEqual([after, after, after]);
    for (const service of [first, second, third, fourth]) {
      const kept = await titles(service);
      expect([...kept].sort()).toEqual(['the first', ...acknowledged].sort());
      expect(await service.ready()).toBe(true);
      // As the new document says: what it calls otherwise, what it has more, and what it allows no
      // longer.
      const made = await ask(service, 'POST', '/api/notes', { title: `new ${services.indexOf(service)}`, length: 99, about: 'this' });
      expect([made.status, made.body]).toEqual([201, expect.stringContaining('"length":99')]);
      acknowledged.push(`new ${services.indexOf(service)}`);
      expect((await ask(service, 'POST', '/api/notes', { title: 'too long', length: 500 })).status).toBe(422);
    }
    const old = await notes(first);
    expect(old.find(({ title }) => title === 'the first')?.length).toBe(500);
    const said = 'info: the document was changed by another process; this process now uses the new document';
    // “the first” is longer than the new rule allows, which is reported.
    expect(logged.filter((line) => line !== said && !line.includes('the rule “short” is broken by 1 record'))).toEqual([]);
    expect(logged.length).toBeGreaterThanOrEqual(5);
  }, 180_000);

  test('a start with the same document disturbs no other process; a text with other words only is followed as well', async () => {
    logged.length = 0;
    await serve(after);
    expect(logged).toEqual([]);
    const other = after.replace('Specification: Notes', 'Specification: Many notes');
    let heard = 0;
    const idle = await serve(after, () => heard++);
    await serve(other);
    // It received no request: it was notified.
    await expect.poll(() => heard, { timeout: 20_000 }).toBe(1);
    expect(await idle.ready()).toBe(true);
  }, 120_000);
});
