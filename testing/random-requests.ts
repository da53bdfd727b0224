import { fixedPlatform } from '../src/base/platform.ts';
import { coneOf } from '../src/explorer/document/cone.ts';
import { answeredSide, SideBySide } from '../src/verifier/answers/side-by-side.ts';
import { Planner } from '../src/verifier/plan/plan.ts';
import { attemptOf, CallInputs, type Handle, type Mutation, type Persona, type Planned } from '../src/verifier/plan/planned.ts';
import { createdBy, type Made, withNew } from '../src/verifier/plan/situations.ts';
import { findPeople } from '../src/verifier/sending/people.ts';
import { getsOf } from '../src/verifier/values/call-inputs.ts';
import { makerFor } from '../src/verifier/values/maker.ts';
import { mutationsOf } from '../src/verifier/values/values.ts';
import type { VerifyParts } from '../src/verifier/verify-parts.ts';

/**
 * The baseline for `verify`: `count` requests drawn at random from the same calls, people, records
 * and values, and judged the same way. Returns the number of the first wrong answer; null if there
 * is none.
 */
export async function randomRequests(parts: VerifyParts, count: number, seed = 1): Promise<number | null> {
  const { model, platform, implementation, marker } = parts;
  const random = fixedPlatform(0, seed);
  const below = (most: number): number => {
    const [a = 0, b = 0] = random.randomBytes(2);
    return (a * 256 + b) % most;
  };
  const oneOf = <T>(list: readonly T[]): T | undefined => list[below(Math.max(1, list.length))];
  const side = new SideBySide({
    model,
    platform,
    implementation,
    secretOf: () => null,
    origin: (text) => (text.includes(marker) ? 'own' : null),
  });
  const { oracle, bodies } = side;
  const inputs = new CallInputs(model);
  const { uses, fields: read } = coneOf(model, 3);
  const origins = { marker: `${marker}p1x`, shortened: () => undefined };
  const maker = makerFor(model, { origins, uses, now: platform.now, given: () => new Map() });
  const people: Persona[] = [];
  const planner = new Planner({
    model,
    oracle,
    people,
    inputs,
    maker,
    bodies,
    read,
    given: new Set(),
    counted: new Set(),
    hasClock: false,
    hasReset: false,
    decisive: new Set(),
    scenarios: [],
    examples: new Map(),
    secretOf: () => null,
  });
  await findPeople({ side, inputs, planner, maker, given: [], keyOf: () => '' }, people);

  let made: Made = new Map();
  const handle = (entity: string): Handle | undefined =>
    oneOf<Handle>([
      ...(entity === model.account?.entity.text ? people.map((_, persona): Handle => ({ kind: 'account', persona })) : []),
      ...(made.get(entity) ?? []).map((_, ordinal): Handle => ({ kind: 'made', entity, ordinal })),
    ]);
  const mutation = (call: Planned['call']): Mutation | null => {
    const all = inputs.of(call);
    const found: Mutation[] = [{ kind: 'forged-token' }];
    if (call.takes !== null) found.push({ kind: 'unknown-key' });
    for (const input of all) {
      if (input.sought !== null) found.push({ kind: 'no-record', input: input.name });
      else if (input.paging !== null) found.push({ kind: 'query', input: input.name, from: below(3) });
      else if (input.place === 'query' && 'values' in input.type)
        found.push({ kind: 'query', input: input.name, from: oneOf(input.type.values) ?? null });
      else if (input.place === 'body')
        found.push(...mutationsOf(maker, input).map(({ words }): Mutation => ({ kind: 'input', input: input.name, words })));
    }
    return below(2) === 0 ? null : (oneOf(found) ?? null);
  };
  const faulty = (): number | null => side.exchanges.find(({ fault }) => fault !== null)?.number ?? null;
  while (side.exchanges.length < count && faulty() === null) {
    const call = oneOf(model.calls);
    if (call === undefined) break;
    const handles = new Map<string, Handle>();
    for (const { step, get } of getsOf(call)) {
      const found = handle(get.entity.text);
      if (found !== undefined) handles.set(`get:${step}`, found);
    }
    const persona = oneOf([null, ...people.keys()]) ?? null;
    const picks = new Map(inputs.of(call).map(({ name }) => [name, below(4)] as const));
    const plain: Planned = { call, persona, handles, picks, mutation: null };
    const known = answeredSide(side, people, made);
    const first = attemptOf(plain, inputs.of(call), known, maker);
    if (first === null) continue;
    // If a request has two mistakes, the document does not always say which one to report.
    const isRight = oracle.tried(() => oracle.answer(side.asked(first)).status < 400);
    const attempt = isRight ? attemptOf({ ...plain, mutation: mutation(call) }, inputs.of(call), known, maker) : first;
    if (attempt === null) continue;
    const before = createdBy(call).map((entity) => [entity, oracle.records(entity).length] as const);
    await side.exchange(attempt);
    made = withNew(oracle, made, before);
  }
  return faulty();
}
