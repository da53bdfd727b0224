import { own } from '../../../base/own.ts';
import type { Screen } from '../../../model/ast/screens.ts';
import { pathOf } from '../../../runtime/routes.ts';
import type { Product } from '../../product/product.ts';

export type Opened = { readonly ok: true; readonly route: string } | { readonly ok: false; readonly why: string };

/**
 * Returns the path of a screen in the running product. For a screen about a record, uses the first
 * record that the person acting may read.
 */
export async function routeInProduct(product: Product, screen: Screen): Promise<Opened> {
  const { name, parameters, about, foundBy, route } = screen;
  const state = product.state.get();
  if (state.kind !== 'running') return { ok: false, why: 'The product isn’t running.' };
  if (parameters.length === 0) return { ok: true, route };
  const last = parameters.at(-1);
  if (!about || foundBy === null || last === undefined || parameters.length > 1) {
    return { ok: false, why: `“${name.text}” can only be opened through a link, because its route needs values.` };
  }
  const found = await state.host.records(about.text, { limit: 1 });
  if (!found.ok) return { ok: false, why: found.refusals[0]?.message ?? `You can’t read any ${about.text}.` };
  const [record] = found.value.rows;
  const value = foundBy === 'id' ? record?.id : own(record?.values, foundBy);
  if (record === undefined || (typeof value !== 'string' && typeof value !== 'number')) {
    return { ok: false, why: `The current person can’t read any ${about.text}.` };
  }
  return { ok: true, route: pathOf([screen], { screen: name.text, parameters: { [last]: String(value) } }) };
}
