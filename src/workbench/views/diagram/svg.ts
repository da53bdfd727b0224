import { boundsOf } from './bounds.ts';
import type { Figure, Paint, Shape } from './figure.ts';
import type { Graph, Layout, Point } from './graph.ts';
import { ends, linePath, markPath } from './line.ts';

const margin = 24;

export interface Drawing {
  readonly svg: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/**
 * Draws the whole diagram as a standalone SVG file without references. `color` returns a paint in
 * SVG notation (`#1a1d24`).
 */
export function drawSvg(graph: Graph, layout: Layout, title: string, color: (paint: Paint) => string): Drawing {
  const lines = graph.edges.flatMap((edge) => {
    const place = layout.edges.get(edge.id);
    return place ? [{ edge, place }] : [];
  });
  const bounds = boundsOf(graph, layout);
  const left = bounds.x - margin;
  const top = bounds.y - margin;
  const width = bounds.width + 2 * margin;
  const height = bounds.height + 2 * margin;

  const shape = (one: Shape): string => shapeSvg(one, color);
  const figure = ({ shapes }: Figure, { x, y }: Point): string => `<g transform="translate(${x} ${y})">${shapes.map(shape).join('')}</g>`;
  const body = [
    ...lines.map(({ edge, place: { points } }) => {
      const stroke = color('--text-faint');
      const dash = edge.dashed ? ' stroke-dasharray="5 4"' : '';
      const tips = ends(points);
      const marks = tips
        ? [markPath(edge.start, ...tips.start), markPath(edge.end, ...tips.end)]
            .flatMap((mark) => (mark ? [`<path d="${mark.d}" fill="${mark.filled ? stroke : 'none'}" stroke="${stroke}"/>`] : []))
            .join('')
        : '';
      return `<path d="${linePath(points)}" fill="none" stroke="${stroke}"${dash}/>${marks}`;
    }),
    ...graph.nodes.flatMap(({ id, figure: look }) => {
      const at = layout.nodes.get(id);
      return at ? [figure(look, at)] : [];
    }),
    ...lines.flatMap(({ edge, place: { label } }) => (label && edge.label ? [figure(edge.label, label)] : [])),
  ];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${left} ${top} ${width} ${height}" font-family="Inter, system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif">
<title>${escaped(title)}</title>
<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="${color('--bg')}"/>
${body.join('\n')}
</svg>
`;
  return { svg, width, height };
}

function shapeSvg(shape: Shape, color: (paint: Paint) => string): string {
  switch (shape.kind) {
    case 'box': {
      const { x, y, width, height, radius, fill, line, dashed } = shape;
      const dash = dashed ? ' stroke-dasharray="4 3"' : '';
      return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${color(fill)}" stroke="${color(line)}"${dash}/>`;
    }
    case 'circle':
      return `<circle cx="${shape.x}" cy="${shape.y}" r="${shape.radius}" fill="${color(shape.fill)}" stroke="${color(shape.line)}"/>`;
    case 'path':
      return `<path d="${shape.d}" fill="${color(shape.fill)}" stroke="${color(shape.line)}"${shape.dashed ? ' stroke-dasharray="4 3"' : ''}/>`;
    case 'text': {
      const { x, y, text, size, weight, paint, anchor = 'start' } = shape;
      return `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" text-anchor="${anchor}" fill="${color(paint)}">${escaped(text)}</text>`;
    }
  }
}

const escaped = (text: string): string =>
  text
    // XML cannot represent these characters.
    .replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, '\ufffd')
    .replace(/[&<>"]/g, (mark) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[mark] ?? mark);
