import { whenNeeded } from '../../runtime/when-needed.tsx';
import { Starting } from './starting.tsx';

/** What draws the product. Not needed for the first paint: the text is there before its code is. */
export const ProductApp = whenNeeded(async () => (await import('../../runtime/product-app.tsx')).ProductApp, <Starting />);
