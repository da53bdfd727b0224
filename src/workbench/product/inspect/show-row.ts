import type { Workbench } from '../../state/workbench.ts';
import { routeInProduct } from '../../views/screens/open-screen.ts';
import type { Showing } from './where-shown.ts';
import { whereShown } from './where-shown.ts';

/** Milliseconds to wait until a screen is drawn. */
const patience = 3000;

/**
 * Shows the row at the cursor in the product: goes to a screen on which it appears and highlights
 * it.
 */
export async function showRow(workbench: Workbench, page: Document): Promise<void> {
  const { editor, product } = workbench.open.get();
  const say = (message: string): void => workbench.say({ message, tone: 'neutral' });
  const running = product.state.get();
  if (running.kind !== 'running') return say('The product isn’t running.');
  if (running.version !== editor.versions.current) return say('The product hasn’t picked up your last change yet.');
  const wanted = whereShown(running.model, editor.cursor());
  if (wanted.length === 0) return say('This row isn’t visible in the product.');
  workbench.showPane('product');
  // Prefer the current screen, then the others.
  const root = page.querySelector('[data-product]');
  const here =
    root === null
      ? null
      : elementOf(
          root,
          wanted.flatMap(({ at }) => at.slice(0, 1)),
        );
  if (here) return light(here);
  let why = '';
  for (const one of oneOfEach(wanted)) {
    const opened = await routeInProduct(product, one.screen);
    if (!opened.ok) {
      why = opened.why;
      continue;
    }
    workbench.product.push(opened.route);
    const found = await appeared(page, one);
    if (found) return light(found);
    why = `“${one.screen.name.text}” doesn’t show it to the current person.`;
  }
  say(why);
}

/** Returns the nearest match on each screen, at most three. */
const oneOfEach = (wanted: readonly Showing[]): Showing[] =>
  wanted.filter(({ screen }, index) => wanted.findIndex((other) => other.screen === screen) === index).slice(0, 3);

const elementOf = (root: Element, at: Showing['at']): Element | null => {
  for (const { from, to } of at) {
    const found = root.querySelector(`[data-at="${from}-${to}"]`);
    if (found) return found;
  }
  return null;
};

/** Waits for the element to appear; resolves to null if it does not. */
function appeared(page: Document, { at }: Showing): Promise<Element | null> {
  return new Promise((resolve) => {
    const look = (): Element | null => {
      const root = page.querySelector('[data-product]');
      return root === null ? null : elementOf(root, at);
    };
    const done = (found: Element | null): void => {
      watch.disconnect();
      clearTimeout(timer);
      resolve(found);
    };
    const watch = new MutationObserver(() => {
      const found = look();
      if (found) done(found);
    });
    const timer = setTimeout(() => done(look()), patience);
    watch.observe(page.body, { childList: true, subtree: true });
    const found = look();
    if (found) done(found);
  });
}

function light(element: Element): void {
  // The wrapper of a part has no box of its own.
  const boxed = element.hasAttribute('data-part') ? (element.firstElementChild ?? element) : element;
  boxed.scrollIntoView({ block: 'nearest' });
  const colour = 'var(--accent)';
  boxed.animate(
    [
      { boxShadow: `0 0 0 3px ${colour}`, borderRadius: '4px' },
      { boxShadow: `0 0 0 3px ${colour}`, borderRadius: '4px' },
      { boxShadow: '0 0 0 3px transparent' },
    ],
    { duration: 2000 },
  );
}
