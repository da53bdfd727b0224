import type { Body } from '../hand-written.ts';
import { dayOf } from '../hand-written-inputs.ts';
import type { Invoice, Item, Order, Paper, Person, Press, PrintData, Proof } from './data.ts';
import type { Has } from './faults.ts';
import type { PrintRules } from './rules.ts';

export type PrintViews = ReturnType<typeof printViews>;

const printed = ['approved', 'scheduled', 'in print', 'finished'];
const shops = ['printer', 'office', 'manager'];
const desk = ['office', 'manager'];

const euros = (cents: number): number => cents / 100;

/** The parts of the works' records that people see. `me` is null if signed out. */
export function printViews(data: PrintData, rules: PrintRules, has: Has, now: () => number) {
  const isOne = (me: Person | null, roles: readonly string[]): boolean => me !== null && roles.includes(me.role);
  const seesPerson = (one: Person, me: Person): boolean => {
    if (me === one || desk.includes(me.role)) return true;
    if (me.role === 'customer') return false;
    return one.role !== 'customer' || (me.role === 'designer' && has('designersSeeCustomers'));
  };
  const seesPaper = ({ retired }: Paper, me: Person | null): boolean => {
    if (me === null) return !retired || has('visitorsSeeRetired');
    return !retired || me.role !== 'customer';
  };
  const seesPress = (_one: Press, me: Person): boolean => shops.includes(me.role);
  const seesOrder = (one: Order, me: Person): boolean => {
    switch (me.role) {
      case 'customer':
        return one.customer === me;
      case 'designer':
        return one.designer === me;
      case 'printer':
        return printed.includes(one.state) || (one.state === 'delivered' && has('printersSeeDelivered'));
      default:
        return true;
    }
  };
  const seesItem = ({ order }: Item, me: Person): boolean => seesOrder(order, me);
  const seesProof = ({ order, state, designer }: Proof, me: Person): boolean => {
    switch (me.role) {
      case 'customer':
        return order.customer === me;
      case 'designer':
        return has('proofsStayWithTheirDesigner') ? designer === me : order.designer === me;
      case 'printer':
        return state === 'approved' || (state === 'sent' && has('printersSeeSentProofs'));
      default:
        return true;
    }
  };
  const seesInvoice = ({ customer }: Invoice, me: Person): boolean => customer === me || desk.includes(me.role);

  const nameOf = (one: Person | null, me: Person): string | null => (one !== null && seesPerson(one, me) ? one.name : null);
  const numberOf = (one: Order, me: Person): number | null => (seesOrder(one, me) ? one.number : null);

  const person = (one: Person, me: Person): Body => ({
    ...{ number: one.number, name: one.name, role: one.role, suspended: one.suspended },
    ...(isOne(me, ['customer', ...desk]) ? { discount: one.discount, paymentDays: one.paymentDays } : {}),
    ...(isOne(me, desk) || (me.role === 'customer' && has('customersSeeCredit')) ? { credit: euros(one.credit) } : {}),
    ...{},
    ...{},
  });
  const paper = (one: Paper, me: Person | null): Body => {
    const seesStock = (me !== null && me.role !== 'customer') || (me?.role === 'customer' && has('stockIsShown'));
    const seesPrice = isOne(me, ['customer', ...desk]) || (me === null && has('pricesArePublic'));
    const isLow = has('lowIncludesAHundred') ? one.stock <= 100 : one.stock < 100;
    return {
      ...{ code: one.code, name: one.name, grams: one.grams, retired: one.retired },
      ...(seesPrice ? { price: euros(one.price) } : {}),
      ...(isOne(me, desk) || (me?.role === 'printer' && has('printersSeeSuppliers'))
        ? { supplier: one.supplier === null && has('noSupplierIsEmpty') ? '' : one.supplier }
        : {}),
      ...(seesStock ? { stock: one.stock } : {}),
      ...(me !== null && me.role !== 'customer' ? { low: isLow } : {}),
    };
  };
  const press = (one: Press): Body => {
    const today = dayOf(now());
    const running = has('loadForgetsRunning') ? ['scheduled'] : ['scheduled', 'in print'];
    const orders = data.orders.filter(
      (order) => order.press === one && (order.printDay === today || has('loadIsOfAllDays')) && running.includes(order.state),
    );
    return {
      ...{ code: one.code, kind: one.kind, capacity: one.capacity, down: one.down },
      today: orders.reduce((sum, order) => sum + rules.sheetsOf(order), 0),
    };
  };
  const item = (one: Item): Body => ({
    ...{ number: one.number, name: one.name, copies: one.copies, pages: one.pages, sheets: rules.sheets(one) },
  });
  const validUntil = ({ quotedAt }: Order): string | null => {
    if (quotedAt === null) return null;
    const until = quotedAt + (has('validForThirteenDays') ? 13 : 14) * 86_400_000;
    return has('validUntilIsTime') ? new Date(until).toISOString() : dayOf(until);
  };
  const order = (one: Order, me: Person): Body => {
    const seesMoney = isOne(me, ['customer', ...desk]);
    const proofs = data.proofsOf(one).filter((each) => seesProof(each, me) || has('allProofsAreCounted'));
    const open = proofs;
    const items = data.itemsOf(one).map(item);
    const price = one.price === null ? null : euros(one.price);
    const seesPaperOf = seesPaper(one.paper, me) || has('retiredPaperIsNamed');
    return {
      ...{ number: one.number, customer: has('customersAreNamed') ? one.customer.name : nameOf(one.customer, me) },
      ...{ title: one.title, kind: one.kind, paper: seesPaperOf ? one.paper.code : null },
      ...{ due: one.due, rush: one.rush, note: one.note },
      ...(me.role !== 'customer' || has('remarksAreShown') ? { remark: one.remark } : {}),
      ...(seesMoney || (me.role === 'designer' && has('designersSeePrices')) ? { price: has('priceIsInCents') ? one.price : price } : {}),
      ...(seesMoney ? { discount: one.discount, refund: euros(one.refund) } : {}),
      ...{ validUntil: validUntil(one), rounds: one.rounds, printDay: one.printDay, deliveredOn: one.deliveredOn },
      designer: has('designersAreNamed') ? (one.designer?.name ?? null) : nameOf(one.designer, me),
      press: shops.includes(me.role) || (me.role === 'customer' && has('pressesAreNamed')) ? (one.press?.code ?? null) : null,
      printer: shops.includes(me.role) ? nameOf(one.printer, me) : null,
      ...(shops.includes(me.role) || (me.role === 'customer' && has('spoiledIsShown')) ? { spoiled: one.spoiled } : {}),
      ...{ reason: one.reason },
      ...(seesMoney || has('complaintsAreShown') ? { complaint: one.complaint } : {}),
      ...(seesMoney ? { answer: one.answer } : {}),
      ...{ state: one.state, sheets: rules.sheetsOf(one), items: has('newestItemFirst') ? items.reverse() : items },
      proofs: open.length,
    };
  };
  const proof = (one: Proof, me: Person): Body => ({
    ...{ number: one.number, order: has('hiddenOrdersAreNumbered') ? one.order.number : numberOf(one.order, me) },
    title: seesOrder(one.order, me) ? one.order.title : null,
    designer: has('designersOfProofsAreNamed') ? one.designer.name : nameOf(one.designer, me),
    ...{ file: one.file, round: one.round, state: one.state },
    ...(me.role !== 'printer' || has('printersSeeRemarks') ? { remarks: one.remarks } : {}),
  });
  const invoice = (one: Invoice, me: Person): Body => ({
    ...{ number: one.number, order: numberOf(one.order, me), customer: nameOf(one.customer, me), amount: euros(one.amount) },
    ...{ fees: euros(one.fees), credited: euros(one.credited), paid: euros(one.paid), owed: euros(rules.owed(one)) },
    ...{ due: has('dueIsTime') ? `${one.due}T00:00:00.000Z` : one.due, reminders: one.reminders, state: one.state },
    ...(isOne(me, desk) || has('lossesAreShown') ? { reason: one.reason } : {}),
  });
  return {
    ...{ seesPerson, seesPaper, seesPress, seesOrder, seesItem, seesProof, seesInvoice, numberOf, euros },
    ...{ person, paper, press, item, order, proof, invoice },
  };
}
