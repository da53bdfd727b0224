import { type Transition, triggerWords } from '../../model/ast/states.ts';
import { withoutFinal } from '../../model/lookup.ts';
import type { AuditEntry } from '../../store/store.ts';
import type { ModelIndex } from '../document/model-index.ts';
import { staysPut } from './timers.ts';

/** Whether a line of the audit trail was written by a timer. */
export const isTimer = ({ by, operation }: AuditEntry): boolean => by === null && ['after', 'at', 'every'].includes(operation);

/** Whether a line was written by a change row, such as `changed(rate)`, without a person. */
export const isAutomaticChange = ({ operation }: AuditEntry): boolean => operation.startsWith('changed(');

/**
 * The description of the row whose timer wrote a trail line, without the marker “final”. Null if
 * there is none, or if several rows are possible. `moved`: the changed state field, and how.
 */
export function timerDescription(
  index: ModelIndex,
  { entity, operation }: AuditEntry,
  moved: { readonly field: string; readonly from: unknown; readonly to: unknown } | null,
): string | null {
  const isIt = (field: string, row: Transition): boolean =>
    (row.trigger.kind === operation || triggerWords(row) === operation) &&
    (moved === null
      ? staysPut(row)
      : field === moved.field && row.to?.text === moved.to && (row.any || row.from.some(({ text }) => text === moved.from)));
  const rows = index.machines(entity).flatMap(({ field, transitions }) => transitions.filter((row) => isIt(field, row)));
  const found = new Set(rows.map(({ description }) => withoutFinal(description)));
  const [only] = found;
  return found.size === 1 && only !== undefined && only !== '' ? only : null;
}
