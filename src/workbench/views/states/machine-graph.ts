import { own } from '../../../base/own.ts';
import { expressionInWords } from '../../../language/in-words.ts';
import { type LabelFacts, labelKey } from '../../../model/ast/labels.ts';
import { type Machine, type Transition, triggerWords } from '../../../model/ast/states.ts';
import { colourOfState } from '../../../model/labels.ts';
import { hueOfMeaning } from '../../../ui/display/hue.ts';
import { type Figure, type Measure, type Paint, type Shape, truncateToWidth } from '../diagram/figure.ts';
import type { DiagramEdge, DiagramNode, Graph } from '../diagram/graph.ts';

/** Triggers without a person, drawn with dashed lines. */
const byItself: ReadonlySet<string> = new Set(['after', 'at', 'every', 'changed']);

/** Ids of nodes that are not states. */
export const startNode = ' start';
export const anyNode = ' any';
export const deletedNode = ' deleted';
/** The row with an empty From. */
export const startRow: RowId = ' start row';

/** Identifies a row of the machine's table in the diagram, independent of its position. */
export type RowId = string;

/** Returns the rows by id, in document order. */
export function rowsOf(machine: Machine): ReadonlyMap<RowId, Transition> {
  const found = new Map<RowId, Transition>();
  for (const row of machine.transitions) {
    const base = `${row.any ? 'any' : row.from.map(({ text }) => text).join(', ')} > ${triggerWords(row)}`;
    let id = base;
    for (let twin = 2; found.has(id); twin++) id = `${base} (${twin})`;
    found.set(id, row);
  }
  return found;
}

export interface MachineMarks {
  /** States that no transition leads to. */
  readonly unreachable: ReadonlySet<string>;
  /** Rows with mistakes. */
  readonly wrong: ReadonlySet<RowId>;
}

/** The marks of a walk through the document. */
export interface WalkMarks {
  /** The current states of records. */
  readonly here: ReadonlySet<string>;
  /** Rows that can be taken now. */
  readonly open: ReadonlySet<RowId>;
  /** States that the explorer has reached; null: not known yet. */
  readonly reached: ReadonlySet<string> | null;
  /** The roles that took each row (empty: a timer did); null: it was never taken. */
  readonly by: ReadonlyMap<RowId, readonly string[] | null> | null;
}

/**
 * Returns a machine as a diagram: its states, and a line for each transition of each row. `walk` is
 * null if no walk is active.
 */
export function machineGraph(
  machine: Machine,
  labels: LabelFacts,
  marks: MachineMarks,
  measure: Measure,
  walk: WalkMarks | null = null,
): Graph {
  const rows = rowsOf(machine);
  const nodes: DiagramNode[] = machine.states.map(({ name, final }) => {
    const lost = marks.unreachable.has(name) || walk?.reached?.has(name) === false;
    const here = walk?.here.has(name) === true;
    return {
      id: name,
      figure: stateFigure(
        name,
        hueOfMeaning(labels.colours.get(labelKey('value', machine.entity, machine.field, name)) ?? colourOfState(machine, name, labels)),
        { lost, final, here },
        measure,
      ),
      words: `State ${name}${final ? ', final' : ''}${lost ? ', never reached' : ''}${here ? ', a record is here' : ''}`,
      from: true,
      to: true,
    };
  });
  const edges: DiagramEdge[] = [];
  const used = new Set<string>();
  // Without a start state, the first state is assumed to be it.
  const start = machine.start?.text ?? machine.states[0]?.name;
  if (start !== undefined) {
    used.add(startNode);
    edges.push({
      id: startRow,
      group: startRow,
      source: startNode,
      target: start,
      label: null,
      words: `A new ${machine.entity} is ${start}${machine.start === null ? ', as an assumption' : ''}`,
      dashed: machine.start === null,
      start: 'none',
      end: 'arrow',
    });
  }
  for (const [id, row] of rows) {
    for (const source of row.any ? [anyNode] : row.from.map(({ text }) => text)) {
      const target = row.trigger.kind === 'delete' ? deletedNode : (row.to?.text ?? source);
      used.add(source).add(target);
      edges.push({
        id: `${source} > ${id}`,
        group: id,
        source,
        target,
        label: labelFigure(row, marks.wrong.has(id), measure, walk === null ? null : walkedLabel(row, id, walk)),
        words: `${lineWords(row, source, target)}${walk?.open.has(id) === true ? ', can be taken now' : ''}`,
        dashed: byItself.has(row.trigger.kind),
        start: 'none',
        end: 'arrow',
        loose: row.trigger.kind === 'delete' ? ['source'] : ['source', 'target'],
      });
    }
  }
  const extra: DiagramNode[] = [];
  if (used.has(startNode)) extra.push({ id: startNode, figure: startFigure, words: 'Start', from: false, to: false });
  if (used.has(anyNode)) extra.push({ id: anyNode, figure: anyFigure(measure), words: 'Any state', from: true, to: false });
  if (used.has(deletedNode)) extra.push({ id: deletedNode, figure: deletedFigure, words: 'Deleted', from: false, to: false });
  return { direction: 'down', nodes: [...extra, ...nodes], edges };
}

