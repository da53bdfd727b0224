import { useMemo, useState } from 'react';
import type { AccountData } from '../../engine/session.ts';
import { Button } from '../../ui/button.tsx';
import { Badge } from '../../ui/display/badge.tsx';
import { Callout } from '../../ui/display/callout.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { useToast } from '../../ui/overlay/toast.tsx';
import { FormView } from '../inputs/form-view.tsx';
import { useForm } from '../inputs/use-form.ts';
import { useVersion, useWholeProduct } from '../product-context.ts';
import { useAnswer } from '../use-answer.ts';
import { Moment } from '../values/moment.tsx';
import styles from './account.module.css';
import { accountWords } from './account-words.ts';
import { Devices } from './devices.tsx';
import { InviteForm } from './invite-form.tsx';
import { passwordInput } from './password-input.ts';
import { SecondFactor } from './second-factor.tsx';

/** The signed-in person's account: shows it and lets them change it. */
export function AccountPanel({ onClose }: { readonly onClose: () => void }) {
  const { session, words, person } = useWholeProduct();
  const version = useVersion();
  const [round, setRound] = useState(0);
  // A change may end a session or revoke a permission.
  const { data, failed } = useAnswer(() => session.account(), [session, version, round]);

  if (failed) return <Callout tone="danger">{words.broken}</Callout>;
  if (data === null) return <Skeleton lines={6} />;
  return (
    <div className={styles['panel']}>
      {data.password ? <PasswordForm /> : null}
      {data.secondFactor === null ? null : <SecondFactor state={data.secondFactor} changed={() => setRound(round + 1)} />}
      {data.invites.length > 0 ? <InviteForm roles={data.invites} /> : null}
      {data.devices.length > 0 ? <Devices devices={data.devices} changed={() => setRound(round + 1)} /> : null}
      {data.sessions.length > 0 ? <Sessions sessions={data.sessions} /> : null}
      {person.operates === true ? <OutboxLink onClose={onClose} /> : null}
      {data.password || data.secondFactor !== null || data.sessions.length > 0 ? null : <p>{words.account.nothing}</p>}
    </div>
  );
}

function OutboxLink({ onClose }: { readonly onClose: () => void }) {
  const { locale, location } = useWholeProduct();
  return (
    <div>
      <Button
        onClick={() => {
          onClose();
          location.push('/?~outbox');
        }}
      >
        {accountWords(locale).outbox}
      </Button>
    </div>
  );
}

function PasswordForm() {
  const { run, words } = useWholeProduct();
  const toaster = useToast();
  const { account } = words;
  const inputs = useMemo(() => [passwordInput('currentPassword', account.current), passwordInput('next', account.next)], [account]);
  const form = useForm({
    inputs,
    inside: true,
    draftName: null,
    whole: true,
    guarded: false,
    run: async ({ currentPassword, next }) => {
      const outcome = await run({ kind: 'change-password', current: String(currentPassword ?? ''), next: String(next ?? '') });
      if (outcome.ok) return outcome;
      // The document's messages name its password field; the form shows them at the new password.
      const refusals = outcome.refusals.map((refusal) =>
        refusal.asks === 'current-password' || refusal.shown.kind !== 'at'
          ? refusal
          : { ...refusal, field: 'next', shown: { kind: 'at' as const, field: 'next' } },
      );
      return { ok: false, refusals };
    },
    done: () => toaster.show({ message: account.changed, tone: 'success' }),
  });
  return (
    <section aria-label={account.password}>
      <h3 className={styles['heading']}>{account.password}</h3>
      <FormView form={form} entity={null} label={account.password} action={account.change} />
    </section>
  );
}

function Sessions({ sessions }: Pick<AccountData, 'sessions'>) {
  const { run, refuse, words } = useWholeProduct();
  const [ending, setEnding] = useState<string | null>(null);
  const { account } = words;
  const end = async (id: string | null): Promise<void> => {
    setEnding(id ?? 'all');
    const outcome = await run(id === null ? { kind: 'sign-out', everywhere: true } : { kind: 'end-session', session: id });
    setEnding(null);
    if (!outcome.ok) refuse(outcome.refusals);
  };
  return (
    <section aria-label={account.sessions}>
      <h3 className={styles['heading']}>{account.sessions}</h3>
      <ul className={styles['sessions']}>
        {sessions.map(({ id, began, expires, own }) => (
          <li key={id} className={styles['session']}>
            <div>
              <div className={styles['began']}>
                {account.began} <Moment iso={began} />
                {own ? <Badge>{account.here}</Badge> : null}
              </div>
              <div className={styles['expires']}>
                {account.expires} <Moment iso={expires} />
              </div>
            </div>
            <Button size="small" busy={ending === id} onClick={() => void end(id)}>
              {own ? words.signOut : account.end}
            </Button>
          </li>
        ))}
      </ul>
      {sessions.length > 1 ? (
        <Button variant="danger" busy={ending === 'all'} onClick={() => void end(null)}>
          {account.endAll}
        </Button>
      ) : null}
    </section>
  );
}
