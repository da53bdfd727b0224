import { readFileSync } from 'node:fs';
import { fixedPlatform } from '../../src/base/platform.ts';
import type { Model } from '../../src/model/model.ts';
import { readModel } from '../../src/model/read.ts';
import type { Implementation } from '../../src/verifier/answers/implementation.ts';
import type { Plan } from '../../src/verifier/plan/situations.ts';
import { verify } from '../../src/verifier/run.ts';
import type { VerifyParts } from '../../src/verifier/verify-parts.ts';
import { auctionFaults } from './auction/faults.ts';
import { auctionService } from './auction/service.ts';
import { bloodFaults } from './blood/faults.ts';
import { bloodService } from './blood/service.ts';
import { boxFaults } from './boxoffice/faults.ts';
import { boxService } from './boxoffice/service.ts';
import { carshareFaults } from './carshare/faults.ts';
import { carshareService } from './carshare/service.ts';
import { cateringFaults } from './catering/faults.ts';
import { cateringService } from './catering/service.ts';
import { claimsFaults } from './claims/faults.ts';
import { claimsService } from './claims/service.ts';
import { clinicFaults } from './clinic/faults.ts';
import { clinicService } from './clinic/service.ts';
import { conferenceFaults } from './conference/faults.ts';
import { conferenceService } from './conference/service.ts';
import { depotFaults } from './depot/faults.ts';
import { depotService } from './depot/service.ts';
import { drivingFaults } from './driving/faults.ts';
import { drivingService } from './driving/service.ts';
import { ferryFaults } from './ferry/faults.ts';
import { ferryService } from './ferry/service.ts';
import { gardenFaults } from './garden/faults.ts';
import { gardenService } from './garden/service.ts';
import { grantsFaults } from './grants/faults.ts';
import { grantsService } from './grants/service.ts';
import { helpdeskFaults } from './helpdesk/faults.ts';
import { helpdeskService } from './helpdesk/service.ts';
import { homecareFaults } from './homecare/faults.ts';
import { homecareService } from './homecare/service.ts';
import { hutFaults } from './huts/faults.ts';
import { hutService } from './huts/service.ts';
import { kennelFaults } from './kennels/faults.ts';
import { kennelService } from './kennels/service.ts';
import { laboratoryFaults } from './laboratory/faults.ts';
import { laboratoryService } from './laboratory/service.ts';
import { faultsByClass as lendingFaults } from './lending/faults.ts';
import { lendingService } from './lending/service.ts';
import { marinaFaults } from './marina/faults.ts';
import { marinaService } from './marina/service.ts';
import { museumFaults } from './museum/faults.ts';
import { museumService } from './museum/service.ts';
import { musicFaults } from './musicschool/faults.ts';
import { musicService } from './musicschool/service.ts';
import { paperFaults } from './newspaper/faults.ts';
import { paperService } from './newspaper/service.ts';
import type { Hooks } from './oracle-service.ts';
import { orchardFaults } from './orchard/faults.ts';
import { orchardService } from './orchard/service.ts';
import { permitFaults } from './permits/faults.ts';
import { permitService } from './permits/service.ts';
import { poolFaults } from './pool/faults.ts';
import { poolService } from './pool/service.ts';
import { printFaults } from './printworks/faults.ts';
import { printService } from './printworks/service.ts';
import { shelterFaults } from './shelter/faults.ts';
import { shelterService } from './shelter/service.ts';
import { storageFaults } from './storage/faults.ts';
import { storageService } from './storage/service.ts';
import { coopFaults } from './tenancy/faults.ts';
import { coopService } from './tenancy/service.ts';
import { toolFaults } from './toolhire/faults.ts';
import { toolService } from './toolhire/service.ts';
import { translationFaults } from './translations/faults.ts';
import { translationService } from './translations/service.ts';
import { vetFaults } from './vet/faults.ts';
import { vetService } from './vet/service.ts';
import { waterFaults } from './waterworks/faults.ts';
import { waterService } from './waterworks/service.ts';
import { workshopFaults } from './workshop/faults.ts';
import { workshopService } from './workshop/service.ts';

/** A hand-written service, its document, and its possible faults by class. */
export interface HandWritten {
  readonly name: string;
  readonly model: Model;
  readonly faults: Readonly<Record<string, readonly string[]>>;
  readonly service: (now: () => number, fault: string | null) => Implementation;
}

const handWritten = <F extends string>(
  name: string,
  text: string,
  faults: Readonly<Record<string, readonly F[]>>,
  service: (now: () => number, fault: F | null) => Implementation,
): HandWritten => ({ name, model: readModel(text), faults, service: (now, fault) => service(now, fault as F | null) });

