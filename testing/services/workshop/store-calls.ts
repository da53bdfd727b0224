import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, refuse } from '../hand-written.ts';
import { date, orNull, text, whole, yesOrNo } from '../hand-written-inputs.ts';
import type { Company } from './company.ts';
import { type Invoice, isPending, isUnpaid, type Part, type Person, type Supply } from './data.ts';
import type { Has, Others, WorkshopFault } from './faults.ts';
import { cents } from './inputs.ts';
import { from } from './steps.ts';

const store = ['storekeeper', 'manager'];
const partKeys = ['code', 'name', 'price', 'cost', 'stock', 'minimum', 'supplier'];

/** The calls about parts, supplies and invoices. */
export function storeCalls({ data, rules, desk: steps, access, views, door }: Company, has: Has) {
  const { allow, enter, numbered } = door;

  const partOf = (code: string): Part => data.parts.find((one) => one.code === code) ?? door.missing();
  const addPart = (request: Request): Body => {
    const { me, body } = enter(request, has('managersAddNoParts') ? ['storekeeper'] : store, partKeys, { mechanicsAddParts: 'mechanic' });
    const part: Part = {
      code: text(body['code'], 8),
      name: text(body['name'], 40),
      ...{ price: cents(body['price']), cost: cents(body['cost']) },
      stock: 'stock' in body ? whole(body['stock']) : 0,
      minimum: 'minimum' in body ? whole(body['minimum']) : has('newMinimumIsOne') ? 1 : 0,
      ...{ supplier: text(body['supplier'], 40), active: true },
    };
    if (data.parts.some(({ code }) => code === part.code)) refuse(has('takenCodeIs422') ? 422 : 409, 'CONFLICT');
    rules.part(part, null);
    data.parts.push(part);
    return views.part(part, me);
  };
  const editPart = (code: string, request: Request): Body => {
    const keys = ['name', 'price', 'cost', 'stock', 'minimum', 'supplier', 'active'];
    const { me, body } = enter(request, store, keys, { mechanicsEditParts: 'mechanic' });
    const one = partOf(code);
    const isPriced = ('price' in body && !has('storekeepersPrice')) || 'cost' in body;
    allow(me.role === 'manager' || !isPriced);
    if (has('storekeepersDoNotRetireParts') && 'active' in body) allow(me.role === 'manager');
    const changed = {
      name: 'name' in body ? text(body['name'], 40) : one.name,
      price: 'price' in body ? cents(body['price']) : one.price,
      cost: 'cost' in body ? cents(body['cost']) : one.cost,
      stock: 'stock' in body ? whole(body['stock']) : one.stock,
      minimum: 'minimum' in body ? whole(body['minimum']) : has('patchClearsMinimum') ? 0 : one.minimum,
      supplier: 'supplier' in body ? text(body['supplier'], 40) : one.supplier,
      active: 'active' in body ? yesOrNo(body['active']) : one.active,
    };
    rules.part({ ...one, ...changed }, one);
    const isMoved = changed.stock !== one.stock || changed.minimum !== one.minimum;
    Object.assign(one, has('retiredPartIsEmptied') && one.active && !changed.active ? { ...changed, stock: 0 } : changed);
    if (isMoved) steps.restock(one);
    return views.part(one, me);
  };
  const deletePart = (code: string, request: Request): null => {
    enter(request, store, null);
    const one = partOf(code);
    allow(!one.active);
    const isUsed = data.items.some(({ part }) => part === one);
    const isSupplied = data.supplies.some(({ part }) => part === one) && !has('suppliesDoNotHoldPart');
    if (isUsed || isSupplied) refuse(has('usedPartIs422') ? 422 : 409, 'CONFLICT');
    data.parts = data.parts.filter((other) => other !== one);
    return null;
  };

  const addSupply = (code: string, request: Request): Body => {
    const { me, body } = enter(request, store, ['quantity'], { mechanicsAddSupplies: 'mechanic' });
    const part = partOf(code);
    const quantity = whole(body['quantity']);
    rules.newSupply(part, quantity);
    return views.supply(steps.addSupply(part, quantity), me);
  };
  type OnSupply = (one: Supply, body: Body, me: Person) => void;
  const supplyStep =
    (wanted: readonly string[], key: string, step: OnSupply, others: Others = {}) =>
    (number: string, request: Request): Body => {
      const { me, body } = enter(request, wanted, [key], others, number);
      const one = numbered(data.supplies, number, (each) => access.seesSupply(each, me));
      step(one, body, me);
      return views.supply(one, me);
    };
  const order: OnSupply = (one, body, me) => {
    from(one.state === 'planned');
    steps.orderSupply(one, date(body['expected']), me);
  };
  const receive: OnSupply = (one, body) => {
    const isOut = one.state === 'ordered' || (one.state === 'late' && !has('lateIsNotReceived'));
    from(isOut || (one.state === 'planned' && has('plannedIsReceived')));
    steps.receive(one, whole(body['count']));
  };
  const cancel: OnSupply = (one, body) => {
    from(isPending(one) && !(one.state === 'planned' && has('plannedSupplyIsNotCancelled')));
    steps.cancelSupply(one, text(body['reason'], 100));
  };

  type OnInvoice = (one: Invoice, body: Body) => void;
  const invoiceStep =
    (wanted: readonly string[], key: string, step: OnInvoice, others: Others, lax: WorkshopFault | null = null) =>
    (number: string, request: Request): Body => {
      const { me, body } = enter(request, wanted, [key], others, number);
      if ('amount' in body) orNull(body['amount'], cents);
      const one = numbered(data.invoices, number, (each) => access.seesInvoice(each, me) || (lax !== null && has(lax)));
      step(one, body);
      return views.invoice(one, me);
    };
  const pay: OnInvoice = (one, body) => {
    from(isUnpaid(one));
    steps.pay(one, cents(body['amount']));
  };
  const waive: OnInvoice = (one, body) => {
    from(isUnpaid(one));
    steps.waive(one, text(body['reason'], has('waiverMayBeLong') ? 1000 : 100));
  };
  return {
    ...{ addPart, editPart, deletePart, addSupply },
    order: supplyStep(store, 'expected', order, { mechanicsOrderSupplies: 'mechanic' }),
    receive: supplyStep(['storekeeper'], 'count', receive),
    cancel: supplyStep(store, 'reason', cancel),
    pay: invoiceStep(has('receptionistsTakeNoMoney') ? ['customer'] : ['customer', 'receptionist'], 'amount', pay, {}, 'anyonePays'),
    waive: invoiceStep(['manager'], 'reason', waive, { receptionistsWaive: 'receptionist' }),
  };
}
