import type { Page } from 'playwright-core';

/** Runs a command of the workbench by its palette: the one whose name begins so. */
export async function runCommand(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: 'Search the workbench or run a command' });
  await box.fill(name);
  // Enter runs what is chosen now; the search follows the typing.
  await page.getByRole('option', { selected: true }).filter({ hasText: name }).waitFor();
  await box.press('Enter');
  await box.waitFor({ state: 'detached' });
}
