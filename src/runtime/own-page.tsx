import { AskLinkPage, LinkPage, SentPage } from './account/link-page.tsx';
import { OutboxPage } from './outbox/outbox-page.tsx';

/**
 * Pages that the product has without the document: their locations are queries that start with `~`.
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
