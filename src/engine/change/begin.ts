import { begin } from '../operations/begin.ts';
import type { Run } from '../run.ts';

/** Runs the start rows for a record that was just created. */
export function beginRecord(run: Run, entity: string, id: string): void {
  for (const row of run.world.index.startRows(entity)) run.perform(begin, { ...row, id });
}

/** Like `beginRecord`, for an account that was just signed up. */
export const beginAccount = (run: Run, id: string): void => beginRecord(run, run.world.index.model.account?.entity.text ?? '', id);
