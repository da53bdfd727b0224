import type { ErrorEntry } from '../../../model/ast/errors.ts';
import { humanize } from '../../../model/labels.ts';
import { Callout } from '../../../ui/display/callout.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import styles from '../table-view.module.css';

/** Previews an error where section 8 shows it. */
export function ErrorPreview({ error, message }: { readonly error: ErrorEntry; readonly message: string }) {
  return (
    <section className={styles['says']} aria-label="Preview" style={{ background: 'var(--bg-sunken)' }}>
      <Look error={error} message={message} />
    </section>
  );
}

function Look({ error: { shown, status }, message }: { readonly error: ErrorEntry; readonly message: string }) {
  switch (shown.kind) {
    case 'at':
      return (
        <Field label={humanize(shown.field.text)} error={message}>
          <TextField value="" onValue={() => undefined} readOnly />
        </Field>
      );
    case 'page':
      return (
        <EmptyState small title={message}>
          {status === 404 ? <p>Replaces the screen.</p> : null}
        </EmptyState>
      );
    case 'banner':
      return <Callout tone="warning">{message}</Callout>;
    case 'dialog':
      return (
        <div style={{ padding: 16, borderRadius: 'var(--radius-8)', background: 'var(--bg-raised)', boxShadow: 'var(--shadow-dialog)' }}>
          <p>{message}</p>
        </div>
      );
    case 'toast':
      return (
        <div
          style={{
            padding: '8px 12px',
            borderRadius: 'var(--radius-8)',
            background: 'var(--bg-inverse)',
            color: 'var(--text-inverse)',
            boxShadow: 'var(--shadow-float)',
          }}
        >
          {message}
        </div>
      );
  }
}
