import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, refuse, serviceOf } from '../hand-written.ts';
import { email, notEmpty, text, whole, yesOrNo } from '../hand-written-inputs.ts';
import { type Person, PrintData, roles } from './data.ts';
import { printDoor } from './door.ts';
import type { PrintFault } from './faults.ts';
import { printLists } from './lists.ts';
import { money } from './money.ts';
import { orderRoutes } from './order-routes.ts';
import { proofAndInvoiceRoutes } from './proof-and-invoice-routes.ts';
import { printRules } from './rules.ts';
import { printSteps } from './steps.ts';
import { stockRoutes } from './stock-routes.ts';
import { printViews } from './views.ts';
import type { Works } from './works.ts';

const desk = ['office', 'manager'];

/**
 * The service of `document.md` over arrays, hand-written, with one of its faults or none. `now`:
 * milliseconds since the epoch.
 */
export function printService(now: () => number, fault: PrintFault | null = null): Implementation {
  const has = (one: PrintFault): boolean => fault === one;
  const data = new PrintData();
  const rules = printRules(data, has, now);
  const steps = printSteps(data, rules, has, now);
  const views = printViews(data, rules, has, now);
  const lists = printLists(data, rules, views, has);
  const door = printDoor(has, fault, now, steps.expire);
  const { forbidden, missing, hidden, allow, bodyOf, actor, enter, open, close, numbered, checkNumber, route, seen } = door;

  const addPerson = (name: string, address: string, password: string, role: string): Person => {
    const person: Person = {
      ...{ number: data.next(), name, email: address, password, role, discount: has('newcomersGetADiscount') ? 5 : 0 },
      ...{ credit: 50_000, paymentDays: 14, suspended: false },
    };
    data.people.push(person);
    return person;
  };
  for (const name of ['Clara Customer', 'Cem Customer', 'Dora Designer', 'Dan Designer', 'Paul Printer', 'Olga Office', 'Max Manager']) {
    const [first = '', last = ''] = name.toLowerCase().split(' ');
    addPerson(name, `${first}@example.com`, 'correct-horse', last);
  }

  const opening = (person: Person): Body => ({ token: open(person), me: views.person(person, person) });
  const isSame = (a: string, b: string): boolean => (has('emailsMindCase') ? a === b : a.toLowerCase() === b.toLowerCase());

  const signUp = (request: Request): Body => {
    const me = actor(request);
    const body = bodyOf(request, 'name', 'email', 'password');
    if (me !== null) forbidden();
    const name = text(body['name'], has('personNameMayBeLong') ? undefined : 40);
    const [address, password] = [email(body['email']), text(body['password'])];
    if (data.people.some((one) => isSame(one.email, address))) refuse(has('takenIs422') ? 422 : 409, 'CONFLICT');
    rules.notBlank(name, 'personMayBeNameless');
    return opening(addPerson(name, address, notEmpty(password), has('whoSignsUpIsPrinter') ? 'printer' : 'customer'));
  };
  const signIn = (request: Request): Body => {
    actor(request);
    const body = bodyOf(request, 'email', 'password');
    const [address, password] = [text(body['email']), text(body['password'])];
    const isRight = (one: Person): boolean => one.password === password || has('passwordIsNotChecked');
    const person = data.people.find((one) => isSame(one.email, address) && isRight(one));
    if (person === undefined) return refuse(has('wrongPasswordIs403') ? 403 : 401, 'UNAUTHORIZED');
    if (person.suspended && has('suspendedMayNotSignIn')) refuse(403, 'SUSPENDED');
    if (!has('signInKeepsTheOldSession')) close(request);
    return opening(person);
  };
  const signOut = (request: Request): null => {
    enter(request, roles);
    if (!has('signOutKeepsSession')) close(request);
    return null;
  };

  const works: Works = {
    ...{ data, rules, steps, views, lists, door, has },
    personOf: (number, me) => numbered(data.people, number, (one) => views.seesPerson(one, me)),
    paperOf(code, me) {
      const paper = data.papers.find((one) => one.code === code) ?? missing();
      return views.seesPaper(paper, me) ? paper : hidden();
    },
    pressOf: (code) => data.presses.find((one) => one.code === code) ?? missing(),
    orderOf: (number, me, lax = false) => numbered(data.orders, number, (one) => lax || views.seesOrder(one, me)),
  };
  const { personOf } = works;
  const editPerson = (number: string, request: Request): Body => {
    const me = enter(request, desk, { printersEditPeople: 'printer' });
    checkNumber(number);
    const body = bodyOf(request, 'discount', 'credit', 'paymentDays', 'suspended');
    const one = personOf(number, me);
    allow(one.role === 'customer' || has('staffIsEdited'));
    allow(Object.keys(body).length > 0 || has('nothingIsPatched'));
    allow(!('credit' in body) || me.role === 'manager' || has('officeGivesCredit'));
    const changed = {
      discount: 'discount' in body ? whole(body['discount']) : one.discount,
      credit: 'credit' in body ? money(body['credit']) : one.credit,
      paymentDays: 'paymentDays' in body ? whole(body['paymentDays']) : one.paymentDays,
      suspended: 'suspended' in body ? yesOrNo(body['suspended']) : one.suspended && !has('patchEndsSuspension'),
    };
    rules.terms(changed);
    return views.person(Object.assign(one, changed), me);
  };

  return serviceOf(
    [
      route('POST', 'people', (_key, request) => signUp(request), 201),
      route('POST', 'session', (_key, request) => signIn(request)),
      route('DELETE', 'session', (_key, request) => signOut(request)),
      // biome-ignore format: one call a line
      route('GET', 'me', seen(roles, (me) => views.person(me, me))),
      route('GET', 'people', seen(desk, lists.people, { printersListPeople: 'printer' })),
      route('GET', 'people/([^/]+)', (number, request) => {
        const me = enter(request, ['designer', 'printer', ...desk], { customersReadPeople: 'customer' });
        return views.person(personOf(number, me), me);
      }),
      route('PATCH', 'people/([^/]+)', editPerson),
      ...stockRoutes(works),
      ...orderRoutes(works),
      ...proofAndInvoiceRoutes(works),
    ],
    now,
  );
}
