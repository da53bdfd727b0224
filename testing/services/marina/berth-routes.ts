import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, type Route, refuse } from '../hand-written.ts';
import { among, date, flag, given, text, yesOrNo } from '../hand-written-inputs.ts';
import type { MarinaAccess } from './access.ts';
import type { Berth, Has, MarinaData } from './data.ts';
import { bodyOf, complete, decimal, money, pageIn } from './inputs.ts';
import type { MarinaRules } from './rules.ts';
import type { MarinaSteps } from './steps.ts';
import type { MarinaViews } from './views.ts';

/** What the routes of the service are made of. */
export interface MarinaParts {
  readonly data: MarinaData;
  readonly rules: MarinaRules;
  readonly steps: MarinaSteps;
  readonly views: MarinaViews;
  readonly access: MarinaAccess;
  readonly has: Has;
  readonly now: () => number;
}

const piers = ['north', 'south', 'guest'];

export function berthRoutes({ data, rules, views, access, has }: MarinaParts): readonly Route[] {
  const { personOf, enter, berthNamed, hidden } = access;

  const values = (body: Body, berth: Berth): Berth => {
    const changed = { ...berth };
    if ('code' in body) changed.code = text(body['code']);
    if ('pier' in body) changed.pier = among(body['pier'], piers);
    if ('maxLength' in body) changed.maxLength = decimal(body['maxLength']);
    if ('maxBeam' in body) changed.maxBeam = decimal(body['maxBeam']);
    if ('depth' in body) changed.depth = decimal(body['depth']);
    if ('power' in body) changed.power = has('powerByWords') ? Boolean(body['power']) : yesOrNo(body['power']);
    if ('rate' in body) changed.rate = has('rateInAnyPlaces') ? decimal(body['rate']) : money(body['rate']);
    if ('closed' in body && !has('berthsAreNotClosed')) changed.closed = yesOrNo(body['closed']);
    return changed;
  };

  const isSignedOut = (request: Request): boolean => personOf(request) === null;

  return [
    [
      'POST',
      /^\/api\/berths$/,
      (_, request) => {
        enter(request, 'harbourmaster', has('dockhandsAddBerths') && 'dockhand');
        const body = bodyOf(request, has, ['code', 'maxLength', 'maxBeam', 'depth', 'rate', 'pier', 'power']);
        complete(body, has, ['code', 'maxLength', 'maxBeam', 'depth', 'rate']);
        const start = { code: '', pier: 'guest', maxLength: 0, maxBeam: 0, depth: 0, rate: 0 };
        const berth = values(body, { ...start, power: has('newBerthsHavePower'), closed: has('newBerthsAreClosed') });
        rules.berth(berth, true);
        data.berths.push(berth);
        return [201, views.berth(berth)];
      },
    ],
    [
      'GET',
      /^\/api\/berths$/,
      (_, request) => {
        const query = new URLSearchParams(request.query);
        const cut = pageIn(query, has);
        const onlyOpen = isSignedOut(request);
        const pier = given(query, 'pier', (value) => among(value, piers));
        const length = given(query, 'length', decimal);
        const power = given(query, 'power', flag);
        const matching = data.berths.filter(
          (one) =>
            (pier === null || one.pier === pier || has('pierFilterIgnored')) &&
            (length === null ||
              has('lengthFilterIgnored') ||
              (has('lengthFilterExcludes') ? one.maxLength > length : one.maxLength >= length)) &&
            (power === null || one.power === power || (has('noPowerIsAny') && !power)),
        );
        const showsAll = has('closedBerthsListed') || (has('filterFindsClosedBerths') && (pier ?? length ?? power) !== null);
        const found = matching.filter(({ closed }) => !closed || !onlyOpen || showsAll);
        if (!has('berthsUnsorted')) found.sort((one, other) => (one.code < other.code ? -1 : 1));
        const { page, total } = cut(found);
        return [200, { berths: page.map(views.berth), total: has('closedBerthsAreCounted') ? matching.length : total }];
      },
    ],
    [
      'GET',
      /^\/api\/free-berths$/,
      (_, request) => {
        enter(request, 'harbourmaster', has('dockhandsSeekBerths') && 'dockhand', has('skippersSeekBerths') && 'skipper');
        const query = new URLSearchParams(request.query);
        const [arrives, leaves] = [given(query, 'arrives', date), given(query, 'leaves', date)];
        if (arrives === null || leaves === null) return refuse(422, 'DATES_MISSING');
        const isOrdered = has('noNightIsFree') ? arrives <= leaves : arrives < leaves;
        if (!isOrdered && !has('reversedDatesAreFree')) refuse(422, 'DATES_REVERSED');
        const taking = has('freeUntilMoored')
          ? ['moored']
          : has('departedTakeBerths')
            ? ['confirmed', 'moored', 'departed']
            : ['confirmed', 'moored'];
        const meets = has('sameDayIsTaken')
          ? (from: string, to: string) => from <= leaves && arrives <= to
          : (from: string, to: string) => from < leaves && arrives < to;
        const isTaken = (berth: Berth): boolean =>
          data.stays.some((stay) => stay.berth === berth && taking.includes(stay.status) && meets(stay.arrives, stay.leaves));
        const free = data.berths.filter((berth) => (!berth.closed || has('closedBerthsAreFree')) && !isTaken(berth));
        if (!has('freeBerthsByCode')) free.sort((one, other) => one.rate - other.rate || (one.code < other.code ? -1 : 1));
        else free.sort((one, other) => (one.code < other.code ? -1 : 1));
        return [200, { berths: free.map(views.berth) }];
      },
    ],
    [
      'GET',
      /^\/api\/berths\/([^/]+)$/,
      ([, code = ''], request) => {
        const onlyOpen = isSignedOut(request);
        const berth = berthNamed(code);
        const isHidden = has('closedBerthsAreHidden') ? berth.closed : berth.closed && onlyOpen;
        return [200, views.berth(isHidden && !has('closedBerthsShown') ? hidden() : berth)];
      },
    ],
    [
      'PATCH',
      /^\/api\/berths\/([^/]+)$/,
      ([, code = ''], request) => {
        enter(request, 'harbourmaster', has('dockhandsEditBerths') && 'dockhand', has('skippersEditBerths') && 'skipper');
        const body = bodyOf(request, has, ['pier', 'maxLength', 'maxBeam', 'depth', 'power', 'rate', 'closed']);
        const berth = berthNamed(code);
        const changed = values(body, berth);
        rules.berth(changed, false);
        Object.assign(berth, has('rateIsNotChanged') ? { ...changed, rate: berth.rate } : changed);
        return [200, views.berth(berth)];
      },
    ],
    [
      'DELETE',
      /^\/api\/berths\/([^/]+)$/,
      ([, code = ''], request) => {
        enter(request, 'harbourmaster', has('dockhandsDeleteBerths') && 'dockhand');
        const berth = berthNamed(code);
        const used = data.stays.filter((stay) => stay.berth === berth);
        if (used.length > 0 && !has('usedBerthIsDeleted')) refuse(409, 'CONFLICT');
        for (const stay of used) stay.berth = null;
        data.berths = data.berths.filter((other) => other !== berth);
        return [204, null];
      },
    ],
  ];
}
