import type { ReactNode } from 'react';

/** A bar of the drawing: `strong` for text, `fill` for buttons. */
const bar = (x: number, y: number, width: number, tone: 'soft' | 'strong' | 'fill' = 'soft', height = 3): ReactNode => (
  <rect key={`${x} ${y}`} x={x} y={y} width={width} height={height} rx={1.5} data-tone={tone} />
);
const box = (x: number, y: number, width: number, height: number): ReactNode => (
  <rect key={`box ${x} ${y}`} x={x} y={y} width={width} height={height} rx={2.5} data-tone="box" />
);
const rows = (...ys: readonly number[]): ReactNode[] => ys.flatMap((y) => [bar(10, y, 24), bar(42, y, 16), bar(66, y, 20)]);

/** A drawing of each part of a screen, 96 by 56. */
const drawings: Readonly<Record<string, ReactNode>> = {
  list: [bar(10, 9, 18, 'strong'), bar(42, 9, 12, 'strong'), bar(66, 9, 14, 'strong'), ...rows(20, 31, 42)],
  cards: [0, 1, 2].flatMap((n) => [
    box(7 + n * 28, 12, 25, 32),
    bar(11 + n * 28, 18, 14, 'strong'),
    bar(11 + n * 28, 26, 17),
    bar(11 + n * 28, 33, 11),
  ]),
  board: [0, 1, 2].flatMap((n) => [
    bar(9 + n * 28, 7, 14, 'strong'),
    ...[14, 28].slice(0, 2 - (n === 1 ? 1 : 0)).flatMap((y) => [box(7 + n * 28, y, 25, 11), bar(11 + n * 28, y + 4, 14)]),
  ]),
  calendar: [
    bar(9, 6, 22, 'strong'),
    ...[0, 1, 2, 3, 4].flatMap((x) => [0, 1, 2].map((y) => box(8 + x * 16, 14 + y * 12, 15, 11))),
    bar(26, 18, 11, 'fill'),
    bar(58, 30, 11, 'fill'),
  ],
  chart: [
    bar(14, 30, 10, 'fill', 16),
    bar(32, 16, 10, 'fill', 30),
    bar(50, 24, 10, 'fill', 22),
    bar(68, 10, 10, 'fill', 36),
    bar(8, 48, 80),
  ],
  figure: [
    bar(12, 12, 26),
    <text key="n" x={12} y={42} data-tone="number">
      128
    </text>,
  ],
  'form to create': [bar(10, 7, 16), box(10, 12, 76, 9), bar(10, 26, 20), box(10, 31, 76, 9), bar(10, 45, 24, 'fill', 7)],
  'form to edit': [
    bar(10, 7, 16),
    box(10, 12, 76, 9),
    bar(14, 15, 30),
    bar(10, 26, 20),
    box(10, 31, 76, 9),
    bar(14, 34, 22),
    bar(10, 45, 20, 'fill', 7),
  ],
  details: [12, 23, 34, 45].flatMap((y) => [bar(10, y, 18), bar(38, y, 36, 'strong')]),
  buttons: [bar(8, 22, 28, 'fill', 11), box(40, 22, 26, 11), bar(45, 26, 16), box(70, 22, 18, 11), bar(74, 26, 10)],
  timeline: [
    <line key="l" x1={14} y1={10} x2={14} y2={46} data-tone="line" />,
    ...[10, 28, 46].flatMap((y) => [<circle key={y} cx={14} cy={y} r={3.5} data-tone="fill" />, bar(24, y - 2, 44), bar(72, y - 2, 14)]),
  ],
  link: [bar(24, 26, 40, 'fill'), bar(24, 31, 40, 'soft', 1)],
  text: [bar(10, 14, 76), bar(10, 24, 70), bar(10, 34, 74), bar(10, 44, 40)],
  'sign-in form': [box(26, 8, 44, 9), box(26, 21, 44, 9), bar(26, 36, 44, 'fill', 9)],
};

/** A small drawing of a part of a screen. */
export const PartPicture = ({ kind }: { readonly kind: string }) => (
  <svg viewBox="0 0 96 56" aria-hidden="true" focusable="false">
    {drawings[kind]}
  </svg>
);
