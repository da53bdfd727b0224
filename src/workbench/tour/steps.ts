import type { Pane } from '../state/workbench.ts';

/** A step of the tour: the element that it points at, and its text. */
export interface TourStep {
  readonly title: string;
  readonly text: string;
  /** The selector of the element; if it is not visible, the step points at nothing. */
  readonly at: string;
  /** The pane that a narrow window must show for it. */
  readonly pane: Pane;
}

/** About a minute: nine steps with seven seconds of reading each. */
export const tourSteps: readonly TourStep[] = [
  {
    title: 'One document is the product',
    text: 'People, screens, entities, states, rules, roles, calls, errors and constants: nine sections of plain text and tables. Nothing else is written anywhere.',
    at: '[data-editor-place]',
    pane: 'text',
  },
  {
    title: 'It runs while you write',
    text: 'This is the product, with its own database. Change the text and the product updates, keeping its data.',
    at: '[data-product]',
    pane: 'product',
  },
  {
    title: 'Switch person',
    text: 'Act as any of the example people, and see what they may see and do. “Why?” beside a button that is off leads to the row that says so.',
    at: '[data-product] :is(header, aside) button[aria-haspopup="menu"]',
    pane: 'product',
  },
  {
    title: 'Find the row',
    text: 'Press this, then click anything in the product to jump to its row in the text. F9 does the same; Shift F9 goes the other way.',
    at: '[data-tour="inspect"]',
    pane: 'product',
  },
  {
    title: 'More actions',
    text: 'Move its clock forward, show two people side by side, save its data and restore it.',
    at: '[data-tour="more"]',
    pane: 'product',
  },
  {
    title: 'The nine sections at a glance',
    text: 'What is shown, what is only described or assumed, what is missing, where it contradicts itself. Press one to go there.',
    at: '[data-tour="strip"]',
    pane: 'text',
  },
  {
    title: 'Diagrams and tables that write',
    text: 'Each section also as a view: states and entities drawn, permissions as a matrix, calls to try. What you change there changes one row of the text.',
    at: '[data-tour="views"]',
    pane: 'text',
  },
  {
    title: 'What is still open',
    text: 'Problems with quick fixes, questions that fill the gaps, and everything that is only assumed.',
    at: '[data-problems]',
    pane: 'problems',
  },
  {
    title: 'Start your own',
    text: '“New” starts a blank document, a guided one, or a copy of an example. It stays in this browser; a link or a file takes it elsewhere.',
    at: '[data-tour="document"]',
    pane: 'text',
  },
];
