import { timerWords } from '../../engine/timers/timers.ts';
import { withArticle } from '../../expression/types/type-words.ts';
import { isTimer, type Machine, type Transition } from '../../model/ast/states.ts';
import { isUnfollowed } from '../document/calendar.ts';
import type { Tried } from '../search/watcher.ts';
import type { Trace } from '../steps/trace.ts';
import type { Context } from './context.ts';
import { type ExplorerFinding, finding } from './finding.ts';

/** Findings for rows of section 4 that were tried and never taken, each with the reason. */
export function rowsNeverTaken(context: Context): readonly ExplorerFinding[] {
  const reached = (machine: Machine, row: Transition): boolean =>
    row.any || row.from.some(({ text }) => context.states(machine.entity, machine.field).has(text));
  return context.model.machines.flatMap((machine) =>
    machine.transitions.flatMap((row): readonly ExplorerFinding[] => {
      const tally = context.tally.rows.get(row.span.from);
      const isStart = row.from.length === 0 && !row.any;
      if (tally === undefined || tally.done > 0 || isStart || context.undecided(row)) return [];
      // An unreached state is reported itself, as are the rows that lead there.
      if (!reached(machine, row) || ['unknown', 'changed'].includes(row.trigger.kind) || isUnfollowed(row)) return [];
      return [explained(context, machine, row)].flatMap((found) => found ?? []);
    }),
  );
}

function explained(context: Context, machine: Machine, row: Transition): ExplorerFinding | null {
  const tally = context.tally.rows.get(row.span.from);
  const { entity } = machine;
  const one = withArticle(entity);
  const { bound } = context;
  const name = row.trigger.kind === 'event' || row.trigger.kind === 'delete' ? row.trigger.name.text : '';
  const at = row.guard?.span ?? row.span;
  if (isTimer(row)) {
    const first = tally?.notFired ?? null;
    const words = timerWords(row);
    if (first === null)
      return finding(
        'transition-never-taken',
        4,
        row.span,
        `The timer “${words}” never comes due: ${one} always leaves “${fromWords(row)}” before that, or its moment is never set (${bound}).`,
      );
    const { report, from, move } = first;
    const why =
      report.result === 'guard'
        ? 'its guard is false whenever it comes due'
        : `it is refused whenever it comes due: ${sentences(report.refusals)}`;
    const trace = context.trace(
      from,
      move,
      (nameOf) => `\`${nameOf(report.id)}.${machine.field} == ${JSON.stringify(context.stateOf(from, entity, report.id, machine.field))}\``,
    );
    return finding('timer-never-fires', 4, at, `The timer “${words}” never fires: ${why} (${bound}).`, trace);
  }
  if (tally?.refused != null) {
    const { refused } = tally;
    const every = row.guard === null ? 'every attempt is refused' : 'even when its guard is true, every attempt is refused';
    const message = `“${name}” of ${one} never succeeds from “${fromWords(row)}”: ${every}: ${sentences(refused.refusals ?? [])} (${bound}).`;
    return finding('effect-always-refused', 4, row.effect?.span ?? row.span, message, refusedTrace(context, refused));
  }
  if (tally?.guardFalse != null) {
    const trace = refusedTrace(context, tally.guardFalse);
    if (tally.heldForOthers || context.heldForOthers(row, tally.guardFalse))
      return finding(
        'guard-contradicts-permission',
        4,
        at,
        `No one can ever “${name}” ${one} from “${fromWords(row)}”: the guard is true only for people whom section 6 refuses (${bound}).`,
        trace,
      );
    return finding(
      'guard-never-holds',
      4,
      at,
      `The guard of “${name}” is never true: it was false on every attempt with ${one} in “${fromWords(row)}” (${bound}).`,
      trace,
    );
  }
  const message =
    tally?.heldForOthers === true || row.guard === null
      ? `No one can ever “${name}” ${one} in “${fromWords(row)}”: no one has both the role and the permission for it (${bound}).`
      : `This row of “${name}” is never taken from “${fromWords(row)}”: an earlier row always comes first, or no one may try it (${bound}).`;
  return finding('transition-never-taken', 4, row.span, message);
}

const fromWords = ({ any, from }: Transition): string => (any ? 'any state' : from.map(({ text }) => text).join('”, “'));

const sentences = (refusals: readonly { readonly error: string; readonly because: string }[]): string =>
  [...new Set(refusals.map(({ error, because }) => `${error}, because ${because}`))].join('; ');

const refusedTrace = (context: Context, { from, move, errors, refusals }: Tried): Trace =>
  context.trace(from, move, () => (refusals === null ? '' : `refused ${errors[0] ?? 'CONFLICT'}`));
