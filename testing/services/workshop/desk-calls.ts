import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, refuse } from '../hand-written.ts';
import { among, date, orNull, text, whole, yesOrNo } from '../hand-written-inputs.ts';
import type { Company } from './company.ts';
import {
  type Appointment,
  bays,
  type Claim,
  fuels,
  isEnded,
  isHolding,
  type LoanCar,
  type Person,
  roles,
  skills,
  type Vehicle,
} from './data.ts';
import { everyone } from './door.ts';
import type { Has, Others } from './faults.ts';
import { cents } from './inputs.ts';
import { from } from './steps.ts';

const desk = ['receptionist', 'manager'];
const vehicleKeys = ['plate', 'make', 'year', 'fuel', 'mileage'];

export type DeskCalls = ReturnType<typeof deskCalls>;

/** The calls about people, vehicles, appointments, claims and loan cars. */
export function deskCalls({ data, rules, desk: steps, access, views, door }: Company, has: Has) {
  const { allow, enter, numbered, personOf } = door;
  const words = (most: number) => (value: unknown) => orNull(value, (one) => text(one, most));

  const editMe = (request: Request): Body => {
    const { me, body } = enter(request, everyone, ['name', 'phone']);
    allow(Object.keys(body).length > 0);
    const name = 'name' in body ? text(body['name'], 40) : me.name;
    const phone = 'phone' in body ? words(20)(body['phone']) : has('patchClearsPhone') ? null : me.phone;
    if ('name' in body) rules.notBlank(name, 'patchedNameIsNotChecked');
    if (phone !== me.phone) rules.phone(phone);
    me.name = name;
    me.phone = phone;
    return views.person(me, me);
  };
  const editPerson = (number: string, request: Request): Body => {
    const keys = ['role', 'skill', 'capacity', 'misses', 'blocked', 'note'];
    const { me, body } = enter(request, desk, keys, {}, number);
    const one = numbered(data.people, number, (each) => access.seesPerson(each, me));
    const mayEdit = ({ role }: Pick<Person, 'role'>): boolean => {
      const isManager = me.role === 'manager';
      if ('role' in body && !(isManager && (one !== me || has('managersChangeOwnRole'))) && !has('receptionistsGiveRoles')) return false;
      const isWork = 'skill' in body || 'capacity' in body;
      if (isWork && !(isManager && (role === 'mechanic' || has('everyoneHasCapacity')))) return false;
      const isStanding = 'misses' in body || 'blocked' in body;
      if (isStanding && role !== 'customer') return false;
      return !('note' in body) || isManager || role === 'customer' || has('receptionistsNoteStaff');
    };
    allow(Object.keys(body).length > 0 && mayEdit(one));
    const changed = {
      role: 'role' in body ? among(body['role'], roles) : one.role,
      skill: 'skill' in body ? among(body['skill'], skills) : one.skill,
      capacity: 'capacity' in body ? whole(body['capacity']) : one.capacity,
      misses: 'misses' in body ? whole(body['misses']) : one.misses,
      blocked: 'blocked' in body ? yesOrNo(body['blocked']) : one.blocked,
      note: 'note' in body ? words(has('personNoteMayBeLong') ? 1000 : 100)(body['note']) : one.note,
    };
    allow(mayEdit(changed) || has('roleIsCheckedBeforeOnly'));
    if (has('skillGoesWithRole') && changed.role !== one.role) changed.skill = 'general';
    return views.person(Object.assign(one, changed), me);
  };

  const vehicleOf = (plate: string, me: Person): Vehicle => {
    const vehicle = data.vehicles.find((one) => one.plate === plate) ?? door.missing();
    return access.seesVehicle(vehicle, me) ? vehicle : door.hidden();
  };
  const newVehicle = (body: Body, owner: Person): Vehicle => {
    const vehicle: Vehicle = {
      ...{ plate: text(body['plate'], 8), owner, make: text(body['make'], 30), year: whole(body['year']) },
      fuel: among(body['fuel'], fuels),
      mileage: 'mileage' in body ? whole(body['mileage']) : 0,
      ...{ active: true, note: null },
    };
    const isTaken = data.vehicles.some(({ plate, active }) => plate === vehicle.plate && (active || !has('retiredPlatesAreFree')));
    if (isTaken) refuse(has('takenPlateIs422') ? 422 : 409, 'CONFLICT');
    rules.newVehicle(vehicle);
    if (has('newMileageIsForgotten')) vehicle.mileage = 0;
    data.vehicles.push(vehicle);
    return vehicle;
  };
  const addVehicle = (request: Request): Body => {
    const { me, body } = enter(request, ['customer'], vehicleKeys, { receptionistsOwnVehicles: 'receptionist' });
    return views.vehicle(newVehicle(body, me), me);
  };
  const addVehicleFor = (number: string, request: Request): Body => {
    const { me, body } = enter(request, desk, vehicleKeys, {}, number);
    const owner = numbered(data.people, number, (each) => access.seesPerson(each, me));
    if (owner.role !== 'customer') refuse(has('notCustomerIs422') ? 422 : 409, 'NOT_CUSTOMER');
    return views.vehicle(newVehicle(body, owner), me);
  };
  const editVehicle = (plate: string, request: Request): Body => {
    const keys = ['make', 'year', 'mileage', 'active', 'note'];
    const { me, body } = enter(request, ['customer', 'receptionist', 'mechanic', 'manager'], keys);
    const one = vehicleOf(plate, me);
    const isNoted = 'note' in body;
    const isOther = !isNoted || Object.keys(body).length > 1;
    allow(!isOther || me.role !== 'mechanic' || has('mechanicsEditVehicles'));
    allow(!isNoted || me.role !== 'customer' || has('ownersWriteVehicleNotes'));
    if (has('mechanicsDoNotNote') && me.role === 'mechanic') door.forbidden();
    const changed = {
      make: 'make' in body ? text(body['make'], 30) : one.make,
      year: 'year' in body ? whole(body['year']) : one.year,
      mileage: 'mileage' in body ? whole(body['mileage']) : one.mileage,
      active: 'active' in body ? yesOrNo(body['active']) : one.active,
      note: isNoted ? words(100)(body['note']) : one.note,
    };
    rules.vehicle({ ...one, ...changed }, one);
    return views.vehicle(Object.assign(one, changed), me);
  };
  const changeOwner = (plate: string, request: Request): Body => {
    const { me, body } = enter(request, desk, ['person'], { ownersSell: 'customer' });
    if ('person' in body) orNull(body['person'], whole);
    const one = vehicleOf(plate, me);
    const owner = personOf(body['person'], me, (each) => access.seesPerson(each, me) || has('ownersSell'));
    if (owner.role !== 'customer' && !has('staffBuysVehicles')) refuse(has('notCustomerIs422') ? 422 : 409, 'NOT_CUSTOMER');
    const isBooked = data.appointments.some((each) => each.vehicle === one && isHolding(each));
    const isInWork = data.jobs.some((each) => each.vehicle === one && !isEnded(each));
    if (isBooked || isInWork) refuse(409, 'IN_USE');
    if (owner !== one.owner) rules.fleet(data.vehiclesOf(owner).length);
    one.owner = owner;
    return views.vehicle(one, me);
  };
  const deleteVehicle = (plate: string, request: Request): null => {
    const { me } = enter(request, ['customer', 'manager'], null);
    const one = vehicleOf(plate, me);
    allow(me.role !== 'manager' || !one.active);
    const isBooked = data.appointments.some((each) => each.vehicle === one) && !has('appointmentsDoNotHoldVehicle');
    const hasJob = data.jobs.some((each) => each.vehicle === one);
    if (isBooked || hasJob) refuse(has('usedIs422') ? 422 : 409, 'CONFLICT');
    data.vehicles = data.vehicles.filter((each) => each !== one);
    return null;
  };

  const addAppointment = (plate: string, request: Request): Body => {
    const keys = ['bay', 'day', 'starts', 'ends', 'wish'];
    const { me, body } = enter(request, ['customer', 'receptionist'], keys, { managersBook: 'manager' });
    const vehicle = vehicleOf(plate, me);
    const one: Appointment = {
      ...{ number: 0, vehicle, customer: has('deskBooksForItself') ? me : vehicle.owner, bay: among(body['bay'], bays) },
      ...{ day: date(body['day']), starts: whole(body['starts']), ends: whole(body['ends']) },
      wish: 'wish' in body ? words(80)(body['wish']) : null,
      ...{ reminded: false, fee: 0, state: 'booked', firstDay: date(body['day']) },
    };
    if (has('rulesBeforeBlocked')) rules.appointment(one, null);
    const isBlocked = one.customer.blocked && !(me.role === 'receptionist' && has('deskBooksForBlocked'));
    if (isBlocked && !has('blockedPeopleBook')) refuse(has('blockedIs409') ? 409 : 403, 'BLOCKED');
    rules.appointment(one, null);
    const added: Appointment = { ...one, number: data.next('appointment') };
    data.appointments.push(added);
    return views.appointment(added, me);
  };
  const appointmentOf = (number: string, me: Person): Appointment =>
    numbered(data.appointments, number, (each) => access.seesAppointment(each, me));
  const editAppointment = (number: string, request: Request): Body => {
    const keys = ['bay', 'day', 'starts', 'ends', 'wish'];
    const { me, body } = enter(request, ['customer', 'receptionist'], keys, {}, number);
    const one = appointmentOf(number, me);
    const isFree = one.state === 'booked' || (one.state === 'confirmed' && has('customersMoveConfirmed'));
    allow(me.role === 'customer' ? isFree : isHolding(one) || has('pastIsMoved'));
    const changed = {
      bay: 'bay' in body ? among(body['bay'], bays) : one.bay,
      day: 'day' in body ? date(body['day']) : one.day,
      starts: 'starts' in body ? whole(body['starts']) : one.starts,
      ends: 'ends' in body ? whole(body['ends']) : one.ends,
      wish: 'wish' in body ? words(80)(body['wish']) : one.wish,
    };
    rules.appointment({ ...one, ...changed }, one);
    return views.appointment(Object.assign(one, changed), me);
  };
  const confirm = (number: string, request: Request): Body => {
    const { me } = enter(request, ['receptionist'], null, {}, number);
    const one = appointmentOf(number, me);
    from(one.state === 'booked' || (one.state === 'confirmed' && has('confirmedTwice')));
    one.state = 'confirmed';
    return views.appointment(one, me);
  };
  const cancel = (number: string, request: Request): Body => {
    const { me } = enter(request, ['customer', ...desk], null, {}, number);
    const one = numbered(data.appointments, number, (each) => access.seesAppointment(each, me));
    from(isHolding(one) && !(one.state === 'confirmed' && has('confirmedIsNotCancelled')));
    steps.cancelAppointment(one, me);
    return views.appointment(one, me);
  };
  const arrive = (number: string, request: Request): Body => {
    const { me, body } = enter(request, ['receptionist'], ['mileage', 'complaint'], {}, number);
    if ('mileage' in body) orNull(body['mileage'], whole);
    const one = appointmentOf(number, me);
    from(one.state === 'confirmed' || one.state === 'booked');
    const [reading, complaint] = [whole(body['mileage']), text(body['complaint'])];
    steps.arrive(one, reading, complaint);
    return views.appointment(one, me);
  };

  const claimOf = (number: string, me: Person): Claim => numbered(data.claims, number, (each) => access.seesClaim(each, me));
  type OnClaim = (one: Claim, body: Body) => void;
  const claimStep =
    (wanted: readonly string[], keys: readonly string[] | null, step: OnClaim, others: Others = {}) =>
    (number: string, request: Request): Body => {
      const { me, body } = enter(request, wanted, keys, others, number);
      if ('mileage' in body) orNull(body['mileage'], whole);
      const one = claimOf(number, me);
      from(one.state === 'open');
      step(one, body);
      return views.claim(one, me);
    };
  const accept: OnClaim = (one, body) => {
    const reading = whole(body['mileage']);
    steps.accept(one, reading, 'answer' in body ? words(100)(body['answer']) : undefined);
  };
  const reject: OnClaim = (one, body) => steps.reject(one, text(body['answer'], 100));
  const withdraw: OnClaim = (one) => {
    one.state = 'withdrawn';
  };
  const addClaim = (number: string, request: Request): Body => {
    const { me, body } = enter(request, ['customer'], ['words'], { receptionistsClaim: 'receptionist' }, number);
    const job = numbered(data.jobs, number, (each) => access.seesJob(each, me));
    const given = text(body['words'], has('claimMayBeLong') ? 1000 : 200);
    const isOver = job.state === 'collected' || (job.state === 'billed' && has('billedIsClaimed'));
    if (!isOver) refuse(409, 'NOT_COLLECTED');
    rules.newClaim({ job, words: given });
    const one: Claim = {
      ...{ number: data.next('claim'), job, customer: me, words: given, urgent: false, answer: null, decidedOn: null },
      ...{ state: 'open', since: steps.moment() },
    };
    data.claims.push(one);
    return views.claim(one, me);
  };

  const carOf = (plate: string, me: Person): LoanCar => {
    const car = data.cars.find((one) => one.plate === plate) ?? door.missing();
    return access.seesCar(car, me) ? car : door.hidden();
  };
  const addCar = (request: Request): Body => {
    const { me, body } = enter(request, ['manager'], ['plate', 'make', 'daily', 'mileage']);
    const [plate, make, daily] = [text(body['plate'], 8), text(body['make'], 30), cents(body['daily'])];
    const mileage = 'mileage' in body ? whole(body['mileage']) : 0;
    if (data.cars.some((one) => one.plate === plate)) refuse(409, 'CONFLICT');
    rules.newCar(plate, make, daily);
    const car: LoanCar = { plate, make, daily, mileage, job: null, lentOn: null, backBy: null, state: 'free' };
    data.cars.push(car);
    return views.car(car, me);
  };
  const lend = (plate: string, request: Request): Body => {
    const others: Others = { mechanicsLend: 'mechanic' };
    const { me, body } = enter(request, desk, ['order', 'backBy'], others);
    if ('order' in body) orNull(body['order'], whole);
    const car = me.role === 'mechanic' ? (data.cars.find((one) => one.plate === plate) ?? door.missing()) : carOf(plate, me);
    const job = numbered(data.jobs, String(body['order'] ?? ''), (each) => access.seesJob(each, me));
    from(car.state === 'free');
    steps.lend(car, job, date(body['backBy']));
    return views.car(car, me);
  };
  const takeBack = (plate: string, request: Request): Body => {
    const { me, body } = enter(request, desk, ['mileage'], { customersBringBack: 'customer' });
    if ('mileage' in body) orNull(body['mileage'], whole);
    const car = carOf(plate, me);
    from(car.state === 'lent' || (car.state === 'overdue' && !has('overdueCarStaysOut')));
    steps.takeBack(car, whole(body['mileage']));
    return views.car(car, me);
  };
  const retire = (plate: string, request: Request): Body => {
    const { me } = enter(request, ['manager'], null, { receptionistsRetireCars: 'receptionist' });
    const car = carOf(plate, me);
    from(car.state === 'free');
    car.state = 'retired';
    return views.car(car, me);
  };
  return {
    ...{ vehicleOf, editMe, editPerson, addVehicle, addVehicleFor, editVehicle, changeOwner, deleteVehicle, addAppointment },
    ...{ editAppointment, confirm, cancel, arrive, addClaim, addCar, lend, takeBack, retire },
    accept: claimStep(['manager'], ['mileage', 'answer'], accept),
    reject: claimStep(['manager'], ['answer'], reject),
    withdraw: claimStep(['customer'], null, withdraw, { receptionistsWithdraw: 'receptionist' }),
  };
}
