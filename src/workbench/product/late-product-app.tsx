import { lazyComponent } from '../../runtime/lazy-component.tsx';
import { Starting } from './starting.tsx';

/**
 * The component that draws the product. It loads after the text is visible, because the first paint
 * does not need it.
 */
export const ProductApp = lazyComponent(async () => (await import('../../runtime/product-app.tsx')).ProductApp, <Starting />);
