import type { Command } from '../../ui/overlay/commands.ts';

/** Something that a product's palette offers. */
export interface Entry extends Command {
  readonly group: 'screens' | 'records' | 'actions';
}
