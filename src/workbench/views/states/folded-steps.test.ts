import { expect, test } from 'vitest';
import type { WalkedStep } from '../../../explorer/walk.ts';
import { foldedSteps } from './folded-steps.ts';

const step = (as: string, what: string): WalkedStep => ({ row: { as, do: `\`${what}\``, expect: '' }, taken: null });

test('steps that differ in one record form one entry, with the people who can take each', () => {
  const [ana, bo] = [step('Mia', 'create T as t with {"a": "x", "of": Ana}'), step('Mia', 'create T as t with {"a": "x", "of": Bo}')];
  const boByIda = step('Ida', 'create T as t with {"a": "x", "of": Bo}');
  const other = step('Mia', 'close t');
  expect(foldedSteps([ana, other, bo, boByIda])).toEqual([
    {
      words: '`create T as t with {"a": "x", "of": …}`',
      choices: [
        { value: 'Ana', steps: [ana] },
        { value: 'Bo', steps: [bo, boByIda] },
      ],
    },
    { words: '`close t`', choices: [{ value: null, steps: [other] }] },
  ]);
});

test('a single record is named in the step, and values that are not records stay separate', () => {
  const steps = [
    step('Mia', 'assign t with {"to": Bo}'),
    step('Mia', 'update t with {"on": true}'),
    step('Mia', 'update t with {"on": false}'),
    step('Mia', 'update t with {"name": "Bo"}'),
  ];
  expect(foldedSteps(steps)).toEqual(steps.map((one) => ({ words: one.row.do, choices: [{ value: null, steps: [one] }] })));
});
