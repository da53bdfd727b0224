import type { Body } from '../hand-written.ts';
import type { Box, LaboratoryData, Order, Person, Sample, Test } from './data.ts';
import type { Has } from './faults.ts';
import type { LaboratoryInputs } from './inputs.ts';

const roles = ['client', 'analyst', 'manager'];
const boxStates = ['ready', 'defrosting', 'retired'];
const orderStates = ['draft', 'sent', 'returned', 'accepted', 'cancelled', 'reported', 'settled'];
const sampleStates = ['expected', 'stored', 'rejected', 'discarded', 'withdrawn'];
const testStates = ['wanted', 'running', 'measured', 'approved', 'failed', 'dropped'];
export const methods = ['acid', 'metal', 'microbe'];

const byText = (a: string, b: string): number => a.localeCompare(b, 'en');

/** The parts of the laboratory's records that people see. */
export function laboratoryViews(data: LaboratoryData, inputs: LaboratoryInputs, has: Has) {
  const { given, integer, flag, among, page } = inputs;

  const seesBox = (box: Box, me: Person): boolean => me.role === 'manager' || (me.role === 'analyst' && box.state !== 'retired');
  const seesOrder = (order: Order, me: Person): boolean => {
    if (me.role === 'client') return order.client === me;
    return me.role === 'manager' ? order.state !== 'draft' : ['accepted', 'reported'].includes(order.state);
  };
  const seesSample = (sample: Sample, me: Person): boolean => seesOrder(sample.order, me);
  const seesTest = (test: Test, me: Person): boolean => seesSample(test.sample, me);
  const seesResult = ({ state, sample }: Test, me: Person): boolean => {
    if (me.role !== 'client') return true;
    if (has('resultsAreNotShown')) return false;
    return state === 'approved' && (['reported', 'settled'].includes(sample.order.state) || has('resultsAreShownEarly'));
  };
  const seesPrices = (me: Person): boolean => me.role !== 'analyst';

  const moment = (time: number | null): string | number | null =>
    time === null || has('timesAreNumbers') ? time : new Date(time).toISOString();
  const date = (text: string): string => (has('dueIsTime') ? `${text}T00:00:00.000Z` : text);
  const sent = (record: Body): Body =>
    has('nullsAreLeftOut') ? Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null)) : record;

  const person = ({ number, name, role, limit, owed, suspended }: Person): Body => ({ number, name, role, limit, owed, suspended });
  const box = (one: Box): Body => {
    const inside = data.samples.filter((sample) => sample.box === one || (has('boxesShowDiscarded') && sample.state === 'discarded'));
    return {
      ...{ code: one.code, room: one.room, kind: one.kind, slots: one.slots, state: one.state },
      free: one.slots - one.taken,
      samples: inside.map(({ number }) => number),
    };
  };
  const client = (order: Order, me: Person): string | null =>
    me.role === 'analyst' && !has('clientsAreShownToAnalysts') ? null : order.client.name;
  const orderRow = (order: Order, me: Person): Body => {
    const samples = data.samplesOf(order);
    const expected = samples.filter(({ state }) => state === 'expected' || has('rowCountsAllAsExpected'));
    return {
      ...{ number: order.number, client: client(order, me), title: order.title, urgent: order.urgent },
      ...{ due: date(order.due), state: order.state, samples: samples.length, expected: expected.length },
      ...(seesPrices(me) || has('rowPricesAreShownToAnalysts') ? { price: order.price } : {}),
    };
  };
  const test = (one: Test, me: Person): Body => {
    const isNamed = one.analyst === me || me.role === 'manager' || (me.role === 'client' && has('analystsAreShownToClients'));
    return sent({
      ...{ number: one.number, sample: one.sample.number, method: one.method, repeats: one.repeats, state: one.state },
      analyst: isNamed ? (one.analyst?.name ?? null) : null,
      ...(seesPrices(me) || has('pricesAreShownToAnalysts') ? { price: one.price } : {}),
      ...(seesResult(one, me) ? { result: one.result } : {}),
      ...(me.role !== 'client' || has('startsAreShownToClients') ? { startedAt: moment(one.startedAt) } : {}),
    });
  };
  const sample = (one: Sample, me: Person): Body => {
    const isBoxShown = one.box !== null && (seesBox(one.box, me) || (me.role === 'client' && has('boxesAreShownToClients')));
    const tests = has('nestedTestsAreOfAll') ? data.tests.filter((each) => each.sample.order === one.order) : data.testsOf(one);
    return {
      ...{ number: one.number, order: one.order.number, name: one.name, volume: one.volume, state: one.state },
      box: isBoxShown ? (one.box?.code ?? null) : null,
      tests: tests.map((each) => test(each, me)),
    };
  };
  const order = (one: Order, me: Person): Body => {
    const samples = data.samplesOf(one);
    return {
      ...{ number: one.number, client: client(one, me), title: one.title, urgent: one.urgent, due: date(one.due), state: one.state },
      ...{ sentAt: moment(one.sentAt), reportedAt: moment(one.reportedAt) },
      ...(seesPrices(me) ? { price: one.price } : {}),
      ...(seesPrices(me) || has('notesAreShownToAnalysts') ? { note: one.note } : {}),
      samples: samples.length === 0 && has('noSamplesIsNull') ? null : samples.map((each) => sample(each, me)),
    };
  };

  const listPeople = (query: URLSearchParams): Body => {
    const role = given(query, 'role', (value) => among(value, roles));
    const suspended = given(query, 'suspended', flag);
    const owing = given(query, 'owing', integer);
    const all = [...data.people].sort((a, b) => byText(a.name, b.name) || a.number - b.number);
    const { shown, total } = page(all, query, (one) => {
      if (role !== null && one.role !== role) return false;
      if (suspended !== null && one.suspended !== suspended) return false;
      return owing === null || (has('owingIsStrict') ? one.owed > owing : one.owed >= owing);
    });
    return { people: shown.map(person), total };
  };
  const listBoxes = (me: Person, query: URLSearchParams): Body => {
    const kind = given(query, 'kind', (value) => among(value, ['fridge', 'freezer']));
    const state = given(query, 'state', (value) => among(value, boxStates));
    const free = given(query, 'free', integer);
    const all = [...data.boxes].sort((a, b) => (has('boxesAreByCode') ? 0 : byText(a.room, b.room)) || byText(a.code, b.code));
    const { shown, total } = page(all, query, (one) => {
      if (!seesBox(one, me) && !has('retiredIsListedToAnalysts')) return false;
      if (kind !== null && one.kind !== kind) return false;
      if (state !== null && one.state !== state) return false;
      const left = one.slots - (has('freeIsOfAllSlots') ? 0 : one.taken);
      return free === null || (has('freeIsStrict') ? left > free : left >= free);
    });
    return { boxes: shown.map(box), total };
  };

  const isListed = (one: Order, me: Person): boolean => {
    if (seesOrder(one, me)) return true;
    if (me.role === 'client') return has('ordersOfAll');
    if (me.role === 'manager') return has('draftsAreListedToManagers');
    return one.state === 'settled' && has('settledIsListedToAnalysts');
  };
  const hasWords = (value: string, words: string | null): boolean => {
    if (words === null) return true;
    if (has('wordsMindCase')) return value.includes(words);
    const [text, part] = [value.toLowerCase(), words.toLowerCase()];
    return has('wordsAreTheStart') ? text.startsWith(part) : text.includes(part);
  };
  const listOrders = (me: Person, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, orderStates));
    const urgent = given(query, 'urgent', flag);
    const before = given(query, 'before', inputs.date);
    const words = given(query, 'words', String);
    const all = [...data.orders].sort((a, b) => {
      if (has('ordersAreByNumber')) return b.number - a.number;
      return byText(a.due, b.due) || (has('ordersOfADayAreOldestFirst') ? a.number - b.number : b.number - a.number);
    });
    const { shown, total } = page(all, query, (one) => {
      if (!isListed(one, me)) return false;
      if (state !== null && one.state !== state && !has('stateFilterIsIgnored')) return false;
      if (has('urgentFilterIgnoresFalse') ? urgent && !one.urgent : urgent !== null && one.urgent !== urgent) return false;
      if (before !== null && (has('beforeIncludesTheDay') ? one.due > before : one.due >= before)) return false;
      return hasWords(one.title, words) || (state !== null && has('wordsAreIgnoredWithState'));
    });
    return { orders: shown.map((one) => orderRow(one, me)), total: has('orderTotalIsOfAll') ? data.orders.length : total };
  };
  const listSamples = (me: Person, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, sampleStates));
    const order = given(query, 'order', integer);
    const code = given(query, 'box', String);
    const words = given(query, 'words', String);
    const all = [...data.samples].sort((a, b) => byText(a.name, b.name) || a.number - b.number);
    const { shown, total } = page(all, query, (one) => {
      const isSent = me.role === 'analyst' && one.order.state === 'sent' && has('sentSamplesAreListedToAnalysts');
      if (!seesSample(one, me) && !isSent && !(me.role === 'client' && has('samplesOfAll'))) return false;
      if (state !== null && one.state !== state) return false;
      if (order !== null && one.order.number !== order && !has('samplesOfOtherOrders')) return false;
      const isIn = one.box !== null && one.box.code === code && (seesBox(one.box, me) || has('boxFilterShowsHidden'));
      return (code === null || isIn) && hasWords(one.name, words);
    });
    return { samples: shown.map((one) => sample(one, me)), total };
  };
  const listTests = (me: Person, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, testStates));
    const method = given(query, 'method', (value) => among(value, methods));
    const of = given(query, 'sample', integer);
    const least = given(query, 'least', integer);
    const isAsked = has('leastOfZeroIsIgnored') ? Boolean(least) : least !== null;
    const all = [...data.tests].sort((a, b) => (has('testsAreByNumber') ? 0 : b.repeats - a.repeats) || a.number - b.number);
    const { shown, total } = page(all, query, (one) => {
      if (!seesTest(one, me) && !(me.role === 'client' && has('testsOfAll'))) return false;
      if (state !== null && one.state !== state) return false;
      if (method !== null && one.method !== method && !has('methodFilterIsIgnored')) return false;
      if (of !== null && one.sample.number !== of) return false;
      if (!isAsked) return true;
      if (one.result === null || !(seesResult(one, me) || has('leastShowsHidden'))) return false;
      return has('leastIsStrict') ? one.result > (least ?? 0) : one.result >= (least ?? 0);
    });
    return { tests: shown.map((one) => test(one, me)), total };
  };
  return {
    ...{ seesBox, seesOrder, seesSample, seesTest },
    ...{ person, box, order, sample, test, listPeople, listBoxes, listOrders, listSamples, listTests },
  };
}
