// `npm run walk -- FOLDER`: from the document in which nothing is shown to a product with two
// screens, entities with a relation, a state machine and two roles, by what the workbench offers
// and without the notation; recorded as walk.webm, with a picture of each station.
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { withWorkbench } from '../testing/browser/workbench.ts';
import { record } from './record.ts';

/** Milliseconds: between keys, and to look at what has happened. */
const typing = 35;
const looking = 900;

const [, , given] = process.argv;
if (given === undefined) throw new Error('Name the folder for the recording: npm run walk -- FOLDER');
const folder = resolve(given);

async function walk(page: Page, url: string): Promise<void> {
  let station = 0;
  const look = async (name: string): Promise<void> => {
    await page.waitForTimeout(looking);
    await page.screenshot({ path: join(folder, `${String(++station).padStart(2, '0')}-${name}.png`) });
  };
  const view = page.locator('[data-views]');
  const product = page.locator('[data-product]');
  const node = (id: string): Locator => page.locator(`.react-flow__node[data-id="${id}"]`);
  const type = (words: string): Promise<void> => page.keyboard.type(words, { delay: typing });
  const press = (name: string): Promise<void> => view.getByRole('button', { name, exact: true }).click();
  const choose = async (field: string, option: string): Promise<void> => {
    await view.getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  const answer = async (question: string, words: string): Promise<void> => {
    const asked = page.locator('[data-problems] ol > li').filter({ hasText: question });
    await asked.getByRole('textbox').first().click();
    await type(words);
    await page.keyboard.press('Enter');
    await asked.waitFor({ state: 'detached' });
    await page.waitForTimeout(looking);
  };
  const section = (name: string): Promise<void> =>
    page
      .getByRole('toolbar', { name: 'Sections' })
      .getByRole('button', { name: new RegExp(name) })
      .click();

  await page.goto(`${url}/#/unidentified`);
  await product.getByRole('heading', { level: 1 }).waitFor();
  await look('nothing-is-shown');

  await page.getByRole('button', { name: /^Questions/ }).click();
  await answer('What does the product keep records of?', 'courses, teachers, rooms');
  await answer('Who uses the product?', 'teacher, planner');
  await answer('What is known about each course', 'starts: date, places: integer');
  await look('questions-answered');

  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await section('Entities');
  await node('Course').waitFor();
  await node('Course').focus();
  await page.keyboard.press('t');
  await choose('To', 'Teacher');
  await view.getByRole('textbox', { name: 'Field name' }).press('Enter');
  await page.getByRole('group', { name: /at most one Teacher$/ }).waitFor();
  await look('a-relation-is-drawn');

  await node('Course').focus();
  await page.keyboard.press('Enter');
  await press('Add a field');
  await type('status');
  await view.getByRole('combobox', { name: 'Type' }).fill('state');
  await page.keyboard.press('Enter');
  await view.getByRole('button', { name: 'status state' }).waitFor();
  await press('Its states');
  await view.getByRole('textbox', { name: 'A new Course is' }).fill('planned');
  await page.keyboard.press('Enter');
  await node('planned').waitFor();
  for (const [from, event, to] of [
    ['planned', 'begin', 'running'],
    ['running', 'finish', 'over'],
  ] as const) {
    await node(from).focus();
    await page.keyboard.press('t');
    await type(event);
    await page.keyboard.press('Tab');
    await type(to);
    await page.keyboard.press('Enter');
    await node(to).waitFor();
    await page.waitForTimeout(looking);
  }
  await look('states-are-drawn');
  await view.getByRole('button', { name: 'Yes', exact: true }).click();
  await page.getByText('No errors').waitFor();

  await section('Screens');
  await press('Screen');
  await type('Courses');
  await view.getByRole('textbox', { name: 'Route' }).fill('/');
  await page.keyboard.press('Enter');
  await page.getByRole('complementary', { name: 'Screen Courses' }).waitFor();
  await press('Screen');
  await type('One course');
  await choose('About', 'Course');
  await press('Add the screen');
  await page.getByRole('complementary', { name: 'Screen One course' }).waitFor();
  await node('Courses').focus();
  await page.keyboard.press('t');
  await choose('To', 'One course');
  await press('Add the link');
  await page.getByRole('group', { name: /^From Courses to One course/ }).waitFor();
  await look('screens-are-drawn');

  await section('Roles');
  await page
    .locator('[data-problems] ol > li')
    .filter({ hasText: 'What may each role do with' })
    .getByRole('button', { name: /^Signed-in people may do everything/ })
    .click();
  await view.getByRole('button', { name: /^teacher, Course: delete: yes/ }).click();
  await view.getByRole('radio', { name: 'No' }).click();
  await view.getByRole('button', { name: 'teacher, Course: delete: no' }).waitFor();
  await look('who-may-do-what');

  await page.keyboard.press('F4');
  await page.getByText('No errors').waitFor();
  await product
    .getByRole('button', { name: /^Acting as/ })
    .first()
    .click();
  await page.getByRole('menuitemradio', { name: /Bo/ }).click();
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await page.getByRole('textbox', { name: 'Product address' }).fill('/');
  await page.keyboard.press('Enter');
  await product.getByRole('heading', { name: 'Courses' }).waitFor();
  await look('it-runs');
}

mkdirSync(folder, { recursive: true });
await withWorkbench(async (url, browser) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', locale: 'en-GB' });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const { frames, seconds, bytes } = await record(browser, page, join(folder, 'walk.webm'), () => walk(page, url));
  console.log(`${join(folder, 'walk.webm')}: ${frames} frames, ${seconds} s, ${Math.round(bytes / 1000)} kB`);
});
