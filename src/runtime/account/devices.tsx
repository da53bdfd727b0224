import { useState } from 'react';
import type { AccountData } from '../../engine/session.ts';
import { Button } from '../../ui/button.tsx';
import { Badge } from '../../ui/display/badge.tsx';
import { useWholeProduct } from '../product-context.ts';
import { Moment } from '../values/moment.tsx';
import styles from './account.module.css';
import { accountWords } from './account-words.ts';

/** Lists the browsers that signed in to the account before; each can be forgotten. */
export function Devices({ devices, changed }: Pick<AccountData, 'devices'> & { readonly changed: () => void }) {
  const { run, refuse, words, locale } = useWholeProduct();
  const more = accountWords(locale);
  const [forgetting, setForgetting] = useState<string | null>(null);
  const forget = async (device: string): Promise<void> => {
    setForgetting(device);
    const outcome = await run({ kind: 'forget-device', device });
    setForgetting(null);
    if (outcome.ok) changed();
    else refuse(outcome.refusals);
  };
  return (
    <section aria-label={more.devices}>
      <h3 className={styles['heading']}>{more.devices}</h3>
      <p className={styles['expires']}>{more.devicesAbout}</p>
      <ul className={styles['sessions']}>
        {devices.map(({ id, seen, own }) => (
          <li key={id} className={styles['session']}>
            <div className={styles['began']}>
              {more.seen} <Moment iso={seen} />
              {own ? <Badge>{words.account.here}</Badge> : null}
            </div>
            <Button size="small" busy={forgetting === id} onClick={() => void forget(id)}>
              {more.forget}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
