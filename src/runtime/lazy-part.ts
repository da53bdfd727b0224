import { lateWords } from './languages/late-words.ts';
import { lazyComponent } from './lazy-component.tsx';

/** A lazy component of the product: when it renders, `useWholeProduct` has the texts it needs. */
export const lazyPart: typeof lazyComponent = (load, place) =>
  lazyComponent(async () => {
    const [part] = await Promise.all([load(), lateWords.load()]);
    return part;
  }, place);
