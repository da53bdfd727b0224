import { type ReactNode, useState } from 'react';
import type { Tried } from '../../../engine/change/try-rules.ts';
import { invariantInWords, ruleInWords } from '../../../language/in-words.ts';
import type { Invariant } from '../../../model/ast/invariants.ts';
import type { Rule } from '../../../model/ast/rules.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { IconAlertTriangle, IconCheck, IconMinus, IconPlus } from '../../../ui/icons.ts';
import { Preview } from '../gallery.tsx';
import { NamedRowPanel } from '../named-row.tsx';
import { NewRowPanel } from '../new-row-panel.tsx';
import { findingsIn } from '../row-findings.tsx';
import { WithPanel } from '../side-panel.tsx';
import styles from '../table-view.module.css';
import type { ViewProps } from '../view.ts';
import { NewRulePanel } from './new-rule-panel.tsx';
import { invariantWords, mustWords, onWords } from './rule-words.ts';
import { TryPanel } from './try-panel.tsx';

type Open =
  | { readonly kind: 'rule'; readonly name: string }
  | { readonly kind: 'try'; readonly entity: string }
  | { readonly kind: 'new' }
  | { readonly kind: 'write' }
  | null;

/**
 * Section 5: the rules by entity. Values can be tried, and each rule shows immediately whether it
 * holds.
 */
