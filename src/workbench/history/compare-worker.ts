/// <reference lib="webworker" />
import { systemPlatform } from '../../base/platform.ts';
import { compareExplorations } from '../../explorer/compare.ts';
import { type Exploration, explore } from '../../explorer/explore.ts';
import { readModel } from '../../model/read.ts';
import type { Compared, ComparedTexts } from './compare.ts';

/* The worker that explores two versions of a document, as `ninefold diff` does, and then ends. */

/** A page has less time and memory than the command, which explores two records per entity. */
const bounds = { records: 1, seconds: 20, states: 150_000 };

async function compare({ before, after }: ComparedTexts): Promise<Compared> {
  const found: Exploration[] = [];
  for (const text of [before, after]) found.push(await explore(readModel(text), { bounds, now: systemPlatform.now, behaviours: true }));
  const [old, fresh] = found as [Exploration, Exploration];
  const { added, removed, bound, same, complete } = compareExplorations(old, fresh);
  const words = (list: typeof added): readonly string[] => list.map((one) => one.words);
  return { ok: true, added: words(added), removed: words(removed), bound, complete: same && complete };
}

self.onmessage = ({ data }: MessageEvent<ComparedTexts>) => {
  compare(data).then(
    (compared) => self.postMessage(compared),
    (error: unknown) => self.postMessage({ ok: false, why: error instanceof Error ? error.message : String(error) } satisfies Compared),
  );
};
