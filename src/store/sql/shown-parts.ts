import type { Part } from '../../model/ast/screens.ts';
import type { RunModel } from '../../model/run-model.ts';

/** The parts of all screens, including nested ones. */
export function shownParts(model: RunModel): Part[] {
  const flat = (parts: readonly Part[]): Part[] => parts.flatMap((part) => ('parts' in part ? flat(part.parts) : [part]));
  return model.screens.flatMap((screen) => flat(screen.parts));
}
