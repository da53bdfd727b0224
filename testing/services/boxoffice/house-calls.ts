import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, refuse } from '../hand-written.ts';
import { among, orNull, text, whole, yesOrNo } from '../hand-written-inputs.ts';
import { from } from './booking-steps.ts';
import { type Person, type Production, productionKinds, type SeatRow } from './data.ts';
import type { Has, Others } from './faults.ts';
import { cents } from './inputs.ts';
import type { Theatre } from './theatre.ts';

/** The calls about bands, rows and productions. */
export function houseCalls({ data, rules, access, views, door }: Theatre, has: Has) {
  const { allow, enter, missing } = door;
  const words = (most: number) => (value: unknown) => orNull(value, (one) => text(one, most));

  const bandOf = (code: unknown) => data.bands.find((one) => one.code === code) ?? missing();
  const addBand = (request: Request): Body => {
    const { body } = enter(request, ['manager'], ['code', 'name', 'price'], { clerksAddBands: 'clerk' });
    const band = { code: text(body['code'], 4), name: text(body['name'], 30), price: cents(body['price']) };
    if (data.bands.some(({ code }) => code === band.code)) refuse(409, 'CONFLICT');
    rules.band(band, null);
    data.bands.push(band);
    return views.band(band);
  };
  const editBand = (code: string, request: Request): Body => {
    const { body } = enter(request, ['manager'], ['name', 'price'], { clerksSetPrices: 'clerk' });
    const band = bandOf(code);
    const changed = {
      name: 'name' in body ? text(body['name'], 30) : band.name,
      price: 'price' in body ? cents(body['price']) : band.price,
    };
    rules.band({ ...band, ...changed }, band);
    return views.band(Object.assign(band, changed));
  };
  const deleteBand = (code: string, request: Request): null => {
    enter(request, ['manager'], null);
    const band = bandOf(code);
    if (data.rows.some((row) => row.band === band)) refuse(409, 'CONFLICT');
    data.bands = data.bands.filter((one) => one !== band);
    return null;
  };

  const rowOf = (code: unknown): SeatRow => data.rows.find((one) => one.code === code) ?? missing();
  const addRow = (request: Request): Body => {
    const { me, body } = enter(request, ['manager'], ['code', 'bandCode', 'seats', 'note']);
    if ('bandCode' in body) orNull(body['bandCode'], text);
    const band = bandOf(body['bandCode']);
    const row: SeatRow = {
      ...{ code: text(body['code'], 2), band, seats: whole(body['seats']), closed: false },
      note: 'note' in body ? words(100)(body['note']) : null,
    };
    if (data.rows.some(({ code }) => code === row.code)) refuse(409, 'CONFLICT');
    rules.row(row, null);
    data.rows.push(row);
    return views.row(row, me);
  };
  const editRow = (code: string, request: Request): Body => {
    const { me, body } = enter(request, ['clerk', 'manager'], ['seats', 'closed', 'note'], { ushersCloseRows: 'usher' });
    const row = rowOf(code);
    allow(me.role === 'manager' || (!('seats' in body) && Object.keys(body).length > 0) || has('clerksChangeSeats'));
    allow(me.role === 'manager' || !('closed' in body) || !has('clerksDoNotClose'));
    const changed = {
      seats: 'seats' in body ? whole(body['seats']) : row.seats,
      closed: 'closed' in body ? yesOrNo(body['closed']) : has('patchOpensRow') ? false : row.closed,
      note: 'note' in body ? words(100)(body['note']) : row.note,
    };
    rules.row({ ...row, ...changed }, row);
    return views.row(Object.assign(row, changed), me);
  };

  const productionOf = (code: unknown, me: Person): Production => {
    const production = data.productions.find((one) => one.code === code) ?? missing();
    return access.seesProduction(production, me) ? production : door.hidden();
  };
  const age = (value: unknown): number | null => orNull(value, whole);
  const addProduction = (request: Request): Body => {
    const keys = ['code', 'title', 'kind', 'minutes', 'minAge', 'note'];
    const { me, body } = enter(request, ['manager'], keys);
    const production: Production = {
      ...{ code: text(body['code'], 8), title: text(body['title'], 60) },
      kind: among(body['kind'], productionKinds, has('kindMayBeAnything')),
      minutes: whole(body['minutes']),
      minAge: 'minAge' in body ? age(body['minAge']) : null,
      note: 'note' in body ? words(100)(body['note']) : null,
      state: 'planned',
    };
    if (data.productions.some(({ code }) => code === production.code)) refuse(409, 'CONFLICT');
    rules.production(production, null);
    data.productions.push(production);
    return views.production(production, me);
  };
  const editProduction = (code: string, request: Request): Body => {
    const { me, body } = enter(request, ['manager'], ['title', 'minutes', 'minAge', 'note'], { clerksEditProductions: 'clerk' });
    const one = productionOf(code, me);
    const changed = {
      title: 'title' in body ? text(body['title'], 60) : one.title,
      minutes: 'minutes' in body ? whole(body['minutes']) : one.minutes,
      minAge: 'minAge' in body ? age(body['minAge']) : has('patchClearsAge') ? null : one.minAge,
      note: 'note' in body ? words(100)(body['note']) : one.note,
    };
    if (has('nullAgeIsIgnored')) changed.minAge ??= one.minAge;
    rules.production({ ...one, ...changed }, one);
    return views.production(Object.assign(one, changed), me);
  };
  const deleteProduction = (code: string, request: Request): null => {
    const { me } = enter(request, ['manager'], null);
    const one = productionOf(code, me);
    from(one.state === 'planned' || (one.state === 'announced' && has('announcedIsDeleted')));
    const isUsed = data.performances.some(({ production }) => production === one);
    if (isUsed && !has('usedProductionsAreDeleted')) refuse(409, 'CONFLICT');
    data.productions = data.productions.filter((other) => other !== one);
    return null;
  };

  type Step = (one: Production) => void;
  const step =
    (change: Step, others: Others = {}) =>
    (code: string, request: Request): Body => {
      const { me } = enter(request, ['manager'], null, others);
      const one = productionOf(code, me);
      change(one);
      return views.production(one, me);
    };
  const announce: Step = (one) => {
    from(one.state === 'planned' || (one.state === 'archived' && has('archivedIsAnnounced')));
    one.state = 'announced';
  };
  const archive: Step = (one) => {
    from(one.state === 'announced' || (one.state === 'planned' && has('plannedIsArchived')));
    const live: string[] = ['scheduled', 'on sale', 'admitting'];
    if (has('admittingIsOver')) live.pop();
    if (has('scheduledIsNotToCome')) live.shift();
    const isLive = data.performances.some(({ production, state }) => production === one && live.includes(state));
    if (isLive && !has('archivedWhilePlaying')) refuse(has('stillPlayingIs422') ? 422 : 409, 'STILL_PLAYING');
    one.state = 'archived';
  };
  const revive: Step = (one) => {
    from(one.state === 'archived');
    one.state = has('revivedIsPlanned') ? 'planned' : 'announced';
  };
  return {
    ...{ addBand, editBand, deleteBand, rowOf, addRow, editRow, productionOf, addProduction, editProduction, deleteProduction },
    announce: step(announce, { clerksAnnounce: 'clerk' }),
    archive: step(archive, { clerksArchive: 'clerk' }),
    revive: step(revive),
  };
}

export type HouseCalls = ReturnType<typeof houseCalls>;
