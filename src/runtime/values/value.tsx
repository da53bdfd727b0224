import type { CSSProperties, ReactNode } from 'react';
import type { Json, RelationData } from '../../engine/session.ts';
import type { FieldType } from '../../model/facts/entities.ts';
import { Person } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { IconCheck } from '../../ui/icons.ts';
import { Markdown } from '../../ui/markdown.tsx';
import { currencyOf, hueOfValue, isPerson, isRelation, typeOf } from '../facts.ts';
import { formatDate, formatDuration, formatMoney, formatNumber, formatTime, plainLine } from '../format.ts';
import { useProduct } from '../product-context.ts';
import { ProductLink } from '../product-link.tsx';
import { FileView, isFileData } from './file-view.tsx';
import { Moment } from './moment.tsx';
import styles from './values.module.css';

/** `cell`: one line in a list; `whole`: everything, in details. `links: false` inside something that is a link itself. */
export interface ValueProps {
  readonly entity: string;
  readonly field: string;
  readonly value: Json | undefined;
  readonly look: 'cell' | 'whole';
  readonly links?: boolean;
}

/** A field's value as its type is read. Absent and null are a dash. */
export function Value({ entity, field, value, look, links = true }: ValueProps) {
  const { model, words } = useProduct();
  if (value === null || value === undefined) return <span className={styles['faint']}>{words.nothing}</span>;
  return <Typed entity={entity} field={field} type={typeOf(model, entity, field)} value={value} look={look} links={links} />;
}

/** The same without a field of the model: an event's parameter, a figure. */
export function Typed({
  entity,
  field,
  type,
  value,
  look,
  links = true,
}: Omit<ValueProps, 'value'> & { readonly type: FieldType; readonly value: Json }): ReactNode {
  const { model, words, locale } = useProduct();
  const text = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : JSON.stringify(value);
  const link = (address: string, safe: RegExp): ReactNode =>
    links && safe.test(address) ? (
      <a href={address} {...(address.startsWith('http') ? { target: '_blank', rel: 'noopener noreferrer nofollow' } : {})}>
        {text}
      </a>
    ) : (
      text
    );

  if (isFileData(value)) return <FileView file={value} look={look === 'cell' ? 'small' : 'large'} />;
  if (isRelation(value)) return <Related value={value} links={links} />;
  if (Array.isArray(value))
    return <Several entity={entity} field={field} type={type} values={value as readonly Json[]} look={look} links={links} />;

  switch (type.kind) {
    case 'state':
      return (
        <Badge look="dot" hue={hueOfValue(model, entity, field, text)}>
          {text}
        </Badge>
      );
    case 'enum':
      return <Badge hue={hueOfValue(model, entity, field, text)}>{text}</Badge>;
    case 'boolean':
      return value === true ? (
        <span className={styles['yes']}>
          <IconCheck size={16} />
          {words.yes}
        </span>
      ) : (
        <span className={styles['faint']}>{words.no}</span>
      );
    case 'integer':
    case 'serial':
      return type.kind === 'serial' ? text : formatNumber(text, locale);
    case 'decimal':
      return formatNumber(text, locale);
    case 'money':
      return formatMoney(text, currencyOf(model), locale);
    case 'date':
      return formatDate(text, locale);
    case 'time':
      return formatTime(text, locale);
    case 'datetime':
      return <Moment iso={text} />;
    case 'duration':
      return formatDuration(text, locale);
    case 'email':
      return link(`mailto:${text}`, /^mailto:[^\s?]+$/u);
    case 'phone':
      return link(`tel:${text.replace(/[^\d+]/gu, '')}`, /^tel:\+?\d+$/u);
    case 'url':
      return link(text, /^https?:\/\//u);
    case 'color':
      return (
        <span className={styles['swatch']} style={{ '--swatch': /^#[\da-f]{3,8}$/iu.test(text) ? text : 'transparent' } as CSSProperties}>
          {text}
        </span>
      );
    case 'markdown':
      return look === 'cell' ? plainLine(text.slice(0, 400)) : <Markdown text={text} />;
    case 'json':
      return look === 'cell' ? (
        <span className={styles['mono']}>{JSON.stringify(value)}</span>
      ) : (
        <pre className={styles['json']}>{JSON.stringify(value, null, 2)}</pre>
      );
    case 'uuid':
      return <span className={styles['mono']}>{look === 'cell' ? text.slice(-6) : text}</span>;
    default:
      return look === 'cell' ? text : <span className={styles['text']}>{text}</span>;
  }
}

/** A record by its name: a person with a face, a link where a screen is about it. */
export function Related({ value, links = true }: { readonly value: RelationData; readonly links?: boolean }) {
  const { model } = useProduct();
  const name = links && value.address ? <ProductLink address={value.address}>{value.label}</ProductLink> : value.label;
  return isPerson(model, value.entity) ? <Person name={value.label}>{name}</Person> : name;
}

function Several({
  entity,
  field,
  type,
  values,
  look,
  links,
}: Omit<ValueProps, 'value'> & { readonly type: FieldType; readonly values: readonly Json[] }) {
  const { words } = useProduct();
  if (values.length === 0) return <span className={styles['faint']}>{words.nothing}</span>;
  const most = look === 'cell' ? 3 : values.length;
  const of: FieldType = type.kind === 'list' ? type.of : { kind: 'text' };
  const shown = values.slice(0, most).map((value, index) => {
    const content = isRelation(value) ? (
      <Related value={value} links={links ?? true} />
    ) : of.kind === 'text' || of.kind === 'enum' ? (
      <Badge>{String(value)}</Badge>
    ) : value === null ? (
      words.nothing
    ) : (
      <Typed entity={entity} field={field} type={of} value={value} look={look} links={links ?? true} />
    );
    // biome-ignore lint/suspicious/noArrayIndexKey: a list's place is its item's name.
    return <span key={index}>{content}</span>;
  });
  return (
    <span className={values.some(isRelation) ? styles['people'] : styles['tags']}>
      {shown}
      {values.length > most ? <span className={styles['faint']}>+{values.length - most}</span> : null}
    </span>
  );
}
