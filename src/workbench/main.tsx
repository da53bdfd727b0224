import '@fontsource-variable/inter/index.css';
import { createRoot } from 'react-dom/client';
import { reloadWhenReplaced } from '../ui/replaced.ts';
import { App } from './frame/app.tsx';
import { ProductApp } from './product/late-product-app.tsx';
import { browserKeyValue } from './state/key-value.ts';
import { createWorkbench } from './state/workbench.ts';

const place = document.querySelector<HTMLElement>('#workbench');
if (!place) throw new Error('index.html has no #workbench');

const workbench = await createWorkbench({
  window,
  keys: browserKeyValue(window),
  // The reader and the checker load after the text is visible, but are requested immediately.
  reader: async () => (await import('./analysis/reader.ts')).createReader(),
  // The database code loads after the text is visible.
  connect: async (options) => {
    // The code that draws the product loads in parallel with the database. If that fails, the
    // component that draws it retries and reports the failure.
    ProductApp.preload().catch(() => undefined);
    return (await import('../runtime/host/connect.ts')).connect(options);
  },
  onLeaveEditor: () => document.querySelector<HTMLElement>('[data-after-editor]')?.focus(),
});

// After the first edit, ask the browser to keep texts and data if storage runs short.
window.addEventListener('input', () => void navigator.storage?.persist?.().catch(() => false), { once: true, capture: true });

reloadWhenReplaced(window, () => workbench.open.get().flush());

createRoot(place).render(<App workbench={workbench} />);
