import { afterEach, expect, it, vi } from 'vitest';
import { openConnection } from './connection.ts';
import { channelName, type ToOwner } from './wire.ts';

afterEach(() => vi.unstubAllGlobals());

it('starts its worker while it waits for the lock, and ends it where another tab has the lock', async () => {
  let answer: (lock: object | null) => void = () => undefined;
  const request = (_name: string, options: { ifAvailable?: boolean }, run: (lock: object | null) => unknown) =>
    new Promise((done) => {
      if (options.ifAvailable) answer = (lock) => done(run(lock));
    });
  vi.stubGlobal('navigator', { locks: { request } });
  const other = new BroadcastChannel(channelName('shop'));
  other.onmessage = ({ data }: MessageEvent<ToOwner>) => {
    if (data.kind === 'hello') other.postMessage({ kind: 'welcome', owner: 'other', client: data.client });
  };
  const worker = { terminate: vi.fn(), postMessage: vi.fn() };
  const startWorker = vi.fn(() => worker as unknown as Worker);
  const opening = openConnection({ key: 'shop', document: 'the model', startWorker });
  expect(startWorker).toHaveBeenCalledTimes(1);
  answer(null);
  const host = await opening;
  expect(worker.terminate).toHaveBeenCalled();
  expect(worker.postMessage).not.toHaveBeenCalled();
  host.close();
  other.close();
});

it('sends its worker the document once the lock is its own', async () => {
  const request = async (_name: string, _options: object, run: (lock: object) => unknown) => run({});
  vi.stubGlobal('navigator', { locks: { request } });
  const worker = {
    terminate: vi.fn(),
    onmessage: (_event: { data: object }) => undefined as unknown,
    postMessage: vi.fn(({ kind }: { kind: string }) => worker.onmessage({ data: { kind: kind === 'bye' ? 'closed' : 'started' } })),
  };
  const host = await openConnection({ key: 'shop', document: 'the model', startWorker: () => worker as unknown as Worker });
  expect(worker.postMessage).toHaveBeenCalledWith(expect.objectContaining({ kind: 'start', document: 'the model', keepDocument: false }));
  host.close();
  await vi.waitFor(() => expect(worker.terminate).toHaveBeenCalled());
});

it('takes over from a tab that closed without answering, such as the page before a reload', async () => {
  const request = async (_name: string, { ifAvailable }: { ifAvailable?: boolean }, run: (lock: object | null) => unknown) =>
    run(ifAvailable ? null : {});
  vi.stubGlobal('navigator', { locks: { request } });
  const worker = {
    terminate: vi.fn(),
    onmessage: (_event: { data: object }) => undefined as unknown,
    postMessage: vi.fn(({ kind }: { kind: string }) => worker.onmessage({ data: { kind: kind === 'bye' ? 'closed' : 'started' } })),
  };
  const host = await openConnection({ key: 'shop', document: 'the model', startWorker: () => worker as unknown as Worker });
  expect(worker.postMessage).toHaveBeenCalledWith(expect.objectContaining({ kind: 'start', keepDocument: true }));
  host.close();
});
