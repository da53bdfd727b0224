import { useDeferredValue, useId, useMemo, useState } from 'react';
import { invariantInWords, ruleInWords } from '../../../language/in-words.ts';
import type { Model } from '../../../model/model.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { ConditionEditor } from '../conditions/condition-editor.tsx';
import { Options } from '../form-panel.tsx';
import { ChosenPanel, Tiles } from '../gallery.tsx';
import { OrderedChoice } from '../ordered-choice.tsx';
import { cellOf } from '../row-edits.ts';
import { SidePanel } from '../side-panel.tsx';
import { tryEdits } from '../try-edits.ts';
import type { ViewProps } from '../view.ts';
import bar from '../view-bar.module.css';
import {
  addRule,
  countingRelations,
  endsOf,
  entitiesWith,
  fieldsFor,
  galleryRules,
  hasConditions,
  type NewRule,
  placeOf,
  type RuleForm,
  raisesError,
  ruleMessage,
  ruleName,
  startRule,
  startsOf,
  timesFor,
  whyNoRule,
} from './rule-gallery.ts';

const mustTitles: ReadonlyMap<RuleForm, string> = new Map([
  ['implies', 'Then'],
  ['never', 'Never'],
  ['ends', 'Will be'],
]);

/**
 * Offers the kinds of rules as examples, then the fields, comparisons and values of the chosen one.
 */
export function NewRulePanel({
  analysis,
  edit,
  onWrite,
  onDone,
}: Pick<ViewProps, 'analysis' | 'edit'> & {
  /** Called when the author wants to write the row as an expression instead. */
  readonly onWrite: () => void;
  /** Called with the rule's name after it was written; null: cancelled. */
  readonly onDone: (name: string | null) => void;
}) {
  const { model } = analysis;
  const [chosen, setChosen] = useState<NewRule | null>(null);
  const begin = (form: RuleForm): void => {
    // The entity with the most fields makes the best example.
    const [entity] = [...entitiesWith(model, form)].sort((a, b) => b.fields.length - a.fields.length);
    if (entity !== undefined) setChosen(startRule(model, form, entity));
  };
  if (chosen === null)
    return (
      <SidePanel kind="New" title="Rule" onClose={() => onDone(null)} focus>
        <p className={bar['note']}>What must always hold? Choose how the rule reads.</p>
        <Tiles
          label="Rules"
          tiles={galleryRules.map((rule) => ({ key: rule.form, name: rule.name, says: rule.says, why: whyNoRule(model, rule) }))}
          onChoose={(form) => begin(form as RuleForm)}
        />
        <div>
          <Button size="small" onClick={onWrite}>
            Write an expression
          </Button>
        </div>
      </SidePanel>
    );
  return <ChosenRule rule={chosen} analysis={analysis} edit={edit} onChange={setChosen} onDone={onDone} />;
}

