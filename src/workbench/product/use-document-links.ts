import type { ProductAppProps } from '../../runtime/product-app.tsx';
import { useOpenDocument, useWorkbench } from '../frame/workbench-context.ts';

/** Links from the running product into its document. */
export function useDocumentLinks(): Required<Pick<ProductAppProps, 'onWhy' | 'onFill'>> {
  const workbench = useWorkbench();
  const document = useOpenDocument();
  return {
    onWhy(place) {
      const asked = document.askAbout(place);
      workbench.showPane(asked ? 'problems' : 'text');
      if (!asked) document.why(place);
    },
    onFill(section) {
      const asked = document.askAboutSection(section);
      workbench.showPane(asked ? 'problems' : 'text');
      if (!asked) document.fill(section);
    },
  };
}
