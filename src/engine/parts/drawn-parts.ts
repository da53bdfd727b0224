import type { Part } from '../../model/ast/screens.ts';
import { partsIn } from '../../model/lookup.ts';
import { formTarget } from '../change/presets.ts';
import { type Opened, visibleParts } from '../screens/opened.ts';
import type { World } from '../world/world.ts';
import { editableFields } from './form.ts';

/**
 * Ids of the parts that a screen shows to the person. Hides forms to edit a record of which the
 * person may change nothing, and sections, columns and tabs that are empty without them. If nothing
 * would be left, the form stays and says why it is refused.
 */
export function drawnParts(world: World, open: Opened): readonly string[] {
  const visible = visibleParts(world, open);
  const isVisible = new Set(visible);
  const isRefused = (part: Part): boolean => {
    if (part.kind !== 'form' || part.purpose !== 'edit') return false;
    const record = formTarget(world, part.target, open.record);
    if (record === null) return false;
    const { fields, allowed } = editableFields(world, part, record);
    return fields.length > 0 && allowed.length === 0;
  };
  const drawn = (parts: readonly Part[]): string[] =>
    parts.flatMap((part) => {
      if (!isVisible.has(part.id) || isRefused(part)) return [];
      const children = partsIn(part);
      const inside = drawn(children);
      return children.length > 0 && inside.length === 0 ? [] : [part.id, ...inside];
    });
  const found = drawn(open.screen.parts);
  return found.length === 0 ? visible : found;
}
