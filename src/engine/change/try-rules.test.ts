import { expect, test } from 'vitest';
import helpdesk from '../../../testing/documents/helpdesk.md?raw';
import { fixedPlatform } from '../../base/platform.ts';
import { readModel } from '../../model/read.ts';
import { createMemoryStore } from '../../store/memory/memory-store.ts';
import { cheapHasher } from '../account/hasher.ts';
import { createProduct } from '../product.ts';
import { exampleRecords, seedExamples } from './seed.ts';
import { tryRules } from './try-rules.ts';

const model = readModel(helpdesk);
const product = createProduct({
  model,
  store: createMemoryStore(model),
  platform: fixedPlatform(),
  hasher: cheapHasher,
  placeholders: true,
});
seedExamples(product);
const ana = product.as(exampleRecords(product)['Ana']?.id ?? null);
const said = (cells: Record<string, string>, changed: string | null = null, entity = 'Ticket') => {
  const { rules, others } = tryRules(product, ana, entity, cells, changed);
  return {
    rules: Object.fromEntries(rules.map(({ rule, verdict, refusal }) => [rule.name.text, refusal?.message ?? verdict])),
    others: others.map(({ message }) => message),
  };
};

test('each rule reports whether it holds for the values, and nothing is stored', () => {
  const before = product.store.count({ entity: 'Ticket', conditions: [] });
  expect(said({ subject: '  ', customer: 'Ana', priority: 'normal' })).toEqual({
    rules: {
      'subject is required': 'Say what the problem is.',
      'subject is short': 'holds',
      'body fits': 'holds',
      'few tags': 'holds',
      'not too many a day': 'holds',
    },
    others: [],
  });
  expect(product.store.count({ entity: 'Ticket', conditions: [] })).toBe(before);
});

test('a value of the wrong type is reported before any rule', () => {
  const { rules, others } = said({ subject: 'Cold', priority: 'enormous' });
  expect(others).toEqual([expect.stringContaining('Priority')]);
  expect(new Set(Object.values(rules))).toEqual(new Set(['not asked']));
});

test('a change checks only the rules that concern it', () => {
  expect(said({ subject: 'x'.repeat(200) }, 'Boiler').rules).toMatchObject({
    'subject is required': 'holds',
    'subject is short': 'The subject can have at most 120 characters.',
    'not too many a day': 'not asked',
  });
});
