import type { PartKind } from '../ast/screens.ts';
import type { PartReader } from '../reading/part.ts';
import { board } from './board.ts';
import { button } from './button.ts';
import { buttons } from './buttons.ts';
import { calendar } from './calendar.ts';
import { cards } from './cards.ts';
import { chart } from './chart.ts';
import { columns } from './columns.ts';
import { component } from './component.ts';
import { details } from './details.ts';
import { figure } from './figure.ts';
import { form } from './form.ts';
import { link } from './link.ts';
import { list } from './list.ts';
import { print } from './print.ts';
import { section } from './section.ts';
import { signInForm } from './sign-in-form.ts';
import { signUpForm } from './sign-up-form.ts';
import { tabs } from './tabs.ts';
import { text } from './text.ts';
import { timeline } from './timeline.ts';

export type ReadableKind = Exclude<PartKind, 'unread'>;

/**
 * A reader for every kind of part; the type requires all of them. `buttons` is tried before
 * `button`.
 */
export const partReaders: { readonly [Kind in ReadableKind]: PartReader<Kind> } = {
  list,
  cards,
  board,
  calendar,
  timeline,
  chart,
  figure,
  details,
  form,
  buttons,
  button,
  link,
  text,
  print,
  'sign-in': signInForm,
  'sign-up': signUpForm,
  section,
  columns,
  tabs,
  component,
};

export const readableKinds = Object.keys(partReaders) as readonly ReadableKind[];
