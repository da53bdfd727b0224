import { fixedPlatform } from '../src/base/platform.ts';
import type { Model } from '../src/model/model.ts';
import { readModel } from '../src/model/read.ts';
import type { Implementation } from '../src/verifier/implementation.ts';
import { Oracle } from '../src/verifier/oracle.ts';
import { type Mistake, mistakesIn, withMistake } from './clause-mistakes.ts';
import type { HandWritten } from './hand-written-services.ts';

/**
 * The engine with a document in which one clause is wrong, in the place of services written by
 * hand with one fault. `faults` are by clause and kind of mistake; a fault's name is unique.
 */
export function mistakenDocument(name: string, text: string): HandWritten {
  const model = readModel(text);
  const mistakes = new Map<string, Mistake>();
  const faults: Record<string, string[]> = {};
  for (const mistake of mistakesIn(model)) {
    const { clause, what, at, insert } = mistake;
    const fault = `${clause}, ${what}, at ${at.from}: ${short(model.text.slice(at.from, at.to))} -> ${short(insert)}`;
    // What cannot be read says nothing of a service.
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
 * Each request takes some time, and draws from randomness of its own: what one request does more
 * than another service's is not seen in the ids of later ones.
 */
function servedBy(model: Model, now: () => number): Implementation {
  let [time, count] = [now() - 60_000, 0];
  let random = fixedPlatform(0, 77);
  // The examples are made one after the other.
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
