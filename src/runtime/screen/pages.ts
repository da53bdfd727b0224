import type { ComponentProps } from 'react';
import { lazyPart } from '../lazy-part.ts';
import type { OwnPage as Own } from '../own-page.tsx';
import type { EmptyProduct as Empty } from './empty-product.tsx';
import type { RefusalPage as Refused } from './refusal-page.tsx';

/* Pages that most visits never show, loaded when needed. */

export const RefusalPage = lazyPart<ComponentProps<typeof Refused>>(async () => (await import('./refusal-page.tsx')).RefusalPage, null);

export const EmptyProduct = lazyPart<ComponentProps<typeof Empty>>(async () => (await import('./empty-product.tsx')).EmptyProduct, null);

export const OwnPage = lazyPart<ComponentProps<typeof Own>>(async () => (await import('../own-page.tsx')).OwnPage);
