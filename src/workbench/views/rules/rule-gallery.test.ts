import { describe, expect, test } from 'vitest';
import booking from '../../../../specs/booking.md?raw';
import invoicing from '../../../../specs/invoicing.md?raw';
import school from '../../../../specs/school.md?raw';
import helpdesk from '../../../../testing/documents/helpdesk.md?raw';
import gallery from '../../../../tests/samples/gallery.md?raw';
import { applyEdits } from '../../../base/text-edit.ts';
import { checkModel } from '../../../check/check.ts';
import { invariantInWords, ruleInWords } from '../../../language/in-words.ts';
import type { Model } from '../../../model/model.ts';
import { readModel } from '../../../model/read.ts';
import { comparisonsFor, fieldAt, pathsFor, valuesFor, writeCondition } from '../conditions/condition.ts';
import { cellOf } from '../row-edits.ts';
import { addRule, entitiesWith, galleryRules, type NewRule, startRule, whyNoRule } from './rule-gallery.ts';

const documents = { booking, gallery, helpdesk, invoicing, school };

const errorsOf = (model: Model): string[] =>
  checkModel(model)
    // Examples that break the rule are expected; the panel reports them before it writes.
    .filter(({ severity, code }) => severity === 'error' && code !== 'example-breaks-rule')
    .map(({ message }) => message);

test.each(Object.entries(documents))('%s: each form of a rule, about each entity that fits, is read and brings no error', (_, text) => {
  const model = readModel(text);
  let current = model;
  const names: string[] = [];
  for (const kind of galleryRules) {
    expect(whyNoRule(model, kind) === null).toBe(entitiesWith(model, kind.form).length > 0);
    const all = entitiesWith(model, kind.form);
    for (const { name: entity } of new Set([...all.slice(0, 1), ...all.slice(-1)])) {
      const about = entitiesWith(current, kind.form).find(({ name }) => name.text === entity.text);
      if (about === undefined) throw new Error(`${entity.text} is gone`);
      const { edits, wrong, name } = addRule(current, startRule(current, kind.form, about));
      expect(wrong, `${kind.form} of ${entity.text}`).toBeUndefined();
      current = readModel(applyEdits(current.tree.text, edits ?? []));
      names.push(name);
    }
  }
  expect(names.length).toBeGreaterThan(10);
  const rows = [...current.rules, ...current.invariants].map(({ name }) => name.text);
  expect(names.filter((name) => !rows.includes(name))).toEqual([]);
  expect(current.misreads.filter(({ message }) => !model.misreads.some((one) => one.message === message))).toEqual([]);
  const before = errorsOf(model);
  expect(errorsOf(current).filter((message) => !before.includes(message))).toEqual([]);
});

test.each(Object.entries(documents))('%s: every comparison of every field with every value that is offered is an expression', (_, text) => {
  const model = readModel(text);
  const entities = model.entities.filter(({ fields }) => fields.length > 0);
  // One document with all of these rules, so that it is read only once.
  const rows: string[] = [];
  for (const entity of entities)
    for (const path of pathsFor({ model, entity, acting: true })) {
      const place = { model, entity, acting: true };
      const field = fieldAt(place, path);
      for (const comparison of field === null ? [] : comparisonsFor(place, field)) {
        const offered = valuesFor(place, path, comparison);
        for (const value of offered.length === 0 ? ['x'] : offered) {
          const { expression, wrong } = writeCondition(place, { path, comparison, value });
          expect(wrong, `${entity.name.text}.${path} ${comparison} ${value}`).toBeUndefined();
          rows.push(`| row ${rows.length} | ${entity.name.text} | \`${expression}\` | |`);
        }
      }
    }
  expect(rows.length).toBeGreaterThan(20);
  const added = `\n\n## 5. More\n\n| Rule | On | Must hold | Error |\n|---|---|---|---|\n${rows.join('\n')}\n`;
  const after = readModel(text + added);
  const wrong = after.rules.flatMap(({ name, must }) =>
    name.text.startsWith('row ') && (must.kind !== 'holds' || must.expression.problems.length > 0)
      ? [`${name.text} ${must.kind === 'holds' ? `${must.expression.source}: ${must.expression.problems[0]?.message}` : must.kind}`]
      : [],
  );
  expect(wrong).toEqual([]);
  expect(after.rules.filter(({ name }) => name.text.startsWith('row '))).toHaveLength(rows.length);
});

