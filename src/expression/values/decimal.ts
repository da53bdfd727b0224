import { Big } from 'big.js';

/**
 * Exact decimals. Only division rounds: to 20 decimal places, half to even. A separate constructor
 * protects documents from other settings of big.js.
 */
export const Decimal = Big();
Decimal.DP = 20;
Decimal.RM = Big.roundHalfEven;
// Avoids exponents in text: 0.0000001 stays as written.
Decimal.NE = -1000;
Decimal.PE = 1000;

/** All constructors of big.js share one prototype. */
export const isDecimal = (value: unknown): value is Big => value instanceof Big;

export const maximumInteger = 9223372036854775807n;
export const minimumInteger = -9223372036854775808n;

/** An integer in its canonical form (a number if safe, else a bigint); undefined beyond int64. */
export function normalInteger(value: bigint): number | bigint | undefined {
  if (value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(value);
  return value > maximumInteger || value < minimumInteger ? undefined : value;
}

/** Canonical text such as `12` or `0.5`, without an exponent or redundant zeros. */
export function decimalText(value: Big): string {
  return new Decimal(value).toFixed();
}

/** Rounds money to two places, half up (away from zero). */
export const toCents = (value: Big): Big => value.round(2, Big.roundHalfUp);

const decimalForm = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?$/;

/**
 * Parses `12`, `-0.5` or `1e3`; undefined for anything else. Exponents over three digits are
 * refused, because they would exhaust memory.
 */
export function parseDecimal(text: string): Big | undefined {
  return decimalForm.test(text) && text.length <= 1000 ? new Decimal(text.startsWith('+') ? text.slice(1) : text) : undefined;
}
