import conduit from '../../../specs/conduit.md?raw';
import helpdesk from '../../../specs/helpdesk.md?raw';
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
  { id: 'unidentified', name: 'Unidentified', fileName: 'unidentified.txt', about: 'Nothing shown yet', text: unidentified },
];
