import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import { type Body, jsonIn, type Route, refuse, serviceOf } from '../hand-written.ts';
import { isEmail } from '../hand-written-inputs.ts';
import type { ClaimsFault } from './faults.ts';

interface Person {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly role: string;
}

interface Line {
  readonly number: number;
  what: string;
  cents: number;
  kind: string;
  day: string | null;
}

interface Claim {
  readonly number: number;
  title: string;
  readonly owner: Person;
  status: 'draft' | 'submitted' | 'approved' | 'rejected' | 'paid';
  reason: string | null;
  approver: Person | null;
  submittedAt: number | null;
  lines: Line[];
  notes: string[];
}

/**
 * The service of `claims-document.ts` over arrays, hand-written, with one of its faults or none.
 * `now`: milliseconds since the epoch.
 */
export function claimsService(now: () => number, fault: ClaimsFault | null = null): Implementation {
  const has = (one: ClaimsFault): boolean => fault === one;
  const password = 'correct-horse';
  const people: Person[] = [
    { name: 'Mara Boss', email: 'mara@example.com', password, role: 'manager' },
    { name: 'Milo Head', email: 'milo@example.com', password, role: 'manager' },
    { name: 'Finn Gold', email: 'finn@example.com', password, role: 'finance' },
  ];
  const sessions = new Map<string, Person>();
  const claims: Claim[] = [];
  let numbers = 3000;

  const signedIn = (token: string | null): Person => {
    const person = token === null ? undefined : sessions.get(token);
    if (person !== undefined) return person;
    const first = people.find(({ role }) => role === 'employee');
    if (has('anyTokenIsTheFirstEmployee') && token !== null && first !== undefined) return first;
    return refuse(has('signedOutIsForbidden') ? 403 : 401, 'UNAUTHORIZED');
  };
  const maySee = (claim: Claim, me: Person): boolean => {
    if (me.role === 'finance') return ['approved', 'paid'].includes(claim.status);
    return claim.owner === me || (me.role === 'manager' && (claim.status !== 'draft' || has('managersSeeDrafts')));
  };
  const gone = (): never => refuse(has('missingIsBadRequest') ? 400 : 404, 'NOT_FOUND');
  const hidden = (): never => refuse(has('hiddenIsForbidden') ? 403 : 404, 'NOT_FOUND');
  const signedInFor = (number: string, token: string | null): Person => {
    if (has('missingBeforeSignedOut') && !claims.some((one) => String(one.number) === number)) return gone();
    return signedIn(token);
  };
  const find = (text: string, me: Person, ...shownBy: readonly ClaimsFault[]): Claim => {
    const claim = claims.find(({ number }) => String(number) === text) ?? gone();
    return maySee(claim, me) || shownBy.some(has) ? claim : hidden();
  };
  const maySeeLines = (claim: Claim, me: Person): boolean => claim.owner === me || me.role !== 'employee';
  const findLine = (text: string, me: Person, ...shownBy: readonly ClaimsFault[]): readonly [Claim, Line] => {
    for (const claim of claims)
      for (const line of claim.lines)
        if (String(line.number) === text) return maySeeLines(claim, me) || shownBy.some(has) ? [claim, line] : hidden();
    return has('missingLineIsGone') ? refuse(410, 'NOT_FOUND') : gone();
  };
  const allow = (allowed: boolean, ...ignored: readonly ClaimsFault[]): void => {
    if (!allowed && !ignored.some(has)) refuse(has('refusalsAreMissing') ? 404 : 403, 'FORBIDDEN');
  };
  const isIn = (claim: Claim, status: Claim['status'], ignored: ClaimsFault, also: Claim['status']): void => {
    if (claim.status === status || (claim.status === also && has(ignored))) return;
    refuse(has('conflictsAreInvalid') ? 422 : 409, 'CONFLICT');
  };
  /** Section 7 names the roles of a call, which are checked before the record is looked up. */
  const staffOnly = (me: Person, ...ignored: readonly ClaimsFault[]): void => allow(me.role !== 'finance', ...ignored);
  const sumOf = (claim: Claim): number =>
    claim.lines.reduce((sum, { cents, kind }) => sum + (has('sumLeavesOutMeals') && kind === 'meal' ? 0 : cents), 0);
  const personShown = (person: Person): Body => ({
    name: person.name,
    ...(has('roleIsLeftOut') ? {} : { role: person.role }),
    ...(has('passwordIsShown') ? { password: person.password } : {}),
  });
  const lineShown = ({ number, what, cents, kind, day }: Line): Body => ({
    number,
    what,
    cents: has('centsAreEuros') ? cents / 100 : cents,
    kind,
    day: day !== null && has('dayIsMoment') ? `${day}T00:00:00.000Z` : day,
  });
  const shown = (claim: Claim, me: Person): Body => {
    // After a step the person may no longer see the claim.
    const lines = maySeeLines(claim, me) && !(has('linesAreHiddenFromFinance') && me.role === 'finance') ? claim.lines : [];
    const seesNotes =
      (claim.owner === me && !has('notesAreHiddenFromOwners')) ||
      me.role === 'manager' ||
      (has('financeSeesNotes') && me.role === 'finance');
    return {
      number: claim.number,
      title: claim.title,
      status: claim.status,
      reason: claim.reason,
      submittedAt: claim.submittedAt === null ? null : new Date(claim.submittedAt).toISOString(),
      owner: has('ownerIsEmail') ? claim.owner.email : claim.owner.name,
      approver: claim.approver?.name ?? null,
      total: has('totalOfClaimIsOne') ? claim.lines.length : sumOf(claim),
      lines: (has('linesAreReversed') ? [...lines].reverse() : lines).map(lineShown),
      notes: seesNotes ? claim.notes : [],
    };
  };
  const read = ({ body: text, contentType }: { body: string | null; contentType: string | null }, keys: readonly string[]): Body => {
    if (text === null) return {};
    if (has('formsAreTaken') && contentType?.includes('form') === true) return Object.fromEntries(new URLSearchParams(text));
    const json = jsonIn(text);
    if (json === undefined) return has('brokenJsonIsEmpty') ? {} : refuse(400, 'MALFORMED');
    if (json === null || typeof json !== 'object' || Array.isArray(json)) return refuse(422, 'INVALID');
    if (!has('unknownKeysAreIgnored') && Object.keys(json).some((key) => !keys.includes(key))) refuse(422, 'INVALID');
    return json as Body;
  };
  const textIn = (value: unknown): string => (typeof value === 'string' ? value : refuse(422, 'INVALID'));
  const notBlank = (text: string, ignored: ClaimsFault): string =>
    text.trim() === '' && !has(ignored) ? refuse(has('blankIsBadRequest') ? 400 : 422, 'BLANK') : text;
  const titleIn = (body: Body): string => {
    const title = textIn(body['title']);
    if (!has('titleMayBeLong') && [...title].length > (has('titleIsOneShorter') ? 79 : 80)) refuse(422, 'INVALID');
    return notBlank(title, 'titleMayBeBlank');
  };
  const centsIn = (value: unknown, isPatch: boolean): number => {
    const cents = typeof value === 'string' && has('centsMayBeText') ? Number(value) : value;
    if (typeof cents !== 'number' || Number.isNaN(cents)) return refuse(422, 'INVALID');
    if (!Number.isInteger(cents) && !has('centsMayBeFractions')) return refuse(422, 'INVALID');
    const [least, most] = [has('zeroCentsAreFine') ? 0 : 1, has('oneMoreCent') ? 500_001 : has('oneFewerCent') ? 499_999 : 500_000];
    if ((cents < least || cents > most) && !(isPatch && has('patchedCentsAreNotChecked')))
      refuse(422, has('badAmountIsBlank') ? 'BLANK' : 'BAD_AMOUNT');
    return cents;
  };
  const kindIn = (body: Body): string => {
    if (body['kind'] === undefined) return has('defaultKindIsMeal') ? 'meal' : 'travel';
    const kind = textIn(body['kind']);
    return ['travel', 'meal', 'hotel'].includes(kind) || has('kindMayBeAnything') ? kind : refuse(422, 'INVALID');
  };
  const dayIn = (body: Body): string | null => {
    if ((body['day'] ?? null) === null) return null;
    const day = textIn(body['day']);
    if (has('dayMayBeAnything')) return day;
    const time = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN;
    const isReal = !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
    return isReal || (has('dayMayBeInNoCalendar') && /^\d{4}-\d\d-\d\d$/.test(day)) ? day : refuse(422, 'INVALID');
  };
  const enter = (person: Person): Body => {
    const token = `p${sessions.size}-${'z'.repeat(24)}`;
    sessions.set(token, person);
    return { token, me: personShown(person) };
  };

  const approve = (claim: Claim, me: Person): void => {
    allow(me.role === 'manager' || has('employeesApprove') || has('financeApproves'));
    if (has('guardBeforeState') && claim.owner === me) refuse(409, 'OWN_CLAIM');
    isIn(claim, 'submitted', 'rejectedIsApproved', 'rejected');
    if (claim.owner === me && !has('managersApproveTheirOwn')) refuse(has('ownClaimIsForbidden') ? 403 : 409, 'OWN_CLAIM');
    claim.status = 'approved';
    claim.approver = has('approveForgetsApprover') ? null : has('approverIsOwner') ? claim.owner : me;
    if (!has('approveForgetsNote')) claim.notes.push('approved');
    if (has('approveNotesTwice')) claim.notes.push('approved');
    if (has('approveChangesTitle')) claim.title = claim.title.toUpperCase();
  };
  const reject = (claim: Claim, me: Person, request: { body: string | null; contentType: string | null }): void => {
    const body = read(request, ['reason']);
    allow(me.role === 'manager' && !has('managersMayNotReject'));
    isIn(claim, 'submitted', 'approvedIsRejected', 'approved');
    const reason = textIn(body['reason']);
    if (claim.owner === me && !has('managersRejectTheirOwn')) refuse(has('ownClaimIsForbidden') ? 403 : 409, 'OWN_CLAIM');
    const least = has('reasonIsOneLonger') ? 6 : 5;
    if ([...reason].length < least && !has('reasonIsNotChecked')) refuse(422, 'SHORT_REASON');
    claim.status = has('rejectMakesItDraft') ? 'draft' : 'rejected';
    if (!has('rejectForgetsReason')) claim.reason = reason;
    if (!has('rejectForgetsNote')) claim.notes.push(reason);
    if (has('rejectSetsApprover')) claim.approver = me;
  };
  const submit = (claim: Claim, me: Person): void => {
    allow(claim.owner === me, 'anyoneSubmits');
    isIn(claim, 'draft', 'submittedIsSubmittedAgain', 'submitted');
    if (claim.lines.length === 0 && !has('emptyClaimsAreSubmitted')) refuse(has('noLinesIsInvalid') ? 422 : 409, 'NO_LINES');
    claim.status = 'submitted';
    if (!has('submitForgetsTime')) claim.submittedAt = now();
    if (!has('submitKeepsReason')) claim.reason = null;
    if (has('submitDropsLines')) claim.lines = claim.lines.slice(0, 1);
  };
  const withdraw = (claim: Claim, me: Person): void => {
    allow(claim.owner === me);
    if (!(claim.status === 'draft' && has('draftIsWithdrawn'))) isIn(claim, 'submitted', 'approvedIsWithdrawn', 'approved');
    if (!has('withdrawKeepsStatus')) claim.status = 'draft';
    if (!has('withdrawKeepsTime')) claim.submittedAt = null;
  };
  const revise = (claim: Claim, me: Person): void => {
    allow(claim.owner === me, 'anyoneRevises');
    isIn(claim, 'rejected', 'submittedIsRevised', 'submitted');
    claim.status = 'draft';
    if (!has('reviseKeepsTime')) claim.submittedAt = null;
    if (has('reviseClearsReason')) claim.reason = null;
    if (has('reviseClearsNotes')) claim.notes = [];
  };
  const pay = (claim: Claim, me: Person): void => {
    allow(me.role === 'finance', 'managersPay');
    if (!(claim.status === 'paid' && has('paidIsPaidAgain'))) isIn(claim, 'approved', 'submittedIsPaid', 'submitted');
    const most = has('payLimitIsOneLess') ? 399_999 : has('payLimitIsOneMore') ? 400_001 : 400_000;
    if (sumOf(claim) > most && !has('anyTotalIsPaid')) refuse(has('overLimitIsForbidden') ? 403 : 409, 'OVER_LIMIT');
    if (!has('payKeepsStatus')) claim.status = 'paid';
    if (has('payClearsApprover')) claim.approver = null;
  };

  const routes: readonly Route[] = [
    [
      'POST',
      /^\/people$/,
      (_match, request) => {
        const me = request.token === null ? null : signedIn(request.token);
        const body = read(request, ['name', 'email', 'password', ...(has('roleMayBeChosen') ? ['role'] : [])]);
        if (me !== null) refuse(403, 'FORBIDDEN');
        const [name, email, secret] = [textIn(body['name']), textIn(body['email']), textIn(body['password'])];
        if ([...name].length > 50 && !has('nameMayBeLong')) refuse(422, 'INVALID');
        if (!has('anyEmailWillDo') && !isEmail(email)) refuse(422, 'INVALID');
        if ([...secret].length < (has('passwordIsOneShorter') ? 7 : 8) && !has('passwordIsNotChecked')) refuse(422, 'SHORT_PASSWORD');
        const taken = people.some((one) => one.email.toLowerCase() === email.toLowerCase());
        if (taken && !has('emailsMayBeShared')) refuse(409, 'CONFLICT');
        const person: Person = { name, email, password: secret, role: String(body['role'] ?? 'employee') };
        people.push(person);
        return [has('signUpIs200') ? 200 : 201, enter(person)];
      },
    ],
    [
      'POST',
      /^\/session$/,
      (_match, request) => {
        if (request.token !== null) signedIn(request.token);
        const body = read(request, ['email', 'password']);
        const [email, secret] = [textIn(body['email']), textIn(body['password'])];
        const person = people.find((one) => one.email === email && (has('anyPasswordWillDo') || one.password === secret));
        return person === undefined ? refuse(has('wrongPasswordIsForbidden') ? 403 : 401, 'UNAUTHORIZED') : [200, enter(person)];
      },
    ],
    [
      'GET',
      /^\/claims$/,
      (_match, request) => {
        const me = request.token === null && has('visitorsList') ? (people[0] as Person) : signedIn(request.token);
        const query = new URLSearchParams(request.query);
        const [status, owner] = [query.get('status'), query.get('owner')];
        const known = status === null || ['draft', 'submitted', 'approved', 'rejected', 'paid'].includes(status);
        if (!known && !has('unknownStatusIsIgnored')) refuse(422, 'INVALID');
        const whole = (text: string | null, otherwise: number): number =>
          text === null || text === '' ? otherwise : /^\d+$/.test(text) ? Number(text) : refuse(422, 'INVALID');
        const [limit, offset] = [whole(query.get('limit'), 30), whole(query.get('offset'), 0)];
        if (limit > 1000) refuse(422, 'INVALID');
        const isListed = (claim: Claim): boolean => {
          if (has('listShowsAll') || (has('ownerFilterShowsAll') && owner !== null)) return true;
          if (has('listShowsDraftsToManagers') && me.role === 'manager') return true;
          if (has('listHidesPaidFromFinance') && me.role === 'finance' && claim.status === 'paid') return false;
          return maySee(claim, me);
        };
        const fits = (claim: Claim): boolean => {
          const byStatus = status === null || !known || claim.status === status || has('statusFilterDoesNothing');
          const byOwner = owner === null || claim.owner.email === owner || has('ownerFilterDoesNothing');
          if (has('filtersAreEither') && status !== null && owner !== null) return byStatus || byOwner;
          return byStatus && byOwner;
        };
        const found = claims.filter((claim) => isListed(claim) && fits(claim));
        if (has('listIsNewestFirst')) found.reverse();
        const from = has('offsetDoesNothing') ? 0 : offset;
        const page = found.slice(from, has('limitDoesNothing') ? undefined : from + limit);
        const total = has('totalCountsHidden') ? claims.length : has('totalIsOfThePage') ? page.length : found.length;
        return [200, { claims: page.map((claim) => shown(claim, me)), total }];
      },
    ],
    [
      'POST',
      /^\/claims$/,
      (_match, request) => {
        const me = signedIn(request.token);
        const body = read(request, ['title']);
        allow(me.role !== 'finance' && !(me.role === 'manager' && has('managersMayNotCreate')), 'financeCreates');
        const title = titleIn(body);
        const claim: Claim = {
          number: ++numbers,
          title,
          owner: has('claimIsOfFirstPerson') ? (people[0] as Person) : me,
          status: has('newClaimsAreSubmitted') ? 'submitted' : 'draft',
          reason: null,
          approver: null,
          submittedAt: null,
          lines: [],
          notes: [],
        };
        claims.push(claim);
        return [has('createIs200') ? 200 : 201, shown(claim, me)];
      },
    ],
    [
      'GET',
      /^\/claims\/([^/]+)$/,
      ([, number = ''], { token }) => {
        const me = signedInFor(number, token);
        return [200, shown(find(number, me), me)];
      },
    ],
    [
      'PATCH',
      /^\/claims\/([^/]+)$/,
      ([, number = ''], request) => {
        const me = signedInFor(number, request.token);
        staffOnly(me);
        const body = read(request, ['title']);
        const claim = find(number, me);
        allow(claim.owner === me);
        allow(claim.status === 'draft', 'titleIsChangedWhenSubmitted');
        const title = titleIn(body);
        if (!has('titleIsNotKept')) claim.title = title;
        return [200, shown(claim, me)];
      },
    ],
    [
      'DELETE',
      /^\/claims\/([^/]+)$/,
      ([, number = ''], { token }) => {
        const me = signedInFor(number, token);
        staffOnly(me);
        const claim = find(number, me);
        allow(claim.owner === me, 'anyoneDeletesClaims');
        const isLeft = claim.status === 'draft' || (claim.status === 'rejected' && !has('rejectedIsNotDeleted'));
        allow(isLeft || (claim.status === 'submitted' && has('submittedIsDeleted')));
        if (!has('deletedClaimsStay')) claims.splice(claims.indexOf(claim), 1);
        return [has('deleteIs200') ? 200 : 204, null];
      },
    ],
    [
      'POST',
      /^\/claims\/([^/]+)\/lines$/,
      ([, number = ''], request) => {
        const me = signedInFor(number, request.token);
        staffOnly(me);
        const body = read(request, ['what', 'cents', 'kind', 'day']);
        const claim = find(number, me);
        allow(claim.owner === me);
        allow(claim.status === 'draft', 'linesAreAddedWhenSubmitted');
        const what = textIn(body['what']);
        const [cents, kind, day] = [centsIn(body['cents'], false), kindIn(body), dayIn(body)];
        notBlank(what, 'whatMayBeBlank');
        const most = has('oneMoreLine') ? 4 : has('oneFewerLine') ? 2 : 3;
        if (claim.lines.length >= most && !has('linesAreNotLimited')) refuse(has('tooManyLinesIsInvalid') ? 422 : 409, 'TOO_MANY_LINES');
        const line: Line = { number: ++numbers, what, cents, kind, day };
        const into = has('lineGoesToTheLastClaim') ? (claims.at(-1) ?? claim) : claim;
        if (!has('lineIsNotKept')) into.lines.push(line);
        return [has('lineIs200') ? 200 : 201, lineShown(line)];
      },
    ],
    [
      'PATCH',
      /^\/lines\/([^/]+)$/,
      ([, number = ''], request) => {
        const me = signedIn(request.token);
        staffOnly(me);
        const body = read(request, ['what', 'cents']);
        const [claim, line] = findLine(number, me, 'managersEditLines');
        allow(claim.owner === me, 'managersEditLines');
        allow(claim.status === 'draft', 'linesAreChangedWhenSubmitted');
        const what = 'what' in body ? notBlank(textIn(body['what']), 'patchedWhatMayBeBlank') : line.what;
        const cents = 'cents' in body ? centsIn(body['cents'], true) : line.cents;
        line.what = what;
        if (!has('patchedLineForgetsCents')) line.cents = cents;
        if (has('patchedLineIsAnotherKind')) line.kind = 'hotel';
        return [200, lineShown(line)];
      },
    ],
    [
      'DELETE',
      /^\/lines\/([^/]+)$/,
      ([, number = ''], { token }) => {
        const me = signedIn(token);
        staffOnly(me);
        const [claim, line] = findLine(number, me, 'anyoneDeletesLines');
        allow(claim.owner === me, 'anyoneDeletesLines');
        allow(claim.status === 'draft', 'linesAreChangedWhenSubmitted');
        if (!has('deletedLinesStay')) claim.lines.splice(has('lineDeletesTheFirst') ? 0 : claim.lines.indexOf(line), 1);
        return [has('deleteIs200') ? 200 : 204, null];
      },
    ],
    [
      'POST',
      /^\/claims\/([^/]+)\/(submit|withdraw|approve|reject|revise|pay)$/,
      ([, number = '', what = ''], request) => {
        const me = signedInFor(number, request.token);
        const shownBy: ClaimsFault[] = what === 'submit' ? ['anyoneSubmits'] : what === 'pay' ? ['submittedIsPaid'] : [];
        if (what === 'approve') allow(me.role === 'manager', 'employeesApprove', 'financeApproves');
        else if (what === 'reject') allow(me.role === 'manager');
        else if (what === 'pay') allow(me.role === 'finance', 'managersPay');
        else staffOnly(me);
        const claim = find(number, me, ...shownBy);
        if (what === 'submit') submit(claim, me);
        else if (what === 'withdraw') withdraw(claim, me);
        else if (what === 'approve') approve(claim, me);
        else if (what === 'reject') reject(claim, me, request);
        else if (what === 'revise') revise(claim, me);
        else pay(claim, me);
        return [200, shown(claim, me)];
      },
    ],
  ];
  return serviceOf(routes, now);
}
