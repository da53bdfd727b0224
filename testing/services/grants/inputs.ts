import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, jsonIn, refuse } from '../hand-written.ts';
import { isEmail } from '../hand-written-inputs.ts';
import type { Fund, Proposal } from './data.ts';
import type { GrantsFault } from './faults.ts';

const invalid = (): never => refuse(422, 'INVALID');
const day = 86_400_000;

/** The inputs that the grants service accepts, and the rules about them. */
export class GrantsInputs {
  readonly #has: (fault: GrantsFault) => boolean;

  constructor(has: (fault: GrantsFault) => boolean) {
    this.#has = has;
  }

  body({ body: text }: Request, keys: readonly string[]): Body {
    const json = text === null ? {} : jsonIn(text);
    if (json === undefined) return this.#has('brokenJsonIsEmpty') ? {} : refuse(400, 'MALFORMED');
    if (json === null || typeof json !== 'object' || Array.isArray(json)) return invalid();
    const isKnown = Object.keys(json).every((key) => keys.includes(key));
    return isKnown || this.#has('unknownKeysAreIgnored') ? (json as Body) : invalid();
  }

  text(value: unknown, most: number, lax?: GrantsFault): string {
    const isShort = typeof value === 'string' && ([...value].length <= most || (lax !== undefined && this.#has(lax)));
    return isShort ? (value as string) : invalid();
  }

  whole(value: unknown): number {
    return typeof value === 'number' && Number.isInteger(value) ? value : invalid();
  }

  points(value: unknown): number {
    return this.#has('pointsMayBeText') && typeof value === 'string' ? Number(value) : this.whole(value);
  }

  remark(value: unknown): string | null {
    if (value === undefined && this.#has('remarkMustBeGiven')) return invalid();
    return (value ?? null) === null ? null : this.text(value, 200, 'remarkMayBeLong');
  }

  barred(value: unknown): boolean {
    if (typeof value === 'string' && this.#has('barredMayBeText')) return value === 'true';
    return typeof value === 'boolean' ? value : invalid();
  }

  kind(value: unknown): string {
    if (value === undefined) return this.#has('defaultKindIsTravel') ? 'travel' : 'research';
    const isKnown = typeof value === 'string' && (['research', 'travel', 'event'].includes(value) || this.#has('kindMayBeAnything'));
    return isKnown ? (value as string) : invalid();
  }

  /** A date: `2026-11-27`. */
  date(value: unknown): string {
    const text = this.text(value, Number.POSITIVE_INFINITY);
    if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return this.#has('datesMayBeTexts') ? text : invalid();
    const time = Date.parse(text);
    const isReal = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
    return isReal || this.#has('datesNeedNoCalendar') ? text : invalid();
  }

  email(value: unknown): string {
    const email = this.text(value, Number.POSITIVE_INFINITY);
    return isEmail(email) || this.#has('anyEmailWillDo') ? email : invalid();
  }

  /** A parameter of the query with one of these values; null if it is missing. */
  oneOf(query: URLSearchParams, name: string, values: readonly string[]): string | null {
    const value = query.get(name) || null;
    return value === null || values.includes(value) ? value : invalid();
  }

  number(query: URLSearchParams, name: string): number | null {
    const value = query.get(name) || null;
    return value === null ? null : /^-?\d+$/.test(value) ? Number(value) : invalid();
  }

  page<T>(found: readonly T[], query: URLSearchParams): readonly [T[], number] {
    const [limit, offset] = [this.number(query, 'limit') ?? 20, this.number(query, 'offset') ?? 0];
    if (limit < 0 || limit > 1000 || offset < 0) invalid();
    const from = this.#has('offsetDoesNothing') ? 0 : offset;
    const page = found.slice(from, this.#has('limitDoesNothing') ? undefined : from + limit);
    return [page, this.#has('totalIsOfThePage') ? page.length : found.length];
  }

  notBlank(text: string, ignored: GrantsFault): void {
    if (text.trim() === '' && !this.#has(ignored)) refuse(this.#has('blankIsBadRequest') ? 400 : 422, 'BLANK');
  }

  checkFund({ title, budget, committed }: Pick<Fund, 'title' | 'budget' | 'committed'>, isPatch: boolean): void {
    this.notBlank(title, 'fundTitleMayBeBlank');
    const isFree = this.#has('budgetIsNotChecked') || (isPatch && this.#has('patchedBudgetIsNotChecked'));
    this.#within(budget, isFree, this.#has('oneLessBudget') ? 999 : 1000, this.#has('oneMoreBudget') ? 500_001 : 500_000, 'BAD_BUDGET');
    const least = committed + (this.#has('budgetMustLeaveOne') && committed > 0 ? 1 : 0);
    if (budget < least && !this.#has('budgetMayBeCommitted')) refuse(409, 'COMMITTED');
  }

  checkProposal({ title, amount, starts, ends }: Pick<Proposal, 'title' | 'amount' | 'starts' | 'ends'>, isPatch: boolean): void {
    this.notBlank(title, 'titleMayBeBlank');
    const isFree = isPatch && this.#has('patchedAmountIsNotChecked');
    this.#within(amount, isFree, this.#has('oneLessAmount') ? 99 : 100, this.#has('oneMoreAmount') ? 40_001 : 40_000, 'BAD_AMOUNT');
    if (isPatch && this.#has('patchedDatesAreNotChecked')) return;
    const days = (Date.parse(ends) - Date.parse(starts)) / day;
    if (days < (this.#has('endsMustBeLater') ? 1 : 0) && !this.#has('endsMayBeFirst')) refuse(422, 'BAD_DATES');
    const most = this.#has('oneMoreDay') ? 91 : this.#has('oneDayLess') ? 89 : 90;
    if (days > most && !this.#has('lengthIsNotChecked')) refuse(422, this.#has('tooLongIsBadDates') ? 'BAD_DATES' : 'TOO_LONG');
  }

  checkPoints(points: number, isPatch: boolean): void {
    const isFree = this.#has('pointsAreNotChecked') || (isPatch && this.#has('patchedPointsAreNotChecked'));
    this.#within(points, isFree, this.#has('noPointsAreFine') ? 0 : 1, this.#has('elevenPoints') ? 11 : 10, 'BAD_POINTS');
  }

  checkPayment(amount: number): void {
    this.#within(amount, false, this.#has('zeroPayment') ? 0 : 1, this.#has('oneMorePayment') ? 20_001 : 20_000, 'BAD_AMOUNT');
  }

  #within(value: number, isFree: boolean, least: number, most: number, error: string): void {
    if (!isFree && (value < least || value > most)) refuse(422, error);
  }
}
