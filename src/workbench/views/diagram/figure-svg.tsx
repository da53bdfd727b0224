import { cssPaint, type Figure, type Shape } from './figure.ts';

/** Renders a figure as SVG, in an `svg` element of its own or (`bare`) inside an existing one. */
export function FigureSvg({ figure, bare = false }: { readonly figure: Figure; readonly bare?: boolean }) {
  const shapes = figure.shapes.map((shape) => <ShapeSvg key={JSON.stringify(shape)} shape={shape} />);
  if (bare) return <>{shapes}</>;
  return (
    <svg width={figure.width} height={figure.height} aria-hidden="true">
      {shapes}
    </svg>
  );
}

function ShapeSvg({ shape }: { readonly shape: Shape }) {
  switch (shape.kind) {
    case 'box': {
      const { radius, fill, line, dashed, kind: _, ...place } = shape;
      return (
        <rect
          {...place}
          rx={radius}
          style={{ fill: cssPaint(fill), stroke: cssPaint(line) }}
          strokeDasharray={dashed ? '4 3' : undefined}
        />
      );
    }
    case 'circle':
      return <circle cx={shape.x} cy={shape.y} r={shape.radius} style={{ fill: cssPaint(shape.fill), stroke: cssPaint(shape.line) }} />;
    case 'path':
      return (
        <path
          d={shape.d}
          style={{ fill: cssPaint(shape.fill), stroke: cssPaint(shape.line) }}
          strokeDasharray={shape.dashed ? '4 3' : undefined}
        />
      );
    case 'text':
      return (
        <text
          x={shape.x}
          y={shape.y}
          fontSize={shape.size}
          fontWeight={shape.weight}
          textAnchor={shape.anchor ?? 'start'}
          style={{ fill: cssPaint(shape.paint) }}
        >
          {shape.text}
        </text>
      );
  }
}
