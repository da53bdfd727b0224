import { beforeEach, expect, test } from 'vitest';
import { productInMemory, type TestProduct } from '../../../testing/product.ts';
import { tokenHash } from '../../engine/account/hasher.ts';
import { Calls } from './answer-call.ts';

const text = `# Shop

## 3. The domain model

### User

| Field | Type | Required |
|---|---|---|
| email | email | yes |
| password | password | yes |
| role | enum worker, boss | yes |

| Example | email | password | role |
|---|---|---|---|
| Wim | wim@example.com | correct-horse | worker |
| Bea | bea@example.com | correct-horse | boss |

### Fruit

| Field | Type | Required | Unique |
|---|---|---|---|
| code | text | yes | yes |
| price | money | yes | |
| keeper | User | | |
| author | User | | |

| Example | code | price | keeper | author |
|---|---|---|---|---|
| Apple | apple | 2.50 | Bea | Bea |

### Note

| Field | Type |
|---|---|
| size | integer |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| short | Note.size | \`size < 10\` | LONG |
| positive | Fruit.price | \`price > 0\` | NOT_POSITIVE |
| even | Note.size | \`size % 2 == 0\` | ODD |

## 6. Roles and permissions

| Role | Is |
|---|---|
| worker | \`me.role == "worker"\` |
| boss | \`me.role == "boss"\` |

| Account | |
|---|---|
| Entity | User |
| Sign in with | email, password |

| Permission | worker | boss |
|---|---|---|
| User: read | yes | yes |
| User.email: read | no | yes |
| Fruit: read | yes | yes |
| Fruit: update | no | yes |
| Fruit.price: update | yes | yes |
| Fruit.keeper: read | no | yes |
| Note: create | yes | yes |

## 7. The calls it makes

| Call | Takes | Does | Returns | Errors | Roles |
|---|---|---|---|---|---|
| \`PATCH /fruits/:c\` | \`{code?, price?}\` | \`get Fruit as x where x.code == c; update x\` | 200 \`FruitView(x)\` | | |
| \`POST /find\` | \`{code}\` | \`get Fruit as x where x.code == code\` | 200 \`FruitView(x)\` | | |
| \`POST /notes\` | \`{price, size}\` | \`get Fruit as x where x.code == "apple"; update x with {"price": price}; create Note as n\` | 201 \`n\` | | |

### FruitView of Fruit

| Key | Value |
|---|---|
| code | |
| keeper | |
| keeperMail | \`keeper.email\` |
| authorMail | \`author.email\` |

## 8. The error catalogue

| Error | Status | Message | Shown |
|---|---|---|---|
| LONG | 409 | Too long. | toast |
| NOT_POSITIVE | 400 | Too little. | toast |
| ODD | 422 | Odd. | toast |
`;

let made: TestProduct;
beforeEach(() => {
  made = productInMemory(text);
});

function ask(who: string, line: string, given: unknown): { status: number; body: Record<string, unknown> } {
  const [method = '', path = ''] = line.split(' ');
  const { store } = made.product;
  const session = { tokenHash: tokenHash(who), account: made.id(who), began: 0, expires: made.clock.now() + 1000 };
  store.transaction(() => store.saveSession(session));
  const request = { method, path, query: '', token: who, contentType: 'application/json', body: JSON.stringify(given) };
  const { status, body } = new Calls(made.product).answer(request);
  return { status, body: JSON.parse(body ?? '{}') };
}

const errors = (who: string, line: string, given: unknown): readonly unknown[] => {
  const { status, body } = ask(who, line, given);
  const found = (body['errors'] ?? []) as readonly { error: string; field?: string }[];
  return [status, ...found.map(({ error, field }) => `${error} ${field ?? ''}`.trim())];
};

test('unknown keys and values that a get looks for come before NOT_FOUND, values that are written after it', () => {
  expect(errors('Wim', 'POST /find', { code: 'none', other: 1 })).toEqual([422, 'INVALID other']);
  expect(errors('Wim', 'POST /find', { code: 5 })).toEqual([422, 'INVALID code']);
  expect(errors('Wim', 'PATCH /fruits/none', { price: 'x' })).toEqual([404, 'NOT_FOUND']);
});

test('a key without ? that is missing, or null, is not found where a get looks for it', () => {
  expect(errors('Wim', 'POST /find', {})).toEqual([404, 'NOT_FOUND']);
  expect(errors('Wim', 'POST /find', { code: null })).toEqual([404, 'NOT_FOUND']);
  expect(errors('Wim', 'POST /notes', { price: 2 })).toEqual([422, 'INVALID size']);
  expect(errors('Wim', 'POST /notes', { price: 2, size: null })).toEqual([201]);
});

test('section 6 comes before the type of a value', () => {
  expect(errors('Wim', 'PATCH /fruits/apple', { code: 7 })).toEqual([403, 'FORBIDDEN']);
  expect(errors('Bea', 'PATCH /fruits/apple', { code: 7 })).toEqual([422, 'INVALID code']);
});

test('an update of no field asks the row of the entity', () => {
  expect(errors('Wim', 'PATCH /fruits/apple', {})).toEqual([403, 'FORBIDDEN']);
  expect(errors('Bea', 'PATCH /fruits/apple', {})).toEqual([200]);
});

test('rules of several records are reported in the order of section 5', () => {
  expect(errors('Wim', 'POST /notes', { price: -1, size: 11 })).toEqual([409, 'LONG size', 'NOT_POSITIVE price', 'ODD size']);
  expect(errors('Wim', 'POST /notes', { price: -1, size: 3 })).toEqual([400, 'NOT_POSITIVE price', 'ODD size']);
});

test('a view leaves out a hidden field; a path through one, or to one, is null', () => {
  expect(ask('Wim', 'POST /find', { code: 'apple' }).body).toEqual({ code: 'apple', keeperMail: null, authorMail: null });
  expect(ask('Bea', 'POST /find', { code: 'apple' }).body).toMatchObject({ keeperMail: 'bea@example.com', authorMail: 'bea@example.com' });
});
