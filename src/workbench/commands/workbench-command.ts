import type { Command } from '../../ui/overlay/commands.ts';
import { keyLabels } from '../frame/key-labels.ts';

/** The groups of the palette, in display order without a search. */
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
  /** Such as `Ctrl Shift O`; `mac` is set if the Mac keys differ from ⌘ ⇧ O. */
  readonly keys?: string;
  readonly mac?: string;
  /** Set if the label is not unique in its group. */
  readonly key?: string;
}

/** Returns a function that creates commands of one group. */
export const commandsOf =
  (group: WorkbenchCommand['group']) =>
  (label: string, run: () => void, { keys, mac, key, ...more }: CommandMore = {}): WorkbenchCommand => ({
    key: `${group} ${key ?? label}`,
    group,
    label,
    run,
    ...more,
    ...(keys === undefined ? {} : { caps: keyLabels({ keys, ...(mac === undefined ? {} : { mac }) }) }),
  });
