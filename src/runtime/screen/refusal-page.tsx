import { useEffect } from 'react';
import type { Refusal } from '../../engine/outcome.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { IconQuestionMark } from '../../ui/icons.ts';
import { IconUserOff } from '../../ui/late-icons.ts';
import { usePlace, useWholeProduct } from '../product-context.ts';
import { ProductLink } from '../product-link.tsx';
import { allParts } from './part-lists.ts';
import styles from './screen.module.css';
import { useTitle } from './use-title.ts';
import { WhyButton } from './why-button.tsx';

/**
 * A full page that says why something is not shown, and links to another page. In a product that
 * shows no document, a screen that needs a person leads to the sign-in page, and from there back.
 */
export function RefusalPage({ refusal, onBack }: { readonly refusal: Refusal; readonly onBack?: () => void }) {
  const { words, navigation, model, location, marks, onWhy, path } = useWholeProduct();
  const place = usePlace();
  const unauthorized = refusal.status === 401;
  const signIn = navigation.find((item) => {
    const screen = model.screens.find((one) => one.name.text === item.screen);
    return screen && [...allParts(screen.parts)].some((part) => part.kind === 'sign-in');
  });
  const start = navigation[0];
  useTitle(refusal.message);
  const here = place.path + (place.query === '' ? '' : `?${place.query}`);
  const signInPage = unauthorized && signIn ? { screen: signIn.screen, parameters: {} } : null;
  const query = new URLSearchParams({ next: here }).toString();
  // The refusal is shown until the sign-in page has loaded.
  const leads = signInPage !== null && onWhy === null && !onBack;
  const next = leads && place.path !== path(signInPage) ? `${path(signInPage)}?${query}` : null;
  useEffect(() => {
    if (next !== null) location.replace(next);
  }, [next, location]);
  if (leads) return null;
  return (
    <div className={styles['page']}>
      <EmptyState
        page
        icon={unauthorized ? <IconUserOff size={20} /> : <IconQuestionMark size={20} />}
        title={refusal.message}
        actions={
          <>
            {signInPage ? (
              <ProductLink className={buttonClass('primary')} address={signInPage} query={query}>
                {words.signIn}
              </ProductLink>
            ) : null}
            {onBack ? <Button onClick={onBack}>{words.goBack}</Button> : null}
            {!onBack && location.canGoBack() ? <Button onClick={() => location.back()}>{words.goBack}</Button> : null}
            {!onBack && !location.canGoBack() && start && !signInPage ? (
              <ProductLink className={buttonClass()} address={{ screen: start.screen, parameters: {} }}>
                {words.backToStart}
              </ProductLink>
            ) : null}
            <WhyButton refusal={refusal} />
          </>
        }
      >
        {marks && <span className={styles['code']}>{refusal.error}</span>}
      </EmptyState>
    </div>
  );
}
