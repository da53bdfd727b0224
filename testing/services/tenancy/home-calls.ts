import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, refuse } from '../hand-written.ts';
import { date, orNull, text, whole } from '../hand-written-inputs.ts';
import type { Coop } from './coop.ts';
import type { Flat, Offer, Person, Tenancy } from './data.ts';
import { everyone } from './door.ts';
import type { Has, Others } from './faults.ts';
import { cents } from './inputs.ts';
import { from } from './steps.ts';

/** The calls about people, flats, offers and tenancies. */
export function homeCalls({ data, rules, home, access, views, door }: Coop, has: Has) {
  const { allow, enter, numbered } = door;
  const words = (most: number) => (value: unknown) => orNull(value, (one) => text(one, most));
  /** Checks a value of the body that is looked up, or written under another name. */
  const early = (body: Body, key: string, read: (value: unknown) => unknown = whole): void => {
    if (key in body) orNull(body[key], read);
  };

  const editMe = (request: Request): Body => {
    const { me, body } = enter(request, everyone, ['phone']);
    const phone = words(20)(body['phone']);
    if (phone !== me.phone) rules.phone(phone, 'patchedPhoneIsNotChecked');
    me.phone = phone;
    return views.person(me, me);
  };
  const wish = (request: Request): Body => {
    const { me, body } = enter(request, ['member'], ['rooms']);
    early(body, 'rooms');
    home.join(me, whole(body['rooms']));
    return views.person(me, me);
  };
  const dropWish = (request: Request): null => {
    home.leave(enter(request, ['member'], null).me);
    return null;
  };

  const personOf = (number: string, me: Person): Person => numbered(data.people, number, (one) => access.seesPerson(one, me));
  const editPerson = (number: string, request: Request): Body => {
    const { me, body } = enter(request, ['clerk'], ['remark'], { boardEditsRemarks: 'board' }, number);
    const one = personOf(number, me);
    allow(
      one.role === 'member' ||
        (one.role === 'craftsman' && !has('craftsmenGetNoRemarks')) ||
        (one === me && has('clerksRemarkOnThemselves')),
    );
    one.remark = words(has('remarkMayBeLong') ? 1000 : 100)(body['remark']);
    return views.person(one, me);
  };
  const buy = (number: string, request: Request): Body => {
    const { me, body } = enter(request, ['clerk'], ['count'], { membersBuyShares: 'member' }, number);
    const one = personOf(number, me);
    allow(one.role === 'member' || (one.role === 'craftsman' && has('craftsmenHoldShares')));
    home.buy(one, whole(body['count']));
    return views.person(one, me);
  };

  const flatOf = (code: string, me: Person): Flat => {
    const flat = data.flats.find((one) => one.code === code) ?? door.missing();
    return access.seesFlat(flat, me) ? flat : door.hidden();
  };
  const addFlat = (request: Request): Body => {
    const keys = ['code', 'rooms', 'area', 'floor', 'base', 'meter', 'remark'];
    const { me, body } = enter(request, ['clerk'], keys, { boardAddsFlats: 'board' });
    const flat: Flat = {
      ...{ code: text(body['code'], 5), rooms: whole(body['rooms']), area: whole(body['area']) },
      floor: 'floor' in body ? whole(body['floor']) : 0,
      base: cents(body['base']),
      meter: 'meter' in body ? whole(body['meter']) : 0,
      remark: 'remark' in body ? words(100)(body['remark']) : null,
      state: 'vacant',
    };
    if (data.flats.some(({ code }) => code === flat.code)) refuse(has('takenCodeIs422') ? 422 : 409, 'CONFLICT');
    rules.newFlat(flat);
    data.flats.push(flat);
    return views.flat(flat, me);
  };
  const editFlat = (code: string, request: Request): Body => {
    const { me, body } = enter(request, ['clerk'], ['base', 'remark']);
    const flat = flatOf(code, me);
    allow(Object.keys(body).length > 0 || has('emptyPatchIsFine'));
    const changed = {
      base: 'base' in body ? cents(body['base']) : flat.base,
      remark: 'remark' in body ? words(100)(body['remark']) : has('patchClearsRemark') ? null : flat.remark,
    };
    rules.base(flat, changed.base, 'patchedBaseIsNotChecked');
    return views.flat(Object.assign(flat, changed), me);
  };
  const startWorks = (code: string, request: Request): Body => {
    const { me } = enter(request, ['clerk'], null);
    const flat = flatOf(code, me);
    from(flat.state === 'vacant' || (flat.state === 'reserved' && has('reservedFlatsAreAtWork')));
    flat.state = 'works';
    return views.flat(flat, me);
  };
  const endWorks = (code: string, request: Request): Body => {
    const { me } = enter(request, ['clerk'], null, { craftsmenEndWorks: 'craftsman' });
    const flat = flatOf(code, me);
    from(flat.state === 'works');
    flat.state = 'vacant';
    return views.flat(flat, me);
  };
  const addOffer = (code: string, request: Request): Body => {
    const { me, body } = enter(request, ['clerk'], ['person']);
    early(body, 'person');
    const flat = flatOf(code, me);
    return views.offer(home.addOffer(flat, personOf(String(body['person'] ?? ''), me)), me);
  };

  type OnOffer = (one: Offer, body: Body, me: Person) => void;
  const offerStep =
    (role: string, key: string, step: OnOffer, others: Others = {}) =>
    (number: string, request: Request): Body => {
      const { me, body } = enter(request, [role], [key], others, number);
      const one = numbered(data.offers, number, (each) => access.seesOffer(each, me) || (me.role === 'member' && has('anyMemberAnswers')));
      step(one, body, me);
      return views.offer(one, me);
    };
  const accept: OnOffer = (one, body) => {
    from(one.state === 'open');
    home.accept(one, date(body['begins']));
  };
  const decline: OnOffer = (one, body) => {
    from(one.state === 'open');
    home.decline(one, 'reason' in body ? words(100)(body['reason']) : null);
  };
  const withdraw: OnOffer = (one, body) => {
    from(one.state === 'open' || (one.state === 'accepted' && has('acceptedIsWithdrawn')));
    home.withdraw(one, text(body['reason'], 100));
  };

  const readTenancy = (number: string, request: Request): Body => {
    const { me } = enter(request, ['member', 'clerk', 'board'], null, { craftsmenReadTenancies: 'craftsman' }, number);
    const isOpen = false;
    return views.tenancy(
      numbered(data.tenancies, number, (one) => access.seesTenancy(one, me) || isOpen),
      me,
    );
  };
  type OnTenancy = (one: Tenancy, body: Body, me: Person) => void;
  const tenancyStep =
    (role: string, keys: readonly string[] | null, step: OnTenancy, others: Others = {}) =>
    (number: string, request: Request): Body => {
      const { me, body } = enter(request, [role], keys, others, number);
      early(body, 'reading');
      const isOpen = me.role === 'member' && has('anyoneGivesNotice') && keys?.includes('ends') === true;
      const one = numbered(data.tenancies, number, (each) => access.seesTenancy(each, me) || isOpen);
      step(one, body, me);
      return views.tenancy(one, me);
    };
  const handOver: OnTenancy = (one, body) => {
    from(one.state === 'agreed');
    home.handOver(one, whole(body['reading']));
  };
  const giveNotice: OnTenancy = (one, body) => {
    from(one.state === 'running' || (one.state === 'notice' && has('noticeIsGivenAgain')));
    home.giveNotice(one, date(body['ends']));
  };
  const stay: OnTenancy = (one) => {
    from(one.state === 'notice');
    home.stay(one);
  };
  const takeBack: OnTenancy = (one, body) => {
    from(one.state === 'notice');
    home.takeBack(one, whole(body['reading']));
  };
  return {
    ...{ editMe, wish, dropWish, editPerson, buy, addFlat, editFlat, startWorks, endWorks, addOffer, readTenancy },
    accept: offerStep('member', 'begins', accept),
    decline: offerStep('member', 'reason', decline),
    withdraw: offerStep('clerk', 'reason', withdraw, { membersWithdraw: 'member' }),
    handOver: tenancyStep('clerk', ['reading'], handOver, { boardHandsOver: 'board', membersHandOver: 'member' }),
    giveNotice: tenancyStep('member', ['ends'], giveNotice),
    stay: tenancyStep('member', null, stay, { clerksWithdrawNotice: 'clerk' }),
    takeBack: tenancyStep('clerk', ['reading'], takeBack, { boardTakesBack: 'board' }),
  };
}

export type HomeCalls = ReturnType<typeof homeCalls>;
