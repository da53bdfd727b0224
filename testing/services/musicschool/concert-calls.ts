import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, refuse } from '../hand-written.ts';
import { date, orNull, text, whole } from '../hand-written-inputs.ts';
import { from } from './bill-steps.ts';
import { type Concert, daysBetween, type Person, type Piece } from './data.ts';
import type { Has } from './faults.ts';
import type { School } from './school.ts';
import { familyPlaces } from './views.ts';

/** The calls about concerts and their pieces. */
export function concertCalls({ data, bills, access, views, door }: School, has: Has) {
  const { allow, enter, numbered } = door;
  const { today } = bills;

  const titleRule = (title: string): void => {
    if (title.trim() === '') refuse(has('blankIs400') ? 400 : 422, 'BLANK');
  };
  const add = (request: Request): Body => {
    const { me, body } = enter(request, ['clerk'], ['title', 'day', 'places']);
    const [title, day, places] = [text(body['title'], 60), date(body['day']), whole(body['places'])];
    titleRule(title);
    if (daysBetween(today(), day) < 14) refuse(422, 'TOO_SOON');
    if (data.concerts.some((one) => one.day === day) && !has('concertsShareDays')) refuse(409, 'DAY_TAKEN');
    if (places < familyPlaces || places > 60) refuse(422, 'BAD_PLACES');
    const concert: Concert = { number: data.next('concert'), title, day, places, guests: new Set(), state: 'planned' };
    data.concerts.push(concert);
    return views.concert(concert, me);
  };
  const concertOf = (number: string, me: Person): Concert => numbered(data.concerts, number, (one) => access.seesConcert(one, me));
  const announce = (number: string, request: Request): Body => {
    const { me } = enter(request, ['clerk'], null, { teachersAnnounce: 'teacher' }, number);
    const one = concertOf(number, me);
    from(one.state === 'planned');
    const counted = data.piecesOf(one).filter(({ state }) => state === 'accepted' || has('proposalsAreEnough'));
    if (counted.length < 2) refuse(409, 'NO_PROGRAMME');
    one.state = 'open';
    return views.concert(one, me);
  };
  const reserve = (number: string, request: Request): Body => {
    const { me } = enter(request, ['family'], null, {}, number);
    const one = concertOf(number, me);
    if (one.state !== 'open') refuse(409, 'NOT_OPEN');
    if (me.suspended && !has('suspendedReserve')) refuse(has('suspendedIs409') ? 409 : 403, 'SUSPENDED');
    if (one.guests.has(me) && has('reservedTwiceIsConflict')) refuse(409, 'CONFLICT');
    const guests = one.guests.size + (one.guests.has(me) ? 0 : 1);
    const needed = guests * familyPlaces;
    const isFull = has('lastPlacesAreKept') ? needed >= one.places : needed > one.places;
    if (isFull && !one.guests.has(me) && !has('fullIsReserved')) refuse(409, 'FULL');
    one.guests.add(me);
    return views.concert(one, me);
  };
  const giveBack = (number: string, request: Request): Body => {
    const { me } = enter(request, ['family'], null, {}, number);
    const one = concertOf(number, me);
    if (one.state !== 'open') refuse(409, 'NOT_OPEN');
    one.guests.delete(me);
    return views.concert(one, me);
  };

  const addPiece = (number: string, request: Request): Body => {
    const keys = ['enrolment', 'title', 'composer', 'minutes'];
    const { me, body } = enter(request, ['teacher'], keys, {}, number);
    if ('enrolment' in body) orNull(body['enrolment'], whole);
    const concert = concertOf(number, me);
    const isLax = has('anyPupilIsProposed');
    const enrolment = numbered(data.enrolments, String(body['enrolment'] ?? ''), (each) => access.seesEnrolment(each, me) || isLax);
    const title = text(body['title'], 60);
    const composer = 'composer' in body ? orNull(body['composer'], (value) => text(value, 40)) : null;
    const minutes = whole(body['minutes']);
    if (concert.state !== 'planned') refuse(409, 'NOT_PLANNED');
    if (title.trim() === '') refuse(has('blankIs400') ? 400 : 422, 'BLANK');
    if (minutes < 1 || minutes > 15) refuse(422, 'BAD_MINUTES');
    if (enrolment.state !== 'running' && !has('formerPupilsPlay')) refuse(409, 'NOT_RUNNING');
    if (data.piecesOf(concert).some((one) => one.enrolment === enrolment) && !has('playTwice')) refuse(409, 'PLAYS');
    const piece: Piece = { number: data.next('piece'), concert, enrolment, title, composer, minutes, state: 'proposed' };
    data.pieces.push(piece);
    return views.piece(piece, me);
  };
  const pieceOf = (number: string, me: Person): Piece => numbered(data.pieces, number, (one) => access.seesPiece(one, me));
  const accept = (number: string, request: Request): Body => {
    const { me } = enter(request, ['clerk'], null, { teachersAccept: 'teacher' }, number);
    const one = pieceOf(number, me);
    from(one.state === 'proposed');
    if (one.concert.state !== 'planned' && !has('acceptedLate')) refuse(409, 'NOT_PLANNED');
    const minutes = views.minutes(one.concert) + (has('lengthIgnoresThePiece') ? 0 : one.minutes);
    if (minutes > 40) refuse(409, 'TOO_LONG');
    one.state = 'accepted';
    return views.piece(one, me);
  };
  const deletePiece = (number: string, request: Request): null => {
    const { me } = enter(request, ['teacher'], null, { clerksDeletePieces: 'clerk' }, number);
    const one = pieceOf(number, me);
    allow(one.enrolment.teacher === me || me.role !== 'teacher' || has('anyTeacherDeletes'));
    from(one.state === 'proposed' || has('acceptedIsDeleted'));
    data.pieces = data.pieces.filter((other) => other !== one);
    return null;
  };
  return { add, announce, reserve, giveBack, addPiece, accept, deletePiece };
}
