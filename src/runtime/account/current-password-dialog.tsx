import { useCallback, useMemo, useState } from 'react';
import type { Outcome } from '../../engine/outcome.ts';
import type { Command, Done } from '../../engine/session.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { useProduct } from '../product-context.ts';
import { whenNeeded } from '../when-needed.tsx';
import { asksPassword } from './asks-password.ts';
import type { CurrentPasswordFormProps } from './current-password-form.tsx';

const CurrentPasswordForm = whenNeeded<CurrentPasswordFormProps>(
  async () => (await import('./current-password-form.tsx')).CurrentPasswordForm,
);

type Send = (command: Command) => Promise<Outcome<Done>>;

interface Asked extends CurrentPasswordFormProps {
  readonly cancel: () => void;
}

/**
 * Sends commands; where one is refused until the current password is given, a dialog asks for it
 * and sends the command again.
 */
export function useConfirmed(): {
  readonly confirmed: (send: Send, command: Command) => Promise<Outcome<Done>>;
  readonly asked: Asked | null;
} {
  const [asked, setAsked] = useState<Asked | null>(null);
  const confirmed = useCallback(async (send: Send, command: Command): Promise<Outcome<Done>> => {
    const first = await send(command);
    if (command.kind !== 'update' || !asksPassword(first)) return first;
    return new Promise((resolve) => {
      const settle = (outcome: Outcome<Done>): void => {
        setAsked(null);
        resolve(outcome);
      };
      setAsked({ send: (currentPassword) => send({ ...command, currentPassword }), settle, cancel: () => settle(first) });
    });
  }, []);
  return useMemo(() => ({ confirmed, asked }), [confirmed, asked]);
}

export function CurrentPasswordDialog({ asked }: { readonly asked: Asked | null }) {
  const { words } = useProduct();
  return (
    <Dialog open={asked !== null} onClose={() => asked?.cancel()} title={words.account.confirm} width={440}>
      {asked === null ? null : <CurrentPasswordForm send={asked.send} settle={asked.settle} />}
    </Dialog>
  );
}
