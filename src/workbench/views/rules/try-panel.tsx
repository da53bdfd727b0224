import { useEffect, useMemo, useState } from 'react';
import { own } from '../../../base/own.ts';
import { type Tried, tryRules } from '../../../engine/change/try-rules.ts';
import type { Entity } from '../../../model/ast/entities.ts';
import { humanize } from '../../../model/labels.ts';
import { entityOf } from '../../../model/lookup.ts';
import type { Model } from '../../../model/model.ts';
import { Callout } from '../../../ui/display/callout.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { cellOf } from '../row-edits.ts';
import { SidePanel } from '../side-panel.tsx';
import styles from '../table-view.module.css';
import { openTryProduct, personNamed } from '../try-product.ts';
import type { ViewProps } from '../view.ts';
import bar from '../view-bar.module.css';

/**
 * Returns the values of an example as written in its row; list items are separated by semicolons,
 * as in this form.
 */
export function cellsOf(model: Model, entity: Entity, name: string | null): Readonly<Record<string, string>> {
  const example = entity.examples.find((one) => one.name.text === name);
  if (example === undefined) return {};
  return Object.fromEntries(
    inputsOf(entity).map(({ name: field, type }) => {
      const cell = cellOf(model, example, field.text);
      const several = type.kind === 'list' || type.kind === 'members';
      // Cells with an expression are left to the default.
      return [field.text, cell.startsWith('`') ? '' : several ? cell.replaceAll(',', ';') : cell];
    }),
  );
}

const inputsOf = (entity: Entity) => entity.fields.filter(({ settable, type }) => settable && type.kind !== 'file');

/**
 * Tries values of a record on each keystroke: shows which rules hold and the messages that a person
 * would see.
 */
export function TryPanel({
  entity: name,
  tried,
  onTried,
  onClose,
  analysis,
  goTo,
}: Pick<ViewProps, 'analysis' | 'goTo'> & {
  readonly entity: string;
  readonly tried: Tried | null;
  readonly onTried: (tried: Tried | null) => void;
  readonly onClose: () => void;
}) {
  const { model } = analysis;
  const entity = entityOf(model, name);
  const [trouble, setTrouble] = useState<string | null>(null);
  const open = useMemo(() => openTryProduct(model), [model]);
  useEffect(() => open.close, [open]);
  const [person, setPerson] = useState<string | null>(() => open.people[0] ?? null);
  const [base, setBase] = useState<string | null>(() => entity?.examples[0]?.name.text ?? null);
  const [changing, setChanging] = useState<string | null>(null);
  const [cells, setCells] = useState<Readonly<Record<string, string>>>(() => (entity ? cellsOf(model, entity, base) : {}));
  useEffect(() => {
    try {
      onTried(tryRules(open.product, personNamed(open, person), name, cells, changing));
      setTrouble(null);
    } catch (error) {
      onTried(null);
      setTrouble(error instanceof Error ? error.message : String(error));
    }
  }, [open, person, name, cells, changing, onTried]);
  if (entity === undefined) return null;
  const examples = entity.examples.map((example) => example.name.text);
  const refused = tried?.rules.filter(({ verdict }) => verdict === 'refused') ?? [];
  const refusals = [...refused.flatMap(({ refusal }) => (refusal ? [refusal] : [])), ...(tried?.others ?? [])];
  return (
    <SidePanel kind="Try values of" title={name} onClose={onClose}>
      {trouble === null ? null : (
        <Callout tone="danger" title="Couldn’t try these values">
          <p>{trouble}</p>
        </Callout>
      )}
      <div role="status" className={styles['says']}>
        {refusals.length === 0 ? (
          <p className={styles['good']}>All checked rules hold.</p>
        ) : (
          refusals.map(({ error, status, message, at, because }) => (
            <p key={`${error} ${message}`} className={styles['bad']}>
              {message}{' '}
              <span className={bar['note']}>
                {error} {status}, because{' '}
                {at === null ? (
                  because
                ) : (
                  <button type="button" className={styles['link']} onClick={() => goTo(at)}>
                    {because}
                  </button>
                )}
              </span>
            </p>
          ))
        )}
      </div>
      <Field label="Action">
        <Select
          value={changing ?? ''}
          onChange={(next) => {
            setChanging(next === '' ? null : next);
            if (next !== null && next !== '') {
              setBase(next);
              setCells(cellsOf(model, entity, next));
            }
          }}
          items={[{ value: '', label: 'New record' }, ...examples.map((one) => ({ value: one, label: `Change ${one}` }))]}
        />
      </Field>
      {changing === null && examples.length > 0 ? (
        <Field label="Start from">
          <Select
            value={base ?? ''}
            onChange={(next) => {
              setBase(next === '' ? null : next);
              setCells(cellsOf(model, entity, next));
            }}
            items={[{ value: '', label: 'Nothing' }, ...examples.map((one) => ({ value: one, label: one }))]}
          />
        </Field>
      ) : null}
      {open.people.length > 0 ? (
        <Field label="By">
          <Select
            value={person ?? ''}
            onChange={(next) => setPerson(next === '' ? null : next)}
            items={[{ value: '', label: 'Signed out' }, ...open.people.map((one) => ({ value: one, label: one }))]}
          />
        </Field>
      ) : null}
      {inputsOf(entity).map(({ name: field, type }) => (
        <Field
          key={field.text}
          label={humanize(field.text)}
          error={refusals.find((one) => one.field === field.text)?.message}
          description={type.kind === 'list' || type.kind === 'members' ? 'Separated by semicolons.' : undefined}
        >
          <TextField
            value={own(cells, field.text) ?? ''}
            onValue={(words) => setCells((before) => ({ ...before, [field.text]: words }))}
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
      ))}
    </SidePanel>
  );
}
