import { addressIn } from '../screens/addresses.ts';
import { screenRefusal } from '../screens/screens.ts';
import type { PartReader } from './part-reader.ts';

/**
 * Tries the action and rolls it back: what would refuse it now is the reason why the button is
 * disabled.
 */
export const readButton: PartReader<'button'> = (place, part) => {
  const { world, product, person, record } = place;
  const tried = product.rehearse(person, part.action, { self: record }, world.store);
  if (!tried.ok) return { kind: 'button', enabled: false, refusal: tried.refusals[0] ?? null, address: null };
  const { open } = tried.value;
  const screen = open === null ? null : world.index.screen(open.screen);
  if (open === null || screen === null) return { kind: 'button', enabled: true, refusal: null, address: null };
  // The result of the trial is gone, so an address is known only if all steps just open a screen.
  const opensOnly = part.action.steps.every((step) => step.kind === 'open');
  if (!opensOnly) return { kind: 'button', enabled: true, refusal: null, address: null };
  const of = open.of === null ? null : world.record(open.of.entity, open.of.id, 'person');
  const refused = screenRefusal(world, screen, screen.about === null ? null : of);
  return { kind: 'button', enabled: refused === null, refusal: refused, address: refused === null ? addressIn(world, screen, of) : null };
};
