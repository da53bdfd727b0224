import type { Request } from '../../../src/verifier/answers/request.ts';
import type { Body } from '../hand-written.ts';
import { among, orNull, text, whole, yesOrNo } from '../hand-written-inputs.ts';
import type { AnimalCalls } from './animal-calls.ts';
import { from } from './animal-steps.ts';
import { type Person, rooms, running, treated, type Visit, visitKinds } from './data.ts';
import { everyone } from './door.ts';
import type { Has, Others, VetFault } from './faults.ts';
import { cents, moment } from './inputs.ts';
import type { Practice } from './practice.ts';
import type { StockCalls } from './stock-calls.ts';

/** The calls about visits and what is done during them. */
export function visitCalls(
  { data, rules, onVisit, onItem, access, views, door }: Practice,
  animals: AnimalCalls,
  stock: StockCalls,
  has: Has,
) {
  const { allow, enter, numbered } = door;
  const words = (most: number) => (value: unknown) => orNull(value, (one) => text(one, most));
  /** `lax`: a fault that lets people find what they may not see. */
  const visitOf = (number: string, me: Person, lax: VetFault | null = null): Visit =>
    numbered(data.visits, number, (one) => access.seesVisit(one, me) || (lax !== null && has(lax)));
  const vetOf = (body: Body): Person =>
    data.people.find(({ number, role }) => number === body['doctor'] && role === 'vet') ?? door.missing();

  const addVisit = (request: Request): Body => {
    const keys = ['patient', 'doctor', 'kind', 'begins', 'complaint'];
    const who = has('managersDoNotBook') ? ['owner', 'receptionist'] : ['owner', 'receptionist', 'manager'];
    const { me, body } = enter(request, who, keys, { vetsBook: 'vet' });
    for (const key of ['patient', 'doctor']) if (key in body) orNull(body[key], whole);
    const animal = animals.animalOf(String(body['patient'] ?? ''), me, has('othersAnimalsAreBooked'));
    const vet = vetOf(body);
    const kind = among(body['kind'], visitKinds);
    const begins = moment(body['begins']);
    const complaint = 'complaint' in body ? words(has('complaintMayBeLong') ? 1000 : 100)(body['complaint']) : null;
    const visit = onVisit.book({
      ...{ number: 0, animal, owner: animal.owner, vet, kind, room: kind === 'operation' ? 'theatre' : (vet.room ?? 'one'), begins },
      ...{ complaint, fasted: false, estimate: null, consented: false, kennel: null },
      ...{ admittedOn: null, nights: 0, note: null, notedOn: null, notes: 0, findings: null, reason: null },
      ...{ state: 'booked', checkedFor: null, bookedFor: begins },
    });
    return views.visit(visit, me);
  };
  const readVisit = (number: string, request: Request): Body => {
    const { me } = enter(request, everyone, null, {}, number);
    return views.visit(visitOf(number, me, 'strangersReadVisits'), me);
  };
  const editVisit = (number: string, request: Request): Body => {
    const keys = ['begins', 'room', 'complaint'];
    const { me, body } = enter(request, ['owner', 'receptionist', 'manager'], keys, {}, number);
    const one = visitOf(number, me);
    allow(Object.keys(body).length > 0);
    allow(one.state === 'booked');
    allow(!('room' in body) || me.role !== 'owner' || has('ownersChooseRooms'));
    const changed = {
      begins: 'begins' in body ? moment(body['begins']) : one.begins,
      room: 'room' in body ? among(body['room'], rooms) : one.room,
      complaint: 'complaint' in body ? words(100)(body['complaint']) : one.complaint,
    };
    rules.movedVisit({ ...one, ...changed }, one, me);
    return views.visit(Object.assign(one, changed), me);
  };

  type OnVisit = (one: Visit, body: Body, me: Person) => void;
  const stepOf =
    (who: readonly string[], key: string | null, step: OnVisit, others: Others = {}, lax: VetFault | null = null) =>
    (number: string, request: Request): Body => {
      const { me, body } = enter(request, who, key === null ? null : [key], others, number);
      if ('doctor' in body) orNull(body['doctor'], whole);
      const one = visitOf(number, me, lax);
      step(one, body, me);
      return views.visit(one, me);
    };
  const cancel: OnVisit = (one, body, me) => {
    if (one.state === 'arrived' && me.role === 'owner' && !has('ownersCancelArrived')) {
      if (has('arrivedIsConflict')) from(false);
      door.forbidden();
    }
    from(one.state === 'booked' || (one.state === 'arrived' && !has('arrivedIsNotCancelled')));
    onVisit.cancel(one, 'reason' in body ? words(100)(body['reason']) : undefined, me);
  };
  const handOver: OnVisit = (one, body) => {
    const vet = vetOf(body);
    from(one.state === 'booked');
    onVisit.handOver(one, vet);
  };
  const arrive: OnVisit = (one, body) => {
    from(one.state === 'booked');
    const fasted = 'fasted' in body ? orNull(body['fasted'], yesOrNo) : one.fasted;
    onVisit.arriveCheck(one);
    const isFasted = has('nullFastedIsFalse') ? fasted === true : yesOrNo(fasted);
    one.state = 'arrived';
    if (!has('arrivalForgetsFasting')) one.fasted = isFasted;
  };
  const putDown: OnVisit = (one, body) => {
    from(one.state === 'arrived');
    one.fasted = yesOrNo(body['fasted']);
  };
  const allowVet = (one: Visit, me: Person, lax: VetFault): void => allow(one.vet === me || has(lax));
  const quote: OnVisit = (one, body, me) => {
    allowVet(one, me, 'anyVetQuotes');
    from(running.includes(one.state));
    onVisit.quote(one, cents(body['estimate']));
  };
  const consent: OnVisit = (one) => {
    from(running.includes(one.state));
    onVisit.consent(one);
  };
  const start: OnVisit = (one, _body, me) => {
    allow(one.vet === me);
    from(one.state === 'arrived' || (one.state === 'booked' && has('bookedIsStarted')));
    onVisit.start(one);
  };
  const admit: OnVisit = (one, body, me) => {
    allow(one.vet === me);
    from(one.state === 'in treatment');
    onVisit.admit(one, whole(body['kennel']));
  };
  const note: OnVisit = (one, body, me) => {
    if (has('anotherVetWritesNoNote') && me.role === 'vet') allow(one.vet === me);
    from(one.state === 'in kennel');
    onVisit.note(one, text(body['note'], 100));
  };
  const finish: OnVisit = (one, body, me) => {
    allowVet(one, me, 'anyVetFinishes');
    from(treated.includes(one.state));
    onVisit.finish(one, text(body['findings'], 200));
  };

  const treat = (number: string, request: Request): Body => {
    const { me, body } = enter(request, ['vet'], ['code', 'units', 'urgent'], {}, number);
    if ('code' in body) orNull(body['code'], text);
    const visit = visitOf(number, me);
    const price = stock.priceOf(body['code'] ?? null);
    allow(visit.vet === me || has('anyVetTreats'));
    const units = 'units' in body ? whole(body['units']) : 1;
    const isEmergency = visit.kind === 'emergency' && !has('emergenciesAreNotUrgent');
    const urgent = 'urgent' in body ? yesOrNo(body['urgent']) : isEmergency;
    return views.item(onItem.treat(visit, price, units, urgent), me);
  };
  const give = (number: string, request: Request): Body => {
    const { me, body } = enter(request, ['vet'], ['code', 'units'], {}, number);
    if ('code' in body) orNull(body['code'], text);
    const visit = visitOf(number, me);
    const batch = stock.batchOf(body['code'] ?? null);
    allow(visit.vet === me);
    return views.item(onItem.give(visit, batch, whole(body['units']), visit.kind === 'emergency'), me);
  };
  const deleteItem = (number: string, request: Request): null => {
    const { me } = enter(request, ['vet'], null, {}, number);
    const one = numbered(data.items, number, (each) => access.seesItem(each, me));
    allow(one.visit.vet === me || has('anyVetDeletesItems'));
    onItem.takeBack(one);
    return null;
  };
  const desk = ['receptionist', 'manager'];
  return {
    ...{ addVisit, readVisit, editVisit, treat, give, deleteItem },
    cancel: stepOf(['owner', 'receptionist', 'manager'], 'reason', cancel, {}, 'strangersCancel'),
    handOver: stepOf(desk, 'doctor', handOver),
    arrive: stepOf(desk, 'fasted', arrive, { ownersArrive: 'owner' }),
    putDown: stepOf(desk, 'fasted', putDown),
    quote: stepOf(['vet'], 'estimate', quote),
    consent: stepOf(['owner'], null, consent, { deskConsents: 'receptionist' }, 'strangersConsent'),
    start: stepOf(['vet'], null, start),
    admit: stepOf(['vet'], 'kennel', admit),
    note: stepOf(['receptionist', 'vet'], 'note', note),
    finish: stepOf(['vet'], 'findings', finish),
  };
}
