import type { Expression } from '../expression/expression.ts';
import { visit } from '../expression/visit.ts';
import type { Invariant } from '../model/ast/invariants.ts';
import type { Model } from '../model/model.ts';
import { changedUnseen } from './calendar.ts';
import type { Context } from './context.ts';
import type { Edges } from './edges.ts';
import { type ExplorerFinding, finding } from './finding.ts';
import type { Searched } from './search.ts';
import type { Stepper } from './stepper.ts';
import { code, type Trace, takesTime } from './trace.ts';
import type { View } from './view.ts';
import type { WorldWatcher } from './watcher.ts';

/** What the search found out about a row of section 5 that says `always`, `never` or `leads to`. */
export interface Verdict {
  readonly name: string;
  /** Null: not all worlds were looked at, or samples do not decide it. */
  readonly holds: boolean | null;
  /** The shortest way to a world in which it does not hold. */
  readonly trace: Trace | null;
}

/** Where an invariant does not hold. */
interface Broken {
  readonly world: number;
  /** The record that it does not hold for; null: it speaks of all. */
  readonly record: string | null;
  /** False: the condition cannot be evaluated there, so its opposite cannot be expected either. */
  readonly evaluated: boolean;
}

/**
 * What `leads to` says of one record, or of all of them (one entry): nothing is owed, the first
 * condition holds and the second does not, or only that the second does not hold.
 */
type Debt = 'none' | 'owed' | 'open';

/** Evaluates the invariants in one world after the other. */
export class Invariants implements WorldWatcher {
  readonly broken = new Map<Invariant, Broken>();
  /** By world, then by place in the world's key. */
  readonly debts = new Map<Invariant, Debt[][]>();
  readonly #model: Model;
  readonly #stepper: Stepper;

  constructor(model: Model, stepper: Stepper) {
    this.#model = model;
    this.#stepper = stepper;
  }

  see(world: number, view: View): void {
    for (const invariant of this.#model.invariants) {
      const { must, entity } = invariant;
      const of = (condition: Expression, slot: number | null): boolean => this.#stepper.holds(condition, slot, view);
      const slots = view.templates.flatMap(({ example }, slot) => (example.entity === entity?.text ? [slot] : []));
      if (must.kind === 'leads-to') {
        const debt = (slot: number | null): Debt => (of(must.to, slot) ? 'none' : of(must.from, slot) ? 'owed' : 'open');
        const debts = this.debts.get(invariant) ?? [];
        debts[world] =
          entity === null
            ? [debt(null)]
            : view.templates.map(({ example }, slot) => (example.entity === entity.text ? debt(slot) : 'none'));
        this.debts.set(invariant, debts);
      } else if (!this.broken.has(invariant)) {
        const about = entity === null ? [null] : slots;
        const found = about.find((slot) => of(must.expression, slot) !== (must.kind === 'always'));
        if (found === undefined) continue;
        const evaluated = must.kind === 'never' || of(opposite(must.expression), found);
        this.broken.set(invariant, { world, record: found === null ? null : view.idOf(found), evaluated });
      }
    }
  }
}

export interface Judged {
  readonly invariant: Invariant;
  readonly verdict: Verdict;
  /** Null: nothing is wrong, as far as is known. */
  readonly finding: ExplorerFinding | null;
}

export const judgeInvariants = (context: Context, invariants: Invariants, searched: Searched): readonly Judged[] =>
  context.model.invariants.map((invariant) =>
    invariant.must.kind === 'leads-to'
      ? judgeResponse(context, invariant, invariant.must, invariants.debts.get(invariant) ?? [], searched)
      : judgeCondition(context, invariant, invariant.must, invariants.broken.get(invariant) ?? null, searched),
  );

const titleOf = ({ name }: Invariant): string => `The rule “${name.text}” can be broken`;

const unbroken = ({ model, cone, tally }: Context, invariant: Invariant, { complete }: Searched): Judged => ({
  invariant,
  verdict: {
    name: invariant.name.text,
    holds:
      complete &&
      (invariant.must.kind !== 'leads-to' || tally.edges.whole) &&
      !cone.undecided.has(invariant.span.from) &&
      changedUnseen(model).size === 0
        ? true
        : null,
    trace: null,
  },
  finding: null,
});

const broken = (invariant: Invariant, found: ExplorerFinding): Judged => ({
  invariant,
  verdict: { name: invariant.name.text, holds: false, trace: found.trace },
  finding: found,
});

function judgeCondition(
  context: Context,
  invariant: Invariant,
  { kind, expression }: Extract<Invariant['must'], { readonly expression: Expression }>,
  found: Broken | null,
  searched: Searched,
): Judged {
  if (found === null) return unbroken(context, invariant, searched);
  const { record, evaluated } = found;
  const trace = context.trace(found.world, null, (nameOf) => {
    const words = record === null ? expression.source : aboutRecord(expression, nameOf(record));
    return evaluated ? code(kind === 'never' ? words : `!(${words})`) : '';
  });
  if (changedUnseen(context.model).size > 0 && takesTime(trace)) return unbroken(context, invariant, searched);
  const message = `${titleOf(invariant)}: after the steps below, \`${expression.source}\` is ${kind === 'never' ? 'true' : 'not true'} (${context.bound}).`;
  return broken(invariant, finding('invariant-broken', 5, expression.span, message, trace));
}

