import { lazy } from 'react';
import { ButtonPart } from './button.tsx';
import { ButtonsPart } from './buttons.tsx';
import { CardsPart } from './cards.tsx';
import { ColumnsPart } from './columns.tsx';
import { ComponentPart } from './component.tsx';
import { DetailsPart } from './details.tsx';
import { FigurePart } from './figure.tsx';
import { FormPart } from './form.tsx';
import { LinkPart } from './link.tsx';
import { ListPart } from './list.tsx';
import type { PartComponents } from './part.ts';
import { SectionPart } from './section.tsx';
import { SignInPart, SignUpPart } from './sign-in.tsx';
import { TabsPart } from './tabs.tsx';
import { TextPart } from './text.tsx';
import { TimelinePart } from './timeline.tsx';
import { UnreadPart } from './unread.tsx';
import { whenNeeded } from './when-needed.tsx';

/** Every kind of part and what shows it. */
export const partComponents: PartComponents = {
  list: ListPart,
  cards: CardsPart,
  board: whenNeeded(lazy(async () => ({ default: (await import('./board.tsx')).BoardPart }))),
  calendar: whenNeeded(lazy(async () => ({ default: (await import('./calendar.tsx')).CalendarPart }))),
  timeline: TimelinePart,
  chart: whenNeeded(lazy(async () => ({ default: (await import('./chart.tsx')).ChartPart }))),
  figure: FigurePart,
  details: DetailsPart,
  form: FormPart,
  buttons: ButtonsPart,
  button: ButtonPart,
  link: LinkPart,
  text: TextPart,
  'sign-in': SignInPart,
  'sign-up': SignUpPart,
  section: SectionPart,
  columns: ColumnsPart,
  tabs: TabsPart,
  component: ComponentPart,
  unread: UnreadPart,
};