function ChosenRule({
  rule,
  analysis,
  edit,
  onChange,
  onDone,
}: Pick<ViewProps, 'analysis' | 'edit'> & {
  readonly rule: NewRule;
  readonly onChange: (rule: NewRule | null) => void;
  readonly onDone: (name: string | null) => void;
}) {
  const { model } = analysis;
  const { form, entity, fields } = rule;
  // Deferred, because reading and checking the resulting document takes time.
  const settled = useDeferredValue(rule);
  const ready = useMemo(() => addRule(model, settled), [model, settled]);
  const tried = useMemo(() => (ready.edits === undefined ? null : tryEdits(analysis, ready.edits)), [analysis, ready]);
  const add = (): void => {
    const now = addRule(model, rule);
    const last = now.edits === undefined ? null : tryEdits(analysis, now.edits);
    if (last !== null && last.mistake === null && edit(last.edits)) onDone(now.name);
  };
  const written = tried === null ? null : wordsOf(tried.model, ready.name);
  const change = (next: Partial<NewRule>): void => onChange({ ...rule, ...next });
  const entities = entitiesWith(model, form);
  const select = (label: string, value: string, all: readonly string[], write: (next: string) => Partial<NewRule>) => (
    <Field label={label}>
      <Select value={value} onChange={(next) => change(write(next ?? value))} items={all.map((one) => ({ value: one, label: one }))} />
    </Field>
  );
  const conditions = (label: string, key: 'when' | 'must', least: number) => (
    <ConditionEditor
      label={label}
      place={placeOf(model, entity, form)}
      conditions={rule[key]}
      onChange={(next) => change({ [key]: next })}
      least={least}
    />
  );
  const messages = useId();
  const title = galleryRules.find((one) => one.form === form)?.name ?? '';
  return (
    <ChosenPanel
      kind="New rule"
      title={title}
      reads={written?.reads ?? null}
      {...(written === null ? {} : { written: written.cells })}
      submit="Add the rule"
      unavailable={ready.wrong ?? tried?.mistake ?? undefined}
      other="Other rules"
      onAdd={add}
      onOther={() => onChange(null)}
      onDone={() => onDone(null)}
    >
      {select(
        'About',
        entity.name.text,
        entities.map(({ name }) => name.text),
        (next) => startRule(model, form, entities.find(({ name }) => name.text === next) ?? entity),
      )}
      {form === 'unique' || form === 'fixed' ? (
        <div>
          <h4 className={bar['subtitle']}>{form === 'unique' ? 'No two have the same' : 'Stays as it is'}</h4>
          <OrderedChoice label="Fields" all={fieldsFor(entity, form)} chosen={fields} onChange={(next) => change({ fields: next })} />
        </div>
      ) : null}
      {form === 'overlap' ? (
        <>
          {select('From', rule.start, startsOf(entity, form), (start) => ({ start, end: endsOf(entity, start)[0] ?? '' }))}
          {select('To', rule.end, endsOf(entity, rule.start), (end) => ({ end }))}
          <Field label="With the same">
            <Select
              value={rule.per === '' ? null : rule.per}
              optional
              placeholder="Any"
              onChange={(per) => change({ per: per ?? '' })}
              items={fieldsFor(entity, 'unique')
                .filter((name) => name !== rule.start && name !== rule.end)
                .map((one) => ({ value: one, label: one }))}
            />
          </Field>
        </>
      ) : null}
      {form === 'count' ? (
        <>
          <Field label="At most">
            <TextField value={rule.count} onValue={(count) => change({ count })} inputMode="numeric" autoComplete="off" />
          </Field>
          {select('For each', rule.per, countingRelations(entity), (per) => ({ per }))}
          {conditions('Counts only those for which', 'when', 0)}
        </>
      ) : null}
      {form === 'implies' ? conditions('If', 'when', 1) : null}
      {form === 'fixed' ? conditions('Once', 'when', 0) : null}
      {form === 'ends' ? conditions('What is', 'when', 1) : null}
      {hasConditions(form) ? conditions(mustTitles.get(form) ?? 'Must hold', 'must', 1) : null}
      {hasConditions(form) && raisesError(form) ? (
        <Field label="Checked">
          <Select value={rule.on} onChange={(on) => change({ on: on ?? '' })} items={timesFor(model, entity)} />
        </Field>
      ) : null}
      {raisesError(form) ? (
        <Field label="People read" description="The message of its error in section 8.">
          <TextField value={ruleMessage(rule)} onValue={(message) => change({ message })} list={messages} autoComplete="off" />
          <Options id={messages} values={model.errors.map((error) => cellOf(model, error, 'Message'))} />
        </Field>
      ) : null}
      <Field label="Name">
        <TextField value={ruleName(model, rule)} onValue={(name) => change({ name })} autoComplete="off" />
      </Field>
    </ChosenPanel>
  );
}

/** Returns how the written row reads, and its cells. */
function wordsOf(model: Model, name: string): { readonly reads: string; readonly cells: string } | null {
  const rule = model.rules.find((one) => one.name.text === name);
  const invariant = model.invariants.find((one) => one.name.text === name);
  const row = rule ?? invariant;
  if (row === undefined) return null;
  return {
    reads: rule === undefined ? (invariant === undefined ? '' : invariantInWords(invariant)) : ruleInWords(rule),
    cells: `${cellOf(model, row, 'On')}: ${cellOf(model, row, 'Must hold')}`,
  };
}
