import { nodesOf, readersOf } from '../../explorer/document/readers.ts';
import type { Node as Expression } from '../../expression/node.ts';
import type { Scope } from '../../expression/values/value.ts';
import type { Call } from '../../model/ast/calls.ts';
import type { Model } from '../../model/model.ts';
import type { CallAnswer } from '../../serve/calls/call-request.ts';
import { type Aim, aimsOf, type Near, nodesLeft, type OpenAim, reached, type Watcher, withChosen, writingAims } from './aims.ts';
import { amountsIn, timesApart, valueIn } from './amounts.ts';
import { type Change, ChangedWays, inTurn } from './changed-ways.ts';
import type { Enabled } from './enablers.ts';
import type { Planned } from './planned.ts';
import { createdBy, type Made, type Node, outcomeOf } from './situations.ts';
import type { Trials } from './trials.ts';

/**
 * The most requests that are tried for an aim: first for each one, then for those left, and then
 * on other ways for those left.
 */
const perAim = [40, 200, 60];
const alternativePass = 2;
/** The pass in which only time passes before the request, and how much is tried in all such. */
const waitingPass = perAim.length;
const passes = [...perAim.keys(), waitingPass];
const perWaiting = 100;
const perPlanWaiting = 8000;
/** The most that are tried for all, in each pass. */
const perPlan = [40_000, 20_000, 10_000];
/** How often a way may be changed to come nearer to an aim. */
const mostChanges = 4;
/** How many ways that come equally near an aim are changed. */
const mostAlternatives = 3;
/** How much further from an aim a request is if something else refuses it. */
const otherwiseRefused = 10;
const mostRefusals = 9;
/** What one or two other rows refuse is searched first. */
const fewRefusals = 1 / 3;

/** The row of a rule or a guard, and whether another condition refuses the request. */
interface Deciding {
  readonly row: number | undefined;
  readonly refuses: boolean;
}

/** Whether one of the chosen rows decides the answer. */
type IsWanted = (planned: Planned, made: Made, answer: CallAnswer) => boolean;

/**
 * Searches requests that show each condition of the document at work: that it decides alone, in
 * both ways and at its limit, and that each part of it makes a difference. A way that evaluates the
 * condition is changed step by step, as long as more of what the aim needs is there.
 */
export class AimSearch {
  /** For rules: the aims of each call, since a service may check a rule in one of them only. */
  readonly #aims = new Map<Expression, Map<Call | null, readonly OpenAim[]>>();
  /** The start of the row of each rule and guard. */
  readonly #rows: ReadonlyMap<Expression, number>;
  readonly #rules: ReadonlyMap<Expression, string>;
  readonly #permissions: ReadonlySet<Expression>;
  /** The expressions of effects, defaults and timers: none of them refuses a request. */
  readonly #refusesNothing: ReadonlySet<Expression>;
  /** That each value which an effect writes is another one than the field had. */
  readonly #writing: ReadonlyMap<Expression, readonly Aim[]>;
  readonly changed: ChangedWays;
  readonly #model: Model;
  readonly #tries = perPlan.map(() => 0);
  #waits = 0;
  #count = 0;
  #isWatching = false;

