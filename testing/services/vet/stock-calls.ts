import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, refuse } from '../hand-written.ts';
import { among, date, orNull, text, whole, yesOrNo } from '../hand-written-inputs.ts';
import { from } from './animal-steps.ts';
import { type Batch, type Price, priceKinds } from './data.ts';
import type { Has } from './faults.ts';
import { cents } from './inputs.ts';
import type { Practice } from './practice.ts';

/** The calls about the price list and the batches of medicines. */
export function stockCalls({ data, rules, views, door }: Practice, has: Has) {
  const { allow, enter } = door;
  const words = (most: number) => (value: unknown) => orNull(value, (one) => text(one, most));
  const codeTaken = (): never => refuse(409, 'CONFLICT');

  const priceOf = (code: unknown): Price => data.prices.find((one) => one.code === code) ?? door.missing();
  const addPrice = (request: Request): Body => {
    const keys = ['code', 'name', 'kind', 'base', 'perKilo', 'remark'];
    const { me, body } = enter(request, ['manager'], keys, { vetsAddPrices: 'vet' });
    const price: Price = {
      ...{ code: text(body['code'], 6), name: text(body['name'], 40), kind: among(body['kind'], priceKinds) },
      base: cents(body['base']),
      perKilo: 'perKilo' in body ? cents(body['perKilo']) : 0,
      listed: true,
      remark: 'remark' in body ? words(100)(body['remark']) : null,
    };
    if (data.prices.some(({ code }) => code === price.code)) codeTaken();
    rules.price(price, null);
    data.prices.push(price);
    return views.price(price, me);
  };
  const editPrice = (code: string, request: Request): Body => {
    const keys = ['name', 'base', 'perKilo', 'listed', 'remark'];
    const { me, body } = enter(request, ['manager'], keys, { deskEditsPrices: 'receptionist' });
    const price = priceOf(code);
    const changed = {
      name: 'name' in body ? text(body['name'], 40) : price.name,
      base: 'base' in body ? cents(body['base']) : price.base,
      perKilo: 'perKilo' in body ? cents(body['perKilo']) : price.perKilo,
      listed: 'listed' in body ? yesOrNo(body['listed']) : price.listed,
      remark: 'remark' in body ? words(100)(body['remark']) : price.remark,
    };
    rules.price({ ...price, ...changed }, price);
    return views.price(Object.assign(price, changed), me);
  };
  const deletePrice = (code: string, request: Request): null => {
    enter(request, ['manager'], null);
    const price = priceOf(code);
    allow(!price.listed || has('listedIsDeleted'));
    const isUsed = data.items.some((one) => one.price === price);
    if (isUsed) refuse(409, 'CONFLICT');
    data.prices = data.prices.filter((one) => one !== price);
    return null;
  };

  const batchOf = (code: unknown): Batch => data.batches.find((one) => one.code === code) ?? door.missing();
  const addBatch = (request: Request): Body => {
    const keys = ['code', 'medicine', 'price', 'stock', 'expires'];
    const { me, body } = enter(request, ['manager'], keys);
    const batch: Batch = {
      ...{ code: text(body['code'], 9), medicine: text(body['medicine'], 40), price: cents(body['price']) },
      ...{ stock: whole(body['stock']), expires: date(body['expires']), reason: null, state: 'usable' },
    };
    if (data.batches.some(({ code }) => code === batch.code)) codeTaken();
    rules.newBatch(batch);
    data.batches.push(batch);
    return views.batch(batch, me);
  };
  const countBatch = (code: string, request: Request): Body => {
    const { me, body } = enter(request, ['manager'], ['stock'], { vetsCount: 'vet' });
    const batch = batchOf(code);
    from(batch.state === 'usable');
    const stock = whole(body['stock']);
    rules.stock(stock, 'countIsUnbounded');
    batch.stock = has('countAdds') ? batch.stock + stock : stock;
    return views.batch(batch, me);
  };
  const recallBatch = (code: string, request: Request): Body => {
    const { me, body } = enter(request, has('vetsDoNotRecall') ? ['manager'] : ['vet', 'manager'], ['reason']);
    const batch = batchOf(code);
    from(batch.state !== 'recalled');
    const reason = text(body['reason'], 100);
    rules.notBlank(reason);
    batch.state = 'recalled';
    if (!has('recallForgetsReason')) batch.reason = reason;
    return views.batch(batch, me);
  };
  return { priceOf, batchOf, addPrice, editPrice, deletePrice, addBatch, countBatch, recallBatch };
}

export type StockCalls = ReturnType<typeof stockCalls>;
