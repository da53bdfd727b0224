import type { Name } from '../../model/ast/common.ts';
import type { PlacedPart } from './survey.ts';

/**
 * The roles that a part is for: its own, or those of the nearest enclosing part, or the screen's.
 * Empty: everyone who may see the screen.
 */
export const readersOf = ({ screen, part, around }: PlacedPart): readonly Name[] =>
  [screen.roles, ...around.map((one) => one.roles), part.roles].filter((roles) => roles.length > 0).at(-1) ?? [];
