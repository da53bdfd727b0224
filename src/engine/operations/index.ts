import { addMember } from './add-member.ts';
import { askSignUp } from './ask-sign-up.ts';
import { assign } from './assign.ts';
import { begin } from './begin.ts';
import { changePassword } from './change-password.ts';
import { check } from './check.ts';
import { create } from './create.ts';
import { deleteRecord } from './delete.ts';
import { endSession } from './end-session.ts';
import { fireTimer } from './fire-timer.ts';
import { forgetDevice } from './forget-device.ts';
import { get } from './get.ts';
import { invite } from './invite.ts';
import { list } from './list.ts';
import { mailLink } from './mail-link.ts';
import { noteChange } from './note-change.ts';
import { removeMember } from './remove-member.ts';
import { changeSecondFactor } from './second-factor.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { signUp } from './sign-up.ts';
import { triggerEvent } from './trigger-event.ts';
import { update } from './update.ts';
import { useLink } from './use-link.ts';

/** All operations of a product. */
export const operations = [
  addMember,
  askSignUp,
  assign,
  begin,
  changePassword,
  check,
  create,
  deleteRecord,
  endSession,
  fireTimer,
  forgetDevice,
  get,
  invite,
  list,
  mailLink,
  noteChange,
  removeMember,
  changeSecondFactor,
  signIn,
  signOut,
  signUp,
  triggerEvent,
  update,
  useLink,
] as const;
