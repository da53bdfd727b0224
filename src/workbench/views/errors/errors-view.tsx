import { NamedRows } from '../named-rows.tsx';
import styles from '../table-view.module.css';
import type { ViewProps } from '../view.ts';
import { ErrorPreview } from './error-preview.tsx';
import { messageOf, shownWords, statusMistake } from './error-words.ts';

const status = { header: 'Status', suggestions: ['404', '409', '422', '429'] };
const key = { header: 'Key', description: 'Its field in the error body, where it concerns none.' };

/** Section 8: the errors, with what raises each one and how it looks. */
export function ErrorsView(props: ViewProps) {
  const { model } = props.analysis;
  const fields = new Set(model.entities.flatMap((entity) => entity.fields.map(({ name }) => `at ${name.text}`)));
  const shown = { header: 'Shown', suggestions: ['toast', 'dialog', 'page', 'banner', ...fields] };
  return (
    <NamedRows
      {...props}
      kind="Error"
      rows={model.errors}
      about="Errors are what rules and guards raise, with the message people read. The built-in errors have messages without being listed."
      heads={['Status', 'Message', 'Shown', 'Raised by']}
      cells={(one, count) => (
        <>
          <td>{one.status}</td>
          <td>{messageOf(model, one)}</td>
          <td className={styles['muted']}>{shownWords(one)}</td>
          <td className={styles['muted']}>{count === 0 ? '–' : count === 1 ? '1 place' : `${count} places`}</td>
        </>
      )}
      columns={[status, { header: 'Message', description: 'In braces: constants, fields, or field, entity, value, limit.' }, shown, key]}
      newColumns={[
        { ...status, mistake: statusMistake },
        { header: 'Message', mistake: (words) => (words === '' ? 'Enter a message.' : null) },
        shown,
        key,
      ]}
      used={{ title: 'Raised by', none: 'Not raised by the document' }}
      preview={(one) => <ErrorPreview error={one} message={messageOf(model, one)} />}
    />
  );
}
