import { useMemo } from 'react';
import { useToast } from '../../ui/overlay/toast.tsx';
import { FormView } from '../inputs/form-view.tsx';
import { useForm } from '../inputs/use-form.ts';
import { useProduct } from '../product-context.ts';
import styles from './account.module.css';
import { linkWords } from './link-words.ts';
import { plainInput } from './password-input.ts';

/** Invites others by mail. `roles`: the roles that the person may grant. */
export function InviteForm({ roles }: { readonly roles: readonly string[] }) {
  const { run, locale } = useProduct();
  const toaster = useToast();
  const words = linkWords(locale);
  const inputs = useMemo(
    () => [
      plainInput('address', words.address, 'email'),
      { ...plainInput('role', words.invite.role, 'enum'), values: roles, value: roles[0] ?? null },
    ],
    [words, roles],
  );
  const form = useForm({
    inputs,
    inside: true,
    draftName: null,
    whole: true,
    guarded: false,
    run: ({ address, role }) => run({ kind: 'invite', address: String(address ?? ''), role: String(role ?? ''), language: locale }),
    done: () => toaster.show({ message: words.invite.done, tone: 'success' }),
  });
  return (
    <section aria-label={words.invite.title}>
      <h3 className={styles['heading']}>{words.invite.title}</h3>
      <FormView form={form} entity={null} label={words.invite.title} action={words.invite.send} variant="secondary" />
    </section>
  );
}
