import { useCallback, useMemo, useState } from 'react';
import type { Outcome } from '../../engine/outcome.ts';
import type { Command, Done } from '../../engine/session.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { lazyPart } from '../lazy-part.ts';
import { useProduct } from '../product-context.ts';
import type { CurrentPasswordFormProps } from './current-password-form.tsx';
import { requiredProof } from './required-proof.ts';

const CurrentPasswordForm = lazyPart<CurrentPasswordFormProps>(
  async () => (await import('./current-password-form.tsx')).CurrentPasswordForm,
);

type Send = (command: Command) => Promise<Outcome<Done>>;

interface PasswordPrompt extends CurrentPasswordFormProps {
  readonly cancel: () => void;
}

/** Adds the requested proof to a command. Null if the form itself asks for it. */
function withProof(command: Command, asks: CurrentPasswordFormProps['asks']): ((proof: string) => Command) | null {
  if (command.kind === 'update' && asks === 'current-password') return (currentPassword) => ({ ...command, currentPassword });
  if (command.kind !== 'sign-in' || asks !== 'code') return null;
  return (code) => ({ ...command, values: { ...command.values, code } });
}

/**
 * Sends commands. If one is refused for lack of the current password or a code, opens a dialog that
 * asks for it and sends the command again.
 */
export function useConfirmed(): {
  readonly confirmed: (send: Send, command: Command) => Promise<Outcome<Done>>;
  readonly prompt: PasswordPrompt | null;
} {
  const [prompt, setPrompt] = useState<PasswordPrompt | null>(null);
  const confirmed = useCallback(async (send: Send, command: Command): Promise<Outcome<Done>> => {
    const first = await send(command);
    const asks = requiredProof(first);
    const again = asks === null ? null : withProof(command, asks);
    if (asks === null || again === null) return first;
    return new Promise((resolve) => {
      const settle = (outcome: Outcome<Done>): void => {
        setPrompt(null);
        resolve(outcome);
      };
      setPrompt({ asks, send: (proof) => send(again(proof)), settle, cancel: () => settle(first) });
    });
  }, []);
  return useMemo(() => ({ confirmed, prompt }), [confirmed, prompt]);
}

export function CurrentPasswordDialog({ prompt }: { readonly prompt: PasswordPrompt | null }) {
  const { words } = useProduct();
  return (
    <Dialog open={prompt !== null} onClose={() => prompt?.cancel()} title={words.account.confirm} width={440}>
      {prompt === null ? null : <CurrentPasswordForm {...prompt} />}
    </Dialog>
  );
}
