import { useEffect, useMemo, useRef, useState } from 'react';
import type { Span } from '../../../base/span.ts';
import type { Reason, RoleAnswer } from '../../../engine/explain/roles.ts';
import type { Refusal } from '../../../engine/outcome.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconX } from '../../../ui/icons.ts';
import { useOpenDocument, useWorkbench } from '../../frame/workbench-context.ts';
import type { ProductState } from '../product.ts';
import { explanationOf } from './explanation.ts';
import styles from './why-card.module.css';

type Running = Extract<ProductState, { readonly kind: 'running' }>;

/**
 * Explains a refusal: the reason, who may do it, and the smallest change of the text that would
 * allow it, as one edit.
 */
export function WhyCard({
  refusal,
  running,
  onClose,
}: {
  readonly refusal: Refusal;
  readonly running: Running;
  readonly onClose: () => void;
}) {
  const workbench = useWorkbench();
  const document = useOpenDocument();
  const { host, model, version } = running;
  const [roles, setRoles] = useState<readonly string[] | null>(null);
  const card = useRef<HTMLElement>(null);
  const back = useRef<Element | null>(null);

  useEffect(() => {
    let live = true;
    host.person().then(
      (person) => live && setRoles(person.roles),
      // The product itself reports when it does not respond; the reason is known anyway.
      () => live && setRoles([]),
    );
    return () => {
      live = false;
    };
  }, [host]);
  useEffect(() => {
    back.current = globalThis.document.activeElement;
    card.current?.focus({ preventScroll: true });
  }, []);

  const { because, at, who, change } = useMemo(() => explanationOf(model, refusal, roles ?? []), [model, refusal, roles]);
  const close = (): void => {
    onClose();
    if (back.current instanceof HTMLElement && back.current.isConnected) back.current.focus({ preventScroll: true });
  };
  const show = (place: Span): void => {
    workbench.showPane('text');
    document.why(place);
  };
  const write = (): void => {
    if (change === null || version === null) return;
    if (!document.editor.apply(version, change.edits, 'show')) {
      workbench.say({ message: 'The text changed in the meantime. Ask “Why?” again.', tone: 'neutral' });
      return;
    }
    const written = document.editor.text();
    const undo = (): void => {
      if (document.editor.text() === written) document.editor.undo();
      else workbench.say({ message: 'The text has changed since. Undo it in the editor.', tone: 'neutral' });
    };
    workbench.say({ message: `${change.role} now has access.`, tone: 'success', action: { label: 'Undo', run: undo } });
    onClose();
  };
  return (
    <section
      ref={card}
      className={styles['card']}
      aria-label="Why this was refused"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
    >
      <div className={styles['head']}>
        <h2 className={styles['title']}>{refusal.message}</h2>
        <IconButton size="small" label="Dismiss" icon={<IconX size={16} />} onClick={close} />
      </div>
      <p className={styles['because']}>
        {because}{' '}
        {at === null ? null : (
          <button type="button" className={styles['place']} onClick={() => show(at)}>
            Show the row
          </button>
        )}
      </p>
      {who === null ? null : (
        <>
          <h3 className={styles['who']}>
            Who may <code>{who.permission}</code>
          </h3>
          <dl className={styles['roles']}>
            {who.roles.map((answer) => (
              <Answer key={answer.role} answer={answer} own={roles?.includes(answer.role) ?? false} onShow={show} />
            ))}
          </dl>
        </>
      )}
      {change === null ? null : (
        <div className={styles['change']}>
          <div className={styles['words']}>
            <strong>To let {change.role} do it</strong>
            {change.words.map((words) => (
              <p key={words}>{words}.</p>
            ))}
          </div>
          {version === null ? (
            <p className={styles['behind']}>The product still runs an older version. Wait until it has updated.</p>
          ) : (
            <Button size="small" variant="primary" onClick={write}>
              Allow
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

/** Beside a “no”, `section 6: no` would repeat the word. */
const withoutVerdict = (reason: Reason): Reason => ({ ...reason, words: reason.words.replace(/: (yes|no)$/, '') });

const verdicts = { yes: 'yes', when: 'sometimes', no: 'no' } as const;

function Answer({
  answer: { role, verdict, reasons },
  own,
  onShow,
}: {
  readonly answer: RoleAnswer;
  readonly own: boolean;
  readonly onShow: (place: Span) => void;
}) {
  return (
    <div className={styles['role']} data-own={own || undefined}>
      <dt>
        {role}
        {own ? <span className={styles['you']}> you</span> : null}
      </dt>
      <dd>
        <span className={styles['verdict']} data-verdict={verdict}>
          {verdicts[verdict]}
        </span>
        {reasons.map(withoutVerdict).map(({ words, at }) =>
          at === null ? (
            <span key={words}>{words}</span>
          ) : (
            <button key={`${words} ${at.from}`} type="button" className={styles['place']} onClick={() => onShow(at)}>
              {words}
            </button>
          ),
        )}
      </dd>
    </div>
  );
}
