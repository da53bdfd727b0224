import type { Command } from '../../ui/overlay/commands.ts';

/** An entry of the palette. */
export interface Entry extends Command {
  readonly group: 'screens' | 'records' | 'actions';
}
