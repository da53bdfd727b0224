import { useState } from 'react';
import type { InboxData, InboxEntryData } from '../../engine/messages/inbox.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Callout } from '../../ui/display/callout.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Markdown } from '../../ui/display/markdown.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconX } from '../../ui/icons.ts';
import { IconBell } from '../../ui/late-icons.ts';
import { useVersion, useWholeProduct } from '../product-context.ts';
import { ProductLink } from '../product-link.tsx';
import { useAnswer } from '../use-answer.ts';
import { Moment } from '../values/moment.tsx';
import styles from './inbox.module.css';

/** The person's messages. Each links to its record, and opening it marks it as read. */
export function InboxPanel({ onClose }: { readonly onClose: () => void }) {
  const { session, words, labels, run, refuse } = useWholeProduct();
  const version = useVersion();
  // A change may have added a message.
  const { data, failed } = useAnswer(() => session.inbox(), [session, version]);
  // Older messages loaded so far; a new answer discards them.
  const [before, setBefore] = useState<{
    readonly of: InboxData;
    readonly entries: readonly InboxEntryData[];
    readonly more: boolean;
    readonly failed: boolean;
  } | null>(null);

  if (failed || (before?.failed && before.of === data)) return <Callout tone="danger">{words.broken}</Callout>;
  if (data === null) return <Skeleton lines={6} />;
  const older = before?.of === data ? before : { entries: [], more: data.more };
  const entries = [...data.entries, ...older.entries];
  const command = async (what: Parameters<typeof run>[0]): Promise<void> => {
    const outcome = await run(what);
    if (!outcome.ok) refuse(outcome.refusals);
  };
  const read = (ids: readonly string[] | null): void => void command({ kind: 'read-messages', ids });
  const showOlder = async (): Promise<void> => {
    const found = await session.inbox(entries.at(-1)?.id).catch(() => null);
    setBefore({ of: data, entries: [...older.entries, ...(found?.entries ?? [])], more: found?.more ?? false, failed: found === null });
  };
  return (
    <div className={styles['panel']}>
      <div className={styles['head']}>
        <h2 className={styles['title']}>{words.inbox.title}</h2>
        {entries.some((entry) => !entry.read) ? (
          <Button variant="ghost" size="small" onClick={() => read(null)}>
            {words.inbox.readAll}
          </Button>
        ) : null}
        <IconButton label={words.ui.close} icon={<IconX size={16} />} onClick={onClose} />
      </div>
      {entries.length === 0 ? <EmptyState icon={<IconBell size={24} />} title={words.inbox.none} /> : null}
      <ul className={styles['entries']}>
        {entries.map((entry) => (
          <li key={entry.id} className={cx(styles['entry'], entry.read ? undefined : styles['unread'])}>
            <Subject
              entry={entry}
              onOpen={() => {
                if (!entry.read) read([entry.id]);
                if (entry.address !== null) onClose();
              }}
            />
            {entry.text === '' ? null : <Markdown text={entry.text} />}
            <div className={styles['at']}>
              <Moment iso={entry.at} />
            </div>
          </li>
        ))}
      </ul>
      {older.more ? (
        <div className={styles['older']}>
          <Button size="small" onClick={() => void showOlder()}>
            {words.inbox.older}
          </Button>
        </div>
      ) : null}
      <fieldset className={styles['kinds']}>
        <legend className={styles['legend']}>{words.inbox.tellMe}</legend>
        {data.kinds.map(({ message, ways }) => (
          <div key={message} className={styles['kind']}>
            <span>{labels.kindOfMessage(message)}</span>
            {ways.map(({ way, off }) => (
              <Checkbox key={way} checked={!off} onChange={() => void command({ kind: 'mute', message, way, off: !off })}>
                {words.inbox.ways[way]}
              </Checkbox>
            ))}
          </div>
        ))}
      </fieldset>
    </div>
  );
}

function Subject({ entry, onOpen }: { readonly entry: InboxEntryData; readonly onOpen: () => void }) {
  return entry.address === null ? (
    <button type="button" className={styles['subject']} onClick={onOpen}>
      {entry.subject}
    </button>
  ) : (
    <ProductLink address={entry.address} className={styles['subject']} onClick={onOpen}>
      {entry.subject}
    </ProductLink>
  );
}