function judgeResponse(
  context: Context,
  invariant: Invariant,
  { from, to }: Extract<Invariant['must'], { readonly kind: 'leads-to' }>,
  debts: readonly (readonly Debt[])[],
  searched: Searched,
): Judged {
  const found =
    searched.complete && context.tally.edges.whole && changedUnseen(context.model).size === 0
      ? unpaid(debts, searched, context.tally.edges, invariant.entity === null)
      : null;
  if (found === null) return unbroken(context, invariant, searched);
  const id = invariant.entity === null ? null : searched.worlds.view(found.world).idOf(found.place);
  const trace = context.trace(found.world, null, (nameOf) => {
    const words = (condition: Expression): string => (id === null ? condition.source : aboutRecord(condition, nameOf(id)));
    return code(`(${words(from)}) && !(${words(to)})`);
  });
  const why = found.rests ? 'no timer changes that, and people need not do anything' : 'people and timers can go on for ever without it';
  const message = `${titleOf(invariant)}: after the steps below, \`${from.source}\` is true, and \`${to.source}\` need never follow: ${why} (${context.bound}).`;
  return broken(invariant, finding('may-never-follow', 5, to.span, message, trace));
}

interface Unpaid {
  readonly world: number;
  readonly place: number;
  /** No timer is waiting there, and no moment that decides anything is ahead. */
  readonly rests: boolean;
}

/**
 * The first world in which something is owed that need never come. Time passes whatever people do,
 * and people need not do anything: so it need not come where it can stay open until no timer is
 * left, or while time passes again and again.
 */
function unpaid(debts: readonly (readonly Debt[])[], { worlds }: Searched, edges: Edges, all: boolean): Unpaid | null {
  const starts: number[] = [];
  let count = 0;
  for (const list of debts) {
    starts.push(count);
    count += list.length;
  }
  const node = (world: number, place: number): number => (starts[world] ?? 0) + place;
  const isOpen = (world: number, place: number): boolean => (debts[world]?.[place] ?? 'none') !== 'none';
  const passes = new Set<number>();
  for (let edge = 0; edge < edges.count; edge++) if (edges.waits(edge)) passes.add(edges.from(edge));
  /** Where an edge leaves the record; -1: nothing is owed any more. */
  const after = (edge: number, place: number): number => {
    const next = all ? 0 : (edges.places(edge)[place] ?? -1);
    return next >= 0 && isOpen(edges.to(edge), next) ? next : -1;
  };
  // By node, the edges that lead to it while it stays open.
  const into = new Map<number, { readonly node: number; readonly waits: boolean }[]>();
  for (let edge = 0; edge < edges.count; edge++) {
    const world = edges.from(edge);
    debts[world]?.forEach((debt, place) => {
      const next = debt === 'none' ? -1 : after(edge, place);
      if (next < 0) return;
      const target = node(edges.to(edge), next);
      const list = into.get(target) ?? [];
      list.push({ node: node(world, place), waits: edges.waits(edge) });
      into.set(target, list);
    });
  }
  const rests = new Set<number>();
  for (let world = 0; world < worlds.count; world++) {
    if (passes.has(world)) continue;
    debts[world]?.forEach((debt, place) => {
      if (debt !== 'none') rests.add(node(world, place));
    });
  }
  const reaching = (goals: Iterable<number>): Set<number> => {
    const found = new Set(goals);
    for (const one of found) for (const { node: before } of into.get(one) ?? []) found.add(before);
    return found;
  };
  // Nodes from which it can stay open so long that time passes once more; until they are no fewer.
  let open = new Set<number>();
  debts.forEach((list, world) => {
    list.forEach((debt, place) => {
      if (debt !== 'none') open.add(node(world, place));
    });
  });
  for (;;) {
    const waited = [...open].flatMap((one) => (into.get(one) ?? []).filter((edge) => edge.waits).map((edge) => edge.node));
    const next = reaching([...rests, ...waited]);
    if (next.size === open.size) break;
    open = next;
  }
  const found = (wanted: (at: number) => boolean): { world: number; place: number } | null => {
    for (const [world, list] of debts.entries())
      for (const [place, debt] of list.entries()) if (debt === 'owed' && wanted(node(world, place))) return { world, place };
    return null;
  };
  const resting = found((at) => rests.has(at));
  if (resting !== null) return { ...resting, rests: true };
  const other = found((at) => open.has(at));
  return other === null ? null : { ...other, rests: false };
}

/** True where the condition is false; where that cannot be evaluated, neither holds. */
const opposite = (condition: Expression): Expression =>
  condition.node === null
    ? condition
    : {
        ...condition,
        source: `!(${condition.source})`,
        node: { kind: 'unary', operator: '!', operand: condition.node, from: 0, to: condition.source.length, type: condition.type },
      };

/** The condition as an expression about the record with this name. */
export function aboutRecord({ node, source }: Expression, name: string): string {
  if (node === null) return source;
  const edits: { readonly from: number; readonly to: number; readonly words: string }[] = [];
  visit(node, (one) => {
    if (one.kind !== 'name') return;
    if (one.resolution.kind === 'self-field') edits.push({ from: one.from, to: one.from, words: `${name}.` });
    if (one.resolution.kind === 'self') edits.push({ from: one.from, to: one.to, words: name });
  });
  edits.sort((a, b) => b.from - a.from);
  return edits.reduce((text, { from, to, words }) => text.slice(0, from) + words + text.slice(to), source);
}
