import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenedWorkbench, openWorkbench } from '../../testing/browser/workbench.ts';

let opened: OpenedWorkbench;
let page: Page;

beforeAll(async () => {
  opened = await openWorkbench();
  ({ page } = opened);
});

afterAll(async () => {
  await opened?.close();
});

const view = () => page.locator('[data-views]');
const node = (id: string) => page.locator(`.react-flow__node[data-id="${id}"]`);
const press = (name: string) => view().getByRole('button', { name, exact: true }).click();
const choose = async (field: string, option: string): Promise<void> => {
  await view().getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

async function addEntity(name: string): Promise<void> {
  await press('Entity');
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await node(name).waitFor();
}

async function addField(name: string, type: string): Promise<void> {
  await press('Add a field');
  await page.keyboard.type(name);
  await view().getByRole('combobox', { name: 'Type' }).fill(type);
  await page.keyboard.press('Enter');
  await view()
    .getByRole('button', { name: `${name} ${type}` })
    .waitFor();
}

async function relate(from: string, to: string): Promise<void> {
  await node(from).focus();
  await page.keyboard.press('t');
  await choose('To', to);
  await view().getByRole('textbox', { name: 'Field name' }).press('Enter');
  await page.getByRole('group', { name: new RegExp(`at most one ${to}$`) }).waitFor();
}

async function transition(from: string, event: string, to: string): Promise<void> {
  await node(from).focus();
  await page.keyboard.press('t');
  await page.keyboard.type(event);
  await page.keyboard.press('Tab');
  await page.keyboard.type(to);
  await page.keyboard.press('Enter');
  await node(to).waitFor();
}

/**
 * Everyone who has never seen the notation draws a product, and it runs: from the document in which
 * nothing is shown.
 */
it('from nothing to a product with entities, states and screens, in the diagrams alone', async () => {
  await page.goto(`${opened.url}/?section=entities#/unidentified`);
  for (const name of ['Course', 'Teacher', 'Room']) await addEntity(name);
  await node('Course').focus();
  await page.keyboard.press('Enter');
  await addField('starts', 'date');
  await addField('status', 'state');
  await relate('Course', 'Teacher');
  await relate('Course', 'Room');

  await node('Course').focus();
  await page.keyboard.press('Enter');
  await press('Its states');
  await view().getByRole('textbox', { name: 'A new Course is' }).fill('planned');
  await page.keyboard.press('Enter');
  await node('planned').waitFor();
  await transition('planned', 'begin', 'running');
  await transition('running', 'finish', 'over');
  await node('over').focus();
  await page.keyboard.press('Enter');
  await view()
    .getByRole('checkbox', { name: /^Final/ })
    .click();
  await page.getByRole('complementary', { name: 'Final state over' }).waitFor();

  await page.getByRole('toolbar', { name: 'Sections' }).getByRole('button', { name: 'Screens' }).click();
  // What was only assumed until now gives way to what is written.
  await node('New course').waitFor();
  await press('Screen');
  await page.keyboard.type('Courses');
  await view().getByRole('textbox', { name: 'Route' }).fill('/');
  await page.keyboard.press('Enter');
  await page.getByRole('complementary', { name: 'Screen Courses' }).waitFor();
  await press('Screen');
  await page.keyboard.type('One course');
  await choose('About', 'Course');
  await press('Add the screen');
  await page.getByRole('complementary', { name: 'Screen One course' }).waitFor();
  await node('Courses').focus();
  await page.keyboard.press('t');
  await choose('To', 'One course');
  await press('Add the link');
  await page.getByRole('group', { name: /^From Courses to One course: a row of Course/ }).waitFor();
  await page.getByText('No errors').waitFor();

  await node('Courses').focus();
  await page.keyboard.press('Enter');
  await press('Open in the product');
  const product = page.locator('[data-product]');
  await product.getByRole('heading', { name: 'Courses' }).first().waitFor();
  const kept = (): Promise<string> =>
    page.evaluate(() => {
      const stored = localStorage.getItem('ninefold/document/unidentified');
      return stored === null ? '' : String((JSON.parse(stored) as { text: unknown }).text);
    });
  // What is written is kept a moment after it is run.
  await expect.poll(kept).not.toMatch(/(?:Screens and routes|Entities and their fields|States and transitions): not shown/);
  const text = await kept();
  expect(text).toContain('| planned | begin | running | | | | | |\n| running | finish | over | | | | | final |\n');
  expect(text).toContain('| status | state | | | | | |\n| teacher | Teacher | | | | | |\n| room | Room | | | | | |\n');
  // The sections that are not shown say so as before.
  expect(text).toContain('Validation rules: not shown.');
});