function lineWords(row: Transition, source: string, target: string): string {
  const names = { [anyNode]: 'any state', [deletedNode]: 'deleted' } as Readonly<Record<string, string>>;
  const by = row.roles.length === 0 ? '' : `, by ${row.roles.map(({ text }) => text).join(', ')}`;
  const guard = guardWords(row) === '' ? '' : `, ${guardWords(row)}`;
  return `${triggerWords(row)}: from ${own(names, source) ?? source} to ${own(names, target) ?? target}${by}${guard}`;
}

/** Such as “if amount is more than LIMIT”; the figure truncates it. */
const guardWords = ({ guard, guardHole }: Transition): string =>
  guard === null ? (guardHole ? 'if (not shown)' : '') : `if ${expressionInWords(guard)}`;

/** The label of a row during a walk. */
interface WalkedLabel {
  readonly open: boolean;
  /** Replaces the text about who may take it; null: unchanged. */
  readonly words: string | null;
}

function walkedLabel({ trigger }: Transition, id: RowId, { open, by }: WalkMarks): WalkedLabel {
  const roles = by === null ? null : (by.get(id) ?? 'nobody');
  const words = roles === null ? null : roles === 'nobody' ? 'never taken' : roles.join(', ');
  return { open: open.has(id), words: byItself.has(trigger.kind) && roles !== 'nobody' ? '' : words };
}

interface StateMarks {
  readonly lost: boolean;
  readonly final: boolean;
  readonly here: boolean;
}

function stateFigure(name: string, hue: number | null, { lost, final, here }: StateMarks, measure: Measure): Figure {
  const words = truncateToWidth(name, 180, 14, 500, measure);
  const width = Math.ceil(measure(words, 14, 500)) + 44;
  const height = 36;
  const line: Paint = here ? '--accent' : lost ? '--warning-text' : '--border-strong';
  const fill: Paint = here ? '--accent-soft' : '--bg-raised';
  const shapes: Shape[] = [
    { kind: 'box', x: 0.5, y: 0.5, width: width - 1, height: height - 1, radius: 8, fill, line, dashed: lost },
    { kind: 'circle', x: 17, y: 18, radius: 4, fill: hue === null ? '--text-faint' : { hue, as: 'dot' }, line: 'none' },
    { kind: 'text', x: 30, y: 23, text: words, size: 14, weight: 500, paint: '--text' },
  ];
  // A second border marks a final state.
  if (final)
    shapes.splice(1, 0, { kind: 'box', x: 3.5, y: 3.5, width: width - 7, height: height - 7, radius: 5, fill: 'none', line: '--border' });
  return { width, height, shapes };
}

/** Labels are side by side with lines: one text line for each item, none of them long. */
const labelWidth = 132;

function labelFigure(row: Transition, wrong: boolean, measure: Measure, walked: WalkedLabel | null): Figure {
  const parameters = row.trigger.kind === 'event' && row.trigger.parameters.length > 0 ? '(…)' : '';
  const first = truncateToWidth(`${triggerWords(row)}${parameters}`, labelWidth, 12, 500, measure);
  const declared = [row.roles.map(({ text }) => text).join(', '), guardWords(row)];
  const below = (walked?.words == null ? declared : [walked.words])
    .filter((part) => part !== '')
    .map((part) => truncateToWidth(part, labelWidth, 12, 400, measure));
  const plain: Paint = walked === null ? '--text' : walked.open ? '--accent-text' : '--text-faint';
  const width = Math.ceil(Math.max(measure(first, 12, 500), ...below.map((part) => measure(part, 12, 400)))) + 12;
  const x = width / 2;
  const shapes: Shape[] = [
    { kind: 'text', x, y: 15, text: first, size: 12, weight: 500, paint: wrong ? '--danger-text' : plain, anchor: 'middle' },
    ...below.map(
      (text, index): Shape => ({
        kind: 'text',
        x,
        y: 31 + 15 * index,
        text,
        size: 12,
        weight: 400,
        paint: '--text-muted',
        anchor: 'middle',
      }),
    ),
  ];
  return { width, height: below.length === 0 ? 22 : 23 + 15 * below.length, shapes };
}

const startFigure: Figure = {
  width: 14,
  height: 14,
  shapes: [{ kind: 'circle', x: 7, y: 7, radius: 6, fill: '--text-muted', line: 'none' }],
};

const deletedFigure: Figure = {
  width: 20,
  height: 20,
  shapes: [
    { kind: 'circle', x: 10, y: 10, radius: 9, fill: '--bg-raised', line: '--text-muted' },
    { kind: 'path', d: 'M7 7L13 13M13 7L7 13', fill: 'none', line: '--text-muted' },
  ],
};

function anyFigure(measure: Measure): Figure {
  const width = Math.ceil(measure('any state', 12, 500)) + 24;
  return {
    width,
    height: 28,
    shapes: [
      { kind: 'box', x: 0.5, y: 0.5, width: width - 1, height: 27, radius: 14, fill: '--bg-raised', line: '--text-faint', dashed: true },
      { kind: 'text', x: 12, y: 18, text: 'any state', size: 12, weight: 500, paint: '--text-muted' },
    ],
  };
}