describe('generated rows', () => {
  const model = readModel(gallery);
  const task = model.entities.find(({ name }) => name.text === 'Task');
  if (task === undefined) throw new Error('the sample has no Task');
  const write = (rule: Partial<NewRule> & Pick<NewRule, 'form'>) => {
    const { edits, wrong, name } = addRule(model, { ...startRule(model, rule.form, task), ...rule });
    if (edits === undefined) return { wrong };
    const after = readModel(applyEdits(gallery, edits));
    const rule5 = after.rules.find((one) => one.name.text === name);
    const invariant = after.invariants.find((one) => one.name.text === name);
    const reads = rule5 === undefined ? (invariant === undefined ? '' : invariantInWords(invariant)) : ruleInWords(rule5);
    const error = after.errors.find((one) => one.name.text === rule5?.error?.text);
    return { reads, message: error === undefined ? null : cellOf(after, error, 'Message') };
  };
  const cost = (value: string) => [{ path: 'cost', comparison: 'least', value }] as const;

  test.each<[string, Partial<NewRule> & Pick<NewRule, 'form'>, string]>([
    ['a limit on an optional field', { form: 'limit', must: cost('49.90') }, 'For every task, cost is at least 49.9.'],
    [
      'two conditions',
      { form: 'compare', must: [...cost('1'), { path: 'title', comparison: 'shorter', value: '80' }] },
      'For every task, cost is at least 1 and the length of title is at most 80.',
    ],
    [
      'if, then',
      {
        form: 'implies',
        when: [{ path: 'done', comparison: 'yes', value: '' }],
        must: [{ path: 'owner', comparison: 'given', value: '' }],
      },
      'For every task, if done is yes, then owner is given.',
    ],
    ['once', { form: 'unique', fields: ['title', 'owner'] }, 'No two records of task have the same title and owner.'],
    ['at creation', { form: 'limit', must: cost('0'), on: 'create' }, 'For every task, cost is at least 0; checked when it is created.'],
    [
      'days ago',
      { form: 'compare', must: [{ path: 'due', comparison: 'after', value: '7 days ago' }] },
      'For every task, due is after 7 days ago.',
    ],
  ])('%s reads as meant', (_, rule, reads) => {
    expect(write(rule).reads).toBe(reads);
  });

  test('an existing message in section 8 is reused, and a new one gets a row', () => {
    const known = write({ form: 'unique', fields: ['title'], message: 'Another one.' });
    expect(known.message).toBe('Another one.');
    expect(write({ form: 'unique', fields: ['title'], message: '' }).message).toBeNull();
  });

  test.each<[string, Partial<NewRule> & Pick<NewRule, 'form'>, RegExp]>([
    ['a number that is none', { form: 'limit', must: cost('a lot') }, /Enter a number/],
    ['no value', { form: 'limit', must: cost(' ') }, /Enter a value/],
    ['a day that does not exist', { form: 'compare', must: [{ path: 'due', comparison: 'after', value: 'soon' }] }, /Enter now/],
    ['no field ticked', { form: 'unique', fields: [] }, /Tick at least one/],
    ['no name', { form: 'unique', name: ' ' }, /Enter a name/],
    ['half a record', { form: 'count', count: '2.5' }, /whole number/],
    ['no condition', { form: 'compare', must: [] }, /Add a condition/],
  ])('%s is refused in words', (_, rule, wrong) => {
    expect(write(rule).wrong).toMatch(wrong);
  });
});
