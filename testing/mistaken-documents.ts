import { fixedPlatform } from '../src/base/platform.ts';
import type { Model } from '../src/model/model.ts';
import { readModel } from '../src/model/read.ts';
import type { Implementation } from '../src/verifier/answers/implementation.ts';
import { Oracle } from '../src/verifier/answers/oracle.ts';
import { type Mistake, mistakesIn, withMistake } from './clause-mistakes.ts';
import type { HandWritten } from './services/hand-written-services.ts';

/**
 * The engine with a document that has one wrong clause, as a substitute for hand-written services
 * with one fault. `faults`: unique names, by clause and kind of mistake.
 */
export function mistakenDocument(name: string, text: string): HandWritten {
  const model = readModel(text);
  const mistakes = new Map<string, Mistake>();
  const faults: Record<string, string[]> = {};
  for (const mistake of mistakesIn(model)) {
    const { clause, what, at, insert } = mistake;
    const fault = `${clause}, ${what}, at ${at.from}: ${short(model.text.slice(at.from, at.to))} -> ${short(insert)}`;
    // A mistake that makes the document unreadable is not a fault of a service.
    if (mistakes.has(fault) || withMistake(model, mistake) === null) continue;
    mistakes.set(fault, mistake);
    (faults[`${clause}: ${what}`] ??= []).push(fault);
  }
  const service = (now: () => number, fault: string | null): Implementation => {
    const mistake = fault === null ? undefined : mistakes.get(fault);
    return servedBy(mistake === undefined ? model : (withMistake(model, mistake) ?? model), now);
  };
  return { name, model, faults, service };
}

const short = (text: string): string => text.trim().replace(/\s+/g, ' ').slice(0, 120);

/**
 * Each request advances the clock and has randomness of its own, so that additional work in one
 * request does not change the ids of later ones.
 */
function servedBy(model: Model, now: () => number): Implementation {
  let [time, count] = [now() - 60_000, 0];
  let random = fixedPlatform(0, 77);
  // Distinct times keep the examples in their order.
  const platform = { now: () => (count === 0 ? ++time : time), randomBytes: (length: number) => random.randomBytes(length), locale: 'en' };
  const served = new Oracle(model, { platform, serials: 500 });
  return {
    wait: async () => undefined,
    async send(request) {
      time = now();
      random = fixedPlatform(0, 1000 + ++count * 7919);
      const { status, body } = served.answer(request);
      return { status, body, date: time, retryAfter: null };
    },
  };
}
