import helpdesk from '../../../specs/helpdesk.md?raw';

/** A document that the workbench includes. It can be changed and restored to its original. */
export interface ExampleDocument {
  /** Part of the address, so never renamed. */
  readonly id: string;
  readonly name: string;
  readonly fileName: string;
  readonly about: string;
  /** Loads the text on demand, because loading all of them would delay the first paint. */
  readonly text: () => Promise<string>;
}

/** The example that new users see first; its text is part of the bundle. */
export const defaultExample = { id: 'helpdesk', text: helpdesk };

type Loaded = Promise<{ readonly default: string }>;
const example = (fileName: string, name: string, about: string, load: () => Loaded): ExampleDocument => ({
  id: fileName.replace(/\.\w+$/, ''),
  name,
  fileName,
  about,
  text: async () => (await load()).default,
});

export const examples: readonly ExampleDocument[] = [
  { id: defaultExample.id, name: 'Helpdesk', fileName: 'helpdesk.md', about: 'All nine sections shown', text: async () => helpdesk },
  example('bookshop.md', 'Lantern Books', 'A shop with a cart, in English and Spanish', () => import('../../../specs/bookshop.md?raw')),
  example('teamwork.md', 'Teamwork', 'Tasks of several organisations, with messages', () => import('../../../specs/teamwork.md?raw')),
  example('webshop.md', 'Fjord Coffee', 'Orders that a payment service charges', () => import('../../../specs/webshop.md?raw')),
  example('invoicing.md', 'Invoicing', 'Invoices with their lines, also on paper', () => import('../../../specs/invoicing.md?raw')),
  example('clinic.md', 'عيادة الياسمين', 'A dental clinic in Arabic', () => import('../../../specs/clinic.md?raw')),
  example('conduit.md', 'Conduit', 'A publishing platform', () => import('../../../specs/conduit.md?raw')),
  example('conduit-strict.md', 'Conduit, strict', 'Its API with exact errors', () => import('../../../specs/conduit-strict.md?raw')),
  example('booking.md', 'Clubhouse', 'Courts and rooms, by the hour', () => import('../../../specs/booking.md?raw')),
  example('inventory.md', 'Stockroom', 'Parts, orders, who took the last one', () => import('../../../specs/inventory.md?raw')),
  example('school.md', 'Evening School', 'Courses, seats and grades', () => import('../../../specs/school.md?raw')),
  example('unidentified.txt', 'Unidentified', 'Nothing shown yet', () => import('../../../specs/unidentified.txt?raw')),
];
