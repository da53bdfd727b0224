import { createContext, type ReactNode } from 'react';
import { Avatar } from '../../ui/display/avatar.tsx';
import { useProduct } from '../product-context.ts';
import styles from './message-box.module.css';

/** Whether a form writes a message, whose button is not the screen's main action. */
export const MessageContext = createContext(false);

/** The form for a conversation's next message, beside the writer's avatar. */
export function MessageBox({ children }: { readonly children: ReactNode }) {
  const { person } = useProduct();
  return (
    <div className={styles['box']}>
      <Avatar name={person.account?.label ?? null} size={28} />
      <MessageContext value>{children}</MessageContext>
    </div>
  );
}
