import { useMemo } from 'react';
import type { Outcome, Refusal } from '../../engine/outcome.ts';
import type { Done } from '../../engine/session.ts';
import { FormView } from '../inputs/form-view.tsx';
import { useForm } from '../inputs/use-form.ts';
import { useWholeProduct } from '../product-context.ts';
import { accountWords } from './account-words.ts';
import { codeInput, passwordInput } from './password-input.ts';
import { requiredProof } from './required-proof.ts';

export interface CurrentPasswordFormProps {
  readonly asks: NonNullable<Refusal['asks']>;
  /** Sends the command again with the password or the code. */
  readonly send: (proof: string) => Promise<Outcome<Done>>;
  readonly settle: (outcome: Outcome<Done>) => void;
}

/**
 * Asks for the current password or a code of the second factor, until the command succeeds or is
 * refused for another reason.
 */
export function CurrentPasswordForm({ asks, send, settle }: CurrentPasswordFormProps) {
  const { words, locale } = useWholeProduct();
  const inputs = useMemo(
    () => [asks === 'code' ? codeInput(accountWords(locale).code) : passwordInput('currentPassword', words.account.current)],
    [asks, words, locale],
  );
  const form = useForm({
    inputs,
    inside: true,
    draftName: null,
    whole: true,
    guarded: false,
    run: async (values) => {
      const outcome = await send(String(Object.values(values)[0] ?? ''));
      if (requiredProof(outcome) === asks) return outcome;
      settle(outcome);
      // The form that sent the command shows all other refusals.
      return { ok: true, value: { record: null, open: null } };
    },
    done: () => undefined,
  });
  return <FormView form={form} entity={null} label={words.account.confirm} action={asks === 'code' ? words.signIn : words.save} />;
}
