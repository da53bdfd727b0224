import type { ComponentProps, MouseEvent } from 'react';
import type { Address } from '../engine/record-data.ts';
import { useProduct } from './product-context.ts';

/** A link to a location in the product. The browser handles modified clicks. */
export function ProductLink({
  address,
  query = '',
  onClick,
  ...rest
}: Omit<ComponentProps<'a'>, 'href'> & { readonly address: Address; readonly query?: string }) {
  const { path, location } = useProduct();
  const target = path(address) + (query === '' ? '' : `?${query}`);
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    location.push(target);
  };
  return <a {...rest} href={location.href(target)} onClick={follow} />;
}
