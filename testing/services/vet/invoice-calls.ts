import type { Request } from '../../../src/verifier/answers/request.ts';
import type { Body } from '../hand-written.ts';
import { date, orNull, text } from '../hand-written-inputs.ts';
import { from } from './animal-steps.ts';
import type { Invoice } from './data.ts';
import type { Has, Others, VetFault } from './faults.ts';
import { cents } from './inputs.ts';
import type { Practice } from './practice.ts';

/** The calls about invoices. */
export function invoiceCalls({ data, onInvoice, access, views, door }: Practice, has: Has) {
  type OnInvoice = (one: Invoice, body: Body) => void;
  const stepOf =
    (who: readonly string[], key: string, step: OnInvoice, others: Others = {}, lax: VetFault | null = null) =>
    (number: string, request: Request): Body => {
      const { me, body } = door.enter(request, who, [key], others, number);
      if ('amount' in body) orNull(body['amount'], cents);
      const sees = (each: Invoice): boolean => access.seesInvoice(each, me) || (lax !== null && has(lax));
      const one = door.numbered(data.invoices, number, sees);
      step(one, body);
      return views.invoice(one, me);
    };
  const pay: OnInvoice = (one, body) => {
    from(onInvoice.isPayable(one));
    onInvoice.pay(one, cents(body['amount']));
  };
  const extend: OnInvoice = (one, body) => {
    from(one.state === 'open' || one.state === 'overdue');
    onInvoice.extend(one, date(body['due']));
  };
  const writeOff: OnInvoice = (one, body) => {
    const states = ['overdue', 'collection'];
    if (has('openIsWrittenOff')) states.push('open');
    from(states.includes(one.state));
    onInvoice.writeOff(one, text(body['reason'], 100));
  };
  return {
    pay: stepOf(['owner', 'receptionist'], 'amount', pay, { managersPay: 'manager' }, 'strangersPay'),
    extend: stepOf(['receptionist', 'manager'], 'due', extend, { ownersExtend: 'owner' }),
    writeOff: stepOf(['manager'], 'reason', writeOff, { deskWritesOff: 'receptionist' }),
  };
}
