import { expect, test } from 'vitest';
import type { Analysis } from '../analysis/analysis.ts';
import type { FromVerifier, ShownRow, ToVerifier } from './messages.ts';
import { serviceAddress } from './service-address.ts';
import { createVerifying, type VerifierPort } from './verifying.ts';

const analysis = { text: 'one' } as Analysis;
const row = (result: ShownRow['result']): ShownRow => ({ section: 7, span: { from: 0, to: 1 }, title: 'GET /', result, findings: [] });

function fakePort() {
  const sent: ToVerifier[] = [];
  const port: VerifierPort = {
    postMessage: (message) => void sent.push(message),
    onmessage: null,
    onerror: null,
    terminate: () => undefined,
  };
  return { port, sent, say: (data: FromVerifier): void => port.onmessage?.({ data }) };
}

test('rows turn green or red during a run, and late messages of an earlier run change nothing', () => {
  const { port, sent, say } = fakePort();
  const verifying = createVerifying(() => port);
  verifying.setAddress('127.0.0.1:3000');
  verifying.verify(analysis);
  verifying.verify(analysis);
  expect(sent.map((message) => message.kind === 'verify' && [message.id, message.address])).toEqual([
    [1, '127.0.0.1:3000'],
    [2, '127.0.0.1:3000'],
  ]);
  say({ kind: 'rows', id: 1, requests: 9, rows: [row('broken')] });
  expect(verifying.state.get()).toMatchObject({ running: true, requests: 0, broken: null });
  say({ kind: 'rows', id: 2, requests: 3, rows: [row('kept'), row('broken')] });
  expect(verifying.state.get()).toMatchObject({ running: true, requests: 3, broken: 1 });
  say({ kind: 'done', id: 2, complete: true, notTried: [] });
  expect(verifying.state.get()).toMatchObject({ running: false, done: { complete: true }, broken: 1 });
});

test('a worker that fails reports why and is restarted', () => {
  const ports = [fakePort(), fakePort()];
  let started = 0;
  const verifying = createVerifying(() => ports[started++]?.port as VerifierPort);
  verifying.verify(analysis);
  ports[0]?.port.onerror?.({ message: 'out of memory' });
  expect(verifying.state.get()).toMatchObject({ running: false, trouble: 'out of memory' });
  verifying.verify(analysis);
  expect(ports[1]?.sent).toMatchObject([{ kind: 'verify', id: 2 }]);
  expect(verifying.state.get().trouble).toBeNull();
});

test('an address of this machine works directly or through a relay, and any other address needs a relay', () => {
  const kind = (given: string): string => {
    const at = serviceAddress(given);
    return typeof at === 'string' ? at : `${at.kind} ${at.url.href}`;
  };
  expect(kind(' 127.0.0.1:3000/v2 ')).toBe('direct http://127.0.0.1:3000/v2');
  expect(kind('http://localhost:8080')).toBe('direct http://localhost:8080/');
  expect(kind(`http://127.0.0.1:4000/relay/${'a'.repeat(32)}`)).toMatch(/^relay /);
  expect(kind('https://test.example.com/v2')).toMatch(/^The workbench sends requests to this machine only/);
  for (const wrong of ['', 'ftp://127.0.0.1/', 'http://']) expect(kind(wrong)).toMatch(/^Enter an http address/);
});
