import type { PartKind } from '../../model/ast/screens.ts';
import type { PartData } from '../part-data.ts';
import { readBoard } from './board.ts';
import { readButton } from './button.ts';
import { readButtons } from './buttons.ts';
import { readCalendar } from './calendar.ts';
import { readCards } from './cards.ts';
import { readChart } from './chart.ts';
import { readComponent } from './component.ts';
import { readDetails } from './details.ts';
import { readFigure } from './figure.ts';
import { readForm } from './form.ts';
import { readLink } from './link.ts';
import { readList } from './list.ts';
import type { PartOf, PartPlace, PartReader } from './part-reader.ts';
import { readSection } from './section.ts';
import { readSignIn } from './sign-in.ts';
import { readSignUp } from './sign-up.ts';
import { readTimeline } from './timeline.ts';

/** For parts that need no data from the engine. */
const nothing = (): PartData => ({ kind: 'static' });

/** A part kind without a reader does not compile. */
const readers: { readonly [K in PartKind]: PartReader<K> } = {
  list: readList,
  cards: readCards,
  board: readBoard,
  calendar: readCalendar,
  timeline: readTimeline,
  chart: readChart,
  figure: readFigure,
  details: readDetails,
  form: readForm,
  buttons: readButtons,
  button: readButton,
  link: readLink,
  text: nothing,
  print: nothing,
  'sign-in': readSignIn,
  'sign-up': readSignUp,
  section: readSection,
  columns: nothing,
  tabs: nothing,
  component: readComponent,
  unread: nothing,
};

export const readPart = <K extends PartKind>(place: PartPlace, part: PartOf<K>): PartData =>
  (readers[part.kind as K] as PartReader<K>)(place, part);
