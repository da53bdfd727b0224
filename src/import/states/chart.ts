import { eventTo } from '../../check/asking/verbs.ts';
import { toConstantName } from '../../model/reading/cell-forms.ts';
import type { Draft, DraftTransition } from '../draft.ts';
import { errorName, identifier, type Names } from '../names.ts';
import { oneLine } from '../write.ts';

/** A state of a chart, with its nested states. */
export interface ChartState {
  readonly id: string;
  readonly name: string;
  /** The id of the initial nested state. */
  initial: string | null;
  final: boolean;
  readonly inside: ChartState[];
  readonly transitions: ChartTransition[];
  description: string;
}

export interface ChartTransition {
  /** Empty: unnamed. */
  readonly event: string;
  /** The delay of a timer: seconds, or the name of a delay. */
  readonly after: number | string | null;
  /** The id of the target state; null: the state does not change. */
  readonly target: string | null;
  readonly guard: string;
  readonly action: string;
  readonly description: string;
  readonly where: string;
}

/** `/order/paid` → `order.paid` */
const pathWords = (id: string): string => id.replace(/^\//, '').replaceAll('/', '.');

/** Adds the entity of a chart and its states. Nested states are flattened. */
export function addChart(draft: Draft, names: Names, title: string, root: ChartState): void {
  const [of = '', own = ''] = /^([^.]+)\.(.+)$/.exec(title)?.slice(1) ?? [];
  const entity = names.entity(of === '' ? title : of);
  const field = names.field(entity, own === '' ? 'status' : identifier(own, 'status'));
  const reportLoss = (where: string, message: string): void => void draft.losses.push({ where, message });
  const all = new Map<string, ChartState>();
  const leaves: ChartState[] = [];
  const collect = (state: ChartState): void => {
    all.set(state.id, state);
    if (state.inside.length === 0) leaves.push(state);
    else if (state !== root)
      reportLoss(state.name, `The states inside “${state.name}” are now beside the others: a state has none inside.`);
    state.inside.forEach(collect);
  };
  collect(root);
  for (const { initial, name } of all.values())
    if (initial !== null && !all.has(initial))
      reportLoss(name, `There is no state “${pathWords(initial)}” to begin in: it begins in the first one.`);
  const called = new Map(leaves.map((state) => [state, names.state(entity, state.name)]));
  /** Returns the state that a transition to a composite state enters. */
  const arrival = (id: string | null, depth = 0): ChartState | null => {
    const state = id === null ? undefined : all.get(id);
    if (state === undefined || depth > 20) return null;
    return state.inside.length === 0 ? state : arrival(all.get(state.initial ?? '')?.id ?? state.inside[0]?.id ?? null, depth + 1);
  };
  const start = arrival(root.id);
  const rows: DraftTransition[] = [];
  if (start !== null) rows.push({ from: [], event: '', to: called.get(start) ?? '', guard: '', effect: '', description: '' });
  const constants = new Set(draft.constants.map(({ name }) => name));
  for (const state of all.values()) {
    const from = leavesIn(state).filter((leaf) => !leaf.final || state === leaf);
    for (const transition of state.transitions) {
      const to = transition.target === null ? null : arrival(transition.target);
      if (transition.target !== null && to === null) {
        reportLoss(transition.where, `There is no state “${pathWords(transition.target)}”: this transition was not carried over.`);
        continue;
      }
      const target = to === null ? '' : (called.get(to) ?? '');
      let event = transition.event === '' ? '' : names.event(transition.event);
      if (typeof transition.after === 'number') event = `after \`${durationWords(transition.after)}\``;
      else if (transition.after !== null) {
        const delay = errorName(transition.after, 'DELAY');
        if (!constants.has(delay)) draft.constants.push({ name: toConstantName(delay), value: '?', unit: 'days' });
        constants.add(delay);
        reportLoss(transition.where, `How long the delay “${transition.after}” is was not carried over: ${delay} is not shown.`);
        event = `after \`${delay}\``;
      } else if (event === '') {
        event = target === '' ? 'go on' : eventTo(target, []);
        reportLoss(transition.where, `A transition without a name became the event “${event}”.`);
      }
      if (transition.guard !== '')
        reportLoss(transition.where, `The guard “${oneLine(transition.guard)}” of “${event}” is a description: the guard is not shown.`);
      if (transition.action !== '')
        reportLoss(transition.where, `The action “${oneLine(transition.action)}” of “${event}” is a description.`);
      const words = [
        transition.description,
        transition.guard && `only if ${transition.guard}`,
        transition.action && `then ${transition.action}`,
        to?.final === true ? 'final' : '',
      ];
      rows.push({
        from: from.map((leaf) => called.get(leaf) ?? ''),
        event,
        to: target,
        guard: transition.guard === '' ? '' : 'TBD',
        effect: '',
        description: oneLine([...new Set(words.filter((one) => one !== ''))].join('; ')),
      });
    }
  }
  for (const leaf of leaves)
    if (!rows.some((row) => row.to === called.get(leaf) || row.from.includes(called.get(leaf) ?? '')))
      reportLoss(leaf.name, `The state “${leaf.name}” has no transition: it was not carried over.`);
  const [first] = rows;
  if (rows.length < 2 && first === undefined) {
    reportLoss(title, 'It has no states: nothing was carried over.');
    return;
  }
  draft.entities.push({
    name: entity,
    description: '',
    fields: [{ name: field, type: 'state', required: false, unique: false, default: '', description: '' }],
    examples: [],
  });
  draft.machines.push({ entity, field, rows: merged(rows) });
}

/** Merges rows that differ only in their source states. */
function merged(rows: readonly DraftTransition[]): DraftTransition[] {
  const byRest = new Map<string, DraftTransition>();
  for (const row of rows) {
    const key = JSON.stringify([row.event, row.to, row.guard, row.description]);
    byRest.set(key, { ...row, from: [...new Set([...(byRest.get(key)?.from ?? []), ...row.from])] });
  }
  return [...byRest.values()];
}

const leavesIn = (state: ChartState): ChartState[] => (state.inside.length === 0 ? [state] : state.inside.flatMap(leavesIn));

/**
 * Returns the duration as an expression: `days(14)`, or CEL's `duration` if it is no whole number
 * of minutes.
 */
export function durationWords(seconds: number): string {
  for (const [unit, length] of [
    ['days', 86_400],
    ['hours', 3600],
    ['minutes', 60],
  ] as const)
    if (seconds % length === 0) return `${unit}(${seconds / length})`;
  return `duration("${seconds}s")`;
}
