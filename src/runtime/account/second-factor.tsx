import { encodeQR } from 'qr';
import { useMemo, useState } from 'react';
import type { InputData } from '../../engine/form-data.ts';
import type { Command, SecondFactorShown } from '../../engine/session.ts';
import { Button } from '../../ui/button.tsx';
import { FormView } from '../inputs/form-view.tsx';
import { useForm } from '../inputs/use-form.ts';
import { useWholeProduct } from '../product-context.ts';
import styles from './account.module.css';
import { accountWords } from './account-words.ts';
import { codeInput, passwordInput } from './password-input.ts';

type Step = Extract<Command, { readonly kind: 'second-factor' }>['step'];

/** Turns the second factor on and off. `state`: the number of recovery codes left, or `off`. */
export function SecondFactor({ state, changed }: { readonly state: number | 'off'; readonly changed: () => void }) {
  const { locale, words } = useWholeProduct();
  const more = accountWords(locale);
  const [step, setStep] = useState<Step | null>(null);
  const [shown, setShown] = useState<SecondFactorShown | null>(null);
  const password = useMemo(() => passwordInput('currentPassword', words.account.current), [words]);
  const code = useMemo(() => codeInput(more.code), [more]);
  const inputs: Readonly<Record<Step, readonly InputData[]>> = useMemo(
    () => ({ begin: [password], confirm: [code], renew: [code], end: [password, code] }),
    [password, code],
  );
  const done = (result: SecondFactorShown | null): void => {
    setShown(result);
    setStep(result?.kind === 'secret' ? 'confirm' : null);
    if (result?.kind !== 'secret') changed();
  };
  return (
    <section aria-label={more.second}>
      <h3 className={styles['heading']}>{more.second}</h3>
      {shown?.kind === 'recovery' ? (
        <div className={styles['factor']}>
          <p>{more.keep}</p>
          <ul className={styles['codes']} aria-label={more.recovery}>
            {shown.codes.map((one) => (
              <li key={one}>
                <code>{one}</code>
              </li>
            ))}
          </ul>
          <Button onClick={() => setShown(null)}>{more.kept}</Button>
        </div>
      ) : (
        <div className={styles['factor']}>
          <p>{shown?.kind === 'secret' ? more.scan : state === 'off' ? more.about : more.on(state)}</p>
          {shown?.kind === 'secret' ? <Secret shown={shown} /> : null}
          {step === null ? (
            <div className={styles['choices']}>
              {state === 'off' ? (
                <Button onClick={() => setStep('begin')}>{more.turnOn}</Button>
              ) : (
                <>
                  <Button onClick={() => setStep('renew')}>{more.renew}</Button>
                  <Button variant="danger" onClick={() => setStep('end')}>
                    {more.turnOff}
                  </Button>
                </>
              )}
            </div>
          ) : (
            <StepForm
              key={step}
              step={step}
              inputs={inputs[step]}
              action={step === 'begin' ? more.turnOn : step === 'end' ? more.turnOff : step === 'renew' ? more.renew : more.confirm}
              done={done}
            />
          )}
        </div>
      )}
    </section>
  );
}

function Secret({ shown }: { readonly shown: Extract<SecondFactorShown, { readonly kind: 'secret' }> }) {
  const { locale } = useWholeProduct();
  const more = accountWords(locale);
  // As an image, because the markup of an image cannot run scripts on the page.
  const picture = useMemo(() => `data:image/svg+xml;base64,${btoa(encodeQR(shown.address, 'svg'))}`, [shown.address]);
  return (
    <>
      <img className={styles['qr']} src={picture} alt={more.picture} width={180} height={180} />
      <p>
        {more.typed} <code className={styles['secret']}>{shown.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
    </>
  );
}

function StepForm({
  step,
  inputs,
  action,
  done,
}: {
  readonly step: Step;
  readonly inputs: readonly InputData[];
  readonly action: string;
  readonly done: (shown: SecondFactorShown | null) => void;
}) {
  const { run } = useWholeProduct();
  const form = useForm({
    inputs,
    inside: true,
    draftName: null,
    whole: true,
    guarded: false,
    run: ({ currentPassword, code }) =>
      run({ kind: 'second-factor', step, currentPassword: String(currentPassword ?? ''), code: String(code ?? '') }),
    done: (value) => done(value.secondFactor ?? null),
  });
  return <FormView form={form} entity={null} label={action} action={action} />;
}
