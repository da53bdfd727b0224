import { expect, test } from 'vitest';
import { fixedPlatform } from '../../src/base/platform.ts';
import type { Model } from '../../src/model/model.ts';
import type { Implementation } from '../../src/verifier/answers/implementation.ts';
import { type HandWritten, handWrittenServices, partsFor } from './hand-written-services.ts';
import { oracleService } from './oracle-service.ts';

type Body = Readonly<Record<string, unknown>>;

const accountOf = (model: Model) => model.entities.find(({ name }) => name.text === model.account?.entity.text);
const callWith = (model: Model, kind: 'sign-in' | 'sign-up') =>
  model.calls.find(({ does }) => does?.steps.some((step) => step.kind === kind));

/** What a person who is signed in may send to the call for signing up, right and wrong. */
function bodiesFor(keys: readonly string[]): Body[] {
  const right: Body = Object.fromEntries(keys.map((key) => [key, key === 'email' ? 'new@example.com' : 'new-password']));
  const wrong = [5, true, null, '', 'x'.repeat(300), [1], {}];
  return [
    ...[right, {}, { ...right, other: 1 }],
    ...keys.flatMap((key) => wrong.map((value) => ({ ...right, [key]: value }))),
    ...keys.map((key) => Object.fromEntries(Object.entries(right).filter(([name]) => name !== key))),
  ];
}

/** The status of each body for signing up, from a person who is signed in. */
async function statuses(service: Implementation, model: Model): Promise<readonly string[]> {
  const send = async (path: string, token: string | null, body: Body) => {
    const answered = await service.send({
      method: 'POST',
      path,
      query: '',
      token,
      contentType: 'application/json',
      body: JSON.stringify(body),
    });
    if (!('status' in answered)) throw new Error(answered.problem);
    return answered;
  };
  const cell = (field: string): unknown => {
    const content = accountOf(model)?.examples[0]?.values.find((value) => value.field.text === field)?.content;
    return content?.kind === 'value' ? content.value : undefined;
  };
  const { body } = await send(callWith(model, 'sign-in')?.path ?? '', null, { email: cell('email'), password: cell('password') });
  const { token } = JSON.parse(body ?? '{}');
  expect(token).toEqual(expect.any(String));
  const call = callWith(model, 'sign-up');
  const found: string[] = [];
  for (const one of bodiesFor(call?.takes?.entries.map(({ key }) => key.text) ?? []))
    found.push(`${JSON.stringify(one)} ${(await send(call?.path ?? '', token, one)).status}`);
  return found;
}

// Of the others one has no example of a person, the other no call to sign up.
const tested = handWrittenServices.filter(({ model }) => accountOf(model)?.examples[0] !== undefined && callWith(model, 'sign-up'));

test.each(tested.map((one) => [one.name, one] as const))(
  '%s answers people who sign up again as its document says',
  async (_, one: HandWritten) => {
    const engine = oracleService(one.model.tree.text, fixedPlatform());
    expect(await statuses(partsFor(one, null).implementation, one.model)).toEqual(await statuses(engine, one.model));
  },
);
