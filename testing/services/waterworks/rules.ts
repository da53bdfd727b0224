import { refuse } from '../hand-written.ts';
import { dayOf } from '../hand-written-inputs.ts';
import {
  type Connection,
  dayLength,
  daysBetween,
  type Leak,
  type Meter,
  type Person,
  type Reading,
  type Tariff,
  type WaterData,
} from './data.ts';
import type { Has, WaterFault } from './faults.ts';

export type WaterRules = ReturnType<typeof waterRules>;

/** Goes on only where there is a transition from the state. */
export const from = (isThere: boolean): void => {
  if (!isThere) refuse(409, 'CONFLICT');
};

/** The rules of section 5, in their order. `now`: milliseconds since the epoch. */
export function waterRules(data: WaterData, has: Has, now: () => number) {
  const today = (): string => dayOf(now());
  const bad = (code: string, status: number | null = null): never => refuse(status ?? 422, code);
  /** `lax`: a fault without the rule; `emptyOnly`: one that looks for an empty text only. */
  const notBlank = (value: string | null, lax: WaterFault | null = null, emptyOnly: WaterFault | null = null): void => {
    if (value === null) return;
    const isBlank = emptyOnly !== null && has(emptyOnly) ? value === '' : value.trim() === '';
    if (isBlank && !(lax !== null && has(lax))) bad('BLANK', has('blankIs400') ? 400 : null);
  };

  const phone = (value: string | null, lax: WaterFault): void => {
    const form = has('phoneNeedsNoDigits') ? /^[+]?[0-9 /]{5,}$/ : has('phoneHasNoPlus') ? /^[0-9][0-9 /]{4,}$/ : /^[+]?[0-9][0-9 /]{4,}$/;
    if (value !== null && !form.test(value) && !has(lax)) bad('BAD_PHONE');
  };
  const zoned = ({ role, zone }: Pick<Person, 'role' | 'zone'>): void => {
    if (role === 'reader' && zone === null && !has('readersNeedNoZone')) bad('NO_ZONE');
  };

  /** `was`: the tariff before a change; null if it is new. */
  const tariff = (one: Tariff, was: Tariff | null): void => {
    const isPatch = was !== null;
    const { code, name, kind, standing, unit, block, over, sewage } = one;
    const form = has('tariffCodeNeedsNoNumber')
      ? /^[A-Z][0-9]{0,3}$/
      : has('tariffCodeMayBeSmall')
        ? /^[A-Z][0-9]{1,3}$/i
        : /^[A-Z][0-9]{1,3}$/;
    if (!form.test(code)) bad('BAD_CODE', has('badCodeIs400') ? 400 : null);
    notBlank(name);
    const isTaken = data.tariffs.some((each) => each.code !== code && each.name === name);
    if (isTaken) bad('NAME_TAKEN', has('nameTakenIs422') ? 422 : 409);
    if (standing < 0 || standing > 20_000) bad('BAD_STANDING');
    if (standing === 0 && has('standingIsNeeded')) bad('BAD_STANDING');
    if (unit <= 0 || unit > 1500) bad('BAD_UNIT');
    if (block < (has('blockIsEleven') ? 11 : 10) && !(isPatch && has('patchedBlockIsNotChecked'))) bad('BAD_BLOCK');
    const isCheaper = has('overMustBeMore') ? over <= unit : over < unit;
    if (isCheaper && !(isPatch && has('patchedOverIsNotChecked'))) bad('BAD_OVER');
    if ((sewage < 0 && !has('sewageMayBeNegative')) || sewage > (has('sewageUpToHundred') ? 100 : 80)) bad('BAD_SEWAGE');
    if (kind === 'garden' && sewage !== 0 && !(isPatch && has('patchedGardenMayHaveSewage'))) bad('GARDEN_SEWAGE');
  };

  const connection = (one: Connection, was: Connection | null): void => {
    const isPatch = was !== null;
    const { code, street, persons } = one;
    const form = has('connectionCodeIsLong') ? /^[A-Z]{2,6}-[0-9]{1,3}$/ : /^[A-Z]{2,5}-[0-9]{1,3}$/;
    if (!form.test(code)) bad('BAD_CODE', has('badCodeIs400') ? 400 : null);
    notBlank(street, isPatch ? 'patchedStreetMayBeBlank' : null);
    const isTaken = data.connections.some((each) => {
      if (each.code === code || each.street !== street) return false;
      return each.zone === one.zone || !has('addressesDifferByZone');
    });
    if (isTaken && !(isPatch && has('patchedAddressMayRepeat'))) bad('ADDRESS_TAKEN', has('addressTakenIs422') ? 422 : 409);
    const isFew = persons < 0 || (persons === 0 && !has('noPersonIsFine'));
    if (isFew || persons > 20) bad('BAD_PERSONS');
  };

  const seal = (sealedUntil: string, lax: WaterFault): void => {
    if (daysBetween(today(), sealedUntil) > 2200 && !has(lax)) bad('SEAL_TOO_LONG');
  };
  const dial = (value: number, lax: WaterFault | null = null): void => {
    if ((value < 0 || value > 99_999) && !(lax !== null && has(lax))) bad('BAD_DIAL');
  };
  const newMeter = ({ serial, dial: shown, sealedUntil }: Meter): void => {
    const form = has('serialMayBeShort') ? /^[A-Z]-[0-9]{1,8}$/ : /^[A-Z]-[0-9]{3,8}$/;
    if (!form.test(serial)) bad('BAD_SERIAL');
    if (sealedUntil <= today()) bad('SEAL_PAST');
    seal(sealedUntil, 'newSealIsUnbounded');
    if (!(shown < 0 && has('dialMayBeNegative'))) dial(shown);
  };

  const newReading = (one: Reading): void => {
    const { shown, before, readOn, source, meter } = one;
    const isBelow = has('readingsMustGrow') ? shown <= before : shown < before;
    if (isBelow) bad('BELOW_DIAL', has('belowDialIs409') ? 409 : null);
    dial(shown, 'readingIsUnbounded');
    if (readOn > today()) bad('FUTURE');
    const age = daysBetween(readOn, today());
    if (age > 7 || (age === 7 && has('weekOldIsTooOld'))) bad('TOO_OLD');
    if (source !== 'customer' && !has('readersWaitToo')) return;
    const isSoon = data.readings.some((other) => {
      if (other.meter !== meter || other.createdAt <= now() - 7 * dayLength) return false;
      if (other.state === 'rejected' && has('rejectedDoNotCount')) return false;
      return other.source === 'customer' || has('readersReadingsCount');
    });
    if (isSoon) bad('TOO_SOON', has('tooSoonIs409') ? 409 : 429);
  };

  const objection = (reason: string, claimed: number | null, volume: number): void => {
    const length = [...(has('spacesLengthenReason') ? reason : reason.trim())].length;
    if (length < (has('reasonOfEleven') ? 11 : 10)) bad('SHORT_REASON');
    if (claimed === null) return;
    const isMore = has('claimMayBeAll') ? claimed > volume : claimed >= volume;
    if (claimed < 0 || isMore) bad('BAD_CLAIM');
  };

  const newLeak = ({ place, reporter }: Leak, me: Person): void => {
    notBlank(place, null, 'placeMayBeSpaces');
    if (me.role !== 'customer' && !has('staffReportsAreLimited')) return;
    const reports = data.leaks.filter((one) => {
      if (one.reporter !== reporter) return false;
      if (one.state === 'reported') return true;
      return one.state === 'assigned' && !has('assignedReportsDoNotCount');
    });
    if (reports.length >= 3) bad('TOO_MANY_REPORTS', has('tooManyReportsIs409') ? 409 : 429);
  };
  const cost = (value: number): void => {
    if (value < 0 || value > 500_000) bad('BAD_COST');
  };
  return { today, notBlank, phone, zoned, tariff, connection, seal, dial, newMeter, newReading, objection, newLeak, cost };
}
