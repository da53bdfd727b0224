import { addressIn } from '../screens/addresses.ts';
import type { PartReader } from './part-reader.ts';

/** A screen about the same entity is opened with the same record. */
export const readLink: PartReader<'link'> = ({ world, record }, part) => {
  const screen = world.index.screen(part.screen.text);
  return { kind: 'link', address: screen === null ? null : addressIn(world, screen, record) };
};
