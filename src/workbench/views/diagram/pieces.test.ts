import { expect, test } from 'vitest';
import { memoryKeyValue } from '../../state/key-value.ts';
import { boundsOf, fitsIn, isLargerFit, panIntoView, viewOf } from './bounds.ts';
import { estimatedWidth, truncateToWidth } from './figure.ts';
import type { Graph, Layout } from './graph.ts';
import { linePath, markPath } from './line.ts';
import { nearest } from './nearest.ts';
import { parsePositions, rememberPositions } from './remember.ts';
import { drawSvg } from './svg.ts';

const node = (id: string, text: string) => ({
  id,
  words: id,
  from: true,
  to: true,
  figure: {
    width: 40,
    height: 20,
    shapes: [{ kind: 'text', x: 0, y: 14, text, size: 12, weight: 400, paint: '--text' } as const],
  },
});
const graph: Graph = {
  direction: 'down',
  nodes: [node('a', 'a < b & "c"'), node('b', 'b'), node('c', 'c')],
  edges: [{ id: 'ab', group: 'ab', source: 'a', target: 'b', label: null, words: 'a to b', dashed: true, start: 'none', end: 'arrow' }],
};
const layout: Layout = {
  nodes: new Map([
    ['a', { x: 0, y: 0 }],
    ['b', { x: 0, y: 100 }],
    ['c', { x: 200, y: 90 }],
  ]),
  edges: new Map([
    [
      'ab',
      {
        points: [
          { x: 20, y: 20 },
          { x: 20, y: 100 },
        ],
        label: null,
      },
    ],
  ]),
};

test('corners of a line are rounded as far as there is room', () => {
  expect(
    linePath([
      { x: 0, y: 0 },
      { x: 0, y: 40 },
      { x: 40, y: 40 },
    ]),
  ).toBe('M0 0L0 34Q0 40 6 40L40 40');
  expect(
    linePath([
      { x: 0, y: 0 },
      { x: 0, y: 4 },
      { x: 40, y: 4 },
    ]),
  ).toBe('M0 0L0 2Q0 4 2 4L40 4');
  expect(linePath([])).toBe('');
});

test('an arrow points along its line', () => {
  expect(markPath('arrow', { x: 0, y: 100 }, { x: 0, y: 0 })).toEqual({ d: 'M0 100L4.5 91L-4.5 91Z', filled: true });
  expect(markPath('none', { x: 0, y: 0 }, { x: 0, y: 1 })).toBeNull();
});

test('arrow keys move in their direction', () => {
  expect(nearest(graph, layout.nodes, 'a', 'ArrowDown')).toBe('b');
  expect(nearest(graph, layout.nodes, 'a', 'ArrowRight')).toBe('c');
  expect(nearest(graph, layout.nodes, 'a', 'ArrowUp')).toBeNull();
});

test('shows everything, or the selected part at a readable size', () => {
  const box = boundsOf(graph, layout);
  expect(box).toEqual({ x: 0, y: 0, width: 240, height: 120 });
  expect(viewOf(box, 1000, 1000, null, 'down')).toEqual({ x: 380, y: 440, zoom: 1 });
  expect(viewOf({ ...box, width: 4000 }, 448, 500, null, 'down', true).zoom).toBe(0.2);
  expect(viewOf({ ...box, width: 4000 }, 448, 500, { x: 0, y: 0, width: 40, height: 20 }, 'down')).toMatchObject({ zoom: 11 / 12, x: 24 });
  // Unless everything was requested, labels are readable, and the start of the diagram is visible.
  expect(viewOf({ ...box, height: 4000 }, 448, 500, null, 'down')).toMatchObject({ zoom: 11 / 12, y: 60 });
  expect(viewOf({ ...box, width: 4000 }, 448, 500, null, 'right')).toMatchObject({ zoom: 11 / 12, x: 24 });
});

test('another direction is better only if the pane shows clearly more of the diagram', () => {
  const [wide, high] = [
    { x: 0, y: 0, width: 1000, height: 300 },
    { x: 0, y: 0, width: 300, height: 1000 },
  ];
  expect([fitsIn(wide, 1100, 500), fitsIn(wide, 900, 500), fitsIn(high, 900, 500)]).toEqual([true, false, false]);
  expect([isLargerFit(high, wide, 500, 900), isLargerFit(wide, high, 500, 900)]).toEqual([true, false]);
  expect(isLargerFit(wide, wide, 500, 900)).toBe(false);
});

test('a view that a person adjusted keeps its scale, and moves only as far as the selected part requires', () => {
  const view = { x: 0, y: 0, zoom: 2 };
  expect(panIntoView(view, { x: 50, y: 50, width: 40, height: 20 }, 400, 300)).toEqual(view);
  expect(panIntoView(view, { x: 300, y: 50, width: 40, height: 20 }, 400, 300)).toEqual({ x: 400 - 24 - 680, y: 0, zoom: 2 });
  expect(panIntoView(view, { x: -50, y: -10, width: 40, height: 20 }, 400, 300)).toEqual({ x: 124, y: 44, zoom: 2 });
  expect(panIntoView(view, { x: 10, y: 0, width: 900, height: 20 }, 400, 300).x).toBe(4);
});

test('text is truncated to fit', () => {
  expect(truncateToWidth('short', 500, 12, 400, estimatedWidth)).toBe('short');
  const cut = truncateToWidth('a very long name of a state', 60, 12, 400, estimatedWidth);
  expect(cut).toMatch(/^a very.*…$/);
  expect(estimatedWidth(cut, 12, 400)).toBeLessThanOrEqual(60);
});

test('positions are remembered, and invalid storage content is ignored', () => {
  const keys = memoryKeyValue();
  const memory = rememberPositions(keys, 'helpdesk', 'states Ticket.status');
  expect(memory.get('down').size).toBe(0);
  memory.set('down', layout.nodes);
  expect(rememberPositions(keys, 'helpdesk', 'states Ticket.status').get('down')).toEqual(layout.nodes);
  expect(memory.get('right').size).toBe(0);
  expect(parsePositions('{"a":1}').size).toBe(0);
  expect(parsePositions('[["a",1],["b","x",2],3,["c",1,2]]')).toEqual(new Map([['c', { x: 1, y: 2 }]]));
});

test('a picture is well-formed, contains all texts and refers to nothing', () => {
  const { svg, width, height } = drawSvg(graph, layout, 'A & B', (paint) => (paint === 'none' ? 'none' : '#123456'));
  expect([width, height]).toEqual([288, 168]);
  expect(svg).toContain('<title>A &amp; B</title>');
  expect(svg).toContain('a &lt; b &amp; &quot;c&quot;');
  expect(svg).toContain('stroke-dasharray');
  expect(svg).not.toMatch(/var\(|url\(|href/);
});
