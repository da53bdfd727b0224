import { timerWords } from '../../engine/timers/timers.ts';
import { withArticle } from '../../expression/types/type-words.ts';
import type { ReachedWorlds } from '../search/reached-worlds.ts';
import { operationOf } from '../steps/moves.ts';
import type { Path, Trace } from '../steps/trace.ts';
import type { Context } from './context.ts';
import { type Fact, factName } from './facts.ts';

/** Something that people can do, or are refused, with the shortest way to it. */
export interface Behaviour {
  readonly kind: 'permission' | 'transition' | 'refusal';
  /** Equal for the same behaviour in two versions of a document. */
  readonly name: string;
  /** A sentence without the full stop. */
  readonly words: string;
  readonly trace: Trace;
  /** What it demonstrates; for a permission, regardless of the state. */
  readonly goal: string;
  /** The goals that the steps of the way reach. */
  readonly covers: readonly string[];
}

export function behavioursOf(context: Context, { worlds, before: idsBefore }: Path): readonly Behaviour[] {
  const facts = context.tally.facts.all;
  // One step can show both a permission and a transition.
  const together = new Map<Fact['witness'], string[]>();
  for (const fact of facts) together.set(fact.witness, [...(together.get(fact.witness) ?? []), ...goals(fact)]);
  return facts.flatMap((fact) => {
    const words = wordsOf(context, fact);
    const [goal] = goals(fact);
    if (words === null || goal === undefined) return [];
    const { from, move } = fact.witness;
    const trace = context.trace(from, move, (nameOf) => expectation(context, fact, nameOf));
    const before = pathTo(worlds, from).flatMap((world) => coveredBy(context, worlds, idsBefore(world), world));
    const covers = [...new Set([...before, ...(together.get(fact.witness) ?? [])])];
    return [{ kind: kinds[fact.kind], name: factName(fact), words, trace, goal, covers }];
  });
}

const kinds = { may: 'permission', taken: 'transition', refused: 'refusal', forbidden: 'refusal' } as const;

function wordsOf({ model }: Context, { kind, role, entity, operation, field, state, to, error, row }: Fact): string | null {
  const one = withArticle(entity);
  const what = field === null ? `${operation} ${one}` : `${operation} ${entity}.${field}`;
  const inState = state === null ? '' : ` in “${state}”`;
  if (kind === 'may') return `${role} can ${what}${inState}`;
  if (kind === 'refused') return `“${operation}” of ${field === null ? one : `${entity}.${field}`} is refused with ${error}`;
  if (kind === 'forbidden' || row === null) return null;
  const machine = model.machines.find(({ transitions }) => transitions.some(({ span }) => span.from === row));
  const transition = machine?.transitions.find(({ span }) => span.from === row);
  const event = transition === undefined ? operation : timerWords(transition) || operation;
  return `“${event}” takes ${one} from “${state ?? 'any state'}” ${to === null || to === state ? 'and leaves it there' : `to “${to}”`}`;
}

/** What the last row of the way expects. */
function expectation(
  { model }: Context,
  { kind, entity, to, error, row, witness: { move } }: Fact,
  nameOf: (id: string) => string,
): string {
  if (kind === 'refused') return `refused ${error}`;
  const machine = model.machines.find(({ transitions }) => transitions.some(({ span }) => span.from === row));
  if (kind !== 'taken' || to === null || machine === undefined || (move?.kind !== 'event' && move?.kind !== 'answer')) return '';
  return machine.entity === entity ? `\`${nameOf(move.id)}.${machine.field} == ${JSON.stringify(to)}\`` : '';
}

/** The goals that a fact demonstrates; for a permission, regardless of the state. */
function goals({ kind, role, entity, operation, field, state, to, error }: Omit<Fact, 'witness' | 'row'>): readonly string[] {
  if (kind === 'may') return [`permission ${role} ${operation} ${entity}.${field}`];
  if (kind === 'taken') return [`transition ${entity} ${operation} ${state} ${to}`];
  return kind === 'refused' ? [`refusal ${entity} ${operation} ${error}`] : [];
}

function pathTo(worlds: ReachedWorlds, last: number): readonly number[] {
  const path: number[] = [];
  for (let at = last; worlds.parent(at) >= 0; at = worlds.parent(at)) path.unshift(at);
  return path;
}

/** The goals that the step to a world demonstrates. */
function coveredBy({ model }: Context, worlds: ReachedWorlds, before: readonly string[], number: number): readonly string[] {
  const { move, roles } = worlds.step(number);
  if (move === null || move.kind === 'wait') return [];
  const { entity } = move;
  const operation = operationOf(move);
  const field = 'field' in move ? move.field : move.kind === 'update' ? (move.values[0]?.name ?? null) : null;
  const plain = { entity, operation, field, state: null, to: null, error: null };
  const may = roles.flatMap((role) => goals({ ...plain, kind: 'may', role }));
  const machine = model.machines.find((one) => one.entity === entity);
  if ((move.kind !== 'event' && move.kind !== 'answer') || machine === undefined) return may;
  const state = String(worlds.view(worlds.parent(number)).cell(move.id)?.record[machine.field] ?? '');
  const to = String(worlds.view(number).state.cells[before.indexOf(move.id)]?.record[machine.field] ?? '');
  return [...may, ...goals({ ...plain, kind: 'taken', role: '', state, to })];
}
