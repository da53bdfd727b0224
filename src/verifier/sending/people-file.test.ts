import { expect, test } from 'vitest';
import lendingDocument from '../../../testing/services/lending/document.md?raw';
import { fixedPlatform } from '../../base/platform.ts';
import { readModel } from '../../model/read.ts';
import type { Implementation } from '../answers/implementation.ts';
import { Oracle } from '../answers/oracle.ts';
import { rowResults } from '../rows.ts';
import { verify } from '../run.ts';
import { type GivenPerson, readPeople } from './people-file.ts';

/** A document in which only the librarian creates accounts. */
const closed = lendingDocument
  .replace('| `POST /members` | ', '| `POST /sign-up` | ')
  .replace(/\| `POST \/sign-up`.*\n/, '')
  .replace('| Member: create | yes | no |', '| Member: create | no | no |');
const model = readModel(closed);

function given(text: string): readonly GivenPerson[] {
  const read = readPeople(text, model);
  if (!read.ok) throw new Error(read.problem);
  return read.people;
}

/** A service of the document with these accounts. */
function serving(people: readonly GivenPerson[]) {
  const clock = fixedPlatform();
  const served = new Oracle(model, { platform: { ...fixedPlatform(0, 77), now: () => clock.now() }, serials: 500, people });
  const implementation: Implementation = {
    wait: async () => undefined,
    async send(request) {
      clock.advance(7);
      const { status, body } = served.answer(request);
      return { status, body, date: clock.now(), retryAfter: null };
    },
  };
  return { implementation, platform: { ...clock, now: () => clock.now() } };
}

const passwords = `| Person | name | email | password |
|---|---|---|---|
| Xena | Xena X | xena@example.com | correct-horse |
| Yuri | Yuri Y | yuri@example.com | correct-horse |
`;
const tokens = `| Person | name | email | Token |
|---|---|---|---|
| Xena | Xena X | xena@example.com | a-token-of-xena |
| Yuri | Yuri Y | yuri@example.com | \`a-token-of-yuri\` |
`;

test.each([
  ['passwords', passwords],
  ['tokens', tokens],
])('people given by %s try what needs an account', async (_how, text) => {
  const people = given(text);
  const { implementation, platform } = serving(people);
  const run = await verify({ model, people, platform, implementation, marker: 'vk3f9x', budget: 1500 });
  expect(run.findings.map(({ exchange }) => `${exchange.attempt.words}: ${exchange.fault?.words}`)).toEqual([]);
  const kept = rowResults(model, run).filter(({ result }) => result === 'kept');
  expect(kept.map(({ title }) => title).join('; ')).toContain('lend from here');
});

test('a failed reset ends the run, and the report gives the reason', async () => {
  const people = given(passwords);
  const { implementation, platform } = serving(people);
  const broken: Implementation = { ...implementation, reset: async () => 'POST /reset answered 500' };
  const run = await verify({ model, people, platform, implementation: broken, marker: 'vk3f9x', budget: 600 });
  expect(run.complete).toBe(false);
  expect(run.notTried).toContain('the reset failed: POST /reset answered 500');
});

test.each([
  ['nothing here', 1, 'There is no table with a column “Person”.'],
  ['| Person | nick |\n|---|---|\n| Xena | x |', 1, 'Member has no field “nick”.'],
  ['| Person | email |\n|---|---|\n| X ena | x@example.com |', 3, '“X ena” is not a valid name: use a single word, such as “Mia”.'],
])('reports the problem and its line: %j', (text, line, problem) => {
  expect(readPeople(text, model)).toEqual({ ok: false, line, problem });
});
