import type { Request } from '../../../src/verifier/answers/request.ts';
import type { Body, Route } from '../hand-written.ts';
import { date, orNull, text } from '../hand-written-inputs.ts';
import type { Company, On } from './company.ts';
import type { Invoice } from './data.ts';
import { amount } from './inputs.ts';

/** The calls about invoices. */
export function invoiceCalls(company: Company): Route[] {
  const { rules, steps, views, lists, has, allow, bodyOf, enter, find, stepOn, is, route, seen, shown } = company;

  const ofInvoice = stepOn(find.invoice, views.invoice);
  const remarkOf = (value: unknown): string => text(value, 100);
  const addInvoice = (number: string, request: Request): Body => {
    const me = enter(request, ['office'], { managersBill: 'manager' });
    const body = bodyOf(request, 'month', 'remark');
    const care = find.care(number, me);
    return views.invoice(steps.bill(care, date(body['month']), 'remark' in body ? orNull(body['remark'], remarkOf) : null), me);
  };
  const editInvoice = (number: string, request: Request): Body => {
    const me = enter(request, ['office'], { managersDiscount: 'manager' });
    const body = bodyOf(request, 'discount', 'remark');
    const one = find.invoice(number, me);
    allow('discount' in body || 'remark' in body);
    allow(!('discount' in body) || one.state === 'draft' || (one.state === 'sent' && has('sentIsDiscounted')));
    const discount = 'discount' in body ? amount(body['discount']) : one.discount;
    const remark = 'remark' in body ? orNull(body['remark'], remarkOf) : one.remark;
    rules.discount({ net: one.net, discount });
    return views.invoice(Object.assign(one, { discount, remark }), me);
  };
  const send: On<Invoice> = (one, body) => {
    if (has('dueBeforeState')) date(body['due']);
    is(one, 'draft', ...(has('withdrawnIsSent') ? ['withdrawn'] : []));
    steps.send(one, date(body['due']));
  };
  const pay: On<Invoice> = (one, body) => {
    is(one, 'sent', ...(has('draftIsPaid') ? ['draft'] : []));
    steps.pay(one, amount(body['amount']));
  };
  const withdraw: On<Invoice> = (one, _body, me) => {
    allow(me.role !== 'office' || one.state === 'draft' || has('officeWithdrawsSent'));
    steps.withdraw(one);
  };

  return [
    route('POST', 'cares/:n/invoices', addInvoice, 201),
    route('GET', 'invoices', seen(['family', 'office', 'manager'], lists.invoices)),
    route(
      'GET',
      'invoices/:n',
      shown(['family', 'office', 'manager'], (number, me) => find.invoice(number, me, has('everyoneReadsInvoices')), views.invoice),
    ),
    route('PATCH', 'invoices/:n', editInvoice),
    route('POST', 'invoices/:n/send', ofInvoice(['office'], send, { keys: ['due'], others: { managersSend: 'manager' } })),
    route('POST', 'invoices/:n/pay', ofInvoice(['office'], pay, { keys: ['amount'], others: { familiesPay: 'family' } })),
    route('POST', 'invoices/:n/remind', ofInvoice(['office'], steps.remind)),
    route('POST', 'invoices/:n/withdraw', ofInvoice(['office', 'manager'], withdraw)),
  ];
}
