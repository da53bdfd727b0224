import { Big } from 'big.js';
import { Duration, Money, PlainDate, PlainTime, Timestamp } from '../../expression/values/value.ts';
import type { Model } from '../model.ts';
import { runModelOf } from '../run-model.ts';
import { mark, type Written, writtenVersion } from './marks.ts';

/**
 * The part of a model that a running product uses, as JSON for `readWritten` of the same version.
 */
export const writeModel = (model: Model): string =>
  JSON.stringify({ ninefold: writtenVersion, model: new Writer().write(runModelOf(model)) } satisfies Written);

class Writer {
  readonly #numbers = new Map<object, number>();
  #place = 0;

  write(value: unknown): unknown {
    switch (typeof value) {
      case 'undefined':
        return { [mark.undefined]: 0 };
      case 'bigint':
        return { [mark.bigint]: String(value) };
      case 'object':
        return value === null ? null : this.#object(value);
      case 'number':
        if (!Number.isFinite(value) || Object.is(value, -0)) throw new TypeError(`a written model cannot hold the number ${value}`);
        return value;
      case 'string':
      case 'boolean':
        return value;
      default:
        throw new TypeError(`a written model cannot hold a ${typeof value}`);
    }
  }

  #object(value: object): unknown {
    if (value instanceof Big) return { [mark.decimal]: value.valueOf() };
    if (value instanceof Money) return { [mark.money]: [value.amount.valueOf(), value.currency] };
    if (value instanceof Timestamp) return { [mark.timestamp]: [value.seconds, value.nanos] };
    if (value instanceof Duration) return { [mark.duration]: [value.seconds, value.nanos] };
    if (value instanceof PlainDate) return { [mark.date]: value.days };
    if (value instanceof PlainTime) return { [mark.time]: value.seconds };
    if (isSpan(value)) {
      const distance = value.from - this.#place;
      this.#place = value.to;
      return { [mark.span]: [distance, value.to - value.from] };
    }
    const known = this.#numbers.get(value);
    if (known !== undefined) return { [mark.ref]: known };
    this.#numbers.set(value, this.#numbers.size);
    if (Array.isArray(value)) return value.map((item) => this.write(item));
    if (value instanceof Map) return { [mark.map]: [...value].flatMap(([key, item]) => [this.write(key), this.write(item)]) };
    if (Object.getPrototypeOf(value) !== Object.prototype)
      throw new TypeError(`a written model cannot hold a ${value.constructor?.name ?? 'dictionary'}`);
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.#property(value, key, item)]));
  }

  #property(of: object, key: string, value: unknown): unknown {
    if (key.startsWith('#') || key === '__proto__') throw new TypeError(`a written model cannot hold the key “${key}”`);
    if (key !== 'at' || typeof value !== 'function' || !('source' in of) || typeof of.source !== 'string') return this.write(value);
    const pieces: number[] = [];
    let distance = Number.NaN;
    for (let offset = 0; offset <= of.source.length; offset++) {
      const place: number = value(offset);
      if (place - offset === distance) continue;
      distance = place - offset;
      pieces.push(offset, place);
    }
    return { [mark.at]: pieces };
  }
}

const isSpan = (value: object): value is { readonly from: number; readonly to: number } =>
  Object.keys(value).join() === 'from,to' && Object.values(value).every(Number.isInteger);
