import { own } from '../../base/own.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Callout } from '../../ui/display/callout.tsx';
import { usePlace, useProduct } from '../product-context.ts';
import { readConfig } from '../site/config.ts';
import styles from './account.module.css';
import { openIdWords } from './openid-words.ts';

/** Links to the server's OpenID provider, and explains a sign-in there that failed. */
export function OpenIdButton() {
  const { locale } = useProduct();
  const place = usePlace();
  // Only a served product has a server that could receive the provider's answer.
  const provider = document.getElementById('site') === null ? null : readConfig(document).openId;
  if (provider === null) return null;
  const words = openIdWords(locale);
  const query = new URLSearchParams(place.query);
  const failure = own(words.failures, query.get('sign-in') ?? '');
  query.delete('sign-in');
  const from = query.size === 0 ? place.path : `${place.path}?${query}`;
  const target = new URLSearchParams({ next: query.get('next') ?? '/', from });
  return (
    <div className={styles['provider']}>
      {failure === undefined ? null : <Callout tone="danger">{failure}</Callout>}
      <a className={buttonClass('secondary')} href={`/~/openid?${target}`}>
        {words.with(provider)}
      </a>
    </div>
  );
}
