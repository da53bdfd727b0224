import { own } from '../../base/own.ts';
import type { RecordData } from '../../engine/record-data.ts';
import { Badge } from '../../ui/display/badge.tsx';
import { hueOfValue, stateFieldOf } from '../model-lookup.ts';
import { usePlaces } from '../places.ts';
import { useProduct } from '../product-context.ts';
import { ProductLink } from '../product-link.tsx';
import { parentOf } from '../shell/parents.ts';
import styles from './screen.module.css';

/** The way up: the screen of the menu that led here, and what this screen is. */
export function Breadcrumb({ screen, isRecord }: { readonly screen: string; readonly isRecord: boolean }) {
  const { model, navigation, words, labels } = useProduct();
  const parent = parentOf(model, navigation, screen);
  const here = isRecord ? labels.screen(screen) : null;
  if (parent === null) return here === null ? null : <p className={styles['over']}>{here}</p>;
  return (
    <nav aria-label={words.breadcrumb} className={styles['over']}>
      <ProductLink address={{ screen: parent.screen, parameters: {} }}>{labels.screen(parent.screen)}</ProductLink>
      {here === null ? null : (
        <>
          <span aria-hidden> / </span>
          <span>{here}</span>
        </>
      )}
    </nav>
  );
}

/**
 * The state of a record beside its title; nothing where it has none, or the person may not read it.
 */
export function StatePill({ record }: { readonly record: RecordData }) {
  const { model, labels } = useProduct();
  const places = usePlaces();
  const field = stateFieldOf(model, record.entity);
  const value = field === null ? null : own(record.values, field);
  if (field === null || typeof value !== 'string') return null;
  return (
    <span className={styles['state']} {...places.field(record.entity, field)}>
      <Badge look="pill" hue={hueOfValue(model, record.entity, field, value)}>
        {labels.value(record.entity, field, value)}
      </Badge>
    </span>
  );
}
