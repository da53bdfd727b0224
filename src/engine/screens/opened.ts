import { own } from '../../base/own.ts';
import { isTrue } from '../../expression/evaluate/evaluate.ts';
import type { Expression } from '../../expression/expression.ts';
import type { RecordValue } from '../../expression/values/value.ts';
import type { Part, Screen } from '../../model/ast/screens.ts';
import { partsIn } from '../../model/lookup.ts';
import { unlockBy } from '../access/by-link.ts';
import { notFound } from '../access/reach.ts';
import { Refused, refusal } from '../change/refusals.ts';
import type { Refusal } from '../outcome.ts';
import type { Address } from '../record-data.ts';
import type { World } from '../world/world.ts';
import { recordAt } from './addresses.ts';
import { screenRefusal, screenRolesRefusal } from './screens.ts';

/** An opened screen, with the record that it is about. */
export interface Opened {
  readonly screen: Screen;
  readonly record: RecordValue | null;
}

/** Opens a screen. Throws Refused: UNAUTHORIZED or FORBIDDEN by its roles, then NOT_FOUND. */
export function opened(world: World, address: Address): Opened {
  const screen = world.index.screen(address.screen);
  if (screen === null) throw new Refused([noScreen(world, address.screen)]);
  unlockAt(world, address);
  const roles = screenRolesRefusal(world, screen);
  if (roles !== null) throw new Refused([roles]);
  const record = recordAt(world, screen, address);
  const refused = screenRefusal(world, screen, record);
  if (refused !== null) throw new Refused([refused]);
  return { screen, record };
}

/** Applies the roles by link of the secrets in a screen's address. */
export function unlockAt(world: World, address: Address): void {
  const screen = world.index.screen(address.screen);
  if (screen === null) return;
  unlockBy(world, new Map(screen.parameters.map((name) => [name, own(address.parameters, name) ?? ''])));
}

const noScreen = (world: World, name: string): Refusal =>
  refusal(world.index, { error: 'NOT_FOUND', entity: 'screen', because: `there is no screen “${name}”` });

/**
 * Ids of the parts visible to the person now; a hidden container hides its content.
 * `isOpen`: conditions that are not decided, and hide nothing.
 */
export function visibleParts(
  world: World,
  { screen, record }: Opened,
  isOpen = (when: Expression): boolean => world.index.dependsOnHole(when),
): readonly string[] {
  const scope = world.scope(record, undefined, 'person');
  const shown = (part: Part): boolean =>
    world.access.hasRole(part.roles, record) && (part.when === null || isOpen(part.when) || isTrue(part.when, scope));
  const visit = (parts: readonly Part[]): string[] => parts.flatMap((part) => (shown(part) ? [part.id, ...visit(partsIn(part))] : []));
  return visit(screen.parts);
}

/** A visible part of an opened screen; throws Refused. */
export function openedPart(world: World, open: Opened, id: string): Part {
  const find = (parts: readonly Part[]): Part | null => {
    for (const part of parts) {
      const found = part.id === id ? part : find(partsIn(part));
      if (found !== null) return found;
    }
    return null;
  };
  const part = find(open.screen.parts);
  if (part === null || !visibleParts(world, open).includes(id)) throw new Refused([notFound(world, 'part')]);
  return part;
}
