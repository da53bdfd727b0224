import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, type Route, refuse } from '../hand-written.ts';
import { text } from '../hand-written-inputs.ts';
import type { Invoice, Person, Proof } from './data.ts';
import type { On } from './door.ts';
import type { Others, PrintFault } from './faults.ts';
import { money } from './money.ts';
import type { Works } from './works.ts';

const desk = ['office', 'manager'];

/** The calls about proofs and invoices. */
export function proofAndInvoiceRoutes({ data, rules, steps, views, lists, door, has, orderOf }: Works): Route[] {
  const { enter, bodyOf, numbered, checkNumber, route, seen } = door;
  const words = (body: Body, key: string): string => text(body[key], has('reasonsMayBeLong') ? undefined : 200);
  const proofOf = (number: string, me: Person, lax: boolean): Proof =>
    numbered(data.proofs, number, (one) => lax || views.seesProof(one, me));
  const invoiceOf = (number: string, me: Person, lax = false): Invoice =>
    numbered(data.invoices, number, (one) => lax || views.seesInvoice(one, me));
  const addProof = (number: string, request: Request): Body => {
    const me = enter(request, ['designer'], { officeSendsProofs: 'office' });
    checkNumber(number);
    const body = bodyOf(request, 'file');
    const order = orderOf(number, me, has('anyDesignerSendsProofs'));
    const file = text(body['file'], has('fileMayBeLong') ? undefined : 30);
    const one: Proof = {
      number: data.next(),
      order,
      designer: me,
      file,
      round: order.rounds + (has('roundsBeginAtZero') ? 0 : 1),
      remarks: null,
      state: 'sent',
    };
    const states = has('returnedNeedsNoProof')
      ? ['accepted']
      : has('approvedIsProofed')
        ? ['accepted', 'returned', 'approved']
        : ['accepted', 'returned'];
    if (has('fileBeforeState')) rules.proof(one);
    if (!states.includes(order.state)) refuse(has('noProofNowIs422') ? 422 : 409, 'NO_PROOF_NOW');
    rules.proof(one);
    data.proofs.push(one);
    if (!has('proofForgetsOrder')) order.state = 'proof sent';
    if (!has('roundsAreNotCounted')) order.rounds += 1;
    return views.proof(one, me);
  };
  const decideProof = (number: string, isApproval: boolean, request: Request): Body => {
    const me = enter(request, ['customer'], isApproval ? { designersApprove: 'designer' } : { designersReturn: 'designer' });
    checkNumber(number);
    const body = isApproval ? {} : bodyOf(request, 'remarks');
    const one = proofOf(number, me, has(isApproval ? 'anyoneApproves' : 'anyoneReturns'));
    if (isApproval) steps.approve(one);
    else {
      steps.from(one.state === 'sent' || (one.state === 'approved' && has('approvedIsReturned')));
      steps.sendBack(one, words(body, 'remarks'));
    }
    return views.proof(one, me);
  };

  type OnInvoice = (one: Invoice, body: Body) => void;
  const invoiceStep =
    (wanted: readonly string[], keys: readonly string[], step: OnInvoice, others: Others = {}, lax: PrintFault | null = null): On =>
    (number, request) => {
      const me = enter(request, wanted, others);
      checkNumber(number);
      const body = keys.length > 0 ? bodyOf(request, ...keys) : {};
      const one = invoiceOf(number, me, lax !== null && has(lax));
      step(one, body);
      return views.invoice(one, me);
    };

  const pay: OnInvoice = (one, body) => {
    if (has('paymentBeforeState')) money(body['payment']);
    steps.from(one.state === 'open' || (one.state === 'written off' && has('writtenOffIsPaid')));
    steps.pay(one, money(body['payment']));
  };
  const writeOff: OnInvoice = (one, body) => {
    steps.from(one.state === 'open' || (one.state === 'paid' && has('paidIsWrittenOff')));
    steps.writeOff(one, words(body, 'reason'));
  };
  const payers = has('officeDoesNotTakePayments') ? ['customer'] : ['customer', 'office'];
  const id = '([^/]+)';
  return [
    route('POST', `orders/${id}/proofs`, addProof, 201),
    route('GET', 'proofs', seen(['customer', 'designer', 'printer', ...desk], lists.proofs)),
    route('POST', `proofs/${id}/approve`, (number, request) => decideProof(number, true, request)),
    route('POST', `proofs/${id}/return`, (number, request) => decideProof(number, false, request)),
    route('GET', 'invoices', seen(['customer', ...desk], lists.invoices, { printersListInvoices: 'printer' })),
    route('GET', `invoices/${id}`, (number, request) => {
      const me = enter(request, ['customer', ...desk], { designersReadInvoices: 'designer' });
      return views.invoice(invoiceOf(number, me, has('anyoneReadsInvoices') || has('designersReadInvoices')), me);
    }),
    route('POST', `invoices/${id}/pay`, invoiceStep(payers, ['payment'], pay, { managersPay: 'manager' }, 'anyonePays')),
    route('POST', `invoices/${id}/remind`, invoiceStep(desk, [], steps.remind, { customersRemind: 'customer' })),
    route('POST', `invoices/${id}/write-off`, invoiceStep(['manager'], ['reason'], writeOff, { officeWritesOff: 'office' })),
  ];
}
