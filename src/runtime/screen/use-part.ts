import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Refusal } from '../../engine/outcome.ts';
import type { ListOptions, PartData } from '../../engine/part-data.ts';
import { useProduct } from '../product-context.ts';
import { useShownScreen } from './screen-context.ts';

export type DataOf<K extends PartData['kind']> = Extract<PartData, { readonly kind: K }>;

export interface PartState<D> {
  /** The last answer; it stays while the next one is read. */
  readonly data: D | null;
  readonly refusals: readonly Refusal[] | null;
  /** The session did not answer. */
  readonly failed: boolean;
  readonly reading: boolean;
  /** `data` still belongs to the previous options. */
  readonly before: boolean;
  retry(): void;
}

/**
 * The data of a part of the current screen. It is read and updated with the screen, or by itself
 * for other options. The last answer stays until the next arrives. Data of another kind (the
 * document has just changed) counts as missing. `wanted`: false if the part is not shown.
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
