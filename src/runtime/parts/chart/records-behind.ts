import type { Part, ProductModel, Screen } from '../../../engine/document/product-model.ts';
import type { Address } from '../../../engine/record-data.ts';
import { filterText } from '../../filter-state.ts';
import { typeOf } from '../../model-lookup.ts';
import type { Product } from '../../product-context.ts';
import { allParts, hasListState, hasParts, tabKey, tabName } from '../../screen/part-lists.ts';
import type { DataOf } from '../../screen/use-part.ts';
import { dayAfter, monthAfter } from '../calendar/calendar-days.ts';
import type { PartOf } from '../part.ts';

type Chart = PartOf<'chart'>;
type Point = DataOf<'chart'>['points'][number];

/** A filtered list as a location in the product. */
export interface RecordsBehind {
  readonly address: Address;
  readonly query: string;
}

/** The point's filter in the address's notation; null if the field cannot be filtered that way. */
function filterOf(model: ProductModel, { entity, by, per }: Chart, { label, id }: Point): readonly string[] | null {
  const { kind } = typeOf(model, entity.text, by.name.text);
  if (kind === 'date' || kind === 'datetime') {
    if (!/^\d{4}(?:-\d\d){0,2}$/u.test(label)) return null;
    if (per === 'year') return [`${label}-01-01..${label}-12-31`];
    if (per === 'month') return [`${label}-01..${dayAfter(`${monthAfter(label, 1)}-01`, -1)}`];
    return [`${label}..${dayAfter(label, per === 'week' ? 6 : 0)}`];
  }
  if (id !== undefined) return [id];
  if (label === '') return [''];
  return kind === 'state' || kind === 'enum' ? [filterText(label)] : null;
}

/**
 * The tabs to open so that a part is visible, as keys and values of the query; null if the part is
 * missing.
 */
function tabsTo(parts: readonly Part[], id: string): ReadonlyMap<string, string> | null {
  for (const part of parts) {
    if (part.id === id) return new Map();
    if (!hasParts(part)) continue;
    const panel = part.parts.find((one) => tabsTo([one], id) !== null);
    if (panel !== undefined)
      return new Map([...(part.kind === 'tabs' ? [[tabKey(part), tabName(panel)] as const] : []), ...(tabsTo([panel], id) ?? [])]);
  }
  return null;
}

/** Lists of the chart's entity. A list that depends on `me` has only the person's own records. */
const lists = (screen: Screen, chart: Chart) =>
  [...allParts(screen.parts)]
    .filter(hasListState)
    .filter(({ entity, where }) => entity.text === chart.entity.text && !/\bme\b/u.test(where?.source ?? ''));

/** Whether a condition such as `status != "closed"` excludes a value of the field. */
function leavesOut(source: string, by: string, label: string): boolean {
  const [, field, how, value] = /^(\w+) (==|!=) "([^"]*)"$/u.exec(source) ?? [];
  return field === by && (how === '!=') === (value === label);
}

/**
 * Finds the records behind a point of a chart: a filtered list in the menu. Prefers a list with
 * exactly the chart's records, then one of all records; a chart of all records may also lead to the
 * menu's first list of the entity. Null if there is none, or if the list excludes the point's
 * records.
 */
export function recordsBehind(
  { model, navigation }: Pick<Product, 'model' | 'navigation'>,
  chart: Chart,
): (point: Point) => RecordsBehind | null {
  const all = navigation
    .map(({ screen }) => model.screens.find(({ name }) => name.text === screen))
    .flatMap((screen) => (screen === undefined ? [] : lists(screen, chart).map((list) => ({ screen, list }))));
  const of = (source: string) => all.find(({ list }) => (list.where?.source ?? '') === source);
  const found = of(chart.where?.source ?? '') ?? of('') ?? (chart.where === null ? all[0] : undefined);
  if (found === undefined) return () => null;
  const { screen, list } = found;
  const main = [...allParts(screen.parts)].find(hasListState)?.id === list.id;
  return (point) => {
    const values = filterOf(model, chart, point);
    if (values === null || (list.where !== chart.where && leavesOut(list.where?.source ?? '', chart.by.name.text, point.label)))
      return null;
    const query = new URLSearchParams([...(tabsTo(screen.parts, list.id) ?? [])]);
    for (const value of values) query.append(`${main ? '' : `${list.id}.`}f.${chart.by.name.text}`, value);
    return { address: { screen: screen.name.text, parameters: {} }, query: query.toString() };
  };
}
