import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import { type Body, jsonIn, type Route, refuse, serviceOf } from '../hand-written.ts';
import { isEmail, notEmpty } from '../hand-written-inputs.ts';
import type { Fault } from './faults.ts';

interface Member {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

interface Book {
  readonly number: number;
  title: string;
  code: string | null;
  pages: number | null;
  kind: string | null;
  readonly owner: Member;
  holder: Member | null;
  readers: Set<Member>;
  lentAt: string | null;
  state: 'here' | 'lent' | 'lost';
}

/**
 * The service of `lending-document.ts` over arrays, hand-written in the usual style, with one of
 * its faults or none. `now`: milliseconds since the epoch.
 */
export function lendingService(now: () => number, fault: Fault | null = null): Implementation {
  const has = (one: Fault): boolean => fault === one;
  const members: Member[] = [];
  const books: Book[] = [];
  const sessions = new Map<string, Member>();
  let numbers = 7000;

  const signedIn = (token: string | null): Member => {
    const member = token === null ? undefined : sessions.get(token);
    if (member !== undefined) return member;
    if (has('anyTokenIsTheFirstMember') && token !== null && members[0] !== undefined) return members[0];
    return refuse(has('signedOutIsForbidden') ? 403 : 401, 'UNAUTHORIZED');
  };
  const maySee = (book: Book, me: Member): boolean => has('lostIsSeenByAll') || book.owner === me || book.state !== 'lost';
  const find = (text: string, me: Member): Book => {
    const book = books.find(({ number }) => String(number) === text);
    if (book === undefined) return refuse(has('missingIsBadRequest') ? 400 : 404, 'NOT_FOUND');
    if (!maySee(book, me)) return refuse(has('hiddenIsForbidden') ? 403 : 404, 'NOT_FOUND');
    return book;
  };
  const shown = (book: Book): Body => ({
    number: book.number,
    title: has('titleIsTrimmedInAnswers') ? book.title.trim() : book.title,
    ...(has('codeIsLeftOut') ? {} : { code: book.code }),
    pages: has('pagesIsText') && book.pages !== null ? String(book.pages) : book.pages,
    kind: book.kind,
    state: has('stateIsUpperCase') ? book.state.toUpperCase() : book.state,
    owner: has('ownerIsEmail') ? book.owner.email : book.owner.name,
    holder: has('holderIsOwner') && book.holder !== null ? book.owner.name : (book.holder?.name ?? null),
    readers: has('readersIsOneMore') ? book.readers.size + 1 : book.readers.size,
    lentAt: book.lentAt,
    ...(has('passwordIsShown') ? { ownerPassword: book.owner.password } : {}),
  });
  const read = (text: string | null, keys: readonly string[]): Body => {
    if (text === null) return {};
    const json = jsonIn(text);
    if (json === undefined) return has('brokenJsonIsEmpty') ? {} : refuse(400, 'MALFORMED');
    if (json === null || typeof json !== 'object' || Array.isArray(json)) return refuse(422, 'INVALID');
    if (!has('unknownKeysAreIgnored') && Object.keys(json).some((key) => !keys.includes(key))) refuse(422, 'INVALID');
    return json as Body;
  };
  const text = (body: Body, key: string): string => {
    const value = body[key];
    if (has('numbersAreTakenAsText') && typeof value === 'number') return String(value);
    return typeof value === 'string' ? value : refuse(422, 'INVALID');
  };
  const titleIn = (body: Body, key = 'title'): string => {
    const value = body[key];
    if (value === undefined || value === null) return refuse(422, has('missingTitleIsBlank') ? 'BLANK' : 'INVALID');
    const title = text(body, key);
    if (!has('titleMayBeLong') && [...title].length > (has('titleIsOneShorter') ? 59 : 60)) refuse(422, 'INVALID');
    if (has('titleMayBeBlank') ? title === '' : title.trim() === '') refuse(has('blankIsBadRequest') ? 400 : 422, 'BLANK');
    return title;
  };
  const pagesIn = (body: Body): number | null => {
    const value = body['pages'] ?? null;
    if (value === null) return null;
    if (typeof value !== 'number' || (!has('pagesMayBeFractions') && !Number.isInteger(value))) return refuse(422, 'INVALID');
    const [least, most] = [has('noPagesAreFine') ? 0 : 1, has('oneMorePage') ? 901 : has('oneFewerPage') ? 899 : 900];
    if (!has('pagesAreNotChecked') && (value < least || value > most)) refuse(422, 'BAD_PAGES');
    return value;
  };
  const enter = (member: Member): Body => {
    const token = `t${sessions.size}-${member.id}-${'x'.repeat(24)}`;
    sessions.set(token, member);
    return { token, name: member.name };
  };
  const isAllowed = (allowed: boolean, ignored: Fault): void => {
    if (!allowed && !has(ignored)) refuse(has('refusalsAre401') ? 401 : 403, 'FORBIDDEN');
  };
  const isIn = (book: Book, state: Book['state'], ignored: Fault): void => {
    if (book.state !== state && !has(ignored)) refuse(has('conflictsAre422') ? 422 : 409, 'CONFLICT');
  };

  const routes: readonly Route[] = [
    [
      'POST',
      /^\/members$/,
      (_match, request) => {
        // Section 6 lets only signed-out people sign up.
        if (request.token !== null && signedIn(request.token)) refuse(403, 'FORBIDDEN');
        const body = read(request.body, ['name', 'email', 'password']);
        const [name, email, password] = [text(body, 'name'), text(body, 'email'), text(body, 'password')];
        if (!has('anyEmailWillDo') && !isEmail(email)) refuse(422, 'INVALID');
        const taken = members.some((member) => member.email.toLowerCase() === email.toLowerCase());
        if (taken && !has('emailsMayBeShared')) refuse(409, 'CONFLICT');
        const member = { id: members.length, name, email, password: notEmpty(password) };
        members.push(member);
        return [has('signUpIs200') ? 200 : 201, enter(member)];
      },
    ],
    [
      'POST',
      /^\/session$/,
      (_match, request) => {
        if (request.token !== null) signedIn(request.token);
        const body = read(request.body, ['email', 'password']);
        const [email, password] = [text(body, 'email'), text(body, 'password')];
        const member = members.find((one) => one.email === email && (has('anyPasswordWillDo') || one.password === password));
        return member === undefined ? refuse(has('wrongPasswordIs404') ? 404 : 401, 'UNAUTHORIZED') : [200, enter(member)];
      },
    ],
    [
      'GET',
      /^\/books$/,
      (_match, request) => {
        const me = has('listIsOpenToAll') ? (sessions.get(request.token ?? '') ?? (members[0] as Member)) : signedIn(request.token);
        const query = new URLSearchParams(request.query);
        const state = query.get('state');
        if (state !== null && !['here', 'lent', 'lost'].includes(state) && !has('unknownStatesAreIgnored')) refuse(422, 'INVALID');
        const limit = Number(query.get('limit') || 20);
        if (!Number.isInteger(limit) || limit < 0 || limit > 1000) refuse(422, 'INVALID');
        const found = books
          .filter((book) => (has('listShowsLost') ? true : maySee(book, me)) && (!has('listShowsOnlyOwn') || book.owner === me))
          .filter((book) => has('filterDoesNothing') || state === null || book.state === state)
          .sort((a, b) => a.title.localeCompare(b.title, 'en') * (has('listIsBackwards') ? -1 : 1) || a.number - b.number);
        const page = has('limitDoesNothing') ? found : found.slice(0, limit);
        return [200, { books: page.map(shown), total: has('totalIsOfThePage') ? page.length : found.length }];
      },
    ],
    [
      'POST',
      /^\/books$/,
      (_match, request) => {
        const me = signedIn(request.token);
        const body = read(request.body, ['title', 'code', 'pages', 'kind']);
        const code = (body['code'] ?? null) === null ? null : text(body, 'code');
        const kind =
          body['kind'] === undefined ? (has('defaultIsPoems') ? 'poems' : 'novel') : body['kind'] === null ? null : text(body, 'kind');
        const pages = pagesIn(body);
        if (kind !== null && !['novel', 'poems'].includes(kind) && !has('anyKindWillDo')) refuse(422, 'INVALID');
        const title = titleIn(body);
        if (code !== null && books.some((book) => book.code === code) && !has('codesMayBeShared')) refuse(409, 'TAKEN');
        const owner = has('ownerIsFirstMember') ? (members[0] as Member) : me;
        const state = has('newBooksAreLent') ? 'lent' : 'here';
        const book: Book = { number: ++numbers, title, code, pages, kind, owner, holder: null, readers: new Set(), lentAt: null, state };
        if (!has('booksAreNotKept')) books.push(book);
        return [has('createIs200') ? 200 : 201, shown(book)];
      },
    ],
    ['GET', /^\/books\/([^/]+)$/, ([, number = ''], { token }) => [200, shown(find(number, signedIn(token)))]],
    [
      'PATCH',
      /^\/books\/([^/]+)$/,
      ([, number = ''], request) => {
        const me = signedIn(request.token);
        const body = read(request.body, ['title', 'pages']);
        const book = find(number, me);
        isAllowed(book.owner === me, 'anyoneUpdates');
        const [title, pages] = ['title' in body ? titleIn(body) : book.title, 'pages' in body ? pagesIn(body) : book.pages];
        if (!has('updateForgetsTitle')) book.title = title;
        book.pages = has('updateClearsPages') && !('pages' in body) ? null : pages;
        if (has('updateMakesItHere')) book.state = 'here';
        return [200, shown(book)];
      },
    ],
    [
      'DELETE',
      /^\/books\/([^/]+)$/,
      ([, number = ''], { token }) => {
        const me = signedIn(token);
        const book = find(number, me);
        isAllowed(book.owner === me, 'anyoneDeletes');
        isAllowed(book.state === 'here', 'lentIsDeleted');
        if (!has('deleteDoesNothing')) books.splice(books.indexOf(book), 1);
        return [has('deleteIs200') ? 200 : 204, null];
      },
    ],
    [
      'POST',
      /^\/books\/([^/]+)\/(lend|return|lose|readers)$/,
      ([, number = '', what = ''], { token }) => {
        const me = signedIn(token);
        const book = find(number, me);
        if (what === 'lend') {
          isIn(book, 'here', 'lentIsLentAgain');
          if (book.owner === me && !has('ownBookIsLent')) refuse(has('ownBookIsForbidden') ? 403 : 409, 'OWN_BOOK');
          book.holder = has('lendForgetsHolder') ? null : me;
          book.lentAt = has('lendForgetsTime') ? null : new Date(now() + (has('lendIsTomorrow') ? 86_400_000 : 0)).toISOString();
          book.state = 'lent';
          if (has('lendAddsReader')) book.readers.add(me);
        } else if (what === 'return') {
          isAllowed(book.holder === me, 'anyoneReturns');
          isIn(book, 'lent', 'hereIsReturned');
          book.holder = has('returnKeepsHolder') ? book.holder : null;
          book.lentAt = has('returnKeepsTime') ? book.lentAt : null;
          book.state = has('returnKeepsState') ? 'lent' : 'here';
        } else if (what === 'lose') {
          isAllowed(book.holder === me, 'anyoneLoses');
          isIn(book, 'lent', 'hereIsLost');
          book.state = has('loseMakesItHere') ? 'here' : 'lost';
          // The answer omits the record if the reader may no longer see it.
          if (!maySee(book, me)) return [200, shownToNone];
        } else if (!has('readersDoesNothing')) {
          if (has('readersIsForOwners')) isAllowed(book.owner === me, 'anyoneReturns');
          book.readers.add(me);
        }
        return [200, shown(book)];
      },
    ],
  ];

  return serviceOf(routes, now);
}

/** The answer about a record that the person may not read. */
const shownToNone = { owner: null, holder: null, readers: null };
