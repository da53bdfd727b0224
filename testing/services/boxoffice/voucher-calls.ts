import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, refuse } from '../hand-written.ts';
import { date, orNull, text } from '../hand-written-inputs.ts';
import { from } from './booking-steps.ts';
import { dayAfter, type Person, type Voucher } from './data.ts';
import type { Has } from './faults.ts';
import { cents } from './inputs.ts';
import type { PeopleCalls } from './people-calls.ts';
import type { Theatre } from './theatre.ts';

/** The calls about vouchers. */
export function voucherCalls({ data, figures, rules, access, views, door }: Theatre, onPeople: PeopleCalls, has: Has) {
  const { enter } = door;
  const keys = ['code', 'value', 'expires', 'note'];
  const { today } = figures;

  const issue = (body: Body, holder: Person | null, me: Person): Body => {
    const one: Voucher = {
      ...{ code: text(body['code'], 10), value: cents(body['value']), spent: 0, holder },
      expires: 'expires' in body ? date(body['expires']) : dayAfter(today(), 365),
      note: 'note' in body ? orNull(body['note'], (value) => text(value, 100)) : null,
      ...{ reason: null, state: 'active' },
    };
    if (data.vouchers.some(({ code }) => code === one.code)) refuse(409, 'CONFLICT');
    rules.newVoucher(one);
    data.vouchers.push(one);
    return views.voucher(one, me);
  };
  const add = (request: Request): Body => {
    const roles = has('managersDoNotIssue') ? ['clerk'] : ['clerk', 'manager'];
    const { me, body } = enter(request, roles, keys, { customersIssueVouchers: 'customer' });
    return issue(body, null, me);
  };
  const addFor = (number: string, request: Request): Body => {
    const { me, body } = enter(request, ['clerk', 'manager'], keys, {}, number);
    return issue(body, onPeople.customerOf(number, me), me);
  };

  /** `lax`: a fault that lets people find what they may not see. */
  const voucherOf = (code: unknown, me: Person, lax = false): Voucher => {
    const voucher = data.vouchers.find((one) => one.code === code) ?? door.missing();
    return access.seesVoucher(voucher, me) || lax ? voucher : door.hidden();
  };
  const read = (code: string, request: Request): Body => {
    const { me } = enter(request, ['customer', 'clerk', 'manager'], null);
    return views.voucher(voucherOf(code, me), me);
  };
  const extend = (code: string, request: Request): Body => {
    const { me, body } = enter(request, ['manager'], ['expires'], { clerksExtend: 'clerk' });
    const one = voucherOf(code, me);
    from(one.state === 'active' || (one.state === 'expired' && !has('expiredIsNotExtended')));
    const expires = date(body['expires']);
    const least = one.state === 'active' ? one.expires : today();
    const isLater = expires > least || (expires === least && has('sameDayExtends'));
    if (!isLater) refuse(has('notLaterIs409') ? 409 : 422, 'NOT_LATER');
    if (expires !== one.expires) rules.expires(expires, 'extendsForEver');
    one.expires = expires;
    if (one.state === 'expired' && !has('extendedStaysExpired')) one.state = 'active';
    return views.voucher(one, me);
  };
  const withdraw = (code: string, request: Request): Body => {
    const { me, body } = enter(request, ['manager'], ['reason'], { clerksWithdraw: 'clerk' });
    const one = voucherOf(code, me);
    from(one.state === 'active' || (one.state === 'used' && has('usedIsWithdrawn')));
    const reason = text(body['reason'], 100);
    rules.notBlank(reason, 'withdrawalMayBeBlank');
    one.state = 'withdrawn';
    one.reason = reason;
    return views.voucher(one, me);
  };
  return { add, addFor, voucherOf, read, extend, withdraw };
}

export type VoucherCalls = ReturnType<typeof voucherCalls>;
