/// <reference lib="webworker" />
import { readModel } from '../../model/read.ts';
import type { FromScenarios, RowOutcome, ToScenarios } from './messages.ts';
import { rowsOfScenario } from './run-rows.ts';

/* The worker that runs the scenarios after each change, so that typing is never blocked. */

listen();

function listen(): void {
  let latest = 0;
  self.onmessage = ({ data }: MessageEvent<ToScenarios>) => {
    latest = data.id;
    void run(data, () => latest !== data.id);
  };
}

async function run({ id, text }: ToScenarios, stale: () => boolean): Promise<void> {
  const post = (message: FromScenarios): void => self.postMessage(message);
  const model = readModel(text);
  const rows: RowOutcome[] = [];
  for (const [index] of model.scenarios.entries()) {
    // Between two scenarios, a newer text may arrive.
    await new Promise((resolve) => setTimeout(resolve));
    if (stale()) return;
    rows.push(...rowsOfScenario(model, index));
  }
  post({ id, rows, done: true });
}
