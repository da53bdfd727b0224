import { createElement } from 'react';
import type { PartKind } from '../../model/ast/screens.ts';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { lazyPart } from '../lazy-part.ts';
import { ButtonPart } from './button.tsx';
import { ColumnsPart } from './columns.tsx';
import { FigurePart } from './figure.tsx';
import { LinkPart } from './link.tsx';
import { ListPart } from './list/list.tsx';
import type { PartComponents } from './part.ts';
import { PrintPart } from './print.tsx';
import { SectionPart } from './section.tsx';
import { TextPart } from './text.tsx';
import { UnreadPart } from './unread.tsx';

/** The component of every kind of part. */
export const partComponents: PartComponents = {
  list: ListPart,
  cards: lazyPart(async () => (await import('./list/cards.tsx')).CardsPart),
  board: lazyPart(async () => (await import('./board/board.tsx')).BoardPart),
  calendar: lazyPart(async () => (await import('./calendar/calendar.tsx')).CalendarPart),
  timeline: lazyPart(async () => (await import('./timeline.tsx')).TimelinePart),
  chart: lazyPart(async () => (await import('./chart/chart.tsx')).ChartPart),
  figure: FigurePart,
  details: lazyPart(async () => (await import('./details.tsx')).DetailsPart),
  form: lazyPart(async () => (await import('./form.tsx')).FormPart),
  buttons: lazyPart(async () => (await import('./buttons.tsx')).ButtonsPart, createElement(Skeleton, { lines: 0 })),
  button: ButtonPart,
  link: LinkPart,
  text: TextPart,
  print: PrintPart,
  'sign-in': lazyPart(async () => (await import('./sign-in.tsx')).SignInPart),
  'sign-up': lazyPart(async () => (await import('./sign-in.tsx')).SignUpPart),
  section: SectionPart,
  columns: ColumnsPart,
  tabs: lazyPart(async () => (await import('./tabs.tsx')).TabsPart),
  component: lazyPart(async () => (await import('./component.tsx')).ComponentPart),
  unread: UnreadPart,
};

/** Preloads the code of these kinds of parts, so that they render immediately. */
export async function preloadParts(kinds: Iterable<PartKind>): Promise<void> {
  const loads = [...new Set(kinds)].map((kind) => {
    const shown: object = partComponents[kind];
    return 'preload' in shown && typeof shown.preload === 'function' ? (shown.preload() as Promise<void>) : undefined;
  });
  await Promise.allSettled(loads);
}
