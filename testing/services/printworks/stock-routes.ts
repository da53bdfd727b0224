import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, type Route, refuse } from '../hand-written.ts';
import { among, orNull, text, whole, yesOrNo } from '../hand-written-inputs.ts';
import { type Paper, type Press, pressKinds } from './data.ts';
import { money } from './money.ts';
import type { Works } from './works.ts';

const desk = ['office', 'manager'];

/** The calls about papers and presses. */
export function stockRoutes({ data, rules, steps, views, lists, door, has, paperOf, pressOf }: Works): Route[] {
  const { enter, actor, bodyOf, allow, forbidden, route, seen } = door;
  const supplier = (value: unknown): string | null => orNull(value, (given) => text(given, 60));
  const addPaper = (request: Request): Body => {
    const me = enter(request, desk, { designersAddPapers: 'designer' });
    if (has('officeAddsNoPapers') && me.role === 'office') forbidden();
    const body = bodyOf(request, 'code', 'name', 'grams', 'price', 'supplier');
    const paper: Paper = {
      ...{ code: text(body['code'], 8), name: text(body['name'], has('paperNameMayBeLong') ? undefined : 40) },
      ...{ grams: whole(body['grams']), price: money(body['price']), supplier: 'supplier' in body ? supplier(body['supplier']) : null },
      ...{ stock: 0, retired: false },
    };
    if (data.papers.some(({ code }) => code === paper.code) && !has('paperCodesMayRepeat')) refuse(409, 'CONFLICT');
    rules.paperCode(paper.code);
    rules.paper(paper, true);
    data.papers.push(paper);
    return views.paper(paper, me);
  };
  const editPaper = (code: string, request: Request): Body => {
    const me = enter(request, desk, { printersEditPapers: 'printer' });
    const body = bodyOf(request, 'name', 'price', 'supplier', 'retired');
    const one = paperOf(code, me);
    allow(!('price' in body) || me.role === 'manager' || has('officeChangesPrices'));
    const changed = {
      name: 'name' in body ? text(body['name'], 40) : one.name,
      price: 'price' in body ? money(body['price']) : one.price,
      supplier: 'supplier' in body ? supplier(body['supplier']) : has('patchClearsSupplier') ? null : one.supplier,
      retired: 'retired' in body ? yesOrNo(body['retired']) : one.retired && !has('patchUnretires'),
    };
    rules.paper({ ...one, ...changed }, false);
    if (has('priceIsNotKept')) changed.price = one.price;
    return views.paper(has('paperPatchIsNotKept') ? { ...one, ...changed } : Object.assign(one, changed), me);
  };
  const restock = (code: string, request: Request): Body => {
    const me = enter(request, ['printer', ...desk], { designersRestock: 'designer' });
    if (has('printersDoNotRestock') && me.role === 'printer') forbidden();
    const body = bodyOf(request, 'sheets');
    const one = paperOf(code, me);
    steps.restock(one, whole(body['sheets']));
    return views.paper(one, me);
  };
  const deletePaper = (code: string, request: Request): null => {
    const paper = paperOf(code, enter(request, ['manager'], { officeDeletesPapers: 'office' }));
    allow(paper.retired || has('soldIsDeleted'));
    const users = data.orders.filter((one) => one.paper === paper);
    if (users.length > 0 && !has('usedIsDeleted')) refuse(409, 'CONFLICT');
    data.papers = data.papers.filter((one) => one !== paper);
    return null;
  };

  const addPress = (request: Request): Body => {
    enter(request, ['manager'], { officeAddsPresses: 'office' });
    const body = bodyOf(request, 'code', 'kind', 'capacity');
    const press: Press = {
      ...{ code: text(body['code'], 4), kind: among(body['kind'], pressKinds) },
      ...{ capacity: whole(body['capacity']), down: false },
    };
    if (data.presses.some(({ code }) => code === press.code) && !has('pressCodesMayRepeat')) refuse(409, 'CONFLICT');
    rules.pressCode(press.code);
    rules.capacity(press.capacity, true);
    data.presses.push(press);
    return views.press(press);
  };
  const editPress = (code: string, request: Request): Body => {
    const me = enter(request, ['printer', 'manager'], { officeEditsPresses: 'office' });
    const body = bodyOf(request, 'capacity', 'down');
    const one = pressOf(code);
    allow(me.role === 'manager' || ('down' in body && !('capacity' in body)) || has('printersChangeCapacity'));
    const capacity = 'capacity' in body ? whole(body['capacity']) : one.capacity;
    const down = 'down' in body ? yesOrNo(body['down']) : one.down && !has('patchRepairsPress');
    rules.capacity(capacity, false);
    Object.assign(one, { capacity, down: down });
    return views.press(one);
  };

  const one = '([^/]+)';
  return [
    route('GET', 'papers', (_key, request) => lists.papers(actor(request), new URLSearchParams(request.query))),
    route('POST', 'papers', (_key, request) => addPaper(request), 201),
    route('GET', `papers/${one}`, (code, request) => {
      const me = actor(request);
      return views.paper(paperOf(code, me), me);
    }),
    route('PATCH', `papers/${one}`, editPaper),
    route('DELETE', `papers/${one}`, deletePaper),
    route('POST', `papers/${one}/restock`, restock),
    route('GET', 'presses', seen(['printer', ...desk], lists.presses, { designersListPresses: 'designer' })),
    route('POST', 'presses', (_key, request) => addPress(request), 201),
    route('PATCH', `presses/${one}`, editPress),
  ];
}
