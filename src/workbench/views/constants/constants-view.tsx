import { NamedRows } from '../named-rows.tsx';
import { cellOf } from '../row-edits.ts';
import styles from '../table-view.module.css';
import { usesOf } from '../uses.ts';
import type { ViewProps } from '../view.ts';

const units = ['seconds', 'minutes', 'hours', 'days', 'weeks', '%', 'characters'];

/** Section 9: the constants with their uses, editable in place. */
export function ConstantsView(props: ViewProps) {
  const { goTo } = props;
  const { model } = props.analysis;
  const secrets = model.secrets.map(({ name, span, description }) => (
    <tr key={span.from}>
      <th scope="row">
        <button type="button" className={styles['cell']} onClick={() => goTo(span)}>
          {name.text}
        </button>
      </th>
      <td className={styles['muted']}>secret, in the server’s environment</td>
      <td className={styles['muted']}>{description}</td>
      <Uses count={usesOf(model, name.span.from).length} />
    </tr>
  ));
  return (
    <NamedRows
      {...props}
      kind="Constant"
      rows={model.constants}
      first={secrets.length > 0 ? secrets : null}
      about="Constants are named business numbers: limits, durations, shares. Rules, guards and messages use them."
      heads={['Value', 'Description', 'Used']}
      cells={(one, count) => (
        <>
          <td className={one.value === undefined ? styles['open'] : undefined}>
            {one.value === undefined ? 'not shown' : `${cellOf(model, one, 'Value')} ${cellOf(model, one, 'Unit')}`}
          </td>
          <td className={styles['muted']}>{one.description}</td>
          <Uses count={count} />
        </>
      )}
      columns={[{ header: 'Value' }, { header: 'Unit', suggestions: units }, { header: 'Description' }]}
      newColumns={[
        {
          header: 'Value',
          description: 'Write ? while it isn’t decided.',
          mistake: (words) => (words === '' ? 'Enter a value, or ?.' : null),
        },
        { header: 'Unit', description: 'A unit of time makes a duration, % a share; anything else is a label.', suggestions: units },
        { header: 'Description' },
      ]}
      used={{ title: 'Used in', none: 'Not used' }}
    />
  );
}

const Uses = ({ count }: { readonly count: number }) => (
  <td className={count === 0 ? styles['open'] : styles['muted']}>{count === 0 ? 'nowhere' : count}</td>
);
