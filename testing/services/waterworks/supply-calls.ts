import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, refuse } from '../hand-written.ts';
import { among, date, orNull, text, whole } from '../hand-written-inputs.ts';
import { type Connection, type Meter, type Person, type Reading, sizes, zones } from './data.ts';
import type { Has, Others } from './faults.ts';
import { words } from './inputs.ts';
import type { OfficeCalls } from './office-calls.ts';
import type { Works } from './works.ts';

export type SupplyCalls = ReturnType<typeof supplyCalls>;

/** The calls about connections, meters and readings. */
export function supplyCalls({ data, rules, supply, access, views, door, now }: Works, office: OfficeCalls, has: Has) {
  const { allow, enter, numbered } = door;
  const note = (value: unknown): string | null => words(100)(value);

  /** `lax`: a fault that lets people find what they may not see. */
  const connectionOf = (code: unknown, me: Person, lax = false): Connection => {
    const one = data.connections.find((each) => each.code === code) ?? door.missing();
    return access.seesConnection(one, me) || lax ? one : door.hidden();
  };
  const addConnection = (request: Request): Body => {
    const keys = ['code', 'street', 'zone', 'rate', 'persons', 'note'];
    const { me, body } = enter(request, ['clerk'], keys, { managersAddConnections: 'manager', crewsAddConnections: 'crew' });
    if ('rate' in body) orNull(body['rate'], text);
    const tariff = office.tariffOf(body['rate'] ?? null, me);
    const one: Connection = {
      ...{ code: text(body['code'], 9), street: text(body['street'], has('streetMayBeLong') ? undefined : 60) },
      ...{ zone: among(body['zone'], zones), customer: null, tariff },
      persons: 'persons' in body ? whole(body['persons']) : has('usualPersonsAreTwo') ? 2 : 1,
      note: 'note' in body ? note(body['note']) : null,
      ...{ carried: 0, nextBill: null, closeOn: null, reason: null, state: 'dry' },
    };
    if (tariff.state !== 'in force' && !has('anyTariffConnects')) refuse(has('notInForceIs422') ? 422 : 409, 'NOT_IN_FORCE');
    if (data.connections.some(({ code }) => code === one.code)) refuse(409, 'CONFLICT');
    rules.connection(one, null);
    data.connections.push(one);
    return views.connection(one, me);
  };
  const readConnection = (code: string, request: Request): Body => {
    const { me } = enter(request, ['customer', 'clerk', 'reader', 'crew', 'manager'], null);
    return views.connection(connectionOf(code, me), me);
  };
  const mayChange = (key: string, me: Person): boolean => {
    if (me.role === 'clerk') return true;
    if (me.role === 'customer')
      return (key === 'persons' && !has('customersKeepPersons')) || (key === 'street' && has('customersEditStreets'));
    if (me.role === 'manager') return true;
    return me.role === 'reader' && ((key === 'note' && !has('readersWriteNoNotes')) || (key === 'persons' && has('readersCountPersons')));
  };
  const editConnection = (code: string, request: Request): Body => {
    const keys = ['street', 'zone', 'persons', 'note'];
    const { me, body } = enter(request, ['customer', 'clerk', 'reader'], keys, { managersEditConnections: 'manager' });
    const one = connectionOf(code, me);
    allow(Object.keys(body).every((key) => mayChange(key, me)));
    allow(Object.keys(body).length > 0 || me.role === 'clerk' || me.role === 'manager' || has('emptyPatchIsFine'));
    const changed = {
      street: 'street' in body ? text(body['street'], 60) : one.street,
      zone: 'zone' in body ? among(body['zone'], zones) : one.zone,
      persons: 'persons' in body ? whole(body['persons']) : one.persons,
      note: 'note' in body ? note(body['note']) : one.note,
    };
    rules.connection({ ...one, ...changed }, one);
    return views.connection(Object.assign(one, changed), me);
  };

  type OnConnection = (one: Connection, body: Body, me: Person) => void;
  const connectionStep =
    (wanted: readonly string[], keys: readonly string[] | null, step: OnConnection, others: Others = {}) =>
    (code: string, request: Request): Body => {
      const { me, body } = enter(request, wanted, keys, others);
      if ('person' in body) orNull(body['person'], whole);
      if ('rate' in body) orNull(body['rate'], text);
      const one = connectionOf(code, me);
      step(one, body, me);
      return views.connection(one, me);
    };
  const takeOver: OnConnection = (one, body, me) => supply.takeOver(one, office.personOf(body['person'], me));
  const changeTariff: OnConnection = (one, body, me) => supply.changeTariff(one, office.tariffOf(body['rate'] ?? null, me));
  const dismantle: OnConnection = (one, body) => supply.dismantle(one, () => text(body['reason'], 100));

  const meterOf = (serial: unknown): Meter => data.meters.find((one) => one.serial === serial) ?? door.missing();
  const addMeter = (request: Request): Body => {
    const { me, body } = enter(
      request,
      has('managersAddNoMeters') ? ['clerk'] : ['clerk', 'manager'],
      ['serial', 'size', 'dial', 'sealedUntil'],
      { crewsAddMeters: 'crew' },
    );
    const dial = 'dial' in body ? whole(body['dial']) : 0;
    const meter: Meter = {
      ...{ serial: text(body['serial'], 10), size: among(body['size'], sizes), dial },
      ...{
        billed: has('newMetersAreBilledFromZero') ? 0 : dial,
        sealedUntil: date(body['sealedUntil']),
        connection: null,
        reason: null,
        state: 'in store',
      },
    };
    if (data.meters.some(({ serial }) => serial === meter.serial) && !has('serialsMayRepeat')) refuse(409, 'CONFLICT');
    rules.newMeter(meter);
    data.meters.push(meter);
    return views.meter(meter, me);
  };
  const install = (serial: string, request: Request): Body => {
    const { me, body } = enter(request, ['crew'], ['code'], { clerksInstall: 'clerk' });
    if ('code' in body) orNull(body['code'], text);
    const meter = meterOf(serial);
    const connection = connectionOf(body['code'] ?? null, me);
    supply.install(meter, connection);
    return views.meter(meter, me);
  };
  const exchange = (serial: string, request: Request): Body => {
    const { me, body } = enter(request, ['crew'], ['successor', 'final'], { readersExchange: 'reader' });
    if ('successor' in body) orNull(body['successor'], text);
    const meter = meterOf(serial);
    const next = meterOf(body['successor'] ?? null);
    supply.exchange(meter, next, () => whole(body['final']));
    return views.meter(has('exchangeShowsFormer') ? meter : next, me);
  };
  type OnMeter = (one: Meter, body: Body, me: Person) => void;
  const meterStep =
    (wanted: readonly string[], key: string, step: OnMeter, others: Others = {}) =>
    (serial: string, request: Request): Body => {
      const { me, body } = enter(request, wanted, [key], others);
      const meter = meterOf(serial);
      step(meter, body, me);
      return views.meter(meter, me);
    };
  const takeOut: OnMeter = (meter, body) => supply.takeOut(meter, () => whole(body['final']));
  const reseal: OnMeter = (meter, body) => supply.reseal(meter, () => date(body['sealedUntil']));
  const scrap: OnMeter = (meter, body, me) => {
    allow(me.role !== 'crew' || meter.state === 'removed');
    supply.scrap(meter, () => text(body['reason'], 100));
  };

  const addReading = (code: string, request: Request): Body => {
    const { me, body } = enter(request, ['customer', 'reader'], ['shown', 'readOn', 'note'], { crewsRead: 'crew' });
    const connection = connectionOf(code, me, me.role === 'reader' && has('readersReadAllZones'));
    const [meter] = data.metersAt(connection);
    if (meter === undefined) return refuse(has('noMeterIs409') ? 409 : 404, 'NO_METER');
    const one: Reading = {
      ...{ number: 0, connection, meter, shown: whole(body['shown']), before: meter.dial },
      readOn: 'readOn' in body ? date(body['readOn']) : rules.today(),
      ...{ reporter: me, source: me.role === 'customer' ? 'customer' : 'reader', note: 'note' in body ? note(body['note']) : null },
      ...{ reply: null, state: 'accepted', createdAt: now() },
    };
    return views.reading(supply.read(one), me);
  };
  const readingOf = (number: string, me: Person): Reading => numbered(data.readings, number, (one) => access.seesReading(one, me));
  const accept = (number: string, request: Request): Body => {
    const wanted = has('readersDoNotAccept') ? ['clerk'] : ['clerk', 'reader'];
    const { me } = enter(request, wanted, null, { customersAccept: 'customer' }, number);
    const one = readingOf(number, me);
    allow(me.role !== 'reader' || one.source === 'customer' || (has('readersAcceptOwn') ? one.reporter === me : false));
    supply.accept(one);
    return views.reading(one, me);
  };
  const reject = (number: string, request: Request): Body => {
    const wanted = ['clerk', 'manager'];
    const { me, body } = enter(request, wanted, ['reply'], {}, number);
    const one = readingOf(number, me);
    supply.reject(one, () => text(body['reply'], 100));
    return views.reading(one, me);
  };
  return {
    ...{ connectionOf, addConnection, readConnection, editConnection, addMeter, install, exchange, addReading, accept, reject },
    takeOver: connectionStep(['clerk'], ['person'], takeOver, { managersLet: 'manager' }),
    vacate: connectionStep(['clerk'], null, supply.vacate, { customersVacate: 'customer' }),
    changeTariff: connectionStep(['clerk'], ['rate'], changeTariff, { customersChangeTariffs: 'customer' }),
    billEarly: connectionStep(['clerk'], null, supply.billEarly, { managersBill: 'manager', readersBill: 'reader' }),
    announce: connectionStep(has('clerksDoNotAnnounce') ? ['manager'] : ['clerk', 'manager'], null, supply.announce),
    callOff: connectionStep(['clerk', 'manager'], null, supply.callOff, { customersCallOff: 'customer' }),
    shut: connectionStep(['crew'], null, supply.shut),
    reopen: connectionStep(['crew'], null, supply.reopen, { customersReopen: 'customer' }),
    dismantle: connectionStep(['manager'], ['reason'], dismantle, { clerksDismantle: 'clerk' }),
    takeOut: meterStep(['crew'], 'final', takeOut),
    reseal: meterStep(['manager'], 'sealedUntil', reseal, { crewsReseal: 'crew' }),
    scrap: meterStep(['crew', 'manager'], 'reason', scrap),
  };
}
