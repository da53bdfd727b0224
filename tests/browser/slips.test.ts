import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { downloaded } from '../../testing/browser/chromium.ts';
import { type OpenedWorkbench, openWorkbench } from '../../testing/browser/workbench.ts';
import helpdesk from '../../testing/documents/helpdesk.md?raw';

/** Slips of the first hour: each is reported, and mended with one press. */
describe('slips', () => {
  let opened: OpenedWorkbench;
  let page: Page;

  beforeAll(async () => {
    opened = await openWorkbench({ context: { locale: 'en-GB' } });
    ({ page } = opened);
    await page.goto(`${opened.url}/#/helpdesk`);
    await product().getByText('Boiler makes a noise').first().waitFor();
  });

  afterAll(async () => {
    await opened?.close();
  });

  const product = () => page.locator('[data-product]');
  const problems = () => page.locator('[data-problems]');
  const write = async (text: string): Promise<void> => {
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(text);
  };

  it('findings that are alike are mended with one press', async () => {
    await write(helpdesk.replace(/^\| (?:SUBJECT_EMPTY|BODY_TOO_LONG) .*\n/gm, ''));
    await problems()
      .getByText(/^\d+ errors/)
      .first()
      .waitFor();
    await problems()
      .getByRole('button', { name: /^Findings/ })
      .click();
    await problems()
      .getByRole('button', { name: /^Fix \d+ like this$/ })
      .first()
      .click();
    await problems().getByText('No errors').waitFor();
    await page.waitForFunction(() => {
      const { text = '' } = JSON.parse(localStorage.getItem('ninefold/document/helpdesk') ?? '{}');
      return /^\| SUBJECT_EMPTY /m.test(text) && /^\| BODY_TOO_LONG /m.test(text);
    });
  });

  it('a heading that a slip has destroyed is reported, and is one press away', async () => {
    await write(helpdesk.replace('## 5. Validation rules', '#5 Validation rules'));
    await problems().getByText('Section 5 is missing, and this line looks like its heading.', { exact: false }).waitFor();
    await problems()
      .getByRole('listitem')
      .filter({ hasText: 'Section 5 is missing' })
      .getByRole('button', { name: /^Write “## 5\./ })
      .click();
    await page.waitForFunction(() =>
      (JSON.parse(localStorage.getItem('ninefold/document/helpdesk') ?? '{}').text ?? '').includes('\n## 5. Validation rules\n'),
    );
    await problems().getByText('Section 5 is missing', { exact: false }).waitFor({ state: 'detached' });
  });

  it('a snapshot that is restored keeps the person who acts', async () => {
    await product()
      .getByRole('button', { name: /^Acting as/ })
      .first()
      .click();
    await page.getByRole('menuitemradio', { name: /Bo Chen/ }).click();
    await product()
      .getByRole('button', { name: /^Acting as Bo Chen/ })
      .waitFor();
    const menu = page.locator('[data-tour=more]');
    await menu.click();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Save a snapshot of the data' }).click(),
    ]);
    const snapshot = await downloaded(saved);
    await menu.click();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('menuitem', { name: 'Restore a snapshot…' }).click(),
    ]);
    await chooser.setFiles({ name: 'data.ninefold', mimeType: 'application/octet-stream', buffer: snapshot });
    await page
      .getByText(/restored/i)
      .first()
      .waitFor();
    await product().getByText('Boiler makes a noise').first().waitFor();
    await product()
      .getByRole('button', { name: /^Acting as Bo Chen/ })
      .waitFor();
  });

  it('a tooltip lets the pointer through', async () => {
    const button = page.getByRole('button', { name: /^Search the workbench/ });
    await button.hover();
    const tip = page.getByRole('tooltip').first();
    await tip.waitFor();
    expect(await tip.evaluate((it) => getComputedStyle(it).pointerEvents)).toBe('none');
  });

  it('requirements under other headings come into the nine sections, and the questions go on from there', async () => {
    await page.getByRole('button', { name: /^Document:/ }).click();
    await page.getByRole('menuitem', { name: 'Import…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import as a new document' });
    const prd = [
      '# Bike shop',
      '## User stories',
      '- As a mechanic, I want to see the orders, so that I know what to do',
      '## Data model',
      '| Field | Type |',
      '|---|---|',
      '| title | text |',
      '## Out of scope',
      'Payments.',
    ]
      .join('\n\n')
      .replaceAll('|\n\n|', '|\n|');
    await dialog.getByRole('textbox', { name: 'Text' }).fill(prd);
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog.getByRole('button', { name: 'Create document' }).click();
    await page
      .locator('.cm-line')
      .filter({ hasText: /^# Specification: Bike shop/ })
      .waitFor();
    await page.waitForFunction(() =>
      Object.entries(localStorage).some(
        ([key, value]) =>
          key.startsWith('ninefold/document/') && value.includes('Bike shop') && value.includes('mechanic') && value.includes('Payments.'),
      ),
    );
    await problems().getByText('No errors').waitFor();
    await problems()
      .getByRole('button', { name: /^Questions\s*[1-9]/ })
      .waitFor();
    expect(opened.problems).toEqual([]);
  });
});
