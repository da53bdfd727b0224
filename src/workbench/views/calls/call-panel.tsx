import { useState } from 'react';
import { own } from '../../../base/own.ts';
import type { Call } from '../../../model/ast/calls.ts';
import type { CallAnswer, CallRequest } from '../../../serve/calls/call-request.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { TextArea } from '../../../ui/form/text-area.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { RowFindings } from '../row-findings.tsx';
import { SidePanel } from '../side-panel.tsx';
import styles from '../table-view.module.css';
import type { ViewProps } from '../view.ts';
import bar from '../view-bar.module.css';
import { curlOf, initialInputs, readable, requestOf, type TypedRequest } from './request.ts';
import type { TryServer } from './try-calls.ts';

interface Sent {
  readonly request: CallRequest;
  readonly answer: CallAnswer;
}

/** One call: its inputs, the person who sends it, and the response. */
export function CallPanel({
  call,
  server,
  person,
  onPerson,
  onClose,
  analysis,
  edit,
  goTo,
}: ViewProps & {
  readonly call: Call;
  readonly server: TryServer;
  readonly person: string | null;
  readonly onPerson: (person: string | null) => void;
  readonly onClose: () => void;
}) {
  const { model } = analysis;
  const [typed, setTyped] = useState<TypedRequest>(() => initialInputs(call));
  const [wrong, setWrong] = useState<string | null>(null);
  const [sent, setSent] = useState<Sent | null>(null);
  const assumed = model.sections[6]?.state === 'assumed';
  const send = (): void => {
    const request = requestOf(call, typed, server.tokenOf(person));
    if (typeof request === 'string') {
      setWrong(request);
      return;
    }
    setWrong(null);
    try {
      setSent({ request, answer: server.send(request) });
    } catch (error) {
      setSent(null);
      setWrong(`The call failed because of a bug in Ninefold: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const typeOf = (name: string): string => {
    const type = call.types.get(name);
    return type === undefined || type.kind === 'any'
      ? ''
      : type.kind === 'enum' || type.kind === 'state'
        ? type.values.join(', ')
        : type.kind;
  };
  return (
    <SidePanel kind="Call" title={`${call.method} ${call.path}`} onClose={onClose}>
      {assumed ? null : <RowFindings analysis={analysis} place={call.span} edit={edit} />}
      <form
        className={bar['form']}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {server.people.length > 0 ? (
          <Field label="As">
            <Select
              value={person ?? ''}
              onChange={(next) => onPerson(next === '' || next === null ? null : next)}
              items={[{ value: '', label: 'Signed out' }, ...server.people.map((one) => ({ value: one, label: one }))]}
            />
          </Field>
        ) : null}
        {call.parameters.map(({ text }) => (
          <Field key={text} label={`:${text}`} description={typeOf(text) || undefined}>
            <TextField
              value={own(typed.path, text) ?? ''}
              onValue={(words) => setTyped({ ...typed, path: { ...typed.path, [text]: words } })}
              autoComplete="off"
              spellCheck={false}
            />
          </Field>
        ))}
        {call.query.map(({ name: { text } }) => (
          <Field key={text} label={`?${text}`} description={typeOf(text) || undefined}>
            <TextField
              value={own(typed.query, text) ?? ''}
              onValue={(words) => setTyped({ ...typed, query: { ...typed.query, [text]: words } })}
              autoComplete="off"
              spellCheck={false}
            />
          </Field>
        ))}
        {call.takes === null ? null : (
          <Field label="Body" description={`Takes ${analysis.text.slice(call.takes.span.from, call.takes.span.to)}`}>
            <TextArea
              value={typed.body}
              onValue={(body) => setTyped({ ...typed, body })}
              rows={6}
              spellCheck={false}
              style={{ fontFamily: 'var(--font-mono)', fontSize: 'var(--size-12)' }}
            />
          </Field>
        )}
        {wrong === null ? null : (
          <p className={styles['bad']} role="alert">
            {wrong}
          </p>
        )}
        <div className={bar['actions']}>
          <Button size="small" variant="primary" type="submit">
            Send
          </Button>
          {assumed ? null : (
            <Button size="small" onClick={() => goTo(call.span)}>
              Show in the text
            </Button>
          )}
        </div>
      </form>
      {sent === null ? null : <Answer {...sent} token={model.account?.token ?? null} />}
    </SidePanel>
  );
}

function Answer({ request, answer, token }: Sent & { readonly token: Parameters<typeof curlOf>[1] }) {
  return (
    <section className={styles['says']} aria-label="Answer">
      <p role="status" className={answer.status < 400 ? styles['good'] : styles['bad']}>
        {answer.status}
      </p>
      {answer.body === null ? (
        <p className={bar['note']}>No body.</p>
      ) : (
        // Scrollable content must be reachable by keyboard (WCAG 2.1.1).
        <pre className={styles['pre']} tabIndex={0} aria-label="Body">
          {readable(answer.body)}
        </pre>
      )}
      <details>
        <summary>Headers</summary>
        <pre className={styles['pre']}>
          {Object.entries(answer.headers)
            .map(([name, value]) => `${name}: ${value}`)
            .join('\n')}
        </pre>
      </details>
      <details>
        <summary>As a curl command</summary>
        <pre className={styles['pre']}>{curlOf(request, token)}</pre>
      </details>
    </section>
  );
}
