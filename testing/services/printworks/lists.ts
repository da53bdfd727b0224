import type { Body } from '../hand-written.ts';
import { among, date, flag, given, integer, invalid } from '../hand-written-inputs.ts';
import {
  type Invoice,
  kinds,
  type Order,
  orderStates,
  type Paper,
  type Person,
  type Press,
  type PrintData,
  pressKinds,
  roles,
} from './data.ts';
import type { Has } from './faults.ts';
import { money } from './money.ts';
import type { PrintRules } from './rules.ts';
import type { PrintViews } from './views.ts';

const proofStates = ['sent', 'approved', 'returned', 'dropped'];
const invoiceStates = ['open', 'written off', 'paid'];

/** The order of texts in lists: A to Z like a to z. */
const byText = (a: string, b: string): number => {
  const [x, y] = [a.toLowerCase(), b.toLowerCase()];
  return x < y ? -1 : x > y ? 1 : 0;
};
const newestFirst = <T extends { readonly number: number }>(a: T, b: T): number => b.number - a.number;

export type PrintLists = ReturnType<typeof printLists>;

/** The lists of the works' records. `me` is null if signed out. */
export function printLists(data: PrintData, rules: PrintRules, views: PrintViews, has: Has) {
  const { numberOf } = views;
  const page = <T>(all: readonly T[], query: URLSearchParams, fits: (one: T) => boolean): { shown: T[]; total: number } => {
    const limit = given(query, 'limit', integer) ?? (has('usualLimitIsTen') ? 10 : 20);
    const offset = given(query, 'offset', integer) ?? 0;
    const isNegative = (limit < 0 && !has('limitMayBeNegative')) || offset < 0;
    if (isNegative || (limit > 1000 && !has('limitIsUnbounded'))) invalid();
    const found = all.filter(fits);
    const from = has('offsetIsIgnored') ? 0 : offset;
    const shown = found.slice(from, from + Math.max(0, limit));
    return { shown, total: has('totalIsOfThePage') ? shown.length : found.length };
  };
  const holds = (text: string, words: string): boolean => {
    if (has('wordsMindCase')) return text.includes(words);
    const [all, sought] = [text.toLowerCase(), words.toLowerCase()];
    return has('wordsAreAtTheStart') ? all.startsWith(sought) : all.includes(sought);
  };

  const people = (me: Person, query: URLSearchParams): Body => {
    const role = given(query, 'role', (value) => among(value, roles));
    const suspended = given(query, 'suspended', flag);
    const words = query.get('words');
    const byName = (a: Person, b: Person): number => (has('peopleAreByNumber') ? 0 : byText(a.name, b.name));
    const all = [...data.people].sort((a, b) => byName(a, b) || a.number - b.number);
    const { shown, total } = page(all, query, (one) => {
      if (role !== null && one.role !== role) return false;
      if (has('suspendedIgnoresFalse') ? suspended && !one.suspended : suspended !== null && one.suspended !== suspended) return false;
      return words === null || holds(one.name, words);
    });
    return { people: shown.map((one) => views.person(one, me)), total };
  };
  const papers = (me: Person | null, query: URLSearchParams): Body => {
    const [start, least, dear] = [given(query, 'from', integer), given(query, 'least', integer), given(query, 'dear', money)];
    const words = query.get('words');
    const byGrams = (a: Paper, b: Paper): number =>
      has('papersAreByCode') ? 0 : has('thinnestFirst') ? a.grams - b.grams : b.grams - a.grams;
    const byCode = (a: Paper, b: Paper): number => byText(a.code, b.code);
    const all = [...data.papers].sort((a, b) => byGrams(a, b) || byCode(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!views.seesPaper(one, me) && !has('retiredIsListed')) return false;
      if (start !== null && one.grams < start) return false;
      if (least !== null && (me === null || me.role === 'customer') && !has('leastFindsHidden')) return false;
      if (least !== null && (has('leastIsStrict') ? one.stock <= least : one.stock < least)) return false;
      const seesPrice = me !== null && ['customer', 'office', 'manager'].includes(me.role);
      if (dear !== null && !seesPrice && !has('dearFindsHidden')) return false;
      if (dear !== null && (has('dearIsCheap') ? one.price > dear : one.price < dear)) return false;
      return words === null || holds(one.name, words);
    });
    return { papers: shown.map((one) => views.paper(one, me)), total: has('paperTotalIsOfAll') ? data.papers.length : total };
  };
  const presses = (_me: Person, query: URLSearchParams): Body => {
    const kind = given(query, 'kind', (value) => among(value, pressKinds));
    const down = given(query, 'down', flag);
    const byCapacity = (a: Press, b: Press): number => b.capacity - a.capacity;
    const byCode = (a: Press, b: Press): number => byText(a.code, b.code);
    const all = [...data.presses].sort((a, b) => byCapacity(a, b) || byCode(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (kind !== null && one.kind !== kind && !has('pressKindIsIgnored')) return false;
      return down === null || one.down === down;
    });
    return { presses: shown.map((one) => views.press(one)), total };
  };
  const orders = (me: Person, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, orderStates));
    const kind = given(query, 'kind', (value) => among(value, kinds, has('anyKindIsSought')));
    const [rush, start, most] = [given(query, 'rush', flag), given(query, 'from', date), given(query, 'most', money)];
    const [code, words] = [query.get('paper'), query.get('words')];
    const byDue = (a: Order, b: Order): number =>
      has('ordersAreByNumber') ? 0 : has('latestDueFirst') ? byText(b.due, a.due) : byText(a.due, b.due);
    const byNumber = (a: Order, b: Order): number => (has('oldestOrderFirst') ? a.number - b.number : newestFirst(a, b));
    const all = [...data.orders].sort((a, b) => byDue(a, b) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => {
      const isLeaked = (me.role === 'customer' && has('ordersOfAll')) || (me.role === 'designer' && has('ordersOfAllDesigners'));
      if (!views.seesOrder(one, me) && !isLeaked) return false;
      if (state !== null && one.state !== state && !(kind !== null && has('stateIsIgnoredWithKind'))) return false;
      if (kind !== null && one.kind !== kind && !has('kindIsIgnored')) return false;
      if (code !== null && (one.paper.code !== code || !(views.seesPaper(one.paper, me) || has('retiredPaperIsFound')))) return false;
      if (rush !== null && one.rush !== rush) return false;
      if (start !== null && (has('dueIsAfterFrom') ? one.due <= start : one.due < start)) return false;
      if (words !== null && !holds(one.title, words) && !(has('wordsFindRemarks') && one.remark !== null && holds(one.remark, words)))
        return false;
      if (most === null) return true;
      if ((me.role === 'designer' || me.role === 'printer') && !has('mostFindsHidden')) return false;
      if (one.price === null) return false;
      return has('mostIsStrict') ? one.price < most : one.price <= most;
    });
    return { orders: shown.map((one) => views.order(one, me)), total };
  };
  const proofs = (me: Person, query: URLSearchParams): Body => {
    const of = given(query, 'order', integer);
    const state = given(query, 'state', (value) => among(value, proofStates));
    const all = [...data.proofs].sort((a, b) => (has('oldestProofFirst') ? a.number - b.number : newestFirst(a, b)));
    const { shown, total } = page(all, query, (one) => {
      const isLeaked = me.role === 'customer' && has('proofsOfAllCustomers');
      if (!views.seesProof(one, me) && !isLeaked) return false;
      if (of !== null && numberOf(one.order, me) !== of && !(one.order.number === of && has('hiddenOrderIsFiltered'))) return false;
      return state === null || one.state === state;
    });
    return { proofs: shown.map((one) => views.proof(one, me)), total };
  };
  const invoices = (me: Person, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, invoiceStates));
    const [of, owed, before] = [given(query, 'order', integer), given(query, 'owed', money), given(query, 'before', date)];
    const byDue = (a: Invoice, b: Invoice): number => (has('lastInvoiceFirst') ? byText(b.due, a.due) : byText(a.due, b.due));
    const byNumber = (a: Invoice, b: Invoice): number => (has('newestInvoiceFirst') ? newestFirst(a, b) : a.number - b.number);
    const all = [...data.invoices].sort((a, b) => byDue(a, b) || byNumber(a, b));
    const fits = (one: Invoice): boolean => {
      if (!views.seesInvoice(one, me) && !has('invoicesOfAll')) return false;
      if (state !== null && one.state !== state && !has('invoiceStateIsIgnored')) return false;
      if (of !== null && one.order.number !== of && !has('invoiceOrderIsIgnored')) return false;
      const sum = has('owedIsTheAmount') ? one.amount : rules.owed(one);
      if (owed !== null && (has('owedIsStrict') ? sum <= owed : sum < owed)) return false;
      return before === null || (has('beforeIncludesTheDay') ? one.due <= before : one.due < before);
    };
    const { shown, total } = page(all, query, fits);
    const counted = has('owedIsOfOpen') ? shown.filter((one) => one.state === 'open') : shown;
    const sum = counted.reduce((result, one) => result + rules.owed(one), 0);
    return { invoices: shown.map((one) => views.invoice(one, me)), total, owed: views.euros(sum) };
  };
  return { people, papers, presses, orders, proofs, invoices };
}
