import { useMemo } from 'react';
import type { Outcome } from '../../engine/outcome.ts';
import type { Done } from '../../engine/session.ts';
import { FormView } from '../inputs/form-view.tsx';
import { useForm } from '../inputs/use-form.ts';
import { useProduct } from '../product-context.ts';
import { asksPassword } from './asks-password.ts';
import { passwordInput } from './password-input.ts';

export interface CurrentPasswordFormProps {
  /** Runs the command again, with the password. */
  readonly send: (password: string) => Promise<Outcome<Done>>;
  readonly settle: (outcome: Outcome<Done>) => void;
}

/**
 * Asks for the current password until the command goes through, or is refused for another reason.
 */
export function CurrentPasswordForm({ send, settle }: CurrentPasswordFormProps) {
  const { words } = useProduct();
  const inputs = useMemo(() => [passwordInput('currentPassword', words.account.current)], [words]);
  const form = useForm({
    inputs,
    inside: true,
    draftName: null,
    whole: true,
    guarded: false,
    run: async ({ currentPassword }) => {
      const outcome = await send(String(currentPassword ?? ''));
      if (asksPassword(outcome)) return outcome;
      settle(outcome);
      // What else was refused is shown by the form that sent the command.
      return { ok: true, value: { record: null, open: null } };
    },
    done: () => undefined,
  });
  return <FormView form={form} entity={null} label={words.account.confirm} action={words.save} />;
}
