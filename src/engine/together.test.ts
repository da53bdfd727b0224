import { expect, test } from 'vitest';
import { productInMemory } from '../../testing/product.ts';
import { create } from './operations/create.ts';
import { nobody } from './world/world.ts';

const notes = `# Specification: Notes

## 3. Entities

### Note

| Field | Type |
|---|---|
| title | text |
`;

function told() {
  const { product } = productInMemory(notes);
  const order: string[] = [];
  product.subscribe(() => order.push('changed'));
  product.onJob(() => order.push('job'));
  const add = () => {
    product.transact(nobody, (run) => {
      run.perform(create, { entity: 'Note', values: new Map([['title', 'A']]), authority: 'product' });
      run.addJob('mail', 'a');
    });
    order.push('added');
  };
  return { product, order, add };
}

test('transactions within `together` notify after the outer commit, and not after a rollback', () => {
  const { product, order, add } = told();
  product.together(() => {
    add();
    product.together(add);
  });
  expect(order).toEqual(['added', 'added', 'job', 'changed', 'job', 'changed']);
  order.length = 0;
  expect(() =>
    product.together(() => {
      add();
      throw new RangeError('no');
    }),
  ).toThrow(RangeError);
  expect(order).toEqual(['added']);
  order.length = 0;
  add();
  expect(order).toEqual(['job', 'changed', 'added']);
});
