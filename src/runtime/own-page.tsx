import { AskLinkPage, LinkPage, SentPage } from './account/link-page.tsx';
import { OutboxPage } from './outbox/outbox-page.tsx';

/**
 * Pages of the product itself, which no document describes: their places are queries that begin
 * with `~`.
 */
export function OwnPage({ query }: { readonly query: string }) {
  const [[page, value] = ['~sent', '']] = new URLSearchParams(query);
  switch (page) {
    case '~link':
      return <LinkPage key={value} token={value} />;
    case '~ask':
      return <AskLinkPage key={value} purpose={value === 'confirm' ? 'confirm' : 'reset'} />;
    case '~outbox':
      return <OutboxPage />;
    default:
      return <SentPage />;
  }
}
