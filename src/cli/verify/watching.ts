import { systemPlatform } from '../../base/platform.ts';
import type { Model } from '../../model/model.ts';
import type { TokenHeader } from '../../serve/calls/token-header.ts';
import { Watch, type Watched } from '../../verifier/watch.ts';
import type { ExitCode } from '../command.ts';
import type { Machine } from '../machine.ts';
import { harmless, paint } from '../text/paint.ts';
import { plural } from '../text/summary.ts';
import { startProxy } from './proxy.ts';

interface WatchedService {
  readonly model: Model;
  readonly base: URL;
  readonly token: TokenHeader;
  readonly port: number;
}

/** Reports each mistake of a service when it first occurs, until Ctrl-C. */
export async function watchService({ model, base, token, port }: WatchedService, host: Machine): Promise<ExitCode> {
  const watch = new Watch({ model, platform: systemPlatform });
  const colours = paint(host.color);
  const counts = { judged: 0, unjudged: 0 };
  /** The number of occurrences, by cause. */
  const faults = new Map<string, number>();
  const note = (cause: string, words: string): void => {
    const before = faults.get(cause) ?? 0;
    faults.set(cause, before + 1);
    if (before === 0) host.write(`${colours.severity('error', harmless(words))}\n`);
  };
  const record = ({ call, request, fault, unjudged }: Watched): void => {
    counts[unjudged === null ? 'judged' : 'unjudged']++;
    if (fault !== null) note(`${call?.name.text} ${fault.cause}`, `${request.method} ${request.path}: ${fault.words}`);
  };
  const proxy = await startProxy({
    port,
    base,
    token,
    saw: (request, answer) => record(watch.saw(request, answer)),
    failed: (request, why) => note(`${request.method} ${why}`, `${request.method} ${request.path}: the connection failed (${why})`),
  }).catch((error: unknown) => String(error instanceof Error && 'code' in error ? error.code : error));
  if (typeof proxy === 'string') {
    host.writeError(`The proxy cannot listen on port ${port} (${proxy}). Name another one, or 0 for any that is free.\n`);
    return 2;
  }
  host.writeError(`Watching ${base.href}. Send requests to ${proxy.address} instead; press Ctrl-C to end.\n`);
  await host.interrupted();
  await proxy.close();
  const most = [...faults.values()].reduce((sum, count) => sum + count, 0);
  host.write(
    `${plural(counts.judged, 'answer')} judged, ${counts.unjudged} not; ${plural(most, 'wrong answer')} of ${plural(faults.size, 'cause')}.\n`,
  );
  return faults.size === 0 ? 0 : 1;
}
