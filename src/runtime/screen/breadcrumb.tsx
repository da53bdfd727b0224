import { own } from '../../base/own.ts';
import type { ProductModel } from '../../engine/document/product-model.ts';
import type { RecordData } from '../../engine/record-data.ts';
import { entityNamed } from '../model-lookup.ts';
import { useProduct } from '../product-context.ts';
import { ProductLink } from '../product-link.tsx';
import { parentOf } from '../shell/parents.ts';
import { useMenu } from '../shell/use-organisation.ts';
import styles from './breadcrumb.module.css';

/** A link to the screen of the menu above this one, and the record's short name. */
export function Breadcrumb({ screen, record }: { readonly screen: string; readonly record: RecordData | null }) {
  const { model, words, labels } = useProduct();
  const parent = parentOf(model, useMenu(), screen);
  const here = record === null ? null : shortName(model, record);
  if (parent === null) return here === null ? null : <p className={styles['over']}>{here}</p>;
  return (
    <nav aria-label={words.breadcrumb} className={styles['over']}>
      <ProductLink address={parent.address}>{labels.screen(parent.screen)}</ProductLink>
      {here === null ? null : (
        <>
          <span aria-hidden> / </span>
          <span>{here}</span>
        </>
      )}
    </nav>
  );
}

/** A record's number if it has one, or else its label. */
function shortName(model: ProductModel, record: RecordData): string {
  const number = entityNamed(model, record.entity)?.fields.find(({ type }) => type.kind === 'serial')?.name.text;
  const value = number === undefined ? null : own(record.values, number);
  return typeof value === 'number' || typeof value === 'string' ? `#${value}` : record.label;
}
