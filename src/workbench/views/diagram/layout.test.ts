import ELK from 'elkjs/lib/elk.bundled.js';
import { expect, test } from 'vitest';
import helpdesk from '../../../../testing/documents/helpdesk.md?raw';
import { applyEdits } from '../../../base/text-edit.ts';
import { readModel } from '../../../model/read.ts';
import { addTransition } from '../states/machine-edits.ts';
import { machineGraph } from '../states/machine-graph.ts';
import { fromElk, toElk } from './elk-graph.ts';
import { estimatedWidth } from './figure.ts';
import type { Graph, Layout, Positions } from './graph.ts';
import { placeNew } from './place-new.ts';

const elk = new ELK();
async function lay(graph: Graph, before: Positions): Promise<Layout> {
  const places = placeNew(graph, before);
  return fromElk(await elk.layout(toElk(graph, places)), places);
}

const none = { unreachable: new Set<string>(), wrong: new Set<string>() };
function graphOf(text: string): Graph {
  const { machines, labels } = readModel(text);
  const [machine] = machines;
  return machine ? machineGraph(machine, labels, none, estimatedWidth) : expect.unreachable('the document has a machine');
}
function withRow(text: string, from: string, event: string, to: string): string {
  const model = readModel(text);
  const [machine] = model.machines;
  return machine ? applyEdits(text, addTransition(model, machine, { from, event, to, roles: '' })) : expect.unreachable();
}

/** Returns the states by row, from left to right. */
function rows(layout: Layout): string[][] {
  const byHeight = new Map<number, [number, string][]>();
  for (const [id, { x, y }] of layout.nodes) byHeight.set(y, [...(byHeight.get(y) ?? []), [x, id]]);
  return [...byHeight].sort(([a], [b]) => a - b).map(([, row]) => row.sort(([a], [b]) => a - b).map(([, id]) => id));
}

const graph = graphOf(helpdesk);

test('every state and every line has a position, and labels do not overlap', async () => {
  const layout = await lay(graph, new Map());
  expect([...layout.nodes.keys()].sort()).toEqual(graph.nodes.map(({ id }) => id).sort());
  const boxes = graph.edges.flatMap(({ id, label }) => {
    const place = layout.edges.get(id);
    expect(place?.points.length, id).toBeGreaterThan(1);
    return label && place?.label ? [{ ...place.label, right: place.label.x + label.width, bottom: place.label.y + label.height }] : [];
  });
  for (const [index, one] of boxes.entries())
    for (const other of boxes.slice(index + 1))
      expect(one.x < other.right && other.x < one.right && one.y < other.bottom && other.y < one.bottom).toBe(false);
});

test('laying out again changes no positions', async () => {
  const first = await lay(graph, new Map());
  const again = await lay(graph, first.nodes);
  expect(again.nodes).toEqual(first.nodes);
});

test('a new line leaves the states in their rows, and a new state appears in the row after the one that leads to it', async () => {
  const first = await lay(graph, new Map());
  const line = await lay(graphOf(withRow(helpdesk, 'open', 'close', 'closed')), first.nodes);
  expect(rows(line)).toEqual(rows(first));
  // Lines take up some space.
  for (const [id, { y }] of first.nodes) expect(Math.abs((line.nodes.get(id)?.y ?? 1e6) - y), id).toBeLessThan(40);
  const more = rows(await lay(graphOf(withRow(helpdesk, 'assigned', 'wait', 'waiting')), first.nodes));
  expect(more.map((row) => row.filter((id) => id !== 'waiting'))).toEqual(rows(first));
  expect(more.find((row) => row.includes('waiting'))).toEqual(['resolved', 'waiting']);
});

test('a renamed state keeps its position', async () => {
  const first = await lay(graph, new Map());
  const renamed = graphOf(helpdesk.replaceAll('assigned', 'taken'));
  expect(placeNew(renamed, first.nodes)?.get('taken')).toEqual(first.nodes.get('assigned'));
});
