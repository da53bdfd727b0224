import type { Language } from '../languages/choose.ts';
import type { LinkPurpose } from '../messages/mail-payload.ts';

/**
 * `taken` and `known`: the address has an account already, so no account is created and its owner
 * is informed.
 */
export type LinkMailKind = LinkPurpose | 'taken' | 'known';

/**
 * Subject and text of a mail. `name`: the product; `by`: the person who invites. The text is
 * Markdown.
 */
type Write = (name: string, by: string) => readonly [subject: string, text: string];

/** The texts state the hours of `linkHours`. */
export const linkMailWords: Readonly<Record<Language['words'], Readonly<Record<LinkMailKind, Write>>>> = {
  en: {
    reset: (name) => [
      `Set a new password for ${name}`,
      'Open this link to set a new password. It works once, for one hour.\n\nIf you didn’t ask for it, ignore this mail: nothing changes.',
    ],
    confirm: (name) => [
      `Confirm your email address for ${name}`,
      'Open this link and enter your password. It works once, for one day.\n\nIf you didn’t ask for it, ignore this mail.',
    ],
    'sign-up': (name) => [
      `Finish signing up for ${name}`,
      'Open this link and enter the password that you chose. It works once, for one day.\n\nIf you didn’t sign up, ignore this mail: no account is created.',
    ],
    taken: (name) => [
      `You already have an account at ${name}`,
      'A sign-up used this address, which has an account already. Sign in instead, or reset your password.\n\nIf it wasn’t you, ignore this mail: nothing changes.',
    ],
    invite: (name, by) => [`${by} invites you to ${name}`, 'Open this link to make your account. It works once, for seven days.'],
    known: (name, by) => [`${by} invites you to ${name}`, 'You already have an account with this address: sign in with it.'],
  },
  de: {
    reset: (name) => [
      `Neues Passwort für ${name}`,
      'Öffnen Sie diesen Link, um ein neues Passwort festzulegen. Er gilt einmal, eine Stunde lang.\n\nWenn Sie das nicht angefordert haben, ignorieren Sie diese Mail: Es ändert sich nichts.',
    ],
    confirm: (name) => [
      `Bestätigen Sie Ihre E-Mail-Adresse für ${name}`,
      'Öffnen Sie diesen Link und geben Sie Ihr Passwort ein. Er gilt einmal, einen Tag lang.\n\nWenn Sie das nicht angefordert haben, ignorieren Sie diese Mail.',
    ],
    'sign-up': (name) => [
      `Schließen Sie Ihre Registrierung bei ${name} ab`,
      'Öffnen Sie diesen Link und geben Sie das Passwort ein, das Sie gewählt haben. Er gilt einmal, einen Tag lang.\n\nWenn Sie sich nicht registriert haben, ignorieren Sie diese Mail: Es entsteht kein Konto.',
    ],
    taken: (name) => [
      `Sie haben schon ein Konto bei ${name}`,
      'Bei einer Registrierung wurde diese Adresse angegeben, die schon ein Konto hat. Melden Sie sich an oder setzen Sie Ihr Passwort zurück.\n\nWenn Sie das nicht waren, ignorieren Sie diese Mail: Es ändert sich nichts.',
    ],
    invite: (name, by) => [
      `${by} lädt Sie zu ${name} ein`,
      'Öffnen Sie diesen Link, um Ihr Konto anzulegen. Er gilt einmal, sieben Tage lang.',
    ],
    known: (name, by) => [`${by} lädt Sie zu ${name} ein`, 'Sie haben mit dieser Adresse schon ein Konto: Melden Sie sich damit an.'],
  },
  es: {
    reset: (name) => [
      `Nueva contraseña para ${name}`,
      'Abra este enlace para elegir una contraseña nueva. Sirve una vez, durante una hora.\n\nSi no lo ha pedido, ignore este correo: no cambia nada.',
    ],
    confirm: (name) => [
      `Confirme su dirección de correo para ${name}`,
      'Abra este enlace e introduzca su contraseña. Sirve una vez, durante un día.\n\nSi no lo ha pedido, ignore este correo.',
    ],
    'sign-up': (name) => [
      `Termine de registrarse en ${name}`,
      'Abra este enlace e introduzca la contraseña que eligió. Sirve una vez, durante un día.\n\nSi no se ha registrado, ignore este correo: no se crea ninguna cuenta.',
    ],
    taken: (name) => [
      `Ya tiene una cuenta en ${name}`,
      'En un registro se indicó esta dirección, que ya tiene una cuenta. Inicie sesión o restablezca su contraseña.\n\nSi no fue usted, ignore este correo: no cambia nada.',
    ],
    invite: (name, by) => [`${by} le invita a ${name}`, 'Abra este enlace para crear su cuenta. Sirve una vez, durante siete días.'],
    known: (name, by) => [`${by} le invita a ${name}`, 'Ya tiene una cuenta con esta dirección: inicie sesión con ella.'],
  },
  fr: {
    reset: (name) => [
      `Nouveau mot de passe pour ${name}`,
      'Ouvrez ce lien pour choisir un nouveau mot de passe. Il sert une fois, pendant une heure.\n\nSi vous ne l’avez pas demandé, ignorez ce message : rien ne change.',
    ],
    confirm: (name) => [
      `Confirmez votre adresse e-mail pour ${name}`,
      'Ouvrez ce lien et saisissez votre mot de passe. Il sert une fois, pendant un jour.\n\nSi vous ne l’avez pas demandé, ignorez ce message.',
    ],
    'sign-up': (name) => [
      `Terminez votre inscription à ${name}`,
      'Ouvrez ce lien et saisissez le mot de passe que vous avez choisi. Il sert une fois, pendant un jour.\n\nSi vous ne vous êtes pas inscrit, ignorez ce message : aucun compte n’est créé.',
    ],
    taken: (name) => [
      `Vous avez déjà un compte chez ${name}`,
      'Une inscription a indiqué cette adresse, qui a déjà un compte. Connectez-vous ou réinitialisez votre mot de passe.\n\nSi ce n’était pas vous, ignorez ce message : rien ne change.',
    ],
    invite: (name, by) => [`${by} vous invite à ${name}`, 'Ouvrez ce lien pour créer votre compte. Il sert une fois, pendant sept jours.'],
    known: (name, by) => [`${by} vous invite à ${name}`, 'Vous avez déjà un compte avec cette adresse : connectez-vous avec elle.'],
  },
  ar: {
    reset: (name) => [
      `كلمة مرور جديدة لـ ${name}`,
      'افتح هذا الرابط لتعيين كلمة مرور جديدة. يعمل مرة واحدة ولمدة ساعة.\n\nإذا لم تطلب ذلك فتجاهل هذه الرسالة: لن يتغير شيء.',
    ],
    confirm: (name) => [
      `أكّد عنوان بريدك الإلكتروني لـ ${name}`,
      'افتح هذا الرابط وأدخل كلمة مرورك. يعمل مرة واحدة ولمدة يوم.\n\nإذا لم تطلب ذلك فتجاهل هذه الرسالة.',
    ],
    'sign-up': (name) => [
      `أكمل التسجيل في ${name}`,
      'افتح هذا الرابط وأدخل كلمة المرور التي اخترتها. يعمل مرة واحدة ولمدة يوم.\n\nإذا لم تسجّل فتجاهل هذه الرسالة: لن يُنشأ أي حساب.',
    ],
    taken: (name) => [
      `لديك حساب بالفعل في ${name}`,
      'استُخدم هذا العنوان في تسجيل جديد، وله حساب بالفعل. سجّل الدخول أو أعد تعيين كلمة مرورك.\n\nإذا لم تكن أنت فتجاهل هذه الرسالة: لن يتغير شيء.',
    ],
    invite: (name, by) => [`يدعوك ${by} إلى ${name}`, 'افتح هذا الرابط لإنشاء حسابك. يعمل مرة واحدة ولمدة سبعة أيام.'],
    known: (name, by) => [`يدعوك ${by} إلى ${name}`, 'لديك حساب بهذا العنوان بالفعل: سجّل الدخول به.'],
  },
};
