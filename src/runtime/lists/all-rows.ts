import type { Outcome } from '../../engine/outcome.ts';
import type { ListOptions, PartData } from '../../engine/part-data.ts';
import type { DataOf } from '../screen/use-part.ts';

/** Rows per request. */
const pageSize = 1000;

/**
 * Yields all pages of a list, one by one. Throws an Error with the refusal's message if the list
 * becomes refused midway.
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
    // The last page, or so many rows were deleted meanwhile that it became the last.
    if (outcome.value.rows.length < pageSize) return;
  }
}