const text = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

export const handWrittenServices: readonly HandWritten[] = [
  handWritten('lending', text('./lending/document.md'), lendingFaults, lendingService),
  handWritten('helpdesk', text('../documents/helpdesk.md'), helpdeskFaults, helpdeskService),
  handWritten('claims', text('./claims/document.md'), claimsFaults, claimsService),
  handWritten('carshare', text('./carshare/document.md'), carshareFaults, carshareService),
  handWritten('depot', text('./depot/document.md'), depotFaults, depotService),
  handWritten('grants', text('./grants/document.md'), grantsFaults, grantsService),
  handWritten('clinic', text('./clinic/document.md'), clinicFaults, clinicService),
  handWritten('laboratory', text('./laboratory/document.md'), laboratoryFaults, laboratoryService),
  handWritten('auction', text('./auction/document.md'), auctionFaults, auctionService),
  handWritten('garden', text('./garden/document.md'), gardenFaults, gardenService),
  handWritten('translations', text('./translations/document.md'), translationFaults, translationService),
  handWritten('marina', text('./marina/document.md'), marinaFaults, marinaService),
  handWritten('shelter', text('./shelter/document.md'), shelterFaults, shelterService),
  handWritten('permits', text('./permits/document.md'), permitFaults, permitService),
  handWritten('blood', text('./blood/document.md'), bloodFaults, bloodService),
  handWritten('conference', text('./conference/document.md'), conferenceFaults, conferenceService),
  handWritten('museum', text('./museum/document.md'), museumFaults, museumService),
  handWritten('driving', text('./driving/document.md'), drivingFaults, drivingService),
  handWritten('huts', text('./huts/document.md'), hutFaults, hutService),
  handWritten('orchard', text('./orchard/document.md'), orchardFaults, orchardService),
  handWritten('printworks', text('./printworks/document.md'), printFaults, printService),
  handWritten('homecare', text('./homecare/document.md'), homecareFaults, homecareService),
  handWritten('catering', text('./catering/document.md'), cateringFaults, cateringService),
  handWritten('kennels', text('./kennels/document.md'), kennelFaults, kennelService),
  handWritten('toolhire', text('./toolhire/document.md'), toolFaults, toolService),
  handWritten('waterworks', text('./waterworks/document.md'), waterFaults, waterService),
  handWritten('boxoffice', text('./boxoffice/document.md'), boxFaults, boxService),
  handWritten('workshop', text('./workshop/document.md'), workshopFaults, workshopService),
  handWritten('musicschool', text('./musicschool/document.md'), musicFaults, musicService),
  handWritten('tenancy', text('./tenancy/document.md'), coopFaults, coopService),
  handWritten('storage', text('./storage/document.md'), storageFaults, storageService),
  handWritten('pool', text('./pool/document.md'), poolFaults, poolService),
  handWritten('vet', text('./vet/document.md'), vetFaults, vetService),
  handWritten('ferry', text('./ferry/document.md'), ferryFaults, ferryService),
  handWritten('newspaper', text('./newspaper/document.md'), paperFaults, paperService),
];

/** Verifies a service with a fault, or none, against its document. Each request takes time. */
export function partsFor({ model, service }: HandWritten, fault: string | null, hooks: Hooks = {}): VerifyParts {
  const clock = fixedPlatform();
  let ahead = 0;
  const begun = (): Implementation =>
    service(() => {
      clock.advance(7);
      return clock.now() + ahead;
    }, fault);
  let served = begun();
  const implementation: Implementation = {
    wait: async () => undefined,
    send: (request) => served.send(request),
    ...(hooks.clock && {
      async setClock(moment) {
        ahead = moment - clock.now();
        return null;
      },
    }),
    ...(hooks.reset && {
      async reset() {
        served = begun();
        return null;
      },
    }),
  };
  return { model, implementation, platform: { ...clock, now: () => clock.now() }, marker: 'vk3f9x', budget: 8000 };
}

/**
 * The number of requests until the fault is found; null if it is not. `plan`: from a run without a
 * fault.
 */
export async function requestsToFind(one: HandWritten, fault: string, plan: Plan): Promise<number | null> {
  const stop = new AbortController();
  const run = await verify({ ...partsFor(one, fault), plan, signal: stop.signal, found: () => stop.abort() });
  return run.findings.length === 0 ? null : run.exchanges.length;
}

/** Every second fault of a class: written before any was tried, and tried only at the end. */
export const heldApart = (faults: readonly string[]): readonly string[] => faults.filter((_, index) => index % 2 === 1);