export function RulesView(props: ViewProps) {
  const { analysis, highlight } = props;
  const { model } = analysis;
  const [open, setOpen] = useState<Open>(null);
  const [tried, setTried] = useState<Tried | null>(null);
  const entities = [...new Set(model.rules.map(({ entity }) => entity.text))];
  const errors = model.errors.map(({ name }) => name.text);
  const close = (): void => {
    setOpen(null);
    setTried(null);
  };
  const choose = (rule: Rule | Invariant): void => {
    setTried(null);
    setOpen({ kind: 'rule', name: rule.name.text });
    highlight(rule.span);
  };
  const named = <T extends Rule | Invariant>(rows: readonly T[]): T | undefined =>
    open?.kind === 'rule' ? rows.find(({ name }) => name.text === open.name) : undefined;
  const rule = named<Rule>(model.rules);
  const invariant = named<Invariant>(model.invariants);
  const panel =
    open?.kind === 'try' ? (
      <TryPanel key={open.entity} {...props} entity={open.entity} tried={tried} onTried={setTried} onClose={close} />
    ) : open?.kind === 'new' ? (
      <NewRulePanel
        {...props}
        onWrite={() => setOpen({ kind: 'write' })}
        onDone={(name) => setOpen(name === null ? null : { kind: 'rule', name })}
      />
    ) : open?.kind === 'write' ? (
      <NewRowPanel
        {...props}
        title="rule"
        last={model.rules.at(-1) ?? model.invariants.at(-1)}
        columns={[
          {
            header: 'Rule',
            mistake: (words) =>
              words === ''
                ? 'Enter a name.'
                : [...model.rules, ...model.invariants].some(({ name }) => name.text === words)
                  ? 'A rule with this name already exists.'
                  : null,
          },
          {
            header: 'On',
            description: 'An entity or one of its fields. Add “on create”, for example, to check it only then.',
            suggestions: model.entities.flatMap(({ name, fields }) => [
              name.text,
              ...fields.map((field) => `${name.text}.${field.name.text}`),
            ]),
            mistake: (words) => (words === '' ? 'Enter an entity or a field.' : null),
          },
          {
            header: 'Must hold',
            code: true,
            description: 'A condition, such as price >= 0; or unique, no overlap, always, never, or … leads to ….',
            mistake: (words) => (words === '' ? 'Enter a condition, or ? while it isn’t decided.' : null),
          },
          { header: 'Error', suggestions: errors },
        ]}
        onDone={(name) => setOpen(name === null ? null : { kind: 'rule', name })}
      />
    ) : rule ? (
      <NamedRowPanel
        key={rule.name.text}
        {...props}
        kind="Rule"
        row={rule}
        columns={[
          { header: 'On' },
          { header: 'Must hold', code: true, description: 'The condition, such as: price >= 0' },
          { header: 'Error', suggestions: errors },
        ]}
        onRenamed={(name) => setOpen({ kind: 'rule', name })}
        onClose={close}
      >
        <Preview reads={ruleInWords(rule)} />
        <div>
          <Button size="small" variant="primary" onClick={() => setOpen({ kind: 'try', entity: rule.entity.text })}>
            Try values
          </Button>
        </div>
      </NamedRowPanel>
    ) : invariant ? (
      <NamedRowPanel
        key={invariant.name.text}
        {...props}
        kind="Always and never"
        row={invariant}
        columns={[
          { header: 'On', description: 'An entity; empty: all records.' },
          { header: 'Must hold', code: true, description: 'always or never and a condition, or two conditions with “leads to”.' },
        ]}
        onRenamed={(name) => setOpen({ kind: 'rule', name })}
        onClose={close}
      >
        <Preview reads={invariantInWords(invariant)} />
      </NamedRowPanel>
    ) : null;
  const add = (
    <Button size="small" icon={<IconPlus size={14} />} onClick={() => setOpen({ kind: 'new' })}>
      Rule
    </Button>
  );
  return (
    <WithPanel panel={panel}>
      <div className={styles['scroll']}>
        {model.rules.length + model.invariants.length === 0 ? (
          <EmptyState title="No rules yet" actions={add}>
            <p>Rules say what must always be true, and what people read when it isn’t.</p>
          </EmptyState>
        ) : (
          <>
            <div className={styles['intro']}>{add}</div>
            {entities.map((entity) => (
              <section key={entity} aria-label={`Rules of ${entity}`}>
                <div className={styles['intro']}>
                  <h3 style={{ flex: 1, margin: 0, fontSize: 'var(--size-16)', fontWeight: 'var(--weight-medium)' }}>{entity}</h3>
                  <Button
                    size="small"
                    aria-label={`Try values of ${entity}`}
                    onClick={() => {
                      setTried(null);
                      setOpen({ kind: 'try', entity });
                    }}
                  >
                    Try values
                  </Button>
                </div>
                <ul className={styles['list']}>
                  {model.rules
                    .filter((one) => one.entity.text === entity)
                    .map((one) => (
                      <RuleEntry
                        key={one.span.from}
                        name={one.name.text}
                        must={mustWords(one)}
                        note={`${onWords(one)} · ${one.error?.text ?? 'INVALID'}`}
                        isBad={findingsIn(analysis.findings, one.span).some(({ severity }) => severity === 'error')}
                        isOpen={open?.kind === 'rule' && open.name === one.name.text}
                        verdict={<Verdict tried={tried} rule={one} />}
                        onChoose={() => choose(one)}
                      />
                    ))}
                </ul>
              </section>
            ))}
            {model.invariants.length === 0 ? null : (
              <section aria-label="Always and never">
                <div className={styles['intro']}>
                  <h3 style={{ flex: 1, margin: 0, fontSize: 'var(--size-16)', fontWeight: 'var(--weight-medium)' }}>Always and never</h3>
                </div>
                <ul className={styles['list']}>
                  {model.invariants.map((one) => (
                    <RuleEntry
                      key={one.span.from}
                      name={one.name.text}
                      must={invariantWords(one)}
                      note={one.entity === null ? 'all records' : `every ${one.entity.text}`}
                      isBad={findingsIn(analysis.findings, one.span).some(({ severity }) => severity === 'error')}
                      isOpen={open?.kind === 'rule' && open.name === one.name.text}
                      onChoose={() => choose(one)}
                    />
                  ))}
                </ul>
              </section>
            )}
          </>
        )}
      </div>
    </WithPanel>
  );
}

/** A row of the section: its name, its condition, and when it is checked. */
function RuleEntry(props: {
  readonly name: string;
  readonly must: string;
  readonly note: string;
  readonly isBad: boolean;
  readonly isOpen: boolean;
  readonly verdict?: ReactNode;
  readonly onChoose: () => void;
}) {
  return (
    <li>
      <button type="button" className={styles['entry']} aria-pressed={props.isOpen} onClick={props.onChoose}>
        <span>
          <span className={`${styles['name']} ${props.isBad ? styles['bad'] : ''}`}>{props.name}</span>
          <span className={`${styles['note']} ${styles['code']}`}>{props.must}</span>
          <span className={styles['note']}>{props.note}</span>
        </span>
        {props.verdict}
      </button>
    </li>
  );
}

function Verdict({ tried, rule }: { readonly tried: Tried | null; readonly rule: Rule }) {
  const found = tried?.rules.find((one) => one.rule.span.from === rule.span.from);
  if (found === undefined) return null;
  if (found.verdict === 'holds') return <IconCheck size={16} className={styles['good']} aria-label="holds" />;
  if (found.verdict === 'refused') return <IconAlertTriangle size={16} className={styles['bad']} aria-label="broken" />;
  return <IconMinus size={16} className={styles['faint']} aria-label="not checked" />;
}
