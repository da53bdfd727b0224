import { countOf } from '../screens/counts.ts';
import type { PartReader } from './part-reader.ts';

/** The number beside its title, counting what the person may read. */
export const readSection: PartReader<'section'> = ({ world, record }, { count }) => ({
  kind: 'section',
  count: countOf(world, count, record),
});
