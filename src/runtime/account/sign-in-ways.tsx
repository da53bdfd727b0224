import { useProduct } from '../product-context.ts';
import styles from './account.module.css';
import { linkWords } from './link-words.ts';
import { OpenIdButton } from './openid-button.tsx';

/** Other ways to sign in, shown below the sign-in form. */
export function SignInWays() {
  const { model, locale, location } = useProduct();
  const { account } = model;
  const words = linkWords(locale);
  const offered = (['reset', 'confirm'] as const).filter((one) => (one === 'reset' ? account?.resetPassword : account?.confirmEmail));
  return (
    <>
      {account?.openId === true ? <OpenIdButton /> : null}
      {offered.length === 0 ? null : (
        <p className={styles['ways']}>
          {offered.map((one) => (
            <button key={one} type="button" className={styles['way']} onClick={() => location.push(`/?~ask=${one}`)}>
              {words.ways[one]}
            </button>
          ))}
        </p>
      )}
    </>
  );
}
