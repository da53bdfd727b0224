import type { Refusal } from '../../engine/outcome.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { IconQuestionMark } from '../../ui/icons.ts';
import { IconUserOff } from '../../ui/late-icons.ts';
import { usePlace, useProduct } from '../product-context.ts';
import { ProductLink } from '../product-link.tsx';
import { allParts } from './part-lists.ts';
import styles from './screen.module.css';
import { useTitle } from './use-title.ts';
import { WhyButton } from './why-button.tsx';

/** A full page that says why something is not shown, and links to another page. */
export function RefusalPage({ refusal, onBack }: { readonly refusal: Refusal; readonly onBack?: () => void }) {
  const { words, navigation, model, location, marks } = useProduct();
  const place = usePlace();
  const unauthorized = refusal.status === 401;
  const signIn = navigation.find((item) => {
    const screen = model.screens.find((one) => one.name.text === item.screen);
    return screen && [...allParts(screen.parts)].some((part) => part.kind === 'sign-in');
  });
  const start = navigation[0];
  useTitle(refusal.message);
  const here = place.path + (place.query === '' ? '' : `?${place.query}`);
  return (
    <div className={styles['page']}>
      <EmptyState
        page
        icon={unauthorized ? <IconUserOff size={20} /> : <IconQuestionMark size={20} />}
        title={refusal.message}
        actions={
          <>
            {unauthorized && signIn ? (
              <ProductLink
                className={buttonClass('primary')}
                address={{ screen: signIn.screen, parameters: {} }}
                query={new URLSearchParams({ next: here }).toString()}
              >
                {words.signIn}
              </ProductLink>
            ) : null}
            {onBack ? <Button onClick={onBack}>{words.goBack}</Button> : null}
            {!onBack && location.canGoBack() ? <Button onClick={() => location.back()}>{words.goBack}</Button> : null}
            {!onBack && !location.canGoBack() && start && !(unauthorized && signIn) ? (
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
