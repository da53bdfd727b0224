import { useMemo } from 'react';
import type { LinkData } from '../../engine/operations/use-link.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/display/callout.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { useToast } from '../../ui/overlay/toast.tsx';
import { FormView } from '../inputs/form-view.tsx';
import { useForm } from '../inputs/use-form.ts';
import { useWholeProduct } from '../product-context.ts';
import { ProductMark } from '../screen/entrance.tsx';
import { useTitle } from '../screen/use-title.ts';
import { useAnswer } from '../use-answer.ts';
import styles from './account.module.css';
import { accountWords } from './account-words.ts';
import { linkWords } from './link-words.ts';
import { codeInput, plainInput } from './password-input.ts';

/** Requests a link by mail that resets the password or confirms the address. */
export function AskLinkPage({ purpose }: { readonly purpose: 'reset' | 'confirm' }) {
  const { locale, run, location } = useWholeProduct();
  const words = linkWords(locale);
  const { title, about } = words.ask[purpose];
  const inputs = useMemo(() => [plainInput('address', words.address, 'email')], [words]);
  const form = useForm({
    inputs,
    inside: true,
    draftName: null,
    whole: true,
    guarded: false,
    run: async ({ address }) => {
      const outcome = await run({ kind: 'mail-link', purpose, address: String(address ?? ''), language: locale });
      if (outcome.ok) return outcome;
      // The document's messages name its email field; this form calls it `address`.
      const refusals = outcome.refusals.map((refusal) =>
        refusal.field === null ? refusal : { ...refusal, field: 'address', shown: here },
      );
      return { ok: false, refusals };
    },
    done: () => location.replace('/?~sent'),
  });
  return (
    <Page title={title}>
      <p>{about}</p>
      <FormView form={form} entity={null} label={title} action={words.send} />
    </Page>
  );
}

const here = { kind: 'at', field: 'address' } as const;

/** Looks alike whether or not a mail was sent, so that it does not reveal which accounts exist. */
export function SentPage() {
  const { locale, person, location } = useWholeProduct();
  const words = linkWords(locale);
  return (
    <Page title={words.sent.title}>
      <p>{words.sent.about}</p>
      {person.operates === true ? (
        <div>
          <Button onClick={() => location.push('/?~outbox')}>{accountWords(locale).outbox}</Button>
        </div>
      ) : null}
    </Page>
  );
}

/** The page that a mailed link opens. */
export function LinkPage({ token }: { readonly token: string }) {
  const { session, locale, words: usual } = useWholeProduct();
  const words = linkWords(locale);
  const { data: found, failed } = useAnswer(async () => ({ data: await session.link(token) }), [session, token]);
  if (failed) return <Callout tone="danger">{usual.broken}</Callout>;
  if (found === null) return <Skeleton lines={6} />;
  if (found.data !== null) return <UseLink token={token} data={found.data} />;
  return (
    <Page title={words.expired.title}>
      <p>{words.expired.about}</p>
      <ToStart />
    </Page>
  );
}

function ToStart() {
  const { words, location } = useWholeProduct();
  return (
    <div>
      <Button onClick={() => location.replace('/')}>{words.backToStart}</Button>
    </div>
  );
}

function UseLink({ token, data }: { readonly token: string; readonly data: LinkData }) {
  const { locale, run, open, words: usual, location, model } = useWholeProduct();
  const toaster = useToast();
  const { title, about, action } = linkWords(locale).use[data.purpose];
  const inputs = useMemo(() => (data.code ? [...data.inputs, codeInput(accountWords(locale).code)] : data.inputs), [data, locale]);
  const form = useForm({
    inputs,
    inside: true,
    draftName: null,
    whole: true,
    guarded: false,
    run: (values) => run({ kind: 'use-link', token, values }),
    done: ({ open: leads }) => {
      toaster.show({ message: usual.signedIn, tone: 'success' });
      location.replace('/');
      if (leads !== null) open(leads);
    },
  });
  return (
    <Page title={title}>
      <p>
        <strong>{data.address}</strong>
      </p>
      <p>{about}</p>
      <FormView form={form} entity={model.account?.entity.text ?? null} label={title} action={action} />
    </Page>
  );
}

function Page({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  useTitle(title);
  return (
    <div className={styles['page']}>
      <ProductMark />
      <h1>{title}</h1>
      {children}
    </div>
  );
}
