import { type CSSProperties, type ReactNode, useMemo, useState } from 'react';
import type { Labels } from '../../../model/labels.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import type { Hue } from '../../../ui/display/hue.ts';
import { Cell, Head, Row, Table } from '../../../ui/display/table.tsx';
import { formatMoney, formatNumber, formatPercent } from '../../format.ts';
import { currencyOf, hueOfValue, typeOf } from '../../model-lookup.ts';
import { useWholeProduct } from '../../product-context.ts';
import { ProductLink } from '../../product-link.tsx';
import { PartGate } from '../../screen/part-gate.tsx';
import { type DataOf, usePart } from '../../screen/use-part.ts';
import type { Words } from '../../words.ts';
import type { PartComponent, PartOf } from '../part.ts';
import styles from './chart.module.css';
import { fraction, slicePath, ticks } from './chart-shapes.ts';
import { type RecordsBehind, recordsBehind } from './records-behind.ts';

type Point = DataOf<'chart'>['points'][number];

/** A chart, which can also be read as a table. */
export const ChartPart: PartComponent<'chart'> = ({ part }) => {
  const state = usePart(part.id, ['chart']);
  return (
    <PartGate state={state} lines={6}>
      {(data) => <Chart part={part} data={data} />}
    </PartGate>
  );
};

/** The start of a day, week, month or year as a label. */
function periodLabel(label: string, per: PartOf<'chart'>['per'], locale: string): string {
  if (per === null || !/^\d{4}(?:-\d{2}){0,2}$/u.test(label)) return label;
  if (per === 'year') return label.slice(0, 4);
  const date = new Date(`${label.length === 7 ? `${label}-01` : label}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return label;
  const options: Intl.DateTimeFormatOptions = per === 'month' ? { month: 'short', year: 'numeric' } : { day: 'numeric', month: 'short' };
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(date);
}

const titleOf = ({ aggregate, entity: { text: entity }, field, by, per }: PartOf<'chart'>, words: Words, labels: Labels): string =>
  words.chartTitle({
    aggregate,
    entity: labels.entity(entity),
    entities: labels.entities(entity),
    field: field === null ? '' : labels.field(entity, field.name.text),
    by: per !== null && by.name.text === 'createdAt' ? null : labels.field(entity, by.name.text),
    per,
  });

/** A point with the label to show, and the list of its records. */
interface DrawnPoint extends Point {
  readonly behind: RecordsBehind | null;
}

interface Drawn {
  readonly points: readonly DrawnPoint[];
  readonly title: string;
  readonly format: (value: number) => string;
  /** A CSS colour. */
  readonly paint: (point: Point, index: number) => string;
}

function Chart({ part, data }: { readonly part: PartOf<'chart'>; readonly data: DataOf<'chart'> }) {
  const product = useWholeProduct();
  const { words, labels, model, locale } = product;
  const behind = useMemo(() => recordsBehind(product, part), [product, part]);
  const [table, setTable] = useState(false);
  const title = part.caption === null ? titleOf(part, words, labels) : labels.text(part.caption);
  const field = part.by.name.text;
  const kind = typeOf(model, part.entity.text, field).kind;
  const isWord = kind === 'state' || kind === 'enum';
  const shown = (label: string): string =>
    part.per !== null
      ? periodLabel(label, part.per, locale)
      : isWord && label !== ''
        ? labels.value(part.entity.text, field, label)
        : label;
  const drawn: Drawn = {
    points: data.points.map((point) => ({ ...point, label: shown(point.label), behind: behind(point) })),
    title,
    format: (value) =>
      data.type === 'money'
        ? formatMoney(value, currencyOf(model), locale)
        : data.type === 'percent'
          ? formatPercent(value.toFixed(4), locale)
          : formatNumber(Number(value.toFixed(2)), locale),
    paint: (point, index) => {
      const value = data.points[index]?.label ?? '';
      // The slices of a pie must differ, even if several states share a colour.
      const means = kind === 'state' && (part.as !== 'pie' || labels.colour(part.entity.text, field, value) !== null);
      if (means || labels.colour(part.entity.text, field, value) !== null)
        return paintOf(hueOfValue(model, part.entity.text, field, value));
      if (part.as !== 'pie') return series(0);
      // The slice without a value is grey, wherever it is, and uses up no colour.
      const nameless = data.points.slice(0, index).some(({ label }) => label === '');
      return point.label === '' ? paintOf(null) : series(nameless ? index - 1 : index);
    },
  };
  const empty = data.points.length === 0 || data.points.every((point) => point.value === 0);
  return (
    <figure className={styles['chart']} aria-label={title}>
      <figcaption className={styles['title']}>
        {title}
        {empty ? null : (
          <Button size="small" variant="ghost" aria-pressed={table} onClick={() => setTable(!table)}>
            {words.asTable}
          </Button>
        )}
      </figcaption>
      {empty ? (
        <EmptyState small title={words.noData} />
      ) : table ? (
        <AsTable {...drawn} by={labels.field(part.entity.text, field)} />
      ) : part.as === 'pie' ? (
        <Pie {...drawn} />
      ) : part.as === 'bar' ? (
        <Bars {...drawn} />
      ) : (
        <Line {...drawn} area={part.as === 'area'} />
      )}
    </figure>
  );
}

const styleOf = (paint: string): CSSProperties => ({ '--paint': paint }) as CSSProperties;

const paintOf = (hue: Hue): string => (hue === null ? 'var(--border-hover)' : `oklch(var(--tint-dot-l) var(--tint-dot-c) ${hue})`);

/** The palette starts with the accent colour; neighbours also differ in lightness. */
const series = (index: number): string => `var(--series-${index % seriesCount})`;
const seriesCount = 8;

function useLabel(): (point: Point) => string {
  const { words } = useWholeProduct();
  return (point) => (point.label === '' ? words.ui.none : point.label);
}

/** The label of a point; a link if a list shows its records. */
function ToRecords({ point }: { readonly point: DrawnPoint }): ReactNode {
  const label = useLabel();
  if (point.behind === null || point.value === 0) return label(point);
  return (
    <ProductLink {...point.behind} className={styles['behind']}>
      {label(point)}
    </ProductLink>
  );
}

/** Pressing the bar does the same as pressing its label. */
function BarOf({ point, style }: { readonly point: DrawnPoint; readonly style: CSSProperties }) {
  if (point.behind === null || point.value === 0) return <span className={styles['bar']} style={style} />;
  return <ProductLink {...point.behind} className={styles['bar']} style={style} aria-hidden tabIndex={-1} />;
}

function Bars({ points, format, paint }: Drawn) {
  const most = Math.max(...points.map((point) => point.value), 0);
  return (
    <div className={styles['bars']} role="list">
      {points.map((point, index) => (
        <div key={point.id ?? point.label} role="listitem" style={{ display: 'contents' }}>
          <span>
            <ToRecords point={point} />
          </span>
          <BarOf point={point} style={{ ...styleOf(paint(point, index)), width: `${fraction(point.value, 0, most) * 100}%` }} />
          <span className={styles['value']}>{format(point.value)}</span>
        </div>
      ))}
    </div>
  );
}

function Line({ points, title, format, area }: Drawn & { readonly area: boolean }) {
  const label = useLabel();
  const scale = ticks(points.map((point) => point.value));
  const low = scale[0] ?? 0;
  const high = scale.at(-1) ?? 1;
  const at = points.map((point, index) => ({
    point,
    x: points.length === 1 ? 50 : (index / (points.length - 1)) * 100,
    y: 100 - fraction(point.value, low, high) * 100,
  }));
  const path = at.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'} ${x} ${y}`).join(' ');
  const floor = 100 - fraction(0, low, high) * 100;
  const middle = points.length > 2 ? [at[Math.floor(points.length / 2)]] : [];
  const marked = [at[0], ...middle, points.length > 1 ? at.at(-1) : undefined].filter((one) => one !== undefined);
  // As wide as the longest number beside the lines.
  const gutter = { '--gutter': `calc(${Math.max(...scale.map((value) => format(value).length))}ch + 8px)` } as CSSProperties;
  return (
    <>
      <div className={styles['plot']} style={gutter}>
        {scale.map((value) => (
          <div key={value} className={styles['grid']} style={{ bottom: `${fraction(value, low, high) * 100}%` }}>
            <span>{format(value)}</span>
          </div>
        ))}
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          role="img"
          aria-label={`${title}: ${points.map((point) => `${label(point)} ${format(point.value)}`).join(', ')}`}
        >
          {area ? <path className={styles['area']} d={`${path} L ${at.at(-1)?.x ?? 0} ${floor} L ${at[0]?.x ?? 0} ${floor} Z`} /> : null}
          <path className={styles['line']} d={path} />
        </svg>
        {points.length <= 60
          ? at.map(({ point, x, y }) => (
              <span
                key={point.id ?? point.label}
                className={styles['point']}
                style={{ insetInlineStart: `${x}%`, top: `${y}%` }}
                title={`${label(point)}: ${format(point.value)}`}
              />
            ))
          : null}
      </div>
      <div className={styles['axis']} style={gutter} aria-hidden>
        {marked.map(({ point, x }) => (
          <span key={point.id ?? point.label} style={{ '--at': x } as CSSProperties}>
            {label(point)}
          </span>
        ))}
      </div>
    </>
  );
}

