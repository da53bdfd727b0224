import { Big } from 'big.js';

/**
 * Exact decimals. Only division rounds: to 20 decimal places, half to even.
 * A constructor of our own, so that other settings of big.js do not change what a document means.
 */
export const Decimal = Big();
Decimal.DP = 20;
Decimal.RM = Big.roundHalfEven;
// Never exponents in text: 0.0000001 stays as people write it.
Decimal.NE = -1000;
Decimal.PE = 1000;

/** All constructors of big.js share one prototype. */
export const isDecimal = (value: unknown): value is Big => value instanceof Big;

export const maximumInteger = 9223372036854775807n;
export const minimumInteger = -9223372036854775808n;

/** An integer in the one form that values have (a number when safe); undefined beyond int64. */
export function normalInteger(value: bigint): number | bigint | undefined {
  if (value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(value);
  return value > maximumInteger || value < minimumInteger ? undefined : value;
}

/** `12`, `0.5`: without an exponent, without zeros that say nothing. */
export function decimalText(value: Big): string {
  return new Decimal(value).toFixed();
}

/** Money's two places, half up (away from zero). */
export const toCents = (value: Big): Big => value.round(2, Big.roundHalfUp);

const decimalForm = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?$/;

/**
 * `12`, `-0.5`, `1e3`: undefined for anything else. Exponents over three digits are refused: they
 * would fill memory.
 */
export function parseDecimal(text: string): Big | undefined {
  return decimalForm.test(text) && text.length <= 1000 ? new Decimal(text.startsWith('+') ? text.slice(1) : text) : undefined;
}
