import type { Part } from '../../model/ast/screens.ts';
import { partsIn } from '../../model/lookup.ts';
import { formTarget } from '../change/presets.ts';
import { type Opened, visibleParts } from '../screens/opened.ts';
import type { World } from '../world/world.ts';
import { editableFields } from './form.ts';

/**
 * Ids of the parts that a screen shows to the person. Hides forms that the person may not use (to
 * sign up, too), lists and charts of records that none of their roles may read, and sections,
 * columns and tabs that are empty without them. If nothing would be left, all stay and say why they
 * are refused.
 */
export function drawnParts(world: World, open: Opened): readonly string[] {
  const visible = visibleParts(world, open);
  const isVisible = new Set(visible);
  const isRefused = (part: Part): boolean => {
    const operation = neededFor(part);
    if (part.kind === 'sign-up') return !mayAnyoneSignUp(world);
    // To people who are signed out, the refusal offers to sign in.
    if (operation !== null && 'entity' in part && part.entity !== null)
      return world.me() !== null && world.access.grant(part.entity.text, operation).kind === 'no';
    if (part.kind !== 'form') return false;
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

function mayAnyoneSignUp({ index, access }: World): boolean {
  const { account } = index.model;
  return account?.signUp === true && access.grant(account.entity.text, 'create').kind !== 'no';
}

/** The operation without which a part shows nothing; null: it depends on the record. */
function neededFor(part: Part): 'create' | 'read' | null {
  switch (part.kind) {
    case 'form':
      return part.purpose === 'create' ? 'create' : null;
    case 'list':
    case 'cards':
    case 'board':
    case 'calendar':
    case 'chart':
      return 'read';
    default:
      return null;
  }
}
