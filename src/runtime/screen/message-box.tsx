import { createContext, type ReactNode } from 'react';
import { Avatar } from '../../ui/display/avatar.tsx';
import { useProduct } from '../product-context.ts';
import styles from './message-box.module.css';

/** Whether a form writes a message: its button is not the next action of the screen. */
export const MessageContext = createContext(false);

/** The form for the next message of a conversation, beside the face of the person who writes it. */
export function MessageBox({ children }: { readonly children: ReactNode }) {
  const { person } = useProduct();
  return (
    <div className={styles['box']}>
      <Avatar name={person.account?.label ?? null} size={28} />
      <MessageContext value>{children}</MessageContext>
    </div>
  );
}
