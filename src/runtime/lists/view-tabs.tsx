import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { PlainField } from '../../ui/form/plain-field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconPlus, IconX } from '../../ui/icons.ts';
import { Popover } from '../../ui/overlay/popover.tsx';
import { Roving } from '../../ui/roving.tsx';
import { formatCount } from '../format.ts';
import { dayAt } from '../parts/calendar/calendar-days.ts';
import type { PartOf } from '../parts/part.ts';
import { useProduct } from '../product-context.ts';
import { optionsOf } from '../screen/part-lists.ts';
import { useShownScreen } from '../screen/screen-context.ts';
import styles from './lists.module.css';
import type { Views } from './use-views.ts';

type Part = PartOf<'list' | 'cards'>;

/** The saved views of a list, each with its count; renders nothing without any. */
export function ViewTabs({ part, views }: { readonly part: Part; readonly views: Views }) {
  const { words } = useProduct();
  const { lists } = words.parts;
  if (views.saved.length === 0) return null;
  return (
    <Roving className={styles['tabs']} aria-label={lists.views}>
      <Button variant="ghost" size="small" className={styles['tab']} aria-pressed={views.now === ''} onClick={() => views.open('')}>
        {lists.everything}
      </Button>
      {views.saved.map(({ name, query }) => (
        <span key={name} className={styles['view']}>
          <Button
            variant="ghost"
            size="small"
            className={styles['tab']}
            aria-pressed={query === views.now}
            onClick={() => views.open(query)}
          >
            {name} <Count part={part} query={query} />
          </Button>
          {query === views.now ? (
            <IconButton
              size="small"
              label={lists.deleteView(name)}
              icon={<IconX size={12} />}
              onClick={() => {
                views.delete(name);
                views.open('');
              }}
            />
          ) : null}
        </span>
      ))}
      <SaveView views={views} />
    </Roving>
  );
}

/** Saves the list's state under a name; renders nothing if a view has it already. */
export function SaveView({ views }: { readonly views: Views }) {
  const { words } = useProduct();
  const { lists } = words.parts;
  if (views.now === '' || views.saved.some(({ query }) => query === views.now)) return null;
  return (
    <Popover
      title={lists.addView}
      trigger={
        <Button variant="ghost" size="small" icon={<IconPlus size={14} />}>
          {lists.addView}
        </Button>
      }
    >
      {(close) => (
        <NewView
          onSave={(name) => {
            views.save(name);
            close();
          }}
        />
      )}
    </Popover>
  );
}

/** The number of records in a view. */
function Count({ part, query }: { readonly part: Part; readonly query: string }) {
  const { cache, model, locale, zone, platform } = useProduct();
  const { page } = useShownScreen();
  const today = dayAt(platform.now(), zone);
  // Requests neither rows nor the choices of filters.
  const options = { ...optionsOf({ model, locale, zone, today }, part, part.id, query), totals: [] };
  const { data } = useQuery(cache.part(page, part.id, options), cache.client);
  const value = data?.outcome?.ok ? data.outcome.value : null;
  return value !== null && (value.kind === 'list' || value.kind === 'cards') ? (
    <span className={styles['count']}>{formatCount(value.total, value.more, locale)}</span>
  ) : null;
}

function NewView({ onSave }: { readonly onSave: (name: string) => void }) {
  const { words } = useProduct();
  const { lists } = words.parts;
  const [name, setName] = useState('');
  return (
    <form
      className={cx(styles['panel'], styles['name'])}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') onSave(name.trim());
      }}
    >
      <PlainField aria-label={lists.viewName} placeholder={lists.viewName} value={name} onValue={setName} maxLength={80} />
      <Button type="submit" variant="primary">
        {lists.saveView}
      </Button>
    </form>
  );
}
