import booking from '../../../specs/booking.md?raw';
import conduit from '../../../specs/conduit.md?raw';
import helpdesk from '../../../specs/helpdesk.md?raw';
import inventory from '../../../specs/inventory.md?raw';
import school from '../../../specs/school.md?raw';
import unidentified from '../../../specs/unidentified.txt?raw';

/** A document that comes with the workbench. It can be changed and taken back to its original. */
export interface ExampleDocument {
  /** Also in the address, so never renamed. */
  readonly id: string;
  readonly name: string;
  readonly fileName: string;
  readonly about: string;
  readonly text: string;
}

export const examples: readonly ExampleDocument[] = [
  { id: 'helpdesk', name: 'Helpdesk', fileName: 'helpdesk.md', about: 'All nine sections shown', text: helpdesk },
  { id: 'conduit', name: 'Conduit', fileName: 'conduit.md', about: 'A publishing platform', text: conduit },
  { id: 'booking', name: 'Clubhouse', fileName: 'booking.md', about: 'Courts and rooms, by the hour', text: booking },
  { id: 'inventory', name: 'Stockroom', fileName: 'inventory.md', about: 'Parts, orders, who took the last one', text: inventory },
  { id: 'school', name: 'Evening School', fileName: 'school.md', about: 'Courses, seats and grades', text: school },
  { id: 'unidentified', name: 'Unidentified', fileName: 'unidentified.txt', about: 'Nothing shown yet', text: unidentified },
];
