import type { ComponentProps, CSSProperties, ReactNode } from 'react';
import type { Json, RelationData } from '../../engine/record-data.ts';
import type { FieldType, RowColumn } from '../../model/ast/entities.ts';
import { Person } from '../../ui/display/avatar.tsx';
import { Badge } from '../../ui/display/badge.tsx';
import type { Markdown as MarkdownShown } from '../../ui/display/markdown.tsx';
import { IconCheck } from '../../ui/icons.ts';
import { formatField } from '../field-types.ts';
import { plainLine } from '../format.ts';
import { lazyPart } from '../lazy-part.ts';
import { currencyOf, hueOfValue, isPerson, isRelation, typeOf } from '../model-lookup.ts';
import { type Product, useProduct } from '../product-context.ts';
import { ProductLink } from '../product-link.tsx';
import { isFileData } from './file-data.ts';
import type { FileView as FileShown } from './file-view.tsx';
import { Moment } from './moment.tsx';
import type { RowsView as RowsShown } from './rows-view.tsx';
import styles from './values.module.css';

const FileView = lazyPart<ComponentProps<typeof FileShown>>(async () => (await import('./file-view.tsx')).FileView, null);

const Markdown = lazyPart<ComponentProps<typeof MarkdownShown>>(async () => (await import('../../ui/display/markdown.tsx')).Markdown, null);
const RowsView = lazyPart<ComponentProps<typeof RowsShown>>(async () => (await import('./rows-view.tsx')).RowsView, null);

/** `cell`: one line for lists; `whole`: everything, for details. `links: false` inside a link. */
export interface ValueProps {
  readonly entity: string;
  readonly field: string;
  readonly value: Json | undefined;
  readonly look: 'cell' | 'whole';
  readonly links?: boolean | undefined;
}

/** A field's value by its type. A missing value is a dash in a cell, and otherwise a text. */
export const Value = (props: ValueProps): ReactNode => shownValue(useProduct(), props);

export function shownValue(product: Product, { entity, field, value, look, links }: ValueProps): ReactNode {
  const { model, words } = product;
  if (value === null || value === undefined)
    return <span className={styles['faint']}>{look === 'cell' ? words.nothing : words.noValue}</span>;
  return shownTyped(product, { entity, field, type: typeOf(model, entity, field), value, look, links });
}

type TypedProps = Omit<ValueProps, 'value'> & { readonly type: FieldType; readonly value: Json };

/** A value without a field of the model: an event's parameter, a figure. */
export const Typed = (props: TypedProps): ReactNode => shownTyped(useProduct(), props);

export function shownTyped(product: Product, { entity, field, type, value, look, links = true }: TypedProps): ReactNode {
  const text = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : JSON.stringify(value);
  if (isFileData(value)) return <FileView file={value} look={look === 'cell' ? 'small' : 'large'} />;
  if (isRelation(value)) return related(product, value, links);
  if (type.kind === 'rows' && Array.isArray(value)) {
    if (look === 'cell') return String(value.length);
    const show = (column: RowColumn, item: Json) =>
      shownTyped(product, { entity: '', field: '', type: column.type, value: item, look: 'cell', links: false });
    return <RowsView entity={entity} columns={type.columns} rows={value as readonly Json[]} show={show} />;
  }
  if (Array.isArray(value)) return several(product, { entity, field, type, values: value as readonly Json[], look, links });
  return views[type.kind]({ entity, field, type, value, text, look, links, product });
}

interface Viewed extends Required<Omit<ValueProps, 'value'>> {
  readonly type: FieldType;
  readonly value: Json;
  readonly text: string;
  readonly product: Product;
}

type View = (viewed: Viewed) => ReactNode;

const plain: View = ({ text, look }) => (look === 'cell' ? text : <span className={styles['text']}>{text}</span>);

const formatted: View = ({ text, type, field, product }) => formatField(type.kind, field, text, product.locale, currencyOf(product.model));

/**
 * A view of a value as a link. `safe`: the addresses that may be followed. Always left to right,
 * because a phone number starts with its `+`.
 */
const link =
  (addressOf: (text: string) => string, safe: RegExp): View =>
  ({ text, links }) => {
    const address = addressOf(text);
    if (!links || !safe.test(address)) return <bdi dir="ltr">{text}</bdi>;
    return (
      <a dir="ltr" href={address} {...(address.startsWith('http') ? { target: '_blank', rel: 'noopener noreferrer nofollow' } : {})}>
        {text}
      </a>
    );
  };

