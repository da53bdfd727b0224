import { expect, test } from 'vitest';
import helpdesk from '../../../../testing/documents/helpdesk.md?raw';
import { readModel } from '../../../model/read.ts';
import { curlOf, initialInputs, requestOf } from './request.ts';
import { openTryServer } from './try-calls.ts';

const model = readModel(helpdesk);
const call = (name: string) => model.calls.find((one) => one.name.text === name) ?? expect.unreachable(`there is no ${name}`);

test('the console starts with the inputs of the call', () => {
  expect(initialInputs(call('GET /api/tickets'))).toEqual({ path: {}, query: { status: '', limit: '20', offset: '0' }, body: '' });
  expect(JSON.parse(initialInputs(call('POST /api/tickets/:number/assign')).body)).toEqual({ assignee: '' });
});

test('a call gets the same response as from a server, for the selected person', () => {
  const server = openTryServer(model);
  const send = (name: string, person: string | null, body = '', path = {}) => {
    const request = requestOf(call(name), { path, query: {}, body }, server.tokenOf(person));
    return typeof request === 'string' ? request : server.send(request);
  };
  expect(send('POST /api/tickets', 'Ana', '{"subject": "Cold"}')).toMatchObject({ status: 201 });
  expect(send('POST /api/tickets', 'Ana', '{"subject": " "}')).toMatchObject({ status: 422 });
  expect(send('GET /api/tickets', 'Ana')).toMatchObject({ status: 200 });
  expect(send('POST /api/tickets', null, '{"subject": "Cold"}')).toMatchObject({ status: 401 });
  expect(send('GET /api/tickets/:number', 'Ana')).toContain('Enter a value for number');
  expect(send('POST /api/tickets', 'Ana', '{')).toContain('valid JSON');
  server.close();
});

test('shows the request as a shell command', () => {
  const request = requestOf(call('POST /api/tickets'), { path: {}, query: {}, body: '{ "subject": "It\'s cold" }' }, 'secret');
  if (typeof request === 'string') expect.unreachable(request);
  expect(curlOf(request, null)).toBe(
    [
      `curl -X POST "$SERVER"'/api/tickets' \\`,
      `  -H "Authorization: Bearer $TOKEN" \\`,
      `  -H 'Content-Type: application/json' \\`,
      `  -d '{"subject":"It'\\''s cold"}'`,
    ].join('\n'),
  );
});
