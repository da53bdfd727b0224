import type { Complaint, Fruit, Line, OrchardData, Order, Person, Tour } from './data.ts';
import type { Has } from './faults.ts';

export type OrchardAccess = ReturnType<typeof orchardAccess>;

/** Who may see which records and fields. `me` is null if signed out. */
export function orchardAccess(data: OrchardData, has: Has) {
  const isOffice = (me: Person | null): boolean => me?.role === 'office' || me?.role === 'manager';
  const seesPerson = (one: Person, me: Person): boolean => {
    if (me === one || me.role === 'manager') return true;
    switch (me.role) {
      case 'driver':
        return one.role === 'shop';
      case 'office':
        return one.role === 'shop' || one.role === 'driver' || (one.role === 'picker' && has('officeSeesPickers'));
      case 'picker':
        return one.role === 'shop' && has('pickersSeeShops');
      default:
        return one.role === 'driver' && has('shopsSeeDrivers');
    }
  };
  const seesFruit = ({ onSale }: Fruit, me: Person | null): boolean => {
    if (me?.role === 'shop' && has('shopsSeeOnlyWhatIsSold')) return onSale;
    return me !== null || onSale;
  };
  const seesOrder = (one: Order, me: Person): boolean => {
    switch (me.role) {
      case 'shop':
        return one.shop === me;
      case 'picker':
        if (one.state === 'placed' && has('pickersSeePlaced')) return true;
        if (one.state === 'picked' && has('pickersSeeAllPicked')) return true;
        return one.state === 'confirmed' || (one.picker === me && !(has('pickersLosePicked') && one.state !== 'picked'));
      case 'driver':
        if (one.tour === null) return false;
        if (one.state === 'confirmed') return has('driversSeeUnpicked') && one.tour.driver === me;
        return one.tour.driver === me;
      case 'office':
        return one.state !== 'draft' || has('officeSeesDrafts');
      default:
        return one.state !== 'draft' || !has('managerSeesNoDrafts');
    }
  };
  const seesLine = ({ order }: Line, me: Person): boolean => seesOrder(order, me);
  const seesTour = (one: Tour, me: Person): boolean => {
    switch (me.role) {
      case 'shop':
        return data.ordersOn(one).some(({ shop }) => shop === me) || (one.state === 'planned' && has('shopsSeePlannedTours'));
      case 'picker':
        return one.state === 'planned';
      case 'driver':
        return one.driver === me || has('driversSeeAllTours');
      default:
        return true;
    }
  };
  const seesComplaint = ({ order, kind }: Complaint, me: Person): boolean => {
    switch (me.role) {
      case 'shop':
        return order.shop === me;
      case 'picker':
        return order.picker === me && (kind !== 'late' || has('pickersSeeLate'));
      case 'driver':
        return order.tour?.driver === me;
      default:
        return true;
    }
  };

  /** Who sees what an order is worth. */
  const seesMoney = (me: Person): boolean => me.role === 'shop' || isOffice(me);
  const seesPrice = (me: Person | null): boolean =>
    me === null ? has('visitorsSeePrices') : seesMoney(me) || (me.role === 'picker' && has('pickersSeePrices'));
  const seesStock = (me: Person | null): boolean => me !== null && (me.role !== 'driver' || has('driversSeeStock'));
  const seesCost = (me: Person | null): boolean => isOffice(me) || (me?.role === 'shop' && has('shopsSeeCosts'));
  const seesInternal = (me: Person): boolean =>
    (me.role === 'picker' && !has('pickersSeeNoInternal')) || isOffice(me) || (me.role === 'shop' && has('shopsSeeInternal'));
  const seesRoom = (me: Person): boolean =>
    me.role === 'driver' || isOffice(me) || (me.role === 'shop' && has('shopsSeeRoom')) || (me.role === 'picker' && has('pickersSeeRoom'));
  return {
    ...{ isOffice, seesPerson, seesFruit, seesOrder, seesLine, seesTour, seesComplaint },
    ...{ seesMoney, seesPrice, seesStock, seesCost, seesInternal, seesRoom },
  };
}
