import { InWorkbench } from './in-workbench.ts';
import type { PersonAtWork } from './person.ts';

const stages = 'received, estimated (send estimate), approved, in repair (start repair), ready, picked up (hand over), cancelled';

/** A part of a question, and its answer: typed text or a button. */
type Answered = readonly [question: string, given: { readonly words: string } | { readonly button: RegExp }];

/** The questions in three steps, in order. */
export const answers: { readonly [step: string]: readonly Answered[] } = {
  'What is kept': [
    ['What does the product keep records of?', { words: 'customers, repair orders, order lines' }],
    ['What do you record about each customer', { words: 'phone, email' }],
    ['What do you record about each repair order', { words: 'customer: Customer, problem, estimate in euros, promised on: date' }],
    ['What do you record about each order line', { words: 'order: RepairOrder, quantity: whole number, price in euros' }],
  ],
  'Who uses it, and the stages': [
    ['Who uses the product?', { words: 'mechanic, owner' }],
    ['Does a customer go through states, such as open and closed?', { button: /^No$/ }],
    ['Does a repair order go through states, such as open and closed?', { words: stages }],
    ['Does an order line go through states, such as open and closed?', { button: /^No$/ }],
    ['What may each role do', { button: /^Signed-in people may do everything/ }],
  ],
  'The other sections': [
    ['Which rules must always hold?', { button: /^No name is blank/ }],
    ['Which screens are there?', { button: /^A list, a page and a form/ }],
    ['Which calls can other programs make?', { button: /^None/ }],
    ['How does the product word its error messages?', { button: /^Write down the built-in messages/ }],
    ['What is the product called?', { words: 'Bicycle repair shop' }],
    ['What does the product do, and for whom?', { words: 'A bicycle repair shop keeps track of its repairs.' }],
    ['before “start repair”?', { words: 'estimate' }],
  ],
};

/** Builds a bicycle repair shop from the empty document. */
export async function repairShop(who: PersonAtWork, url: string): Promise<void> {
  const { page } = who;
  const at = new InWorkbench(who);

  await who.step('Open the document', async () => {
    await page.goto(`${url}/#/unidentified`);
    await page.locator('[data-product]').getByRole('heading', { level: 1 }).waitFor();
    await who.click(page.getByRole('button', { name: /^Questions/ }));
  });
  for (const [step, questions] of Object.entries(answers))
    await who.step(step, async () => {
      for (const [question, given] of questions) await at.answer(question, given);
    });
  await who.step('A timer, from the gallery', async () => {
    await who.click(page.getByRole('button', { name: 'Views', exact: true }));
    await at.section('States');
    await at.open('ready');
    await who.press('t');
    const panel = at.panel('New Transition');
    await who.click(at.button(/^After a time/, panel));
    await who.fill(panel.getByRole('combobox', { name: 'After' }), '30 days');
    await who.fill(panel.getByRole('combobox', { name: 'To', exact: true }), 'cancelled');
    await who.press('Enter');
    await panel.waitFor({ state: 'detached' });
  });
  await who.step('A rule, from the gallery', () => at.limit('RepairOrder', 'estimate', '0'));
  await who.step('Who may not delete', async () => {
    await at.section('Roles');
    await who.click(at.button(/^mechanic, RepairOrder: delete: yes/));
    await who.click(at.view.getByRole('radio', { name: 'No', exact: true }));
    await at.button('mechanic, RepairOrder: delete: no').waitFor();
  });
  await who.step('A board and a dashboard', async () => {
    await at.screen('Board', [{ part: /^Board/, of: 'RepairOrder' }]);
    await at.screen('Dashboard', [
      { part: /^Figure/, of: 'RepairOrder' },
      { part: /^Chart/, of: 'RepairOrder' },
    ]);
    await page.getByText('No errors').waitFor();
  });
  await who.step('A scenario by doing: a repair', async () => {
    const { product, caption } = await at.recordAs(/Ana/);
    await at.menu(product, 'Repair orders');
    await who.click(product.getByRole('link', { name: 'New repair order' }).or(at.button('New repair order', product)));
    await who.fill(product.getByRole('textbox', { name: /^Name/ }), 'Squeaking brake');
    await who.fill(product.getByRole('textbox', { name: /^Estimate/ }), '49.90');
    await who.click(product.getByRole('button', { name: /^(?:Create|Save|Add)/ }));
    for (const event of ['Send estimate', 'Approve', 'Start repair', 'Mark ready']) {
      await who.click(product.getByRole('button', { name: event, exact: true }));
      await caption.getByText(event.toLowerCase()).first().waitFor();
    }
    await at.saveScenario(caption, 'a brake is repaired');
  });
  await who.step('A scenario by doing: a cancellation', async () => {
    const { product, caption } = await at.recordAs(/Bo/);
    await at.menu(product, 'Repair orders');
    await who.click(product.getByRole('link', { name: 'New repair order' }).or(at.button('New repair order', product)));
    await who.fill(product.getByRole('textbox', { name: /^Name/ }), 'Flat tyre');
    await who.click(product.getByRole('button', { name: /^(?:Create|Save|Add)/ }));
    await who.click(product.getByRole('button', { name: 'More', exact: true }));
    await who.click(page.getByRole('menuitem', { name: 'Cancel', exact: true }));
    await who.click(page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).last());
    await caption.getByText('cancel').first().waitFor();
    await at.saveScenario(caption, 'a repair is cancelled');
  });
  await who.step('Both scenarios pass', async () => {
    await who.press('F4');
    await page.getByText('No errors').waitFor();
    await page.locator('.cm-row-passed').nth(6).waitFor({ state: 'attached' });
    await page.locator('.cm-row-failed').first().waitFor({ state: 'detached' });
  });
}
