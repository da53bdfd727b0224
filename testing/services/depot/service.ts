import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, jsonIn, type Route, refuse, serviceOf } from '../hand-written.ts';
import { isEmail, notEmpty } from '../hand-written-inputs.ts';
import type { DepotFault } from './faults.ts';

interface Member {
  readonly number: number;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly role: string;
  credit: number;
  rent: number;
}

interface Room {
  readonly code: string;
  capacity: number;
  fee: number;
  kept: number;
  state: 'open' | 'full' | 'closed';
}

interface Crate {
  readonly number: number;
  room: Room;
  owner: Member;
  label: string;
  weight: number;
  readonly height: number;
  price: number | null;
  storedAt: number | null;
  state: 'asked' | 'stored' | 'offered' | 'out' | 'refused';
}

const invalid = (): never => refuse(422, 'INVALID');
const crateStates = ['asked', 'stored', 'offered', 'out', 'refused'];

/**
 * The service of `depot-document.ts` over arrays, hand-written, with one of its faults or none.
 * `now`: milliseconds since the epoch.
 */
export function depotService(now: () => number, fault: DepotFault | null = null): Implementation {
  const has = (one: DepotFault): boolean => fault === one;
  let numbers = 7000;
  const member = (name: string, email: string, password: string, role: string): Member => ({
    ...{ number: ++numbers, name, email, password, role },
    ...{ credit: 600, rent: 0 },
  });
  const members = ['Kim', 'Kai'].map((name) => member(`${name} Keys`, `${name.toLowerCase()}@example.com`, 'correct-horse', 'keeper'));
  const [rooms, sessions]: [Room[], Map<string, Member>] = [[], new Map()];
  let crates: Crate[] = [];

  const conflict = (): never => refuse(has('conflictsAreInvalid') ? 422 : 409, 'CONFLICT');
  const gone = (): never => refuse(404, 'NOT_FOUND');
  const hidden = (): never => refuse(has('hiddenIsForbidden') ? 403 : 404, 'NOT_FOUND');
  const allow = (allowed: boolean, ...ignored: readonly DepotFault[]): void => {
    if (!allowed && !ignored.some(has)) refuse(has('refusalsAreMissing') ? 404 : 403, 'FORBIDDEN');
  };
  const signedIn = (token: string | null): Member => {
    const first = members.find(({ role }) => role === 'tenant');
    if (has('anyTokenIsTheFirstTenant') && token !== null && first !== undefined) return sessions.get(token) ?? first;
    return sessions.get(token ?? '') ?? refuse(has('signedOutIsForbidden') ? 403 : 401, 'UNAUTHORIZED');
  };
  const as = (role: 'tenant' | 'keeper', token: string | null, ...ignored: readonly DepotFault[]): Member => {
    const me = signedIn(token);
    allow(me.role === role, ...ignored);
    return me;
  };

  const bodyOf = ({ body: text }: Request, keys: readonly string[]): Body => {
    const json = text === null ? {} : jsonIn(text);
    if (json === undefined) return has('brokenJsonIsEmpty') ? {} : refuse(400, 'MALFORMED');
    if (json === null || typeof json !== 'object' || Array.isArray(json)) return invalid();
    if (!has('unknownKeysAreIgnored') && Object.keys(json).some((key) => !keys.includes(key))) invalid();
    return json as Body;
  };
  const textIn = (value: unknown, most = Number.POSITIVE_INFINITY): string =>
    typeof value === 'string' && [...value].length <= most ? value : invalid();
  const wholeIn = (value: unknown, lax?: DepotFault): number => {
    if (lax !== undefined && has(lax) && typeof value === 'string') return Number(value);
    return Number.isInteger(value) ? (value as number) : invalid();
  };
  const notBlank = (text: string, ignored: DepotFault): void => {
    if (text.trim() === '' && !has(ignored)) refuse(has('blankIsBadRequest') ? 400 : 422, 'BLANK');
  };
  const within = (value: number, least: number, most: number, error: string): void => {
    if (value < least || value > most) refuse(422, error);
  };
  const labelIn = (value: unknown): string => textIn(value, has('labelMayBeLong') ? undefined : 30);
  const checkWeight = (weight: number): void => within(weight, 1, has('oneMoreWeight') ? 121 : 120, 'BAD_WEIGHT');
  const checkRoom = (capacity: number, fee: number, kept: number, isPatch: boolean): void => {
    const isFree = has('capacityIsNotChecked') || (isPatch && has('patchedCapacityIsNotChecked'));
    if (!isFree) within(capacity, 1, has('oneMoreCapacity') ? 401 : 400, 'BAD_CAPACITY');
    const least = has('capacityMustBeMoreThanKept') && kept > 0 ? kept + 1 : kept;
    if (capacity < least && !has('roomsMayBecomeTooSmall')) refuse(has('tooSmallIsInvalid') ? 422 : 409, 'TOO_SMALL');
    within(fee, has('zeroFeeIsFine') ? 0 : 1, has('oneMoreFee') ? 21 : 20, 'BAD_FEE');
  };

  const seesRoom = (room: Room, me: Member): boolean => me.role === 'keeper' || room.state !== 'closed' || has('closedRoomsAreSeen');
  const seesCrate = ({ owner, state }: Crate, me: Member): boolean =>
    me.role === 'keeper' || owner === me || state === 'offered' || (state === 'stored' && has('anyoneSeesStored'));
  const findRoom = (code: string, me: Member): Room => {
    const room = rooms.find((one) => one.code === code) ?? gone();
    return seesRoom(room, me) ? room : hidden();
  };
  const findCrate = (number: string, me: Member, ...shownBy: readonly DepotFault[]): Crate => {
    const crate = crates.find((one) => String(one.number) === number) ?? gone();
    return seesCrate(crate, me) || shownBy.some(has) ? crate : hidden();
  };
  const seesLabel = ({ owner }: Crate, me: Member): boolean =>
    owner === me || (me.role === 'keeper' ? !has('labelsAreHiddenFromKeepers') : has('labelsAreShown'));
  const memberShown = ({ number, name, role, credit, rent, password }: Member): Body => ({
    ...{ number, name, role, credit },
    ...(has('rentIsLeftOut') ? {} : { rent }),
    ...(has('passwordIsShown') ? { password } : {}),
  });
  const roomShown = (room: Room, me: Member): Body => ({
    ...room,
    mine: crates.filter((one) => one.room === room && (one.owner === me || has('mineOfRoomShowsAll'))).map(({ label }) => label),
  });
  const crateShown = (crate: Crate, me: Member): Body => ({
    number: crate.number,
    room: seesRoom(crate.room, me) || has('closedCodesAreShown') ? crate.room.code : null,
    ...(seesLabel(crate, me) ? { label: crate.label } : {}),
    ...{ weight: crate.weight, height: crate.height, price: crate.price, state: crate.state },
    storedAt: crate.storedAt === null ? null : new Date(crate.storedAt).toISOString(),
    mine: crate.owner === me || has('mineIsAlwaysTrue'),
  });
  /** The answer about a crate, reduced if the member may not read it. */
  const shownAfter = (crate: Crate, me: Member): Body => (seesCrate(crate, me) ? crateShown(crate, me) : { room: null });
  const enter = (one: Member): Body => {
    const token = `d${sessions.size}-${'z'.repeat(24)}`;
    sessions.set(token, one);
    return { token, me: memberShown(one) };
  };

  const paged = <T>(found: readonly T[], query: URLSearchParams): readonly [T[], number] => {
    const [limit, offset] = [query.get('limit') || '20', query.get('offset') || '0'];
    if (!/^\d+$/.test(limit) || !/^\d+$/.test(offset) || Number(limit) > 1000) invalid();
    const from = has('offsetDoesNothing') ? 0 : Number(offset);
    const page = found.slice(from, has('limitDoesNothing') ? undefined : from + Number(limit));
    return [page, has('totalIsOfThePage') ? page.length : found.length];
  };
  const listRooms = (me: Member, query: URLSearchParams): Body => {
    const [state, space] = [query.get('state') || null, query.get('space') || null];
    if (state !== null && !['open', 'full', 'closed'].includes(state)) invalid();
    if (space !== null && !/^-?\d+$/.test(space)) invalid();
    const fits = (room: Room): boolean => {
      const byState = state === null || room.state === state || has('stateFilterDoesNothing');
      const free = room.capacity - (has('spaceFilterIgnoresKept') ? 0 : room.kept) - (has('spaceFilterIsStrict') ? 1 : 0);
      const bySpace = space === null || free >= Number(space) || has('spaceFilterDoesNothing');
      return has('roomFiltersAreEither') && state !== null && space !== null ? byState || bySpace : byState && bySpace;
    };
    const found = rooms.filter((room) => (seesRoom(room, me) || has('roomListShowsClosed')) && fits(room));
    if (!has('roomsAreByAge')) found.sort((a, b) => a.code.localeCompare(b.code, 'en'));
    const [page, total] = paged(found, query);
    return { rooms: page.map((room) => roomShown(room, me)), total: has('roomTotalCountsClosed') ? rooms.length : total };
  };
  const listCrates = (me: Member, query: URLSearchParams): Body => {
    const [state, code] = [query.get('state') || null, query.get('room') || null];
    if (state !== null && !crateStates.includes(state)) invalid();
    const isSeen = (crate: Crate): boolean => {
      if (has('crateListShowsAll') || (code !== null && has('crateFilterShowsAll'))) return true;
      if (state === 'offered' && has('offeredFilterShowsStored') && crate.state === 'stored') return true;
      return seesCrate(crate, me) && !(has('crateListHidesOffered') && me.role === 'tenant' && crate.owner !== me);
    };
    const byState = (one: Crate): boolean =>
      state === null ||
      has('crateStateFilterDoesNothing') ||
      one.state === state ||
      (state === 'offered' && has('offeredFilterShowsStored') && one.state === 'stored');
    const byRoom = ({ room }: Crate): boolean =>
      code === null || has('crateRoomFilterDoesNothing') || (room.code === code && seesRoom(room, me));
    const found = crates.filter((crate) => isSeen(crate) && byState(crate) && byRoom(crate));
    if (has('cratesAreNewestFirst')) found.reverse();
    const [page, total] = paged(found, query);
    return { crates: page.map((crate) => crateShown(crate, me)), total: has('crateTotalCountsHidden') ? crates.length : total };
  };

  const signUp = (request: Request): Body => {
    const me = request.token === null ? null : signedIn(request.token);
    const body = bodyOf(request, ['name', 'email', 'password', ...(has('roleMayBeChosen') ? ['role'] : [])]);
    allow(me === null);
    const [name, email, password] = [textIn(body['name'], 40), textIn(body['email']), textIn(body['password'])];
    if (!isEmail(email) && !has('anyEmailWillDo')) invalid();
    const isTaken = members.some((one) => one.email.toLowerCase() === email.toLowerCase());
    if (isTaken && !has('emailsMayBeShared')) conflict();
    const one = member(name, email, notEmpty(password), String(body['role'] ?? 'tenant'));
    members.push(one);
    return enter(one);
  };
  const signIn = (request: Request): Body => {
    if (request.token !== null) signedIn(request.token);
    const body = bodyOf(request, ['email', 'password']);
    const [email, password] = [textIn(body['email']), textIn(body['password'])];
    const one = members.find((each) => each.email === email && (each.password === password || has('anyPasswordWillDo')));
    return one === undefined ? refuse(has('wrongPasswordIsForbidden') ? 403 : 401, 'UNAUTHORIZED') : enter(one);
  };
  const setCredit = (number: string, request: Request): Body => {
    as('keeper', request.token, 'tenantsSetCredit');
    const body = bodyOf(request, ['credit']);
    const one = members.find((each) => String(each.number) === number) ?? gone();
    const credit = wholeIn(body['credit'], 'creditMayBeText');
    one.credit = has('creditIsAdded') ? one.credit + credit : credit;
    return memberShown(one);
  };
  const openRoom = (request: Request): Body => {
    const me = as('keeper', request.token, 'tenantsOpenRooms');
    const body = bodyOf(request, ['code', 'capacity', 'fee']);
    const [code, capacity] = [textIn(body['code'], has('codeMayBeLong') ? undefined : 8), wholeIn(body['capacity'])];
    const fee = body['fee'] === undefined ? (has('defaultFeeIsOne') ? 1 : 2) : wholeIn(body['fee']);
    if (rooms.some((one) => one.code === code) && !has('codesMayBeShared')) conflict();
    notBlank(code, 'codeMayBeBlank');
    checkRoom(capacity, fee, 0, false);
    const room: Room = { code, capacity, fee, kept: 0, state: 'open' };
    rooms.push(room);
    return roomShown(room, me);
  };
  const onRoom = (code: string, what: string, request: Request): Body | null => {
    const lax = { PATCH: 'tenantsEditRooms', DELETE: 'tenantsDeleteRooms', close: 'tenantsCloseRooms' } as const;
    const me =
      what === 'GET' ? visitorOr(request.token) : as('keeper', request.token, ...(what === 'reopen' ? [] : [lax[what as 'close']]));
    const body = what === 'PATCH' ? bodyOf(request, ['capacity', 'fee']) : {};
    const room = findRoom(code, me);
    if (what === 'PATCH') {
      const capacity = 'capacity' in body ? wholeIn(body['capacity']) : room.capacity;
      const fee = 'fee' in body ? wholeIn(body['fee']) : room.fee;
      checkRoom(capacity, fee, room.kept, true);
      room.capacity = capacity;
      for (const one of has('feeIsForAllRooms') ? rooms : [room]) one.fee = fee;
    } else if (what === 'DELETE') {
      allow(room.kept === 0, 'keptRoomsAreDeleted');
      if (crates.some((one) => one.room === room)) {
        if (!has('keptRoomsAreDeleted') || room.kept === 0) conflict();
        crates = crates.filter((one) => one.room !== room);
      }
      rooms.splice(rooms.indexOf(room), 1);
      return null;
    } else if (what === 'close') {
      if (room.state !== 'open' && !(room.state === 'full' && has('fullRoomsClose'))) conflict();
      if (room.kept > 0 && !has('keptRoomsClose') && room.state !== 'full') refuse(409, 'NOT_EMPTY');
      room.state = 'closed';
      const waiting = crates.filter((one) => one.state === 'asked' && (one.room === room || has('closeRefusesEverywhere')));
      for (const one of has('closeRefusesNone') ? [] : has('closeRefusesOne') ? waiting.slice(0, 1) : waiting) one.state = 'refused';
    } else if (what === 'reopen') {
      if (room.state !== 'closed' && !(room.state === 'open' && has('openRoomsReopen'))) conflict();
      room.state = 'open';
    }
    return roomShown(room, me);
  };
  const visitorOr = (token: string | null): Member =>
    token === null && has('visitorsSeeRooms') ? (members[0] as Member) : signedIn(token);
  const bring = (request: Request): Body => {
    const me = as('tenant', request.token, 'keepersBringCrates');
    const body = bodyOf(request, ['code', 'label', 'weight', 'height']);
    const room = findRoom(typeof body['code'] === 'string' ? body['code'] : body['code'] === undefined ? '' : invalid(), me);
    const [label, weight] = [labelIn(body['label']), wholeIn(body['weight'], 'weightMayBeText')];
    const height = body['height'] === undefined ? (has('defaultHeightIsTwo') ? 2 : 1) : wholeIn(body['height']);
    const isLax = (room.state === 'full' && has('fullRoomsTakeCrates')) || (room.state === 'closed' && has('closedRoomsTakeCrates'));
    if (room.state !== 'open' && !isLax) refuse(has('notOpenIsNotFound') ? 404 : 409, 'NOT_OPEN');
    const waiting = crates.filter(
      (one) =>
        (one.owner === me || has('waitingIsOfAllTenants')) &&
        (one.state === 'asked' || (one.state === 'stored' && has('waitingCountsStored'))),
    );
    const sum = waiting.reduce((all, one) => all + one.weight, has('waitingIgnoresTheNewOne') ? 0 : weight);
    const isTooMuch = sum > (has('waitingIsOneLess') ? 199 : has('waitingIsOneMore') ? 201 : 200) && !has('waitingIsNotChecked');
    if (isTooMuch && has('waitingBeforeWeight')) refuse(409, 'TOO_MUCH');
    notBlank(label, 'labelMayBeBlank');
    checkWeight(weight);
    within(height, 1, has('fourHigh') ? 4 : 3, 'BAD_HEIGHT');
    if (isTooMuch) refuse(409, 'TOO_MUCH');
    const crate: Crate = {
      ...{ number: ++numbers, room, owner: me, label, weight, height },
      ...{ price: null, storedAt: null, state: 'asked' },
    };
    crates.push(crate);
    return crateShown(crate, me);
  };
  const store = (crate: Crate): void => {
    const { room, owner, weight, state } = crate;
    const most = room.capacity + (has('spaceIsOneMore') ? 1 : has('spaceIsOneLess') ? -1 : 0);
    const isFull = room.kept + weight > most && !has('spaceIsNotChecked');
    const full = (): never => refuse(409, has('noSpaceIsConflict') ? 'CONFLICT' : 'NO_SPACE');
    if (isFull && has('guardBeforeState')) full();
    const isLax = (state === 'stored' && has('storedIsStoredAgain')) || (state === 'refused' && has('refusedIsStored'));
    if (state !== 'asked' && !isLax) conflict();
    if (isFull) full();
    crate.state = 'stored';
    if (!has('storeForgetsTime')) crate.storedAt = now();
    if (!has('storeForgetsKept')) room.kept = weight + (has('storeReplacesKept') ? 0 : room.kept);
    const rent = weight * (has('storeForgetsFee') ? 1 : room.fee);
    if (!has('storeForgetsRent')) owner.rent = rent + (has('storeReplacesRent') ? 0 : owner.rent);
    const isFilled = room.kept >= room.capacity - (has('fullIsNoticedEarly') ? 1 : 0);
    if (isFilled && room.state === 'open' && !has('fullIsNotNoticed')) room.state = 'full';
  };
  const buy = (crate: Crate, me: Member): void => {
    if (crate.state !== 'offered' && !(crate.state === 'stored' && has('storedIsBought'))) conflict();
    const [seller, price, rent] = [crate.owner, crate.price ?? 0, crate.weight * crate.room.fee];
    const isPoor = has('creditMustBeMore') ? me.credit <= price : me.credit < price;
    if ((seller === me && !has('ownersBuy')) || (isPoor && !has('creditIsNotChecked')))
      refuse(has('noCreditIsForbidden') ? 403 : 402, 'NO_CREDIT');
    if (!has('sellerIsNotPaid')) seller.credit += price;
    if (!has('sellerKeepsRent')) seller.rent -= rent;
    if (!has('buyForgetsToPay')) me.credit -= price;
    if (!has('buyerHasNoRent')) me.rent += rent;
    if (!has('buyKeepsOwner')) crate.owner = me;
    if (!has('buyKeepsPrice')) crate.price = null;
    if (has('buyChangesRoom')) crate.room.kept -= crate.weight;
    crate.state = 'stored';
  };
  const collect = (crate: Crate): void => {
    const { room, owner, weight, state } = crate;
    const isLax = (state === 'offered' && has('offeredIsCollected')) || (state === 'out' && has('collectedIsCollectedAgain'));
    if (state !== 'stored' && !isLax) conflict();
    const rent = weight * room.fee;
    if (owner.credit < rent && !has('collectIgnoresCredit')) refuse(has('noCreditIsForbidden') ? 403 : 402, 'NO_CREDIT');
    crate.state = 'out';
    if (!has('collectForgetsCredit')) owner.credit -= rent;
    if (!has('collectForgetsRent')) owner.rent = has('collectClearsRent') ? 0 : owner.rent - rent;
    if (!has('collectForgetsKept')) room.kept -= weight;
    if (has('collectClearsTime')) crate.storedAt = null;
    if (room.state === 'full' && !has('collectKeepsRoomFull')) room.state = 'open';
  };
  const offer = (crate: Crate, body: Body): void => {
    if (crate.state !== 'stored' && !(crate.state === 'asked' && has('askedIsOffered'))) conflict();
    const price = wholeIn(body['price']);
    const most = 5 * crate.weight * (has('priceLimitIgnoresHeight') ? 1 : crate.height) + (has('priceLimitIsOneMore') ? 1 : 0);
    const isDear = price > most && !has('priceIsNotLimited');
    if (isDear || (price <= 0 && !(price === 0 && has('nothingIsAPrice')))) refuse(has('badPriceIsConflict') ? 409 : 422, 'BAD_PRICE');
    crate.state = 'offered';
    if (!has('offerForgetsPrice')) crate.price = price;
  };
  const lax: Readonly<Record<string, readonly DepotFault[]>> = {
    PATCH: ['anyoneEditsCrates'],
    DELETE: ['anyoneDeletesCrates'],
    offer: ['anyoneOffers'],
    withdraw: ['anyoneWithdraws'],
    collect: ['anyoneCollects'],
    store: ['tenantsStore'],
    refuse: ['tenantsRefuse'],
  };
  const onCrate = (number: string, what: string, request: Request): Body | null => {
    if (has('missingBeforeSignedOut') && !crates.some((one) => String(one.number) === number)) gone();
    if (has('recordBeforeRole')) findCrate(number, signedIn(request.token));
    const isKeepers = what === 'store' || what === 'refuse';
    const me =
      what === 'GET'
        ? signedIn(request.token)
        : as(isKeepers ? 'keeper' : 'tenant', request.token, ...(isKeepers ? (lax[what] ?? []) : []));
    const body = what === 'PATCH' ? bodyOf(request, ['label', 'weight']) : what === 'offer' ? bodyOf(request, ['price']) : {};
    const crate = findCrate(number, me, ...(lax[what] ?? []));
    const { state } = crate;
    if (['PATCH', 'DELETE', 'offer', 'withdraw', 'collect'].includes(what)) allow(crate.owner === me, ...(lax[what] ?? []));
    if (what === 'PATCH') {
      allow(state === 'asked' || (state === 'stored' && has('storedIsEdited')));
      const label = 'label' in body ? labelIn(body['label']) : crate.label;
      const weight = 'weight' in body ? wholeIn(body['weight']) : crate.weight;
      notBlank(label, 'labelMayBeBlank');
      if (!has('patchedWeightIsNotChecked')) checkWeight(weight);
      Object.assign(crate, { label, weight });
    } else if (what === 'DELETE') {
      allow(['asked', 'refused'].includes(state) || (state === 'stored' && has('storedIsDeleted')));
      if (!has('deletedCratesStay')) crates = crates.filter((one) => one !== crate);
      return null;
    } else if (what === 'store') store(crate);
    else if (what === 'refuse') {
      allow(!has('keepersMayNotRefuse'));
      if (state !== 'asked' && !(state === 'stored' && has('storedIsRefused'))) conflict();
      crate.state = 'refused';
    } else if (what === 'offer') offer(crate, body);
    else if (what === 'withdraw') {
      if (state !== 'offered') conflict();
      if (!has('withdrawForgetsState')) crate.state = 'stored';
      if (!has('withdrawKeepsPrice')) crate.price = null;
    } else if (what === 'buy') buy(crate, me);
    else if (what === 'collect') collect(crate);
    return shownAfter(crate, me);
  };

  const deleted = has('deleteIs200') ? 200 : 204;
  const routes: readonly Route[] = [
    ['POST', /^\/members$/, (_match, request) => [201, signUp(request)]],
    ['POST', /^\/session$/, (_match, request) => [200, signIn(request)]],
    ['GET', /^\/me$/, (_match, { token }) => [200, memberShown(signedIn(token))]],
    ['PUT', /^\/members\/([^/]+)\/credit$/, ([, number = ''], request) => [200, setCredit(number, request)]],
    ['GET', /^\/rooms$/, (_match, { token, query }) => [200, listRooms(signedIn(token), new URLSearchParams(query))]],
    ['POST', /^\/rooms$/, (_match, request) => [201, openRoom(request)]],
    ['DELETE', /^\/rooms\/([^/]+)$/, ([, code = ''], request) => [deleted, onRoom(code, 'DELETE', request)]],
    ['GET', /^\/rooms\/([^/]+)$/, ([, code = ''], request) => [200, onRoom(code, 'GET', request)]],
    ['PATCH', /^\/rooms\/([^/]+)$/, ([, code = ''], request) => [200, onRoom(code, 'PATCH', request)]],
    ['POST', /^\/rooms\/([^/]+)\/(close|reopen)$/, ([, code = '', what = ''], request) => [200, onRoom(code, what, request)]],
    ['GET', /^\/crates$/, (_match, { token, query }) => [200, listCrates(signedIn(token), new URLSearchParams(query))]],
    ['POST', /^\/crates$/, (_match, request) => [has('crateIs200') ? 200 : 201, bring(request)]],
    ['DELETE', /^\/crates\/([^/]+)$/, ([, number = ''], request) => [deleted, onCrate(number, 'DELETE', request)]],
    ['GET', /^\/crates\/([^/]+)$/, ([, number = ''], request) => [200, onCrate(number, 'GET', request)]],
    ['PATCH', /^\/crates\/([^/]+)$/, ([, number = ''], request) => [200, onCrate(number, 'PATCH', request)]],
    [
      'POST',
      /^\/crates\/([^/]+)\/(store|refuse|offer|withdraw|buy|collect)$/,
      ([, number = '', what = ''], request) => [200, onCrate(number, what, request)],
    ],
  ];
  return serviceOf(routes, now);
}
