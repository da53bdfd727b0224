import type { Outcome } from '../../engine/outcome.ts';
import type { ListOptions, PartData } from '../../engine/part-data.ts';
import type { DataOf } from '../screen/use-part.ts';

/** Asked for at a time. */
const pageSize = 1000;

/**
 * All pages of a list, one after the other. Throws an Error with the refusal's message if the list
 * is refused half-way.
 */
export async function* allPages(
  ask: (options: ListOptions) => Promise<Outcome<PartData>>,
  options: ListOptions,
): AsyncGenerator<DataOf<'list' | 'cards'>> {
  for (let offset = 0; ; offset += pageSize) {
    const outcome = await ask({ ...options, offset, limit: pageSize });
    if (!outcome.ok) throw new Error(outcome.refusals[0]?.message ?? '');
    if (outcome.value.kind !== 'list' && outcome.value.kind !== 'cards') throw new Error(`a ${outcome.value.kind} has no rows`);
    yield outcome.value;
    // Nothing more, or so much was deleted meanwhile that this was the end.
    if (outcome.value.rows.length < pageSize) return;
  }
}