  constructor(model: Model) {
    this.#model = model;
    const readers = readersOf(model);
    this.#rows = new Map(
      readers.flatMap(({ kind, row, expression: { node } }) =>
        node !== null && (kind === 'rule' || kind === 'guard') ? [[node, row.from]] : [],
      ),
    );
    this.#rules = new Map(
      readers.flatMap(({ kind, entity, expression: { node } }) =>
        node !== null && entity !== null && kind === 'rule' ? [[node, entity]] : [],
      ),
    );
    // Each request is planned as everyone anyway, so little is left to search for them.
    this.#permissions = new Set(
      readers.flatMap(({ kind, expression: { node } }) => (kind === 'permission' && node !== null ? [node] : [])),
    );
    this.#refusesNothing = new Set(
      readers.flatMap(({ kind, expression: { node } }) => (node !== null && ['effect', 'default', 'timer'].includes(kind) ? [node] : [])),
    );
    this.#writing = writingAims(model);
    this.changed = new ChangedWays(model);
  }

  /** Watches requests after a way. */
  after(path: readonly Planned[]): Watcher {
    return (last) => {
      let signature: string | null = null;
      /** The aims to which this request comes as near as any before it. */
      const seen: (Pick<Near, 'score' | 'left' | 'amounts' | 'apart'> & Deciding & { readonly open: OpenAim })[] = [];
      const noteNear = (isShown: (one: Deciding) => boolean, refused: number): void => {
        for (const { open, row, refuses, ...one } of seen) {
          // What other rows refuse comes near with values that cannot be given.
          const score = one.score - (isShown({ row, refuses }) ? 0 : otherwiseRefused + refused / 10);
          const best = open.near?.score ?? Number.NEGATIVE_INFINITY;
          if (score < best) continue;
          signature ??= signatureOf(path, last);
          if (score === best && (open.alternatives.size >= mostAlternatives || open.alternatives.has(signature))) continue;
          const near: Near = { ...one, score, path, last, rows: [] };
          if (score > best) {
            open.near = near;
            open.alternatives.clear();
          }
          open.alternatives.set(signature, near);
        }
      };
      const whole: (Deciding & { readonly open: OpenAim })[] = [];
      /** What the rows that are not kept compare. */
      const broken = new Map<number, Pick<Near, 'left' | 'amounts' | 'apart'>>();
      const see = (root: Expression, scope: Scope): void => {
        const row = this.#rows.get(root);
        const left = this.#openOf(root, last.call).filter(({ isShown }) => !isShown);
        if (row === undefined && left.length === 0) return;
        const isBroken = valueIn(root, scope) === false;
        const refuses = isBroken && !this.#refusesNothing.has(root);
        if (row !== undefined && isBroken)
          broken.set(row, { left: [root], amounts: amountsIn([root], scope), apart: timesApart([root], scope) });
        for (const open of left) {
          const { score, isWhole } = reached(open.aim, scope, open.isSum);
          if (isWhole) whole.push({ open, row, refuses });
          if (score < (open.near?.score ?? -1)) continue;
          const nodes = nodesLeft(open.aim, scope);
          seen.push({ open, row, refuses, score, left: nodes, amounts: amountsIn(nodes, scope), apart: timesApart(nodes, scope) });
        }
      };
      return {
        watch: (root, scope) => {
          if (this.#isWatching) return;
          this.#isWatching = true;
          try {
            see(root, scope);
          } finally {
            this.#isWatching = false;
          }
        },
        shown: ({ status, refusals = [] }) => {
          // What a condition allows shows only if nothing else refuses the request; that of a row
          // which refuses shows by its error.
          const rows = refusals.flatMap(({ at }) => at?.from ?? []);
          const isShown = ({ row, refuses }: Deciding): boolean => status < 400 || (row === undefined ? refuses : row === rows[0]);
          noteNear(isShown, Math.min(refusals.length, mostRefusals));
          if (status < 400) return whole.map(({ open }) => open);
          const all = rows.flatMap((row) => broken.get(row) ?? []);
          for (const { open } of whole.filter((one) => !isShown(one))) {
            const score = 1 / (1 + refusals.length);
            if (rows.length === 0 || score <= (open.blocked?.score ?? -1)) continue;
            open.blocked = {
              path,
              last,
              score,
              left: all.flatMap(({ left }) => left),
              amounts: all.flatMap(({ amounts }) => amounts),
              apart: all.flatMap(({ apart }) => apart),
              rows,
            };
          }
          return whole.filter(isShown).map(({ open }) => open);
        },
      };
    };
  }

  #openOf(root: Expression, call: Call): readonly OpenAim[] {
    const entity = this.#rules.get(root);
    const kind = entity === undefined ? null : writes(call, entity);
    // Records of other entities that effects write seldom break a rule.
    if (entity !== undefined && kind === null) return [];
    const key = kind === 'itself' ? call : null;
    const byCall = this.#aims.get(root) ?? new Map<Call | null, readonly OpenAim[]>();
    const known =
      byCall.get(key) ??
      [...aimsOf(withChosen(this.#model, root)), ...(this.#writing.get(root) ?? [])].map(
        (aim): OpenAim => ({
          aim,
          isSum: this.#isSum(aim),
          isShown: false,
          near: null,
          alternatives: new Map(),
          blocked: null,
          searched: passes.map(() => new Set<Near>()),
        }),
      );
    this.#aims.set(root, byCall.set(key, known));
    return known;
  }

  #isSum({ what }: Aim): boolean {
    const nodes = what.node.kind === 'binary' ? nodesOf(this.#model, { node: what.node }) : [];
    return nodes.some((node) => node.kind === 'call' && (node.name === 'sum' || node.name === 'size'));
  }

  /** Notes that a request is sent which shows these aims. */
  noteShown(shows: readonly OpenAim[]): void {
    for (const open of shows) open.isShown = true;
  }

  /** Notes what the requests of a situation show, and those that lead to it. */
  noteSent({ path, checks, moves }: Node, trials: Trials): void {
    trials.parts.oracle.tried(() => {
      let made: Made = new Map();
      const show = (planned: Planned, before: readonly Planned[]): void => {
        trials.watcher = this.after(before);
        this.noteShown(trials.trial(planned, made)?.shows ?? []);
        trials.watcher = null;
      };
      for (const [place, step] of path.entries()) {
        show(step, path.slice(0, place));
        const done = trials.done(step, made);
        if (done === null) return;
        ({ made } = done);
      }
      for (const planned of [...checks, ...moves.map((move) => move.planned)]) show(planned, path);
    });
  }

  /** The situations in which aims are reached that were not reached before. */
  *next(trials: Trials, isWanted: IsWanted, waits = false): Iterable<Enabled> {
    for (const pass of passes.filter((one) => waits === (one === waitingPass))) {
      let isFound = false;
      const isThorough = pass > 0 && pass !== waitingPass;
      const roots = [...this.#aims].filter(([root]) => !isThorough || !this.#permissions.has(root));
      for (const open of roots.flatMap(([, byCall]) => [...byCall.values()]).flat())
        for (const from of (open.blocked?.score ?? 0) >= fewRefusals ? (['blocked', 'near'] as const) : (['near', 'blocked'] as const))
          for (const one of this.#search(open, from, pass, trials, isWanted)) {
            isFound = true;
            yield one;
          }
      if (isFound) return;
    }
  }

  #isEnough(pass: number): boolean {
    return pass === waitingPass ? this.#waits > perPlanWaiting : (this.#tries[pass] ?? 0) > (perPlan[pass] ?? 0);
  }

  /** Changes the nearest way until the aim is reached or no change brings it nearer. */
  *#search(open: OpenAim, from: 'blocked' | 'near', pass: number, trials: Trials, isWanted: IsWanted): Iterable<Enabled> {
    const searched = open.searched[pass] as Set<Near>;
    const isWaiting = pass === waitingPass;
    let left = perAim[pass] ?? perWaiting;
    for (let round = 0; round < mostChanges && !open.isShown; round++) {
      const best = open[from];
      const ways = pass === alternativePass && from === 'near' ? open.alternatives.values() : [best];
      const near = [...ways].find((one) => one !== null && !searched.has(one) && (pass !== alternativePass || one !== best)) ?? null;
      if (near === null || this.#isEnough(pass)) return;
      if (pass === alternativePass) left = perAim[pass] ?? 0;
      searched.add(near);
      const isOver = (): boolean => open.isShown || open[from] !== best || left <= 0;
      // The pass before has tried the first ones.
      const tried = !isWaiting && open.searched[pass - 1]?.has(near) === true ? (perAim[pass - 1] ?? 0) : 0;
      const changes = isWaiting
        ? this.changed.waiting(near, trials)
        : inTurn([this.changed.of(near, trials).slice(tried), pass > 0 ? this.changed.inserted(near, trials) : []]);
      for (const [keep, group] of groupsOf(changes.slice(0, left))) {
        const kept = near.path.slice(0, keep);
        const found = trials.parts.oracle.tried(() => {
          const made = trials.after(kept);
          return group.flatMap((one): readonly Enabled[] => {
            if (made === null || isOver()) return [];
            left--;
            if (isWaiting) this.#waits++;
            else this.#tries[pass] = (this.#tries[pass] ?? 0) + 1;
            return this.#tried(kept, one.rest, made, trials, isWanted);
          });
        });
        yield* found;
      }
    }
  }

  /** The situation of the last request after some others, if it shows something new. */
  #tried(kept: readonly Planned[], rest: readonly Planned[], from: Made, trials: Trials, isWanted: IsWanted): readonly Enabled[] {
    return trials.parts.oracle.tried(() => {
      const last = rest.at(-1) as Planned;
      const way = trials.afterFitted(rest.slice(0, -1), from);
      if (way === null) return [];
      const { made } = way;
      const path = [...kept, ...way.path];
      trials.watcher = this.after(path);
      const done = trials.trial(last, made);
      trials.watcher = null;
      if (done === null || done.shows.length === 0 || !isWanted(last, made, done.answer)) return [];
      this.noteShown(done.shows);
      const planned: Planned = { ...last, outcome: outcomeOf(done.answer), rank: 0 };
      const node: Node = { key: `aim ${++this.#count}`, path, checks: [], moves: [], isNamed: true };
      const isMove = done.answer.status < 400 && last.call.method !== 'GET';
      // What follows is planned for the people as they are.
      const isSame = path.every(({ as }) => as === undefined);
      if (isMove) node.moves.push({ planned, to: isSame ? done.key : '', isNew: true, lasts: done.lasts });
      else node.checks.push(planned);
      return [{ node, to: isMove && isSame && !done.lasts ? done.key : '', path: [...path, planned] }];
    });
  }
}

/** The calls of a way, and the last request's sender: such ways are changed alike. */
const signatureOf = (path: readonly Planned[], { call, persona }: Planned): string =>
  `${[...new Set(path.map((step) => step.call.name.text))].sort()} ${call.name.text} ${persona}`;

/** Whether a call creates or updates records of an entity itself, or by an event of them. */
function writes(call: Call, entity: string): 'itself' | 'by event' | null {
  const steps = (call.does?.steps ?? []).filter((step) => {
    const about = 'target' in step ? step.target : 'of' in step ? step.of : null;
    return about?.type.kind === 'record' && about.type.entity === entity;
  });
  if (createdBy(call).includes(entity) || steps.some(({ kind }) => ['update', 'add', 'remove'].includes(kind))) return 'itself';
  return steps.some(({ kind }) => kind === 'event') ? 'by event' : null;
}

/** Changes by how much of a way they keep, which need be replayed only once. */
function groupsOf(changes: readonly Change[]): ReadonlyMap<number, readonly Change[]> {
  const found = new Map<number, Change[]>();
  for (const one of changes) {
    const known = found.get(one.keep);
    if (known === undefined) found.set(one.keep, [one]);
    else known.push(one);
  }
  return found;
}