function Pie({ points, title, format, paint }: Drawn) {
  const label = useLabel();
  const { locale, location, path } = useWholeProduct();
  const go = ({ address, query }: RecordsBehind): void => location.push(`${path(address)}?${query}`);
  const share = new Intl.NumberFormat(locale, { style: 'percent' }).format;
  const shown = points.filter((point) => point.value > 0);
  const total = shown.reduce((sum, point) => sum + point.value, 0);
  let before = 0;
  return (
    <div className={styles['pie']}>
      <svg viewBox="-1 -1 2 2" role="img" aria-label={title}>
        {shown.map((point) => {
          const from = before;
          before += point.value / total;
          return (
            <path
              key={point.id ?? point.label}
              className={styles['slice']}
              data-behind={point.behind === null ? undefined : true}
              onClick={() => point.behind !== null && go(point.behind)}
              style={styleOf(paint(point, points.indexOf(point)))}
              d={slicePath(from, before)}
            >
              <title>{`${label(point)}: ${format(point.value)}`}</title>
            </path>
          );
        })}
      </svg>
      <ul className={styles['legend']}>
        {shown.map((point) => (
          <li key={point.id ?? point.label} style={styleOf(paint(point, points.indexOf(point)))}>
            <Badge look="dot">
              <ToRecords point={point} />
            </Badge>
            <span className={styles['value']}>
              {format(point.value)} · {share(point.value / total)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function AsTable({ points, title, format, by }: Drawn & { readonly by: string }) {
  return (
    <Table label={title} className={styles['table']}>
      <thead role="rowgroup">
        <tr role="row">
          <Head>{by}</Head>
          <Head end>{title}</Head>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {points.map((point) => (
          <Row key={point.id ?? point.label}>
            <Cell>
              <ToRecords point={point} />
            </Cell>
            <Cell end>{format(point.value)}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
