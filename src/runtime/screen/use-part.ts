import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Refusal } from '../../engine/outcome.ts';
import type { ListOptions, PartData } from '../../engine/part-data.ts';
import { useProduct } from '../product-context.ts';
import { useShownScreen } from './screen-context.ts';

export type DataOf<K extends PartData['kind']> = Extract<PartData, { readonly kind: K }>;

export interface PartState<D> {
  /** What was read last; it stays while the next is read. */
  readonly data: D | null;
  readonly refusals: readonly Refusal[] | null;
  /** The session itself failed. */
  readonly failed: boolean;
  readonly reading: boolean;
  /** `data` is the answer to other options: that to these is not there yet. */
  readonly before: boolean;
  retry(): void;
}

/**
 * The data of a part of the shown screen. It was read with the screen, and is brought up to date
 * with it; it is requested by itself where the options are others. Until the answer is there, what
 * was shown stays. Data of another kind (the document has just changed) counts as not there yet.
 * `wanted`: false where the part is not shown.
 */
export function usePart<K extends PartData['kind']>(
  id: string,
  kinds: readonly K[],
  options?: ListOptions,
  wanted = true,
): PartState<DataOf<K>> {
  const { cache } = useProduct();
  const { page } = useShownScreen();
  const query = useQuery({ ...cache.part(page, id, options), placeholderData: keepPreviousData, enabled: wanted }, cache.client);
  const outcome = query.data?.outcome ?? null;
  const fits = outcome?.ok === true && (kinds as readonly string[]).includes(outcome.value.kind);
  return {
    data: fits ? (outcome.value as DataOf<K>) : null,
    refusals: outcome?.ok === false ? outcome.refusals : null,
    failed: query.isError && query.data === undefined,
    reading: query.isFetching,
    before: query.isPlaceholderData,
    retry: () => void query.refetch(),
  };
}