/** The views of single values, except files and records. */
const views: Readonly<Record<FieldType['kind'], View>> = {
  text: plain,
  markdown: ({ text, look }) => (look === 'cell' ? plainLine(text.slice(0, 400)) : <Markdown text={text} />),
  integer: formatted,
  decimal: formatted,
  percent: formatted,
  money: formatted,
  boolean: ({ value, product: { words } }) =>
    value === true ? (
      <span className={styles['yes']}>
        <IconCheck size={16} />
        {words.yes}
      </span>
    ) : (
      <span className={styles['faint']}>{words.no}</span>
    ),
  date: formatted,
  time: formatted,
  datetime: ({ text }) => <Moment iso={text} />,
  duration: formatted,
  email: link((text) => `mailto:${text}`, /^mailto:[^\s?]+$/u),
  url: link((text) => text, /^https?:\/\//u),
  phone: link((text) => `tel:${text.replace(/[^\d+]/gu, '')}`, /^tel:\+?\d+$/u),
  color: ({ text }) => (
    <span className={styles['swatch']} style={{ '--swatch': /^#[\da-f]{3,8}$/iu.test(text) ? text : 'transparent' } as CSSProperties}>
      {text}
    </span>
  ),
  password: plain,
  file: plain,
  image: plain,
  json: ({ value, look }) =>
    look === 'cell' ? (
      <span className={styles['mono']}>{JSON.stringify(value)}</span>
    ) : (
      <pre className={styles['json']}>{JSON.stringify(value, null, 2)}</pre>
    ),
  uuid: ({ text, look }) => <span className={styles['mono']}>{look === 'cell' ? text.slice(-6) : text}</span>,
  secret: ({ text, look }) => <span className={styles['mono']}>{look === 'cell' ? '••••••' : text}</span>,
  serial: ({ text }) => text,
  slug: plain,
  state: ({ entity, field, text, product: { model, labels } }) => (
    <Badge look="pill" hue={hueOfValue(model, entity, field, text)}>
      {labels.value(entity, field, text)}
    </Badge>
  ),
  enum: ({ entity, field, text, product: { model, labels } }) => (
    <Badge hue={hueOfValue(model, entity, field, text)}>{labels.value(entity, field, text)}</Badge>
  ),
  relation: plain,
  list: plain,
  members: plain,
  inverse: plain,
  rows: plain,
  unknown: plain,
};

/** A record's label: with a face for a person, a link if the record has a screen. */
export const Related = ({ value, links = true }: { readonly value: RelationData; readonly links?: boolean }): ReactNode =>
  related(useProduct(), value, links);

function related({ model }: Product, value: RelationData, links: boolean): ReactNode {
  const name = links && value.address ? <ProductLink address={value.address}>{value.label}</ProductLink> : value.label;
  return isPerson(model, value.entity) ? <Person name={value.label}>{name}</Person> : name;
}

function several(
  product: Product,
  { entity, field, type, values, look, links = true }: Omit<TypedProps, 'value'> & { readonly values: readonly Json[] },
): ReactNode {
  const { words, labels } = product;
  if (values.length === 0) return <span className={styles['faint']}>{look === 'cell' ? words.nothing : words.noValue}</span>;
  const most = look === 'cell' ? 3 : values.length;
  const of: FieldType = type.kind === 'list' ? type.of : { kind: 'text' };
  const shown = values.slice(0, most).map((value, index) => {
    const content = isRelation(value) ? (
      related(product, value, links)
    ) : of.kind === 'text' || of.kind === 'enum' ? (
      <Badge>{of.kind === 'enum' ? labels.value(entity, field, String(value)) : String(value)}</Badge>
    ) : value === null ? (
      words.nothing
    ) : (
      shownTyped(product, { entity, field, type: of, value, look, links })
    );
    // biome-ignore lint/suspicious/noArrayIndexKey: items have no other key.
    return <span key={index}>{content}</span>;
  });
  return (
    <span className={values.some(isRelation) ? styles['people'] : styles['tags']}>
      {shown}
      {values.length > most ? <span className={styles['faint']}>+{values.length - most}</span> : null}
    </span>
  );
}
