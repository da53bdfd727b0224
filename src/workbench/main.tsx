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
  // What reads and checks comes when the text is already there, and is requested at once.
  reader: async () => (await import('./analysis/reader.ts')).createReader(),
  // The database's code comes when the text is already there.
  connect: async (options) => {
    // What draws the product is fetched beside the database, not after it. If it does not come,
    // the component that draws it asks again and says so.
    ProductApp.preload().catch(() => undefined);
    return (await import('../runtime/host/connect.ts')).connect(options);
  },
  onLeaveEditor: () => document.querySelector<HTMLElement>('[data-after-editor]')?.focus(),
});

// After the first edit, ask the browser to keep texts and data when storage runs short.
window.addEventListener('input', () => void navigator.storage?.persist?.().catch(() => false), { once: true, capture: true });

reloadWhenReplaced(window, () => workbench.open.get().flush());

createRoot(place).render(<App workbench={workbench} />);
