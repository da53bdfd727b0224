import { useState } from 'react';
import type { ProductModel } from '../../engine/document/product-model.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/display/callout.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconX } from '../../ui/icons.ts';
import { hasAllWords } from '../languages/late-words.ts';
import { useLanguage } from '../languages/use-language.ts';
import styles from './site.module.css';
import type { Update } from './updates.ts';

/** Only the number of further losses is shown. */
const most = 6;

export interface LateNoticesProps {
  readonly model: ProductModel;
  readonly fleeting: boolean;
  readonly losses: readonly string[];
  readonly update: Update | null;
  readonly onLose: () => Promise<void>;
  readonly onKeep: () => void;
  readonly onLater: () => void;
}

/** Data not persistent, new release, release that would lose data. */
export function LateNotices({ model, fleeting, losses, update, onLose, onKeep, onLater }: LateNoticesProps) {
  const { texts } = useLanguage(model.language, navigator.languages);
  const [busy, setBusy] = useState(false);
  const [away, setAway] = useState(false);
  if (texts === null || !hasAllWords(texts.words)) return null;
  const { words } = texts;
  const { site } = words;
  const lose = async (): Promise<void> => {
    setBusy(true);
    await onLose().finally(() => setBusy(false));
  };
  return (
    <>
      {update === null ? null : (
        <Callout
          tone="info"
          actions={
            <>
              <Button size="small" variant="primary" onClick={() => update.take()}>
                {site.useNewVersion}
              </Button>
              <IconButton size="small" label={words.ui.close} icon={<IconX size={16} />} onClick={onLater} />
            </>
          }
        >
          {site.newVersion}
        </Callout>
      )}
      {losses.length === 0 ? null : (
        <Callout
          tone="warning"
          title={site.behind}
          actions={
            <>
              <Button size="small" onClick={onKeep}>
                {site.keepData}
              </Button>
              <Button size="small" variant="danger" busy={busy} onClick={() => void lose()}>
                {site.takeAnyway}
              </Button>
            </>
          }
        >
          {site.behindText}
          <ul className={styles['losses']}>
            {losses.slice(0, most).map((loss) => (
              <li key={loss}>{loss}</li>
            ))}
            {losses.length > most ? <li>{words.more(losses.length - most)}</li> : null}
          </ul>
        </Callout>
      )}
      {fleeting && !away ? (
        <Callout
          tone="warning"
          actions={<IconButton size="small" label={words.ui.close} icon={<IconX size={16} />} onClick={() => setAway(true)} />}
        >
          {site.fleeting}
        </Callout>
      ) : null}
    </>
  );
}
