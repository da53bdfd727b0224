import { formatDateTime, formatRelative } from '../format.ts';
import { useProduct } from '../product-context.ts';
import { useNow } from '../use-now.ts';

/** A time as people say it, with the exact one in its title. */
export function Moment({ iso }: { readonly iso: string }) {
  const { locale } = useProduct();
  const now = useNow();
  return (
    <time dateTime={iso} title={formatDateTime(iso, locale)}>
      {formatRelative(iso, now, locale)}
    </time>
  );
}
