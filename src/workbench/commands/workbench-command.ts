import type { Command } from '../../ui/overlay/commands.ts';
import { caps } from '../frame/caps.ts';

/** The groups of the workbench's palette, in their order without a search. */
export const commandGroups = [
  { name: 'text', label: 'In the text' },
  { name: 'insert', label: 'Insert' },
  { name: 'product', label: 'In the product' },
  { name: 'act', label: 'Act as' },
  { name: 'go', label: 'Go to' },
  { name: 'document', label: 'Document' },
  { name: 'open', label: 'Open document' },
  { name: 'workbench', label: 'Workbench' },
  { name: 'name', label: 'Names in this document' },
] as const;

export interface WorkbenchCommand extends Command {
  readonly group: (typeof commandGroups)[number]['name'];
}

export interface CommandMore extends Pick<WorkbenchCommand, 'also' | 'hint' | 'unavailable'> {
  /** `Ctrl Shift O`, and what a Mac has where that is not ⌘ ⇧ O. */
  readonly keys?: string;
  readonly mac?: string;
  /** Where its label is not unlike the others of its group. */
  readonly key?: string;
}

/** Makes commands of one group. */
export const commandsOf =
  (group: WorkbenchCommand['group']) =>
  (label: string, run: () => void, { keys, mac, key, ...more }: CommandMore = {}): WorkbenchCommand => ({
    key: `${group} ${key ?? label}`,
    group,
    label,
    run,
    ...more,
    ...(keys === undefined ? {} : { caps: caps({ keys, ...(mac === undefined ? {} : { mac }) }) }),
  });
