import { span } from '../../base/span.ts';
import { Decimal } from '../../expression/values/decimal.ts';
import { Duration, Money, PlainDate, PlainTime, Timestamp } from '../../expression/values/value.ts';
import type { RunModel } from '../run-model.ts';
import { mark, type Written, writtenVersion } from './marks.ts';

/** Thrown if a text is not a written model, or was written by another version. */
export class UnreadableModel extends Error {
  override readonly name = 'UnreadableModel';
}

/** Reads a model that `writeModel` wrote. Throws UnreadableModel. */
export function readWritten(text: string): RunModel {
  const { ninefold, model } = parsed(text);
  if (ninefold !== writtenVersion)
    throw new UnreadableModel(
      `Ninefold ${ninefold} wrote the model of this product, and Ninefold ${writtenVersion} runs it. Close its other tabs and reload this one; if that does not help, run “ninefold build” again and publish all of its files.`,
    );
  return new Reader().read(model) as RunModel;
}

function parsed(text: string): Written {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && 'ninefold' in value && 'model' in value && typeof value.ninefold === 'string')
      return { ninefold: value.ninefold, model: value.model };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new UnreadableModel(
    'The model of this product cannot be read: its file is not what “ninefold build” wrote. Run “ninefold build” again and publish all of its files.',
  );
}

type Fields = Record<string, unknown>;

/** Converts the marks of parsed JSON to the values they represent, in place. */
class Reader {
  readonly #objects: object[] = [];
  #place = 0;

  read(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      this.#objects.push(value);
      for (let index = 0; index < value.length; index++) value[index] = this.read(value[index]);
      return value;
    }
    const fields = value as Fields;
    const keys = Object.keys(fields);
    const [first] = keys;
    if (first?.startsWith('#')) return this.#marked(first, fields[first]);
    this.#objects.push(fields);
    for (const key of keys) fields[key] = this.read(fields[key]);
    return fields;
  }

  #marked(kind: string, content: unknown): unknown {
    const [one, two] = Array.isArray(content) ? (content as never[]) : [];
    switch (kind) {
      case mark.ref:
        return this.#objects[content as number];
      case mark.map:
        return this.#map(content as unknown[]);
      case mark.span: {
        const from = this.#place + Number(one);
        this.#place = from + Number(two);
        return span(from, this.#place);
      }
      case mark.at:
        return placeIn(content as readonly number[]);
      case mark.undefined:
        return undefined;
      case mark.bigint:
        return BigInt(content as string);
      case mark.decimal:
        return new Decimal(content as string);
      case mark.money:
        return new Money(new Decimal(String(one)), String(two));
      case mark.timestamp:
        return new Timestamp(Number(one), Number(two));
      case mark.duration:
        return new Duration(Number(one), Number(two));
      case mark.date:
        return new PlainDate(content as number);
      case mark.time:
        return new PlainTime(content as number);
      default:
        throw new UnreadableModel(`The model of this product holds “${kind}”, which this version does not know.`);
    }
  }

  #map(content: readonly unknown[]): Map<unknown, unknown> {
    const map = new Map<unknown, unknown>();
    this.#objects.push(map);
    for (let index = 0; index < content.length; index += 2) map.set(this.read(content[index]), this.read(content[index + 1]));
    return map;
  }
}

/** The function `at` of an expression or action, rebuilt from its pairs of offsets. */
function placeIn(pieces: readonly number[]): (offset: number) => number {
  return (offset) => {
    let found = 0;
    for (let index = 2; index < pieces.length && (pieces[index] ?? 0) <= offset; index += 2) found = index;
    return (pieces[found + 1] ?? 0) + offset - (pieces[found] ?? 0);
  };
}
