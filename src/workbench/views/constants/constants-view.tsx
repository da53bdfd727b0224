import { useMemo, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { IconPlus } from '../../../ui/icons.ts';
import { gridKeys } from '../grid-keys.ts';
import { NamedRowPanel } from '../named-row.tsx';
import { loudNameMistake, NewRowPanel } from '../new-row-panel.tsx';
import { cellOf } from '../row-edits.ts';
import { findingsIn } from '../row-findings.tsx';
import { WithPanel } from '../side-panel.tsx';
import styles from '../table-view.module.css';
import { UseList } from '../use-list.tsx';
import { usesOf } from '../uses.ts';
import type { ViewProps } from '../view.ts';

const units = ['seconds', 'minutes', 'hours', 'days', 'weeks', '%', 'characters'];

/** Section 9: each constant with where it is used; changed in place. */
export function ConstantsView(props: ViewProps) {
  const { analysis, light, goTo } = props;
  const { model, findings } = analysis;
  const [chosen, setChosen] = useState<string | null>(null);
  const [adding, setAdding] = useState(false);
  const uses = useMemo(() => new Map(model.constants.map(({ name }) => [name.text, usesOf(model, name.span.from)])), [model]);
  const constant = model.constants.find(({ name }) => name.text === chosen);
  const choose = (name: string): void => {
    setAdding(false);
    setChosen(name);
    const place = model.constants.find((one) => one.name.text === name)?.span;
    if (place) light(place);
  };
  const panel = adding ? (
    <NewRowPanel
      {...props}
      title="constant"
      last={model.constants.at(-1)}
      columns={[
        { header: 'Constant', mistake: loudNameMistake(model.constants.map(({ name }) => name.text)) },
        {
          header: 'Value',
          description: 'Write ? while it isn’t decided.',
          mistake: (words) => (words === '' ? 'Enter a value, or ?.' : null),
        },
        { header: 'Unit', description: 'A unit of time makes a duration, % a share; anything else is a label.', suggestions: units },
        { header: 'Description' },
      ]}
      onDone={(name) => {
        setAdding(false);
        setChosen(name);
      }}
    />
  ) : constant ? (
    <NamedRowPanel
      key={constant.name.text}
      {...props}
      kind="Constant"
      row={constant}
      columns={[{ header: 'Value' }, { header: 'Unit', suggestions: units }, { header: 'Description' }]}
      onRenamed={setChosen}
      onClose={() => setChosen(null)}
    >
      <UseList title="Used in" uses={uses.get(constant.name.text) ?? []} none="Not used" goTo={goTo} />
    </NamedRowPanel>
  ) : null;
  const add = (
    <Button size="small" icon={<IconPlus size={14} />} onClick={() => setAdding(true)}>
      Constant
    </Button>
  );
  return (
    <WithPanel panel={panel}>
      <div className={styles['scroll']}>
        {model.constants.length + model.secrets.length === 0 ? (
          <EmptyState title="No constants yet" actions={add}>
            <p>Constants are named business numbers: limits, durations, shares. Rules, guards and messages use them.</p>
          </EmptyState>
        ) : (
          <>
            <div className={styles['intro']}>{add}</div>
            <table className={styles['table']} aria-label="Constants" onKeyDown={gridKeys}>
              <thead>
                <tr>
                  <th scope="col">Constant</th>
                  <th scope="col">Value</th>
                  <th scope="col">Description</th>
                  <th scope="col">Used</th>
                </tr>
              </thead>
              <tbody>
                {model.secrets.map(({ name, span, description }) => (
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
                ))}
                {model.constants.map((one) => {
                  const wrong = findingsIn(findings, one.span).some(({ severity }) => severity === 'error');
                  const count = uses.get(one.name.text)?.length ?? 0;
                  return (
                    <tr key={one.span.from} data-selected={chosen === one.name.text || undefined}>
                      <th scope="row">
                        <button type="button" className={styles['cell']} onClick={() => choose(one.name.text)}>
                          <span className={wrong ? styles['bad'] : undefined}>{one.name.text}</span>
                        </button>
                      </th>
                      <td className={one.value === undefined ? styles['open'] : undefined}>
                        {one.value === undefined ? 'not shown' : `${cellOf(model, one, 'Value')} ${cellOf(model, one, 'Unit')}`}
                      </td>
                      <td className={styles['muted']}>{one.description}</td>
                      <Uses count={count} />
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </>
        )}
      </div>
    </WithPanel>
  );
}

const Uses = ({ count }: { readonly count: number }) => (
  <td className={count === 0 ? styles['open'] : styles['muted']}>{count === 0 ? 'nowhere' : count}</td>
);
