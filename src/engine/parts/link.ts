import { addressIn } from '../screens/addresses.ts';
import type { PartReader } from './part-reader.ts';

/** A link to a screen about the same entity opens it with the same record. */
export const readLink: PartReader<'link'> = ({ world, record }, part) => {
  const screen = world.index.screen(part.screen.text);
  return { kind: 'link', address: screen === null ? null : addressIn(world, screen, record) };
};
