import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { memoryHost } from '../../testing/process/memory-host.ts';
import { jsonProblems, junitProblems } from '../../testing/process/output-formats.ts';
import lendingDocument from '../../testing/services/lending/document.md?raw';
import { fixedPlatform, systemPlatform } from '../base/platform.ts';
import { readModel } from '../model/read.ts';
import { Oracle } from '../verifier/answers/oracle.ts';
import { httpImplementation } from '../verifier/answers/over-http.ts';
import { runCli } from './run.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

type Handler = (path: string, method: string, token: string | null, body: string, answer: ServerResponse) => void;

/** Starts a server with this handler and returns its address. */
async function listening(handler: Handler): Promise<string> {
  const server = createServer((request, answer) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const token = request.headers.authorization?.replace(/^Bearer /, '') ?? null;
      handler(request.url ?? '/', request.method ?? 'GET', token, body, answer);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts a service of the document below the path `/v2`. */
function serving(text: string): Promise<string> {
  const oracle = new Oracle(readModel(text), { platform: { ...fixedPlatform(0, 77), now: systemPlatform.now }, serials: 500 });
  return listening((path, method, token, body, answer) => {
    const url = new URL(path, 'http://127.0.0.1');
    const { status, body: said } = oracle.answer({
      method,
      path: url.pathname.replace(/^\/v2/, ''),
      query: url.search.slice(1),
      token,
      contentType: body === '' ? null : 'application/json',
      body: body === '' ? null : body,
    });
    answer.writeHead(status, { 'content-type': 'application/json' });
    answer.end(said ?? undefined);
  });
}

const verifying = async (args: readonly string[], text = lendingDocument, files: Readonly<Record<string, string>> = {}) => {
  const host = memoryHost({ 'lending.md': text, ...files });
  // Without a seed each run would send other values.
  const seed = !['--seed', '--screens', '--proxy'].some((one) => args.includes(one)) ? ['--seed', 'same'] : [];
  const code = await runCli(['verify', ...args, ...seed], host, '0.0.0');
  return { code, out: host.output, err: host.errors };
};

describe('ninefold verify', () => {
  test('a service that conforms to the document, under a base path', async () => {
    const { code, out } = await verifying(['lending.md', '--against', `${await serving(lendingDocument)}/v2`, '--seed', 'abc']);
    expect(out).toMatch(/\d+ requests to http:\/\/127\.0\.0\.1:\d+\/v2 \(seed abc\): \d+ rows kept, 0 broken, \d+ not tried\./);
    expect(code).toBe(0);
  });

  test('a broken row is named with its line and the requests that prove it', async () => {
    const other = lendingDocument.replace('| lent | return | here |', '| lent | return | lent |');
    const address = await serving(other);
    const { code, out } = await verifying(['lending.md', '--against', address]);
    expect(code).toBe(1);
    expect(out).toContain('Ben: POST /books/:number/return: state is another value: expected "here", got "lent"');
    expect(out).toMatch(/curl -X POST 'http:\/\/127\.0\.0\.1:\d+\/books\/50\d\/return' -H 'Authorization: Bearer /);
    const { out: json } = await verifying(['lending.md', '--against', address, '--format', 'json', '--seed', 'other']);
    const report = JSON.parse(json) as { rows: { title: string; line: number; result: string; findings: { requests: string[] }[] }[] };
    const broken = report.rows.filter(({ result }) => result === 'broken');
    // Also with data that the first run has left behind.
    expect(broken.map(({ title }) => title)).toEqual(['POST /books/:number/return']);
    for (const { line } of broken) expect(lendingDocument.split('\n')[line - 1]).toMatch(/^\|/);
    expect(broken[0]?.findings[0]?.requests.length).toBeGreaterThan(2);
  });

  test('verifies only the named rows, with fewer requests; in JUnit each row is a test case', async () => {
    const address = await serving(lendingDocument.replace('| lent | return | here |', '| lent | return | lent |'));
    const some = ['lending.md', '--against', address, '--seed', 'some', '--only', 'post /books/:number/return'];
    const chosen = await verifying([...some, '--format', 'json']);
    expect(jsonProblems()('verify', chosen.out)).toEqual([]);
    const report = JSON.parse(chosen.out);
    expect(chosen.code).toBe(1);
    expect(report.rows).toMatchObject([{ title: 'POST /books/:number/return', result: 'broken' }]);
    const all = JSON.parse((await verifying(['lending.md', '--against', address, '--format', 'json'])).out);
    expect(report.requests).toBeLessThan(all.requests / 2);
    const { out, code } = await verifying(['lending.md', '--against', address, '--section', '8', '--format', 'junit']);
    expect(junitProblems()(out)).toEqual([]);
    expect(out).toContain('<testcase classname="lending.md" name="8: ');
    expect(code).toBe(out.includes('<failure') ? 1 : 0);
  });

  test('as one page: the document with each row marked, and the requests below each broken row', async () => {
    const address = await serving(lendingDocument.replace('| lent | return | here |', '| lent | return | lent |'));
    const args = ['lending.md', '--against', address, '--only', 'post /books/:number/return', '--format', 'html'];
    const { code, out } = await verifying(args);
    expect(code).toBe(1);
    // What was not tried is a list of its own, whose length depends on the seed.
    const lines = out.split('\n').filter((line) => line.includes('<span class="number">'));
    expect(lines).toHaveLength(lendingDocument.split('\n').length);
    const [broken, ...others] = lines.filter((line) => line.startsWith('<li class="broken">'));
    expect(others).toEqual([]);
    expect(broken).toContain('state is another value: expected &quot;here&quot;, got &quot;lent&quot;');
    expect(broken).toContain("curl -X POST 'http://127.0.0.1:");
    expect(out).not.toContain('<script');
  });

  test('the requests follow as a scenario for section 1', async () => {
    const people = '| Example | name | email | password |\n|---|---|---|---|\n| Kim | Kim | kim@example.com | correct-horse |\n\n### Book';
    const text = lendingDocument.replace('### Book', people);
    const address = await serving(text.replace('`size(trim(title)) > 0`', '`size(title) > 0`'));
    const { out } = await verifying(['lending.md', '--against', address, '--only', 'title is not blank'], text);
    expect(out).toContain('    ### Scenario: Ada: POST /books with a blank title\n');
    expect(out).toMatch(/^ {4}\| Kim \| `create Book with \{"title": " {3}".*\}` \| refused BLANK \|$/m);
  });

  test('an adapter is learned and then works', async () => {
    const oracle = serving(lendingDocument);
    const address = await listening((path, method, token, body, answer) => {
      const headers = { 'content-type': 'application/json', ...(token === null ? {} : { authorization: `Bearer ${token}` }) };
      void (async () => {
        const given = await fetch(`${await oracle}${path}`, { method, headers, ...(body === '' ? {} : { body }) });
        const text = (await given.text()).replaceAll('"kind":', '"genre":').replaceAll('OWN_BOOK', 'own-book');
        answer.writeHead(given.status === 201 ? 200 : given.status, { 'content-type': 'application/json' });
        answer.end(text === '' ? undefined : text);
      })();
    });
    const learned = await verifying(['lending.md', '--against', address, '--learn']);
    expect(learned.code).toBe(0);
    expect(learned.out).toContain('| kind | genre | |');
    expect(learned.out).toContain('| OWN_BOOK | own-book | |');
    expect(learned.out).toContain('| 201 | 200 | |');
    const files = { 'adapter.md': learned.out };
    const args = ['lending.md', '--against', address, '--adapter', 'adapter.md', '--only', 'get /books'];
    expect((await verifying(args, lendingDocument, files)).code).toBe(0);
  });

  test('a command resets the service before each attempt; the report contains why it fails', async () => {
    const args = ['lending.md', '--against', await serving(lendingDocument), '--reset', 'echo no database >&2; exit 3'];
    const { out } = await verifying([...args, '--format', 'json']);
    const report = JSON.parse(out);
    expect(report.complete).toBe(false);
    expect(report.notTried.join()).toContain('ended with 3: no database');
  });

  test('an address or a command sets the clock; the report contains why it fails', async () => {
    const told: string[] = [];
    const clock = await listening((_path, method, _token, body, answer) => {
      told.push(`${method} ${body}`);
      answer.writeHead(500).end();
    });
    const against = ['lending.md', '--against', await serving(lendingDocument), '--budget', '40'];
    const { out } = await verifying([...against, '--clock', clock]);
    expect(told[0]).toMatch(/^POST \{"now":"\d{4}-\d\d-\d\dT[\d:.]+Z"\}$/);
    expect(out).toMatch(/the clock could not be set: POST http:\S+ answered 500/);
    const { out: other } = await verifying([...against, '--clock', 'echo "$NINEFOLD_NOW" >&2; exit 3']);
    expect(other).toMatch(/the clock could not be set: “.*” ended with 3: \d{4}-\d\d-\d\dT[\d:.]+Z/);
  });

  test('a proxy forwards requests unchanged, and reports what the document does not allow', async () => {
    const other = lendingDocument.replace('| lent | return | here |', '| lent | return | lent |');
    const host = memoryHost({ 'lending.md': lendingDocument });
    const ended = runCli(['verify', 'lending.md', '--against', `${await serving(other)}/v2`, '--proxy', '0'], host, '0.0.0');
    await expect.poll(() => host.errors).toContain('Send requests to http://127.0.0.1:');
    const address = /Send requests to (\S+) instead/.exec(host.errors)?.[1] ?? '';
    const ask = async (method: string, path: string, token = '', body: object | null = null) => {
      const headers = { 'content-type': 'application/json', ...(token === '' ? {} : { authorization: `Bearer ${token}` }) };
      const answer = await fetch(`${address}${path}`, { method, headers, ...(body === null ? {} : { body: JSON.stringify(body) }) });
      return { status: answer.status, ...((await answer.json()) as { token?: string; number?: number; state?: string }) };
    };
    const person = async (name: string) => {
      const values = { name, email: `${name.toLowerCase()}@example.com`, password: 'correct-horse' };
      return (await ask('POST', '/members', '', values)).token ?? '';
    };
    const [ada, ben] = [await person('Ada'), await person('Ben')];
    const { number } = await ask('POST', '/books', ada, { title: 'Emma' });
    expect((await ask('POST', `/books/${number}/lend`, ben)).state).toBe('lent');
    expect(await ask('POST', `/books/${number}/return`, ben)).toMatchObject({ status: 200, state: 'lent' });
    host.interrupt();
    expect(await ended).toBe(1);
    expect(host.output).toContain(`POST /books/${number}/return: state is another value: expected "here", got "lent"`);
    expect(host.output).toContain('5 answers judged, 0 not; 1 wrong answer of 1 cause.');
  });

  test.each([
    [['--proxy', 'x'], '--proxy must be a port from 0 to 65535, not “x”.'],
    [['--proxy', '0', '--learn'], '--proxy sends nothing itself, so --learn can’t be combined with it.'],
    [['--relay', '65536'], '--relay must be a port from 0 to 65535, not “65536”.'],
    [['--relay', '0', '--budget', '3'], '--relay sends nothing itself, so --budget can’t be combined with it.'],
    [['--relay', '0', '--proxy', '0'], '--proxy sends nothing itself, so --relay can’t be combined with it.'],
    [['--adapter', 'no.md'], 'no.md: no such file.'],
    [['--adapter', 'adapter.md'], 'adapter.md:3: The document has no call “GET /boks”. Did you mean “GET /books”?'],
    [['--people', 'people.md'], 'people.md:1: Member has no field “nick”.'],
    [['--reset', 'http://example.com/reset'], '--reset sends a request to example.com, but --against names 127.0.0.1.'],
    [['--clock', 'http://example.com/clock'], '--clock sends a request to example.com, but --against names 127.0.0.1.'],
    [['--screens', '--clock', 'true'], '--screens plays scenarios, so --clock can’t be combined with it.'],
  ])('%j is refused with the place', async (args, problem) => {
    const files = {
      'adapter.md': '| Call | Here |\n|---|---|\n| GET /boks | GET /x |\n',
      'people.md': '| Person | nick |\n|---|---|\n| Xena | x |\n',
    };
    const { code, err } = await verifying(['lending.md', '--against', 'http://127.0.0.1:1', ...args], lendingDocument, files);
    expect(code).toBe(2);
    expect(err).toContain(problem);
  });

  test.each([
    [['lending.md'], 'Say what to verify: --against http://127.0.0.1:3000.'],
    [['lending.md', '--against', 'ftp://127.0.0.1'], '--against needs an http or https address, not “ftp://127.0.0.1”.'],
    [['lending.md', '--against', 'https://example.com'], 'To send them to example.com, add --allow-host example.com.'],
    [['lending.md', '--against', 'http://127.0.0.1:1', '--budget', 'many'], '--budget must be a whole number from 1, not “many”.'],
    [['lending.md', '--against', 'http://127.0.0.1:1', '--seed', 'Ä'], '--seed must be 1 to 12 lower-case letters and digits, not “Ä”.'],
    [['lending.md', 'lending.md', '--against', 'http://127.0.0.1:1'], 'Name one document.'],
    [
      ['lending.md', '--against', 'http://127.0.0.1:1', '--section', '3'],
      '--section must be a section whose rows can be verified, 4 to 8, not “3”.',
    ],
    [
      ['lending.md', '--against', 'http://127.0.0.1:1', '--only', 'POST /boks'],
      'No row is called “POST /boks”. Did you mean “POST /books”?',
    ],
    [
      ['lending.md', '--against', 'http://127.0.0.1:1', '--screens', '--budget', '9'],
      '--screens plays scenarios, so --budget can’t be combined with it.',
    ],
    [
      ['lending.md', '--against', 'http://127.0.0.1:1', '--screens', '--relay', '0'],
      '--relay sends nothing itself, so --screens can’t be combined with it.',
    ],
  ])('%j is refused with what to do', async (args, problem) => {
    const { code, err } = await verifying(args);
    expect(code).toBe(2);
    expect(err).toContain(problem);
  });
});

test('without a browser, --screens says what to do', async () => {
  const before = process.env['CHROMIUM_PATH'];
  process.env['CHROMIUM_PATH'] = '/no/such/chromium';
  try {
    const { code, err, out } = await verifying(['lending.md', '--against', 'http://127.0.0.1:1', '--screens']);
    expect({ code, err, out }).toEqual({ code: 2, err: 'CHROMIUM_PATH names /no/such/chromium, and there is no such file.\n', out: '' });
  } finally {
    if (before === undefined) delete process.env['CHROMIUM_PATH'];
    else process.env['CHROMIUM_PATH'] = before;
  }
});

describe('a hostile service', () => {
  const token = { header: 'Authorization', scheme: 'Bearer' };
  const request = { method: 'GET', path: '/x', query: '', token: null, contentType: null, body: null };
  const told = async (handler: Handler, patience = 60_000): Promise<unknown> => {
    const base = new URL(await listening(handler));
    return httpImplementation({ base, token, patience, most: 1000 }).send(request);
  };

  test('hangs', async () => {
    expect(await told(() => undefined, 300)).toEqual({ problem: 'no answer came within 0.3 seconds' });
  });

  test('starts a response and never ends it', async () => {
    const begun = await told((_path, _method, _token, _body, answer) => void answer.writeHead(200).write('{'), 300);
    expect(begun).toEqual({ problem: 'no answer came within 0.3 seconds' });
  });

  test('redirects', async () => {
    const redirect = await told((_path, _method, _token, _body, answer) => void answer.writeHead(302, { location: '/x' }).end());
    expect(redirect).toEqual({ problem: 'it answered 302, a redirect, which is not followed' });
  });

  test('sends an excessively large response', async () => {
    const much = await told((_path, _method, _token, _body, answer) => void answer.end('x'.repeat(100_000)));
    expect(much).toEqual({ problem: expect.stringMatching(/^the body is longer than/) });
  });

  test('drops the connection', async () => {
    const dropped = await told((_path, _method, _token, _body, answer) => void answer.destroy());
    expect(dropped).toEqual({ problem: expect.stringMatching(/^the connection failed/) });
  });
});
