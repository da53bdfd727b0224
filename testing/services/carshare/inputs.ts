import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, jsonIn, refuse } from '../hand-written.ts';
import { isEmail } from '../hand-written-inputs.ts';
import type { CarshareFault } from './faults.ts';

const invalid = (): never => refuse(422, 'INVALID');

/** The inputs that the carshare service accepts. `has`: whether it has the given fault. */
export class CarshareInputs {
  readonly #has: (fault: CarshareFault) => boolean;

  constructor(has: (fault: CarshareFault) => boolean) {
    this.#has = has;
  }

  conflict(): never {
    return refuse(this.#has('conflictsAreInvalid') ? 422 : 409, 'CONFLICT');
  }

  body({ body: text }: Request, keys: readonly string[]): Body {
    if (text === null) return {};
    const json = jsonIn(text);
    if (json === undefined) return this.#has('brokenJsonIsEmpty') ? {} : refuse(400, 'MALFORMED');
    if (json === null || typeof json !== 'object' || Array.isArray(json)) return invalid();
    if (!this.#has('unknownKeysAreIgnored') && Object.keys(json).some((key) => !keys.includes(key))) invalid();
    return json as Body;
  }

  text(value: unknown, most = Number.POSITIVE_INFINITY): string {
    return typeof value === 'string' && [...value].length <= most ? value : invalid();
  }

  /** A value that may be null but not missing. */
  given(body: Body, key: string): unknown {
    return key in body ? body[key] : invalid();
  }

  optionalText(value: unknown): string | null {
    return (value ?? null) === null ? null : this.text(value);
  }

  notBlank(text: string, ignored: CarshareFault): string {
    return text.trim() === '' && !this.#has(ignored) ? refuse(this.#has('blankIsBadRequest') ? 400 : 422, 'BLANK') : text;
  }

  whole(value: unknown, ...lax: readonly CarshareFault[]): number {
    if (lax.some((fault) => fault.endsWith('Text') && this.#has(fault)) && typeof value === 'string') return Number(value);
    if (lax.some((fault) => fault.endsWith('Fraction') && this.#has(fault)) && typeof value === 'number') return value;
    return typeof value === 'number' && Number.isInteger(value) ? value : invalid();
  }

  plate(value: unknown): string {
    const most = this.#has('plateIsOneShorter') ? 11 : 12;
    return this.text(value, this.#has('plateMayBeLong') ? Number.POSITIVE_INFINITY : most);
  }

  place(value: unknown): string {
    return this.text(value, this.#has('placeMayBeLong') ? Number.POSITIVE_INFINITY : 60);
  }

  checkSeats(seats: number, isPatch: boolean): void {
    if (this.#has('seatsAreNotChecked') || (isPatch && this.#has('patchedSeatsAreNotChecked'))) return;
    const most = this.#has('tenSeatsAreFine') ? 10 : this.#has('eightSeatsAtMost') ? 8 : 9;
    if (seats < (this.#has('oneSeatIsEnough') ? 1 : 2) || seats > most) refuse(422, 'BAD_SEATS');
  }

  checkRate(rate: number, isPatch: boolean): void {
    if (isPatch && this.#has('patchedRateIsNotChecked')) return;
    const most = this.#has('oneMoreRate') ? 201 : this.#has('oneLessRate') ? 199 : 200;
    const least = this.#has('zeroRateIsFine') ? 0 : 1;
    if (rate < least || rate > most) refuse(422, this.#has('badRateIsBadSeats') ? 'BAD_SEATS' : 'BAD_RATE');
  }

  severity(body: Body): string {
    if (body['severity'] === undefined) return this.#has('defaultSeverityIsDent') ? 'dent' : 'scratch';
    const severity = this.text(body['severity']);
    return ['scratch', 'dent', 'broken'].includes(severity) || this.#has('severityMayBeAnything') ? severity : invalid();
  }

  cost(value: unknown): number | null {
    if ((value ?? null) === null) return this.#has('costMayNotBeNull') ? invalid() : null;
    const cost = this.whole(value);
    const [least, most] = [this.#has('negativeCostIsFine') ? -1000 : 0, this.#has('oneMoreCost') ? 90_001 : 90_000];
    if ((cost < least || cost > most) && !this.#has('costIsNotChecked')) refuse(422, 'BAD_COST');
    return cost;
  }

  password(value: unknown): string {
    const password = this.text(value);
    const least = this.#has('passwordIsOneShorter') ? 7 : 8;
    return [...password].length < least && !this.#has('passwordIsNotChecked') ? refuse(422, 'SHORT_PASSWORD') : password;
  }

  email(value: unknown): string {
    const email = this.text(value);
    return isEmail(email) || this.#has('anyEmailWillDo') ? email : invalid();
  }

  /** A parameter of the query; null if it is missing. */
  asked(query: URLSearchParams, name: string): string | null {
    return query.get(name) || null;
  }

  oneOf(query: URLSearchParams, name: string, values: readonly string[]): string | null {
    const value = this.asked(query, name);
    if (value === null || values.includes(value)) return value;
    return this.#has('unknownStatusIsIgnored') ? null : invalid();
  }

  number(query: URLSearchParams, name: string): number | null {
    const value = this.asked(query, name);
    if (value === null) return null;
    if (/^-?\d+$/.test(value)) return Number(value);
    return this.#has('seatsFilterMayBeText') ? null : invalid();
  }

  page(query: URLSearchParams): { readonly limit: number; readonly offset: number } {
    const whole = (name: string, otherwise: number): number => {
      const value = this.asked(query, name);
      return value === null ? otherwise : /^\d+$/.test(value) ? Number(value) : invalid();
    };
    const page = { limit: whole('limit', 20), offset: whole('offset', 0) };
    return page.limit > 1000 ? invalid() : page;
  }
}
