import type { Expression } from '../../expression/expression.ts';
import { visit } from '../../expression/visit.ts';
import type { Invariant } from '../../model/ast/invariants.ts';
import type { Model } from '../../model/model.ts';
import { changedByUnfollowed } from '../document/calendar.ts';
import type { SearchResult } from '../search/search.ts';
import type { WorldWatcher } from '../search/watcher.ts';
import type { Stepper } from '../steps/stepper.ts';
import { code, type Trace, takesTime } from '../steps/trace.ts';
import type { View } from '../world/view.ts';
import type { Context } from './context.ts';
import { type ExplorerFinding, finding } from './finding.ts';
import { type Obligation, unmetObligation } from './obligations.ts';

/** The search's verdict on an `always`, `never` or `leads to` row of section 5. */
export interface Verdict {
  readonly name: string;
  /** Null if the search is incomplete, or if samples cannot decide the row. */
  readonly holds: boolean | null;
  /** The shortest way to a world in which it does not hold. */
  readonly trace: Trace | null;
}

/** Where an invariant does not hold. */
interface Broken {
  readonly world: number;
  /** The record that breaks it; null if the invariant is about all records. */
  readonly record: string | null;
  /**
   * False if the condition cannot be evaluated there, so its opposite cannot be expected either.
   */
  readonly evaluated: boolean;
}

/** Evaluates the invariants, one world at a time. */
export class Invariants implements WorldWatcher {
  readonly broken = new Map<Invariant, Broken>();
  /** By world, then by slot; one entry per world if the invariant is about all records. */
  readonly obligations = new Map<Invariant, Obligation[][]>();
  readonly #model: Model;
  readonly #stepper: Stepper;

  constructor(model: Model, stepper: Stepper) {
    this.#model = model;
    this.#stepper = stepper;
  }

  get isDone(): boolean {
    return this.#model.invariants.every((one) => one.must.kind !== 'leads-to' && this.broken.has(one));
  }

  see(world: number, view: View): void {
    for (const invariant of this.#model.invariants) {
      const { must, entity } = invariant;
      const of = (condition: Expression, slot: number | null): boolean => this.#stepper.satisfies(condition, slot, view);
      const slots = view.templates.flatMap(({ example }, slot) => (example.entity === entity?.text ? [slot] : []));
      if (must.kind === 'leads-to') {
        const obligation = (slot: number | null): Obligation => (of(must.to, slot) ? 'none' : of(must.from, slot) ? 'pending' : 'open');
        const obligations = this.obligations.get(invariant) ?? [];
        obligations[world] =
          entity === null
            ? [obligation(null)]
            : view.templates.map(({ example }, slot) => (example.entity === entity.text ? obligation(slot) : 'none'));
        this.obligations.set(invariant, obligations);
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
  /** Null if nothing is known to be wrong. */
  readonly finding: ExplorerFinding | null;
}

export const judgeInvariants = (context: Context, invariants: Invariants, searched: SearchResult): readonly Judged[] =>
  context.model.invariants.map((invariant) =>
    invariant.must.kind === 'leads-to'
      ? judgeResponse(context, invariant, invariant.must, invariants.obligations.get(invariant) ?? [], searched)
      : judgeCondition(context, invariant, invariant.must, invariants.broken.get(invariant) ?? null, searched),
  );

const titleOf = ({ name }: Invariant): string => `The rule “${name.text}” can be broken`;

const unbroken = ({ model, cone, tally }: Context, invariant: Invariant, { complete }: SearchResult): Judged => ({
  invariant,
  verdict: {
    name: invariant.name.text,
    holds:
      complete &&
      (invariant.must.kind !== 'leads-to' || tally.edges.whole) &&
      !cone.undecided.has(invariant.span.from) &&
      changedByUnfollowed(model).size === 0
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
  searched: SearchResult,
): Judged {
  if (found === null) return unbroken(context, invariant, searched);
  const { record, evaluated } = found;
  const trace = context.trace(found.world, null, (nameOf) => {
    const words = record === null ? expression.source : aboutRecord(expression, nameOf(record));
    return evaluated ? code(kind === 'never' ? words : `!(${words})`) : '';
  });
  if (changedByUnfollowed(context.model).size > 0 && takesTime(trace)) return unbroken(context, invariant, searched);
  const message = `${titleOf(invariant)}: after the steps below, \`${expression.source}\` is ${kind === 'never' ? 'true' : 'not true'} (${context.bound}).`;
  return broken(invariant, finding('invariant-broken', 5, expression.span, message, trace));
}

function judgeResponse(
  context: Context,
  invariant: Invariant,
  { from, to }: Extract<Invariant['must'], { readonly kind: 'leads-to' }>,
  obligations: readonly (readonly Obligation[])[],
  searched: SearchResult,
): Judged {
  const found =
    searched.complete && context.tally.edges.whole && changedByUnfollowed(context.model).size === 0
      ? unmetObligation(obligations, searched, context.tally.edges, invariant.entity === null)
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

/** The negated condition. Where the condition cannot be evaluated, neither of them holds. */
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
