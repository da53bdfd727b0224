import { useMemo } from 'react';
import { isEntrance } from '../../engine/document/entrance.ts';
import { cx } from '../../ui/cx.ts';
import { Callout } from '../../ui/display/callout.tsx';
import { useToast } from '../../ui/overlay/toast.tsx';
import { FormView } from '../inputs/form-view.tsx';
import { useForm } from '../inputs/use-form.ts';
import { lazyPart } from '../lazy-part.ts';
import { usePlace, useWholeProduct } from '../product-context.ts';
import { openWanted, wantedBy } from '../screen/open-wanted.ts';
import { PartGate } from '../screen/part-gate.tsx';
import { useShownScreen } from '../screen/screen-context.ts';
import { type DataOf, usePart } from '../screen/use-part.ts';
import { WhyButton } from '../screen/why-button.tsx';
import styles from './layout.module.css';
import type { PartComponent } from './part.ts';

export const SignInPart: PartComponent<'sign-in'> = ({ part }) => <SignPart id={part.id} kind="sign-in" />;

export const SignUpPart: PartComponent<'sign-up'> = ({ part }) => <SignPart id={part.id} kind="sign-up" />;

const SignInWays = lazyPart(async () => (await import('../account/sign-in-ways.tsx')).SignInWays, null);

function SignPart({ id, kind }: { readonly id: string; readonly kind: 'sign-in' | 'sign-up' }) {
  const state = usePart(id, [kind]);
  return (
    <PartGate state={state} lines={5}>
      {(data) =>
        data.refusal ? (
          <Callout actions={<WhyButton refusal={data.refusal} />}>{data.refusal.message}</Callout>
        ) : (
          <SignForm data={data} kind={kind} />
        )
      }
    </PartGate>
  );
}

function SignForm({ data, kind }: { readonly data: DataOf<'sign-in' | 'sign-up'>; readonly kind: 'sign-in' | 'sign-up' }) {
  const product = useWholeProduct();
  const { run, words, labels, open, location, locale, model } = product;
  const account = model.account?.entity.text ?? null;
  const place = usePlace();
  const { screen } = useShownScreen();
  const toaster = useToast();
  // Signing in requires every field.
  const inputs = useMemo(
    () => (kind === 'sign-in' ? data.inputs.map((input) => ({ ...input, required: true })) : data.inputs),
    [data.inputs, kind],
  );
  const title = kind === 'sign-in' ? words.signIn : words.signUp;
  const form = useForm({
    inputs,
    draftName: null,
    whole: true,
    guarded: kind === 'sign-up',
    run: async (values) => {
      const outcome = await run({ kind, values, language: locale });
      // Replaces the document’s “Please sign in.”, because the person just tried to.
      const refusals = outcome.ok ? [] : outcome.refusals;
      if (kind !== 'sign-in' || !refusals.some((refusal) => refusal.status === 401)) return outcome;
      const message = words.signInRefused(inputs.map(({ name, label }) => (account === null ? label : labels.field(account, name))));
      return {
        ok: false,
        refusals: refusals.map((refusal) => ({ ...refusal, message, shown: { kind: 'at', field: null } })),
      };
    },
    done: (done) => {
      if (done.mailed) return location.push('/?~sent');
      toaster.show({ message: words.signedIn, tone: 'success' });
      if (done.open) open(done.open);
      else void openWanted(product, wantedBy(place.query) ?? (isEntrance(screen) ? null : place.path));
    },
  });
  // The screen's own title may be the same.
  const named = labels.screen(screen.name.text) === title;
  return (
    <section className={cx(styles['section'], !named && styles['apart'])} aria-label={title}>
      {named ? null : <h2 className={styles['heading']}>{title}</h2>}
      {inputs.length === 0 ? null : (
        <FormView form={form} entity={account} label={title} action={title} variant={kind === 'sign-in' ? 'primary' : 'secondary'} />
      )}
      {kind === 'sign-in' ? <SignInWays /> : null}
    </section>
  );
}
